"""Sentences without a verb of their own, and dates from elsewhere."""

from dataclasses import replace
from datetime import date

from app.domain.entity import Span
from app.domain.text import has_cjk
from app.memory.learn.reading.english import dates
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.datewords import Day
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.timing import direction
from app.memory.learn.reading.japanese import dates as japanese


def as_of(when: dates.When, clause: Clause) -> dates.When:
    """The time words of a clause as its own tense reads them: ", working as …" holds from when the other began."""
    way = direction(clause.action)
    return replace(when, start=lambda today, _: when.start(today, way))


def japanese_dates_in(text: str, span: Span, today: date) -> list[dates.When]:
    """ "I'm moving to Sendai 来月1日": the words of one language, the date of the other."""
    words_ = text[span.start : span.end]
    if not has_cjk(words_):
        return []
    return [
        dates.When(Span(span.start + one.start, span.start + one.end), "at", _at(one.when))
        for one in japanese.find(words_, today)
    ]


def _at(when: japanese.When) -> Day:
    return lambda _, way: when.at(way)


IS = Action(0, 0, "be", "present")
"""The verb that a headline leaves out."""
SELF = Phrase(0, 0, Span(0, 0), pronoun="i")
"""Whose a headline without an owner is."""


def headlines(clauses: list[Clause], heading: str) -> list[Clause]:
    """ "Favourite season: winter" is read as "My favourite season is winter"."""
    joined: list[Clause] = []
    listing = -1
    for clause in clauses:
        last = joined[-1] if joined else None
        head = last.subjects[0] if last is not None and len(last.subjects) == 1 else None
        plain = clause.action is None and (
            last is not None and last.action is None and not last.whens and _of_something(last)
        )
        if (
            last is not None
            and head is not None
            and plain
            and clause.fresh
            and not head.named
            and head.words
            and last.last == clause.first
            and (not last.preps or bool(clause.whens))
        ):
            if not head.owner and not head.det and not heading:
                head = replace(head, owner=SELF)
            listing = clause.last
            joined[-1] = replace(
                last,
                last=clause.last,
                action=IS,
                objects=clause.subjects,
                subjects=[head],
                preps=[*last.preps, *clause.preps],
                whens=clause.whens,
            )
        elif clause.first == listing and not clause.fresh and _item(clause):
            joined[-1].objects = [*joined[-1].objects, *clause.subjects]
            joined[-1].last = listing = clause.last
        else:
            joined.append(clause)
    return joined


def _of_something(clause: Clause) -> bool:
    """ "Deadline for the grant: 2 May" is a headline like "Deadline: 2 May"."""
    return not clause.preps or (len(clause.preps) == 1 and clause.preps[0][0] in ("for", "of"))


def _item(clause: Clause) -> bool:
    """One more of a list: "Languages: Welsh, Breton, a bit of Manx"."""
    return clause.action is None and bool(clause.subjects) and not clause.preps and not clause.whens
