"""What an answer must have: a number where a number is asked for, the person whose thing it is, the thing itself.

Words of the question overlap with much that does not answer it. These few demands are cheap to check and seldom wrong;
what they cannot tell is left to the measure of likeness.
"""

import re
from dataclasses import dataclass

from app.domain.text import fold, has_cjk, tokens
from app.memory.recall.asking import asking
from app.storage.wording import stem

_COUNTED = re.compile(
    r"\b(?:number|code|pin|how (?:many|much)|price|costs?|extension|postcode|zip code|serial)\b"
    r"|いくら|何番|番号|何(?:個|人|台|本|冊|枚|回|円|キロ|歳|分|時間|メートル)|いくつ|暗証|値段|金額"
)
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
_OWNER_EN = re.compile(r"\b(?P<owner>[^\W\d_][\w-]*)['’]s (?P<thing>[^\W\d_]\w+)")
_OWNER_JA = re.compile(
    r"^(?:(?:今|現在|最近)の)?(?P<owner>[^\sのはがをにで、。？?]{2,12})の(?P<thing>[^\sのはがをにで、。？?]{1,12})"
)
_SORT = re.compile(r"\b(?:what|which) (?:kind of |sort of |type of )?(?P<thing>[a-z][a-z-]{2,})\b")


@dataclass(frozen=True, slots=True)
class Demands:
    """`counted` and `dated`: the answer holds a number or a date. The words: stems or, in Japanese, strings."""

    counted: bool = False
    dated: bool = False
    owner: str = ""
    thing: str = ""
    sort: str = ""
    """What sort of thing is asked for ("which shop"): the answer may name one without saying so, so it weighs half."""

    def unmet(self, text: str) -> float:
        """How many demands a text fails, 0 for none."""
        folded = fold(text)
        failed = float(self.counted and not _NUMBER.search(folded))
        failed += float(self.dated and not _DATE.search(folded))
        for word in (self.owner, self.thing):
            failed += float(bool(word) and not _holds(folded, word))
        return failed + 0.5 * float(bool(self.sort) and not _holds(folded, self.sort))


def demands(question: str) -> Demands:
    """What the question demands, read from its folded text."""
    owned = _OWNER_JA.search(question) if has_cjk(question) else _OWNER_EN.search(question)
    counted, dated = bool(_COUNTED.search(question)), bool(_DATED.search(question))
    if owned is not None and owned["owner"] not in asking().empty_words and not asking().me.found(owned["owner"]):
        thing = "" if counted or dated or has_cjk(question) else owned["thing"]
        return Demands(counted, dated, owned["owner"], thing)
    sort = _SORT.search(question)
    if sort is None or counted or dated or sort["thing"] in asking().empty_words | asking().broad_sorts:
        return Demands(counted, dated)
    return Demands(sort=sort["thing"])


def _holds(folded: str, word: str) -> bool:
    if has_cjk(word):
        return word in folded
    return stem(word) in {stem(token.removesuffix("'s")) for token in tokens(folded)}
