"""How the tense and the polarity of a clause turn a relation into a fact, a closed fact or an end."""

from app.domain.clock import WorldTime
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing, closing


def changed(clause: Clause) -> bool:
    """Whether the clause says that it was otherwise before: "any more", "from today"."""
    return bool(clause.adverbs & {"anymore", "longer", "now"}) or any(
        when.role in ("since", "from") for when in clause.whens
    )


def put(scene: Scene, clause: Clause, what: tuple[Known, str, Known | str], when: Timing) -> None:
    """A fact, or its end: "is no longer", "was"."""
    action = clause.action
    subject, predicate, other = what
    subject.kind = subject.kind or "person"
    if action is not None and (action.ended or (action.negated and changed(clause))):
        scene.end(subject, predicate, other, when.start)
    elif (
        action is not None
        and (action.lemma, action.tense) == ("be", "past")
        and predicate in ("job_title", "works_at", "lives_in", "member_of")
    ):
        end = when.end or (closing(when.start, scene.today) if when.start else WorldTime.of(scene.today))
        scene.fact(subject, predicate, other, Timing(when.start, end))
    elif action is None or action.tense != "past" or predicate not in ("reports_to", "partner_of", "married_to"):
        scene.fact(subject, predicate, other, when)
