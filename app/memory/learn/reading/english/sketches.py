"""Clauses that leave out what another says: "from Leipzig", "2 May is the day I move", "Basel is where Ana lives"."""

from dataclasses import replace

from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.headlines import IS, SELF
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase

_DAYS = words("day date week month year moment weekend morning")
_SELVES = words("me myself")
_STAYING = words("live reside stay grow_up be_born settle settle_down")
_WORKING = words("work study teach volunteer")


def completed(clauses: list[Clause]) -> list[Clause]:
    """The clauses with what they leave out put in."""
    return _topics(_origins(_clefts(_turned(clauses))))


def _clefts(clauses: list[Clause]) -> list[Clause]:
    """ "2 May is the day I move to Perth" and "Basel is where Ana lives" are plain clauses in disguise."""
    kept: list[Clause] = []
    for clause in clauses:
        before = kept[-1] if kept else None
        if before is not None and clause.action is not None and clause.subjects and _pointing(before):
            if clause.lead == "where" and _place(before) is not None:
                clause.preps.append((_where(clause.action), [before.subjects[0]]))
                clause.lead, clause.fresh = "", before.fresh
                kept[-1] = clause
                continue
            if clause.lead in ("", "when", "that") and before.whens and _day_only(before):
                clause.whens = [*clause.whens, *before.whens]
                clause.lead, clause.fresh = "", before.fresh
                kept[-1] = clause
                continue
        kept.append(clause)
    return kept


def _turned(clauses: list[Clause]) -> list[Clause]:
    """ "The day I move to Graz is 2 May": the day comes first as a phrase and last as a date."""
    for at in range(len(clauses) - 2):
        head, told, dated = clauses[at : at + 3]
        lone = head.action is None and len(head.subjects) == 1 and head.subjects[0].head in _DAYS and not head.preps
        is_ = dated.action is not None and dated.action.lemma == "be" and bool(dated.whens) and not dated.objects
        if lone and is_ and told.action is not None and told.subjects and told.lead in ("", "that", "when"):
            told.whens, told.lead, told.fresh = [*told.whens, *dated.whens], "", head.fresh
            return [*clauses[:at], told, *clauses[at + 3 :]]
    return clauses


def _pointing(clause: Clause) -> bool:
    action = clause.action
    plain = action is not None and action.lemma == "be" and action.tense in ("present", "future")
    return plain and action is not None and not action.negated and not clause.preps and not clause.lead


def _day_only(clause: Clause) -> bool:
    """Whether a clause says no more than "2 May is the day"."""
    return not clause.subjects and all(one.head in _DAYS and not one.named for one in clause.objects)


def _place(clause: Clause) -> Phrase | None:
    one = clause.subjects[0] if len(clause.subjects) == 1 and not clause.objects else None
    return one if one is not None and one.named else None


def _where(action: Action) -> str:
    return "at" if action.lemma in _WORKING else "in"


def _origins(clauses: list[Clause]) -> list[Clause]:
    """ "originally from Leipzig" is said of the one who speaks."""
    states = sum(1 for one in clauses if one.action is not None and one.action.participle and not one.subjects)
    for clause in clauses:
        if clause.action is not None or clause.subjects or clause.objects or len(clause.preps) != 1:
            continue
        prep, many = clause.preps[0]
        home = len(many) == 1 and many[0].spotted is not None and not many[0].words
        if prep != "from" or not home or clause.whens or clause.lead or not clause.fresh:
            continue
        if "originally" in clause.adverbs or (states and _known_place(many[0])):
            clause.action, clause.subjects = IS, [SELF]
    return clauses


def _known_place(phrase: Phrase) -> bool:
    return phrase.spotted is not None and gazetteer().kinds.get(phrase.spotted.name.text.lower()) == "place"


def _topics(clauses: list[Clause]) -> list[Clause]:
    """ "About Ana: born in Cardiff, based in Ghent": what a heading names is whom the rest is about."""
    topic: Phrase | None = None
    for clause in clauses:
        if topic is not None and not clause.subjects and clause.action is not None and clause.action.participle:
            clause.subjects = [topic]
        elif topic is not None and clause.subjects == [SELF]:
            clause.subjects = [replace(topic)]
        elif clause.action is None and clause.fresh:
            topic = _topic(clause) or topic
    return clauses


def _topic(clause: Clause) -> Phrase | None:
    if "here" in clause.adverbs:  # "Renske here, …": that is the one who speaks
        return None
    if len(clause.subjects) == 1 and not clause.preps and clause.subjects[0].named:
        return clause.subjects[0]
    if clause.subjects or len(clause.preps) != 1 or clause.preps[0][0] != "about":
        return None
    about = clause.preps[0][1][0]
    return None if about.pronoun in _SELVES or not about.named else about
