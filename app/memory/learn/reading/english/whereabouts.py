"""Where someone or something is for good: "from Galway", "at Brightwell Print now", "a bakery in Hove"."""

from dataclasses import replace

from app.domain.entity import EntityKind
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import FIRMS
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import club_like, school_like
from app.memory.learn.reading.english.stating import put
from app.memory.learn.reading.english.timing import Timing
from app.memory.learn.reading.names import elect, known_kind


def firm(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "Kelp is a bakery in Hove"."""
    if (
        phrase.named
        or phrase.head not in FIRMS
        or len(subjects) != 1
        or (subjects[0].firm and subjects[0].kind != "organization")
    ):
        return False
    subjects[0].kind, subjects[0].tag = "organization", subjects[0].tag or scene.text(phrase)
    towns = [one for prep, many in clause.preps if prep in ("in", "near", "from") for one in many if one.named]
    if phrase.spotted is not None and elect(phrase.spotted.name.votes) == "place":  # "a Leeds startup"
        towns = [replace(phrase, words=(), owner=None, of=None, name_last=True)]
    for known in (place for town in towns[:1] for place in scene.refer(town, "place")):
        put(scene, clause, (subjects[0], "located_in", known), when)
    return bool(towns)


def called_in(scene: Scene, clause: Clause) -> None:
    """ "runs a bakery called Golden Crust in Malmö" tells where the bakery is."""
    for phrase in clause.objects:
        town = next(
            (many[0] for prep, many in clause.preps if prep in ("in", "near") and many[0].first == phrase.last + 1),
            None,
        )
        if phrase.head not in FIRMS or not phrase.named or phrase.spotted is None or town is None or town.det:
            continue
        known = scene.cast.named(phrase.spotted.name.text)
        place = town.spotted is not None and not town.words and elect(town.spotted.name.votes) in ("place", None)
        if known is None or not known.kept or not place:
            continue
        known.kind = "organization"
        for where in scene.refer(town, "place"):
            scene.fact(known, "located_in", where, Timing())


def places(scene: Scene, clause: Clause, subjects: list[Known], when: Timing) -> bool:
    """ "from Galway", "at Brightwell Print now", "no longer with Acme", "in Bergen"."""
    done = False
    for prep, many in clause.preps:
        for phrase in many:
            if not phrase.named or phrase.spotted is None or not subjects:
                continue
            predicate, kind = _placing(clause, subjects[0], prep, phrase)
            if not predicate:
                continue
            if predicate == "works_at":
                serving(scene, clause, subjects, when)
            for known in scene.refer(phrase, kind):
                for subject in subjects:
                    put(scene, clause, (subject, predicate, known), when)
                    done = True
    return done


def serving(scene: Scene, clause: Clause, subjects: list[Known], when: Timing) -> None:
    """ "I've been with Copperleaf as a claims adjuster"."""
    for title in (one for prep, many in clause.preps if prep == "as" for one in many if one.words and not one.named):
        for subject in subjects:
            put(scene, clause, (subject, "job_title", scene.text(title)), when)


def _placing(clause: Clause, subject: Known, prep: str, phrase: Phrase) -> tuple[str, EntityKind | None]:
    """What "X is at Y" means, if that is clear from the words."""
    assert phrase.spotted is not None
    own, sure = elect(phrase.spotted.name.votes), known_kind(phrase.spotted.name.votes)
    person = subject.kind in ("person", None)
    if prep == "from" and not clause.adverbs & {"back"} and own in ("place", None):
        return ("from_place", "place") if person else ("", None)
    action = clause.action
    over = action is not None and (action.ended or action.negated)
    lasting = (
        over
        or bool(clause.adverbs & {"now", "currently", "still", "back", "presently"})
        or any(when.role in ("since", "from", "until", "for", "noise") for when in clause.whens)
    )
    if prep in ("at", "with", "on") and person and sure in ("organization", None) and lasting:
        if club_like(phrase):
            return "member_of", "organization"
        return ("studies_at" if school_like(phrase) and not over else "works_at"), "organization"
    if prep == "in" and person and lasting:
        if club_like(phrase):
            return "member_of", "organization"
        return ("lives_in", "place") if own in ("place", None) and not phrase.det else ("", None)
    if prep in ("in", "near") and subject.kind in ("organization", "event", "thing", "concept") and own == "place":
        return "located_in", "place"
    return "", None
