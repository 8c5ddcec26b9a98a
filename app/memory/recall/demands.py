"""What an answer must have: a number where a number is asked for, the person whose thing it is, the thing itself.

Words of the question overlap with much that does not answer it. These few demands are cheap to check and seldom wrong;
what they cannot tell is left to the measure of likeness.
"""

import re
from dataclasses import dataclass, replace

from app.domain.text import fold, has_cjk, tokens
from app.memory.recall.asking import asking
from app.storage.wording import stem

_COUNTED = re.compile(
    r"\b(?:number|code|pin|how many|extension|postcode|zip code|serial)\b"
    r"|何番|番号|ナンバー|型番|品番|何(?:個|人|台|本|冊|枚|回|円|キロ|歳|分|時間|メートル)|いくつ|暗証"
)
_PRICED = re.compile(r"\bhow much\b|\b(?:price|costs?|fees?)\b|いくら|値段|金額|料金")
_AMOUNT = re.compile(
    r"\d|\b(?:free|nothing|half|dozen|hundred|thousand|million|pounds?|euros?|dollars?|quid|bucks?|pence|cents?|yen)\b"
    r"|[一二三四五六七八九十百千万半]|無料|ただで"
)
"""Where an amount is asked for: "at ten" is none."""
_DATED = re.compile(
    r"\b(?:what|which) (?:day|date|month|year)\b|\bbirthday\b|何日|何月|何年|何曜|命日|誕生日|締切|締め切り|期限"
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|dozen|hundred"
    r"|thousand|couple|half|free|nothing)\b|[一二三四五六七八九十百千万半]"
)
_DATE = re.compile(
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december|yesterday|today|tomorrow|tonight)\b|曜|昨日|今日|明日|今朝|今夜|[一二三四五六七八九十][月日]"
)
_KIND_EN = re.compile(
    r"\b(?P<kind>[a-z][a-z-]{2,}) (?:numbers?|codes?|pin|price|size)\b"
    r"(?<!phone number)(?<!mobile number)(?<!serial number)"
)
_KIND_JA = re.compile(
    r"(?P<kind>[^\s\u3040-\u309f。、？?]{2,4})(?:番号|コード|サイズ)(?<!電話番号)(?<!携帯番号)(?<!暗証番号)"
)
"""What the number is of: a passport number is no telephone number."""
_OWNER_EN = re.compile(r"(?<![\w'’])(?P<owner>[^\W\d_](?:[\w-]|['’](?!s\b))*)['’]s (?P<thing>[^\W\d_]\w+)")
_OWNER_JA = re.compile(
    r"^(?:(?:今|現在|最近)の)?(?P<owner>[^\sのはがをにで、。？?]{2,12})の(?P<thing>[^\sのはがをにで、。？?]{1,12})"
)
_KIND_BEHIND = re.compile(
    r"\b(?:number|code|pin|price) (?:on|of|for) (?:my|our|the|\w+'s) (?:\w+ )?(?P<kind>[a-z]{3,})\W*$"
)
_SORT = re.compile(r"\bwhich (?:kind of |sort of |type of )?(?P<thing>[a-z][a-z-]{2,})\b")
"""Only "which": "what convention did we choose" is often answered without the word."""
_COLOURED = re.compile(r"\bcolou?r\b|何色|色は")
_COLOUR = re.compile(
    r"\b(?:red|blue|green|yellow|black|white|gr[ea]y|brown|pink|purple|orange|violet|beige|silver|gold(?:en)?|cream|navy"
    r"|turquoise|maroon|teal|lilac)\b|[赤青緑黄黒白灰茶紫紺桃銀金]|色|ピンク|オレンジ|ベージュ|グレー|ネイビー"
)


_LONGEST = 4000
"""Characters of an answer that are looked at."""
_SORT_COUNTS = 0.3
"""An answer may name the shop without the word "shop"."""


@dataclass(frozen=True, slots=True)
class Demands:
    """`counted`, `priced`, `dated`, `coloured`: the answer holds a number, an amount, a date, a colour.

    `owner`, `kind`: words it holds.
    `things`: relations of which one is spoken of. `sort`: what sort of thing is asked for.
    """

    counted: bool = False
    priced: bool = False
    dated: bool = False
    coloured: bool = False
    owner: str = ""
    things: tuple[str, ...] = ()
    kind: str = ""
    sort: str = ""

    def unmet(self, text: str) -> float:
        """How many demands a text fails, 0 for none."""
        folded = fold(text[:_LONGEST])
        failed = float(self.counted and not _NUMBER.search(folded))
        failed += float(self.priced and not _AMOUNT.search(folded))
        failed += float(self.dated and not _DATE.search(folded))
        failed += float(self.coloured and not _COLOUR.search(folded))
        failed += sum(1.0 for word in (self.owner, self.kind) if word and not _holds(folded, word))
        relations = asking().relations
        failed += float(bool(self.things) and not any(relations[thing].found(folded) for thing in self.things))
        return failed + _SORT_COUNTS * float(bool(self.sort) and not _holds(folded, self.sort))


def demands(question: str) -> Demands:
    """What the question demands, read from its folded text."""
    counted, priced, dated = (bool(cue.search(question)) for cue in (_COUNTED, _PRICED, _DATED))
    kind = _kind(question) if counted or priced else ""
    shaped = Demands(counted, priced, dated, bool(_COLOURED.search(question)), kind=kind)
    owned = (_OWNER_JA if has_cjk(question) else _OWNER_EN).search(question)
    if owned is not None and owned["owner"] not in asking().empty_words and not asking().me.found(owned["owner"]):
        things = tuple(name for name in sorted(asking().personal) if asking().relations[name].is_all_of(owned["thing"]))
        return replace(shaped, owner=owned["owner"], things=things)
    sort = _SORT.search(question)
    if sort is None or counted or priced or dated or sort["thing"] in asking().empty_words | asking().broad_sorts:
        return shaped
    return replace(shaped, sort=sort["thing"])


def _kind(question: str) -> str:
    """What the number asked for is of, the first that is a word of its own."""
    for pattern in (_KIND_JA if has_cjk(question) else _KIND_EN, _KIND_BEHIND):
        found = pattern.search(question)
        if found is not None and found["kind"] not in asking().empty_words:
            return found["kind"]
    return ""


def _holds(folded: str, word: str) -> bool:
    if has_cjk(word):
        return word in folded
    return stem(word) in {stem(token.removesuffix("'s")) for token in tokens(folded)}
