"""What comes next: questions that the chunker asks of the words ahead before it closes a phrase or a clause."""

import re
from collections.abc import Sequence

from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.morphology import Word
from app.memory.learn.reading.japanese.phrases import Clause

_JOINING = ("と", "や", "やら", "とか")
_WEAK = ("だけ", "など", "ばかり", "なんか", "のみ", "ね", "さえ")
_BECOMING = ("異動", "配属", "昇進", "昇格", "移籍", "入籍", "退職", "転職", "入社", "引っ越し", "移住")
"""総務部に異動になった is 異動した."""
_DOING = ("する", "できる", "なさる", "いたす", "致す")


_CORRECTS = re.compile(
    r"(?:と|って)(?:お?(?:書|伝|言|知ら|送)|案内|記|申し)[^、。]{0,10}(?:が|けど|けれど|けれども|のは)[、,\s]*"
    r"(?:間違いで|誤りで|間違っていて|嘘で|正しくは|本当は|実際は)[、,\s]*(?=\S)|"
    r"[、,\s]*(?:…|\.\.\.)?(?:あ[、,っ]*)?(?:いや(?:いや)?|いえ|違う|違った|違いました|違いますね|もとい|訂正|間違えた|じゃなく(?:って|て)?|"
    r"ではなく(?:て)?|でなく(?:て)?|じゃない)[、,。\s]*(?:違う?|違った)?[、,\s]*(?:正しくは)?(?=\S)"
)


class Lookahead:
    """The words of one sentence, asked by number. Numbers past the end are answered with no."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words

    def has(self, at: int) -> bool:
        """Whether there is a word of that number."""
        return at < len(self.words)

    def after(self, word: Word) -> int:
        """The number of the word after this one."""
        return next(at for at, other in enumerate(self.words) if other is word) + 1

    def begins_phrase(self, at: int) -> bool:
        """Whether a noun phrase begins there."""
        return self.has(at) and (self.words[at].nominal or self.words[at].cls in ("adnominal", "adjnoun"))

    def lists(self, last: Word, at: int) -> bool:
        """Whether what follows a comma is listed beside the phrase; not so in 柏木さん、奈良に引っ越したらしい."""
        known = lexicon()
        if self.begins_phrase(at + 1) and known.has("people.bynames", self.words[at].text):
            return True  # 中村さん、別名ナカさん
        single = known.has("people.honorifics", last.text) or known.has("people.pronouns", last.text)
        if last.text in known.relations and self.has(at):
            single = single or not (
                self.words[at].text in known.relations or self.words[at].cls in ("pronoun", "group")
            )
        return self.begins_phrase(at) and (not single or self.name_stands(at))

    def begins_noun(self, at: int) -> bool:
        """Whether a noun stands there that can be the rest of a compound."""
        return self.has(at) and self.words[at].cls == "noun" and not self.does(at + 1)

    def suffixed(self, at: int) -> bool:
        """Whether a suffix follows the word: 前田さん, not 前."""
        return self.has(at + 1) and self.words[at + 1].cls == "suffix"

    def does(self, at: int) -> bool:
        """Whether する, できる or 中 there makes a verb of the noun before."""
        if not self.has(at):
            return False
        word = self.words[at]
        if word.text == "に" and self.words[at - 1].text in _BECOMING:
            return self.has(at + 1) and self.words[at + 1].base in ("なる", "決まる")
        if word.text == "中" and word.cls in ("suffix", "noun"):
            return not (self.has(at + 1) and self.words[at + 1].nominal)
        return word.cls == "verb" and word.base in _DOING

    def doing(self, at: int) -> int:
        """How many words there make a verb of the noun before: none for 中, two for になる, one for する."""
        return {"中": 0, "に": 2}.get(self.words[at].text, 1)

    def acts(self, at: int) -> bool:
        """Whether a verbal noun with する stands there: "…と診断された"."""
        if not self.has(at) or self.words[at].cls != "noun" or not self.does(at + 1):
            return False
        return "サ変" in self.words[at].detail or (len(self.words[at].text) > 1 and self.words[at + 1].text != "中")

    def quotes_noun(self, at: int) -> bool:
        """Whether と and a verbal noun follow, so that だ before only closes a noun: 糖尿病だと診断された."""
        return self.has(at) and self.words[at].text in ("と", "って") and self.acts(at + 1)

    def speaks(self, at: int) -> bool:
        """Whether somebody says something within the next words: "「…」と電話で言っていた"."""
        speaking = lexicon().sets["forms.speaking"]
        return any(word.base in speaking for word in self.words[at : at + 8])

    def topic_before_verb(self, at: int) -> bool:
        """Whether the next verb is preceded by a topic of its own."""
        for number in range(at, min(at + 14, len(self.words))):
            word = self.words[number]
            described = word.cls == "adjnoun" and self.has(number + 1) and self.words[number + 1].text == "な"
            if word.cls in ("verb", "adj", "adjnoun", "mark") and not described:
                return False
            if word.cls == "particle" and word.text in ("は", "も", "が"):
                return True
        return False

    def owned(self, text: str, at: int) -> bool:
        """Whether a comma stands for の: 大学生の娘、陽葵は; 見積書、締切を延ばして."""
        return (text in lexicon().relations and self.name_stands(at)) or self.falls_due(at)

    def says_all(self, core: Sequence[Word], clause: Clause, rest: str) -> bool:
        """Whether a comma ends a statement: 京都生まれ、…; 名前は隼人、…. Not 京都生まれ、大阪育ちの山田さん."""
        homely, text = r"(?:出身|在住|生まれ|育ち)", core[-1].text
        if re.search(homely + "$", text) is not None:
            return re.search(homely + "の", rest) is None
        topic = clause.first("は")
        named = all("人名" in word.detail or lexicon().has("people.given", word.text) for word in core)
        return named and topic is not None and topic.items[-1].text in ("名前", *lexicon().relations)

    def falls_due(self, at: int) -> bool:
        """Whether 締切, 開始日 or the like stands there with a particle of its own."""
        words, known = self.words, lexicon()
        for size in (1, 2):
            text = "".join(word.text for word in words[at : at + size])
            if known.has("values.due", text) or known.has("values.start", text):
                return self.has(at + size) and words[at + size].text in ("は", "が", "を", "も")
        return False

    def name_stands(self, at: int) -> bool:
        """Whether a given name or surname stands there."""
        return self.has(at) and ("人名" in self.words[at].detail or lexicon().has("people.given", self.words[at].text))

    def particles(self, at: int) -> tuple[str, int]:
        """The particles from `at` on, joined and without だけ and its like, and the number of the word after them."""
        if "".join(word.text for word in self.words[at : at + 3]) == "として":
            return "として", at + 3
        run = [self.words[at].text]
        while self.has(at + len(run)) and _goes_on(self.words[at + len(run)], run[-1]):
            run.append(self.words[at + len(run)].text)
        return "".join(text for text in run if text not in _WEAK), at + len(run)

    def apposition(self, case: str, after: int) -> int | None:
        """The number of the noun that "方位社という" or "夜の灯台って" names, if the particles are such a link."""
        if case not in ("と", "って", "とか") or not self.has(after):
            return None
        word = self.words[after]
        if word.cls == "verb" and word.text in ("いう", "言う", "云う"):
            after += 1
        elif not (case == "って" and lexicon().category(word.text)):
            return None
        return after if self.begins_phrase(after) else None

    def ends_statement(self, case: str, after: int, noun: str, topic: str) -> bool:
        """Whether で after `noun` ends a statement ("前橋の出身で、") and does not mark a place or a means."""
        following = self.words[after] if self.has(after) else None
        if case in ("では", "じゃ") and following is not None and following.base in ("ない", "なくなる"):
            return True
        if case != "で" or (following is not None and following.cls != "mark"):
            return False
        if topic and self.topic_before_verb(after + 1):
            return True  # 好きなお茶は烏龍茶で、好きな急須は…
        words = lexicon()
        answered = topic in words.relations or bool(words.ends("forms.answered", topic))
        return answered or bool(words.ends("forms.stative_ends", noun)) or words.job(noun) or noun in words.relations

    def correction(self, sentence: str, end: int, at: int) -> int | None:
        """The number of the noun or date that replaces the one which ends at character `end`, if one does."""
        match = _CORRECTS.match(sentence, end)
        if match is None:
            return None
        after = next((i for i in range(at, len(self.words)) if self.words[i].start >= match.end()), len(self.words))
        replaces = self.has(after) and (self.words[after].nominal or self.words[after].cls == "date")
        return after if replaces else None

    def as_noun(self, at: int) -> bool:
        """ゴンです: whether what the dictionary has as a sound is a name here."""
        word = self.words[at]
        if word.cls not in ("adverb", "interj") or not katakana(word.text):
            return False
        if at and self.words[at - 1].text == "は" and (not self.has(at + 1) or self.words[at + 1].cls == "mark"):
            return True  # 名前はゴン。
        if not self.has(at + 1):
            return False
        return self.words[at + 1].cls in ("aux", "particle")


def base_of(word: Word, clause: Clause) -> str:
    """The verb in its dictionary form; 行った with nothing that is done is of 行く."""
    return "行く" if word.base == "行う" and clause.first("を", "が", "は", "も") is None else word.base


def _goes_on(word: Word, last: str) -> bool:
    joined = last in _JOINING and word.text not in ("の", "は", "も")
    return word.cls == "particle" and last != "の" and not joined


def katakana(text: str) -> bool:
    """Whether the text is katakana and nothing else."""
    return re.fullmatch(r"[ァ-ヺー]+", text) is not None
