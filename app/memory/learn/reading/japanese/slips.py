"""Corrections: of a slip in an earlier turn (富山じゃなくて名古屋です), and of this turn (いや、19日)."""

import re
from collections.abc import Sequence

from app.domain.draft import DraftCorrection, Turn
from app.domain.entity import Span
from app.memory.learn.reading.japanese.page import Page
from app.memory.learn.reading.japanese.phrases import Clause
from app.memory.learn.reading.japanese.story import Story
from app.memory.learn.reading.markup import Passage

_WORD = r"[^\s、。,はがをにでの「」]{1,20}"
_PHRASE = r"[^\s、。,はがを「」!]{1,20}"
_SAID = r"(?:は|というのは|と(?:言|書)(?:い|き)ましたが、?|って(?:言|書)(?:っ|い)たけど、?)"
_INSTEAD = re.compile(
    rf"(?P<wrong>{_WORD})(?:じゃなく(?:って|て)?|ではなく(?:て)?|でなく(?:て)?)[、,]?\s*"
    rf"(?P<right>{_PHRASE}?)(?:です|でした|だった|だ|の(?:間違い|誤り)(?:です|でした|だった)?)?[。!！]?$"
)
_SLIP = re.compile(
    rf"(?P<wrong>{_PHRASE}?){_SAID}(?:間違いで、?|嘘で、?|誤りで、?|正しくは)?"
    rf"(?P<right>{_PHRASE})の(?:間違い|誤り|書き間違い|言い間違い)"
)
_APOLOGY = re.compile(r"すみません|すいません|ごめん|間違|失礼|訂正|違いま|違った|うっかり|正しくは|勘違い|言い間違")
_AMENDS = re.compile(
    r"(?:あ+[、,っ]*)?(?:いや|いえ|違う|違った|違いました|訂正|ごめん(?:なさい)?|すみません|間違え(?:た|ました)|じゃなくて|もとい)"
    r"[、,。!\s]"
)


def corrections(passage: Passage, context: Sequence[Turn]) -> list[DraftCorrection]:
    """What the passage takes back of the speaker's earlier turns. What only the assistant said is no slip."""
    earlier = "\n".join(turn.text for turn in context if turn.role != "assistant")
    apology = _APOLOGY.search(passage.text) is not None
    found = []
    for sentence in passage.sentences:
        match = _SLIP.search(words := passage.words(sentence.span)) or _INSTEAD.search(words)
        if match is None or not apology:
            continue
        wrong = re.sub("^(?:さっき|先ほど|さきほど|前|上)の", "", match["wrong"].strip("「」"))
        right = re.sub("のつもり$", "", match["right"].strip("「」"))
        if wrong and right and wrong != right and (wrong in earlier or not context):
            span = Span(sentence.span.start + match.start(), sentence.span.start + match.end())
            found.append(DraftCorrection(wrong, right, span))
    return found


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
