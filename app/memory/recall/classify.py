"""What kind of question it is, by rule: simple, complex or temporal, about now or about then. In doubt, simple."""

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
    reasoning: str = ""

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
    broad, past, present = cues.broad.found(text), cues.past.found(text), cues.present.found(text)
    if period is not None and period.first <= today <= period.last:
        present, period = present or "this period", None
    timed = period is not None or past or present
    intent: Intent = "temporal" if timed else "complex" if broad else "simple"
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
        reasoning=_reasoning(past or present or broad, period),
    )


def _is_unsaid(text: str, cues: Asking) -> bool:
    found = _UNSAID.search(text)
    if found is None or not has_cjk(text):
        return False
    topic = found["topic"]
    return not topic or any(cue.is_all_of(topic) for cue in cues.relations.values())


def _reasoning(cue: str, period: Period | None) -> str:
    parts = [f"“{cue}”"] if cue else []
    if period is not None:
        parts.append(f"{period.first} – {period.last}")
    return ", ".join(parts)
