"""What kind of question it is, by rule: simple, complex or temporal, about now or about then. In doubt, simple.

What no rule decides may still be decided by likeness to examples or by a model, see `intents`.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from app.domain.draft import Language
from app.domain.question import Intent, Question
from app.domain.text import has_cjk
from app.memory.recall.asking import Asking, asking, language_of, terms
from app.memory.recall.periods import Period, period_in, stated_today

_UNSAID = re.compile(
    r"^(?:(?:今|いま|前|以前|昔|現在|最近|もともと|元々)(?:は|の)?[、,\s]*)?"
    r"(?:(?P<topic>[^\sはがをにで、。？?]{1,8}?)(?:の名前)?(?:は|が)?)?"
    r"(?:どこ|いつ|何|なに|なん|誰(?!が)|だれ(?!が)|どんな|どの|どれ|いくつ|[?？]?$)"
)
Tense = Literal["open", "present", "past"]
SURE = 0.9
FAIRLY_SURE = 0.8
DOUBTFUL = 0.5
REASONS = {
    "plain": "Nothing in it asks for more than one thing.",
    "overview": "It asks for an overview.",
    "several": "Its answer may be spread over several turns.",
    "period": "It names a stretch of time.",
    "past": "It asks how things were.",
    "now": "It asks how things are now.",
    "changed": "It asks what has changed.",
    "examples": "It is like other questions of this kind.",
    "nothing": "There is no word in it to look for.",
}
"""Why a question is taken for what it is, in sentences for people."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, read. `text` is folded; `today` is the day that "now" means in it."""

    text: str
    language: Language
    intent: Intent
    tense: Tense
    today: date
    period: Period | None
    terms: tuple[str, ...]
    """What the words arm searches for."""
    predicates: frozenset[str]
    """Kinds of relation that its words point to."""
    about_me: bool
    unsaid: bool
    """Japanese that leaves out whose it is ("どこに住んでる？", "ペットの名前は？"): the user's, if nobody is named."""
    asks_when: bool
    changes: bool = False
    """Whether it asks what has become different."""
    confidence: float = DOUBTFUL
    """How sure the intent is, 0..1."""
    reason: str = "plain"
    """A key of `REASONS`."""

    @property
    def timeless(self) -> str:
        """The question without the words for its stretch of time: an answer need not repeat them."""
        if self.period is None or not self.period.words:
            return ""
        return " ".join(self.text.replace(self.period.words, " ").split())

    @property
    def day(self) -> date:
        """The day on which a fact should hold to answer it."""
        return self.period.last if self.period else self.today


def classify(question: Question) -> Asked:
    """Read the question. An `as_of` day is the period, whatever the words say."""
    cues = asking()
    text, today = stated_today(question.text, question.asked_at.date())
    period = Period(question.as_of, question.as_of) if question.as_of else period_in(text, today)
    past, present, changed = cues.past.found(text), cues.present.found(text), bool(cues.changed.found(text))
    if period is not None and not period.open and period.first <= today <= period.last:
        present, period = present or "this period", None
    intent, confidence, reason = _intent(text, cues, (changed, period is not None, bool(past), bool(present)))
    tense: Tense = "past" if past else "present" if present and period is None else "open"
    return Asked(
        text=text,
        language=language_of(question.text),
        intent=intent,
        tense=tense,
        today=today,
        period=period,
        terms=terms(text),
        predicates=frozenset(name for name, cue in cues.relations.items() if cue.found(text)),
        about_me=bool(cues.me.found(text)),
        unsaid=_is_unsaid(text, cues),
        asks_when=bool(cues.when.found(text)),
        changes=changed,
        confidence=confidence,
        reason=reason,
    )


def _intent(text: str, cues: Asking, timed: tuple[bool, bool, bool, bool]) -> tuple[Intent, float, str]:
    """Time first, since an overview of a time is one too; then what asks for much; then simple, in doubt."""
    for there, reason in zip(timed, ("changed", "period", "past", "now"), strict=True):
        if there:
            return "temporal", SURE, reason
    if cues.broad.found(text):
        return "complex", SURE, "overview"
    if cues.several.found(text):
        return "complex", FAIRLY_SURE, "several"
    return "simple", DOUBTFUL, "plain"


def _is_unsaid(text: str, cues: Asking) -> bool:
    found = _UNSAID.search(text)
    if found is None or not has_cjk(text):
        return False
    topic = found["topic"]
    return not topic or any(cue.is_all_of(topic) for cue in cues.relations.values())
