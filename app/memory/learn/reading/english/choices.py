"""Predicates that depend on what kind of name stands in the place: "joined" a club or a firm."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.domain.entity import EntityKind
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.frames import Frame
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import FIRMS
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import after, club_like, school_like
from app.memory.learn.reading.names import elect, known_kind


def _wider(clause: Clause, phrase: Phrase) -> bool:
    """Whether the clause names a town as well: "on Mill Road in Hove"."""
    inside = [one for one in after(clause, "in") if one.named]
    return bool(inside) and (phrase not in inside) and (phrase in after(clause, "on") or phrase in after(clause, "at"))


Choice = tuple[str, EntityKind | None]
_NONE: Choice = ("", None)


@dataclass(frozen=True, slots=True)
class Place:
    """A phrase in the place of a frame. `own`: the kind that its form gives; `guess`: that the tagger gives, too."""

    scene: Scene
    frame: Frame
    phrase: Phrase
    subjects: list[Known]
    clause: Clause
    own: EntityKind | None
    guess: EntityKind | None

    @property
    def plain(self) -> Choice:
        """What the table says."""
        return self.frame.predicate, self.frame.kind


def choose(scene: Scene, frame: Frame, phrase: Phrase, subjects: list[Known], clause: Clause) -> Choice:
    """The predicate of a frame and the kind of its other end; no predicate where the name does not suit."""
    votes = phrase.spotted.name.votes if phrase.spotted is not None else ()
    place = Place(scene, frame, phrase, subjects, clause, known_kind(votes), elect(votes))
    chooser = _BY_PREDICATE.get(frame.predicate)
    if chooser is not None:
        return chooser(place)
    return _NONE if frame.predicate.startswith("~") else place.plain


def _leaves(place: Place) -> Choice:
    if place.guess == "thing":
        return ("uses", "thing") if not place.phrase.det else _NONE
    if place.own == "place":  # one leaves towns all the time: only a move ends living there
        return ("lives_in", "place") if _MOVING.search(place.scene.passage.source) else _NONE
    return _joins(place)


_MOVING = re.compile(
    r"\b(?:for\s+good|forever|mov(?:e|es|ed|ing)|liv(?:e|es|ed|ing)|resid\w+|relocat\w+|settl(?:e|ed|ing)|home\s+is|"
    r"new\s+(?:flat|place|house|home|apartment)|after\s+\w+\s+years)\b|住|引っ?越|転居|移住",
    re.I,
)
"""Words of a turn that speak of where one lives."""


def _joins(place: Place) -> Choice:
    if club_like(place.phrase):
        return "member_of", "organization"
    return ("works_at", "organization") if place.own in ("organization", "concept", None) else _NONE


def _goes(place: Place) -> Choice:
    if action_of(place.clause).tense in ("present", "bare"):
        return ("studies_at", "organization") if _pupil(place) else _NONE
    if place.guess == "event":
        return "attended", "event"
    return ("visited", "place") if place.guess == "place" else _NONE


_ALONG = words("over back home along up down in round around")
_ALL_THINGS = words("life living growth nature history humanity fun process world journey game deal problem story")


def _part(place: Place) -> Choice:
    if not any(one.kind == "person" for one in place.subjects):
        return _NONE if place.phrase.head in _ALL_THINGS else place.plain
    club = club_like(place.phrase) or place.phrase.head in gazetteer().clubs
    return ("member_of", "organization") if club else _NONE


def _works(place: Place) -> Choice:
    beside = place.frame.verb == "work" and place.phrase in after(place.clause, "with")
    if (place.guess if beside else place.own) == "person":
        return ("colleague_of", "person") if beside else _NONE
    if place.guess in (None, "thing", "concept") and beside:  # a firm or a friend: nobody can tell
        return _NONE
    if place.frame.verb in ("start", "begin") and _pupil(place):
        return "studies_at", "organization"
    return place.plain


def _knows(place: Place) -> Choice:
    """ "know Spanish" is to speak it."""
    if place.own == "concept":
        return "speaks", "concept"
    return place.plain if place.guess in ("person", None) else _NONE


def _run(place: Place) -> Choice:
    """Who runs a bakery manages it."""
    return ("manages", "organization") if place.phrase.head in FIRMS else _thing(place)


def _moving_things(clause: Clause) -> bool:
    """ "moved the company over to X" moves nobody's home."""
    moved = clause.action is not None and clause.action.lemma.startswith("move")
    return moved and any(not one.pronoun and one.head not in ("house", "home", "flat") for one in clause.objects)


def _located(place: Place) -> Choice:
    if place.frame.verb == "be_based" and after(place.clause, "on"):  # "based on my year in Leeds"
        return _NONE
    if place.frame.predicate == "lives_in" and any(one.kind == "organization" for one in place.subjects):
        return ("located_in", "place") if place.frame.verb.startswith("be_") else _NONE
    if place.frame.verb == "come" and (place.own == "organization" or place.clause.adverbs & _ALONG):
        return _NONE
    if place.frame.predicate == "lives_in" and (place.own in ("thing", "concept") or _moving_things(place.clause)):
        return _NONE
    return _NONE if place.own in ("person", "event") or _wider(place.clause, place.phrase) else place.plain


def _thing(place: Place) -> Choice:
    """A person's name is no thing, unless it is the title of one."""
    spotted = place.phrase.spotted
    if place.own != "person" or spotted is None or place.phrase.words:
        return place.plain
    return place.plain if spotted.name.span in place.scene.passage.quotes else _NONE


def _housemate(place: Place) -> Choice:
    role = place.scene.role(place.phrase)
    plain = not place.phrase.words or (role is not None and role.kind == "person")
    return place.plain if plain and place.own != "thing" else _NONE


_BY_PREDICATE: dict[str, Callable[[Place], Choice]] = {
    "~leaves": _leaves,
    "~joins": _joins,
    "~goes": _goes,
    "knows": _knows,
    "part_of": _part,
    "maintains": _run,
    "works_at": _works,
    "lives_with": _housemate,
}
_BY_PREDICATE |= dict.fromkeys(("visited", "lives_in", "from_place", "located_in"), _located)
_BY_PREDICATE |= dict.fromkeys(words("created founded uses owns bought reads watched"), _thing)


def action_of(clause: Clause) -> Action:
    """The verb of a clause that has one."""
    assert clause.action is not None
    return clause.action


def _pupil(place: Place) -> bool:
    """A child that starts at a school goes there to learn."""
    children = {fact.object for fact in place.scene.facts if fact.predicate == "parent_of"}
    children |= {"Son", "Daughter", "Child", "Kid"}
    return school_like(place.phrase) and any(one.name in children for one in place.subjects)
