"""Lines of a note: "next meeting: 2 May", "host: [[Marit]]", "[[The Tin Orchard]] by [[Asa Quill]]"."""

from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.naming import form_votes
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import is_job, singular
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing
from app.memory.learn.reading.markup import Sentence
from app.memory.learn.reading.names import elect

_STARTS = words(
    "meeting session date event gig rehearsal class start kickoff opening launch when concert party workshop"
)
_DUE = words("deadline due")
_ENDS = words("end finish closing until")
_BEARERS = words(
    """host lead contact organiser organizer chair guest author speaker owner artist illustrator founder
    translator editor conductor captain facilitator moderator maintainer sponsor by with client
    attendees members people participants"""
)


def read(scene: Scene, sentence: Sentence, clause: Clause) -> bool:
    """A headline under a heading. Returns whether it has been understood."""
    subject = clause.subjects[0] if len(clause.subjects) == 1 else None
    if not sentence.heading or subject is None or subject.owner is not None or clause.action is None:
        return False
    if clause.action.span.end != 0:
        return False
    return _day(scene, sentence, clause, subject) or _bearer(scene, clause, subject)


def _day(scene: Scene, sentence: Sentence, clause: Clause, subject: Phrase) -> bool:
    head = singular(subject.head)
    predicate = "starts_on" if head in _STARTS else "due_on" if head in _DUE else "ends_on" if head in _ENDS else ""
    time = next((when.resolve(scene.today, "future") for when in clause.whens if when.role != "noise"), None)
    if not predicate or time is None:
        return False
    kind = elect(form_votes(sentence.heading)) or "event"
    about = scene.cast.common(sentence.heading, kind, scene.span)
    about.spans.clear()  # the heading stands in another line than the words that speak of it
    scene.fact(about, predicate, time.text, Timing())
    return True


def _bearer(scene: Scene, clause: Clause, subject: Phrase) -> bool:
    """Who does something for the matter of the note is a person; what they are to the writer is not said."""
    if subject.head not in _BEARERS and not is_job(singular(subject.head)):
        return False
    people = [one for one in clause.objects if one.named and one.spotted is not None]
    for one in people:
        kind = elect(one.spotted.name.votes) if one.spotted is not None else None
        if kind in (None, "person"):
            for known in scene.refer(one, "person"):
                known.kept, known.tag = True, known.tag or subject.head
    return bool(people)


def credited(scene: Scene, clause: Clause) -> None:
    """ "[[The Tin Orchard]] by [[Asa Quill]]": a work and who made it."""
    if clause.action is not None and clause.action.passive:
        return
    for prep, many in clause.preps:
        work = next((one for one in clause.phrases() if one.last < many[0].first <= one.last + 2 and one.named), None)
        if prep != "by" or work is None or work.spotted is None or many[0].spotted is None or not many[0].named:
            continue
        told = work.spotted.name.span in scene.passage.quotes or any(
            link.span == work.spotted.name.span for link in scene.passage.links
        )
        kind = elect(many[0].spotted.name.votes)
        taken = {fact.object for fact in scene.facts if fact.predicate in ("reads", "watched", "likes")}
        if kind in (None, "person") and (told or work.spotted.name.text in taken):
            for maker in scene.refer(many[0], "person"):
                scene.fact(maker, "created", scene.cast.called(work.spotted, "thing"), Timing())
