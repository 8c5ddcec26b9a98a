"""What the ending of a Japanese predicate says: tense, negation, wish, doubt, plan, and how the clause goes on.

The ending is read as text: "でいませんでした" tells more in one piece than as six auxiliaries.
"""

import re

_FLAGS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ask", re.compile(r"(?:か|かな|かしら|っけ|かい|だろうか|でしょうか|[?])[。!?\s]*$|[?]$")),
    (
        "unreal",
        re.compile(
            r"[ただ]ら(?!し)|れば|けば|せば|てば|めば|ねば|べば|なら(?![なし])|たとしても|(?:て|で)も(?:いい|よい)|べき|なきゃ|なくちゃ|"
            r"なければ|ないと(?:いけ|だめ|なら)|ことにな?れば"
        ),
    ),
    (
        "doubt",
        re.compile(
            r"かも|だろう|でしょう|であろう|はず(?!れ)|と思|気がする|か(?:どうか|分か|わか)|まい$|ようなら|っぽい|かと"
        ),
    ),
    (
        "wish",
        re.compile(
            r"(?<!み)た(?:い|かった|く(?:な|て|は))(?!へん)|たがっ|たがる|てほし|て欲し|でほし|てもらいた|つもりだった|(?:よ|こ|ろ|も|ぼ|の|そ|と|お)うと|か検討|ところだった|そうになっ|(?:よ|こ|ろ|も|ぼ|の|そ|と|ご|お)うか"
        ),
    ),
    (
        "request",
        re.compile(
            r"(?:て|で)(?:ください|下さい|くれ$|ね$)|なさい|ましょう|"
            r"(?:よ|こ|ろ|も|ぼ|の|と|ご|(?<![いきぎしちにひびみりえけげせてねべめれるうくすつぬふむぐなさただ])そ)う(?:よ|ぜ|ね)?[。!]*$"
        ),
    ),
    ("plan", re.compile(r"予定|つもり(?!だった)|こと(?:に|と)(?:し|な|決)|ことが決ま|見込み|手はず|運びと")),
    ("negated", re.compile(r"な(?:い|かっ|く(?!な[るりっ])|し$)|ません|ず(?:に)?|ぬ$|ねえ|じゃな|ではな|でな")),
    (
        "past",
        re.compile(
            r"^(?:済み?|ずみ)|(?:た|^だ)(?:[。!、,?]|の|ん|よ|ね|な|け|が|から|ので|し|そう|らし|って|ばか|とこ|こと|と|り|わ|み|$)|だった|でした"
        ),
    ),
    ("progressive", re.compile(r"(?:て|で)(?:い(?=[るまたてなん])|る|ます|ました|おり|た(?!い)|な|ん(?!の))|続け|^中")),
    ("stopped", re.compile(r"なくな(?:っ|り)|(?:の|こと)を(?:やめ|止め|辞め)|なくなりまし")),
    (
        "hearsay",
        re.compile(r"らしい|そう(?:だ|です|$)|とのこと|んだって|んですって|って(?:[。!]|$)|みたい|ようだ|ようで"),
    ),
    ("again", re.compile(r"(?:て|で)(?:き|来)(?:た|て|まし)")),
    ("begun", re.compile(r"始め|はじめ|ようにな|だし")),
    ("able", re.compile(r"こと(?:が|も|は)でき")),
)
_NOT_NEGATED = re.compile(
    r"かもしれな|じゃない[?か]|ないか|しかない|間違いな|に違いな|だけでな|とかな|なくちゃ|なきゃ|なければ|ないと"
)
_BECOMES = re.compile(r"ようにな(?:っ|り|る)")
_WAS = re.compile(r"(?:て|で)(?:い)?(?:た|まし?た)|ていました|でいました")


def read_flags(tail: str, verb: bool = True) -> set[str]:
    """The flags of an ending such as "んでいませんでした"."""
    flags = {name for name, pattern in _FLAGS if pattern.search(tail)}
    if "negated" in flags and not re.search(r"な(?:い|かっ|く)|ません|ず|ぬ$|ねえ", _NOT_NEGATED.sub("", tail)):
        flags.discard("negated")
    if "stopped" in flags:
        flags.discard("negated")
    if verb and _WAS.search(tail) and "stopped" not in flags:
        flags.add("was")
    if not _BECOMES.search(tail) and "ようにな" in tail:
        flags.discard("begun")
    return flags


_LINKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("but", re.compile(r"(?:けど|けれど|けれども|けども|が|のに|ものの)[、,\s]*$")),
    ("so", re.compile(r"(?:ず(?:に)?|ので|んで|から|ため|ために|し)[、,\s]*$")),
    ("while", re.compile(r"ながら[、,\s]*$")),
    ("te", re.compile(r"(?:て|で|たり|だり)(?:から|は)?[、,\s]*$")),
)


def read_link(tail: str) -> str:
    """How a clause whose ending is `tail` goes on, or `end`."""
    if re.search(r"(?:た|る|い|う|く|す|つ|ぬ|む|ぐ|ぶ)と[、,\s]*$", tail):
        return "if"
    return next((name for name, pattern in _LINKS if pattern.search(tail)), "end")
