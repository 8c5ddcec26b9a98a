"""Corrections: of a slip in an earlier turn (富山じゃなくて名古屋です), and of this turn (いや、19日)."""

import re
from collections.abc import Sequence
from datetime import date

from app.domain.draft import DraftCorrection, Turn
from app.domain.entity import Span
from app.memory.learn.reading.japanese.dates import find
from app.memory.learn.reading.japanese.page import Page
from app.memory.learn.reading.japanese.phrases import Clause
from app.memory.learn.reading.japanese.story import Story
from app.memory.learn.reading.markup import Passage

_WORD = r"[^\s、。,はがをにでの「」]{1,20}"
_PHRASE = r"[^\s、。,はがを「」!]{1,20}"
_SAID = r"(?:は|というのは|と(?:言|書)(?:い|き)ましたが、?|って(?:言|書)(?:っ|い)たけど、?)"
_INSTEAD = re.compile(
    rf"(?P<wrong>{_WORD})(?:じゃなく(?:って|て)?|ではなく(?:て)?|でなく(?:て)?)[、,]?\s*"
    rf"(?P<right>{_PHRASE}?)(?:です|でした|だった|だ|の(?:間違い|誤り)(?:です|でした|だった)?)?(?:わ|よ|ね)?(?:[、,]\s*(?:ごめん(?:なさい|ね)?|すみません|すいません|失礼(?:しました)?|訂正(?:します)?))?[。!！]?$"
)
_SLIP = re.compile(
    rf"(?P<wrong>{_PHRASE}?){_SAID}(?:間違いで、?|嘘で、?|誤りで、?|正しくは)?"
    rf"(?P<right>{_PHRASE})の(?:間違い|誤り|書き間違い|言い間違い)"
)
_SORRY = r"(?:[、,]\s*(?:ごめん(?:なさい|ね)?|すみません|すいません|失礼(?:しました)?|訂正(?:します)?))?"
_IS = r"(?:です|でした|だった|だ)?(?:わ|よ|ね)?"
_RIGHTLY = re.compile(
    rf"(?P<wrong>{_PHRASE}?)(?:は|が|って|というのは)(?:間違い|誤り|嘘|書き間違い|言い間違い)(?:で|です|でして|だった|でした)?"
    rf"[、。,\s]*(?:正しくは|本当は|実際は|正解は)[、,]?(?P<right>{_PHRASE}?){_IS}[。!！]?$"
)
_SAID_BUT = re.compile(
    rf"(?P<wrong>{_PHRASE}?)(?:って|と)(?:言|書|伝え|送|お伝え)[^、。]{{1,8}}(?:けど|けれど|けれども|が)[、,]?\s*"
    rf"(?:間違いで|誤りで|正しくは|実は|本当は|よく見たら)?[、,]?(?P<right>{_PHRASE}?)"
    rf"(?:です|でした|だった|の(?:間違い|誤り){_IS})(?:わ|よ|ね)?{_SORRY}[。!！]?$"
)
_ARROW = re.compile(
    rf"(?P<wrong>{_PHRASE}?)\s*(?:→|⇒|->)\s*(?P<right>{_PHRASE}?)(?:の(?:間違い|誤り){_IS}|に訂正(?:します)?)[。!！]?$"
)
_APOLOGY = re.compile(r"すみません|すいません|ごめん|間違|失礼|訂正|違いま|違った|うっかり|正しくは|勘違い|言い間違")
_AMENDS = re.compile(
    r"(?:あ+[、,っ]*)?(?:いや|いえ|違う|違った|違いました|訂正|ごめん(?:なさい)?|すみません|間違え(?:た|ました)|じゃなくて|もとい)"
    r"[、,。!\s]"
)


def corrections(passage: Passage, context: Sequence[Turn], today: date) -> list[DraftCorrection]:
    """What the passage takes back of the speaker's earlier turns. What only the assistant said is no slip."""
    earlier = "\n".join(turn.text for turn in context if turn.role != "assistant")
    apology = _APOLOGY.search(passage.text) is not None
    found = []
    for sentence in passage.sentences:
        words = passage.words(sentence.span)
        match = _taken_back(words, apology, bool(context))
        if match is None:
            continue
        wrong = _TITLE.sub("", re.sub("^(?:さっき|先ほど|さきほど|前|上)の?", "", match["wrong"].strip("「」")))
        right = _TITLE.sub("", re.sub("のつもり$", "", match["right"].strip("「」")))
        if wrong and right and wrong != right and (wrong in earlier or not context):
            span = Span(sentence.span.start + match.start(), sentence.span.start + match.end())
            found.append(DraftCorrection(*_as_days(wrong, right, today), span))
    return found


_TITLE = re.compile("(?<=.)(?:さん|様|さま|くん|君|ちゃん|氏)$")


def _taken_back(words: str, apology: bool, context: bool) -> re.Match[str] | None:
    """The correction that the words are. "Xと言ったけど、Yだった" needs no apology, but something said before."""
    for pattern in (_INSTEAD, _RIGHTLY, _ARROW, _SLIP) if apology else ():
        if match := pattern.search(words):
            return match
    return _SAID_BUT.search(words) if apology or context else None


def _as_days(wrong: str, right: str, today: date) -> tuple[str, str]:
    """Both as ISO days where they are days: 3日 and 4日; the right one has the month of the wrong one."""
    old, new = find(wrong, today), find(right, today)
    if len(old) != 1 or len(new) != 1 or (old[0].end, new[0].end) != (len(wrong), len(right)):
        return wrong, right
    said = old[0].when.at("future")
    when = new[0].when
    if said is not None and when.month is None and when.day is not None and len(said.text) == 10:
        return said.text, f"{said.text[:8]}{when.day:02d}"
    meant = when.at("future")
    return (said.text, meant.text) if said is not None and meant is not None else (wrong, right)


def amends(sentence: str) -> bool:
    """Whether the sentence begins by taking something back."""
    return _AMENDS.match(sentence) is not None


def amend(clauses: Sequence[Clause], story: Story, page: Page) -> bool:
    """あ、いや、3月31日でした: a bare new value for what was said last. True if it was one."""
    said = [clause for clause in clauses if clause.arguments or clause.noun or clause.dates]
    if len(said) != 1 or said[0].arguments or said[0].base or not page.facts:
        return False
    if said[0].dates:
        return page.amend_date(said[0].dates[-1][0])
    noun = story.read(said[0].noun) if said[0].noun is not None else None
    return noun is not None and not noun.nameless and page.amend(noun)
