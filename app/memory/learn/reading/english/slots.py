"""What may stand in the place of a frame, and the entity or value that it is."""

import re
from collections.abc import Callable

from app.domain.entity import EntityKind
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.frames import Frame
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import ROLES
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.names import elect, known_kind

_MEDICINE = re.compile(
    r"\w{3,}(?:cillin|mycin|statin|prazole|pril|olol|sartan|azepam|oxetine|aline|formin|ibuprofen|profen|triptan|zine|idine|mab|one|ine|in|ol)"
)


_OCCASIONS = words(
    """wedding funeral conference workshop concert meetup festival reunion graduation ceremony seminar webinar retreat
    christening lecture hackathon summit symposium convention exhibition fair gala recital vigil rally bootcamp"""
)
_SCREEN = words("film movie show series documentary musical opera play ballet episode season anime")


_STAGES = words("cinema cinemas theatre theater movies pictures")
_BOOKS = words("book novel memoir biography trilogy manga comic paper series")


_NO_GAME = words(
    "role part music games game trick tricks joke song songs record records hand safe time video videos computer"
)


_TOO_VAGUE = words(
    "it idea one lot time way day days weekend job work look people person picture photo part result question call"
)


def after(clause: Clause, preposition: str) -> list[Phrase]:
    return [phrase for prep, many in clause.preps if prep == preposition for phrase in many]


def other_end(scene: Scene, frame: Frame, phrase: Phrase, kind: EntityKind | None) -> Known | str | None:
    if frame.value:
        return scene.text(phrase) if not phrase.pronoun and not phrase.literal else None
    if phrase.pronoun:
        return next(iter(scene.refer(phrase)), None)
    if phrase.named:
        return next(iter(scene.refer(phrase, slot_kind(phrase, kind) if kind else None)), None)
    if "name" in frame.marks:
        return next(iter(scene.refer(phrase, kind)), None)
    if scene.role(phrase) is not None and phrase.owner is not None:
        return None
    return scene.common(phrase, kind or "concept", plain="plain" in frame.marks or _dated(phrase))


def _dated(phrase: Phrase) -> bool:
    return phrase.det in ("my", "our") and phrase.head in (
        "car",
        "bike",
        "house",
        "flat",
        "van",
        "piano",
        "guitar",
        "boat",
    )


def slot_kind(phrase: Phrase, kind: EntityKind | None) -> EntityKind | None:
    """The slot's kind, except where the slot is a vague one and the name itself says more."""
    assert phrase.spotted is not None
    votes = phrase.spotted.name.votes
    own = known_kind(votes) or (elect(votes) if kind == "concept" else None)
    return own if kind in ("concept", "thing") and own is not None and own != "place" else kind


def fits(scene: Scene, frame: Frame, phrase: Phrase, clause: Clause) -> bool:
    marks = frame.marks
    if phrase.literal or (phrase.pronoun and "name" not in marks) or (phrase.pronoun, frame.kind) == ("it", "person"):
        return False
    if (
        phrase.pronoun
        and frame.kind not in ("person", "place")
        and frame.predicate not in ("founded", "maintains", "manages")
    ):
        return False
    if frame.predicate in ("likes", "dislikes") and (_shared_det(phrase, clause) or _gap(phrase, clause)):
        return False
    if "name" in marks and not phrase.named and not phrase.pronoun and not _known_person(scene, phrase, frame):
        return False
    if not phrase.named and phrase.head in _TOO_VAGUE:
        return False
    return all(_MARKED[mark](scene, phrase, clause) for mark in marks if mark in _MARKED)


def _known_person(scene: Scene, phrase: Phrase, frame: Frame) -> bool:
    role = scene.role(phrase)
    return frame.kind == "person" and role is not None and phrase.owner is not None and frame.predicate != "knows"


def _shared_det(phrase: Phrase, clause: Clause) -> bool:
    """ "the freedom and connection": the article is for both."""
    first = clause.objects[0] if phrase in clause.objects else phrase
    return (
        first is not phrase
        and first.det in ("the", "this", "that", "your", "my", "our")
        and not phrase.det
        and not phrase.named
    )


def _gap(phrase: Phrase, clause: Clause) -> bool:
    """ "a book that I enjoy": what is liked is not said by its kind alone."""
    return clause.lead in ("that", "which", "who") and not phrase.named and phrase in clause.objects[:1]


def is_matter(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    """Whether it is what one learns or practises for a time: a name or one thing, not "commands" or "a ton"."""
    many = phrase.head.endswith("s") and not phrase.head.endswith(("ics", "ss", "drums", "chess", "pipes"))
    return phrase.named or (phrase.det in ("", "the") and not many and phrase.head not in _TOO_VAGUE)


def _loose(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    if phrase.named:
        return True
    return len(phrase.words) == 1 and not phrase.det and phrase.head in gazetteer().tools


def _titled(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    if not phrase.named or phrase.spotted is None:
        return False
    long = len(phrase.spotted.name.text.split()) > 1 or phrase.spotted.name.text[0] in "\"'“"
    return (
        long
        or bool(set(phrase.words) & (_SCREEN | _BOOKS))
        or phrase.spotted.sure
        or not gazetteer().person(phrase.spotted.name.text)
    )


def _screened(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    quote = phrase.spotted is not None and phrase.spotted.name.span in scene.passage.quotes
    shown = any(one.head in _STAGES for prep, many in clause.preps if prep in ("at", "in") for one in many)
    return phrase.named and (quote or shown or bool(set(phrase.words) & _SCREEN))


def is_medicine(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    """Whether a phrase is surely a medicine: a known one, a dosed one, or one of its form taken for an ailment."""
    text = scene.text(phrase).lower()
    last = text.split()[-1] if text else ""
    known = text in gazetteer().medicines or last in gazetteer().medicines
    dosed = re.search(r"\d+\s*(?:mg|mcg|µg|ml|units)\b", scene.passage.words(scene.span), re.I) is not None
    ailment = any(prep == "for" and one.owner is not None for prep, many in clause.preps for one in many)
    formed = len(last) > 6 and not phrase.det and _MEDICINE.fullmatch(last) is not None and (ailment or phrase.named)
    return known or formed or (dosed and not phrase.det) or _told_of_health(scene, phrase)


def _told_of_health(scene: Scene, phrase: Phrase) -> bool:
    """One plain word, in a turn that tells of an ailment or a medicine already: "Still on magnesium"."""
    told = any(
        predicate in ("takes_medicine", "diagnosed_with")
        for predicate in (*(one.predicate for one in scene.facts), *(one.predicate for one in scene.ends))
    )
    word = phrase.head if len(phrase.words) == 1 and phrase.spotted is None else ""
    plain = len(word) > 3 and not phrase.det and not phrase.owner and not word.endswith("s")
    return told and plain and word not in _NO_MEDICINE


_NO_MEDICINE = words(
    """care time part note place turn nap medication medicine meds pill tablet break issue charge action advantage
    advice vacation leave heart comfort it holiday sick home hold track board top foot call duty paper target fire
    order work edge antibiotic painkiller stuff something nothing therapy rest exercise fruit food water milk tea
    coffee lunch dinner breakfast bus train"""
)


def _pet(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    role = scene.role(phrase.also if phrase.also is not None else phrase)
    return role is not None and role.predicate == "has_pet"


def _game(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    return phrase.head not in _NO_GAME


def club_like(phrase: Phrase) -> bool:
    """Whether a name is that of a club, team or band, not of a firm."""
    if phrase.spotted is None:
        return False
    last = phrase.spotted.name.text.split()[-1].lower()
    plural = (
        phrase.det in ("the", "our", "my")
        and last.endswith("s")
        and elect(phrase.spotted.name.votes) in (None, "person")
    )
    return (
        last in gazetteer().clubs
        or plural
        or bool(set(phrase.words) & {word for word, role in ROLES.items() if role.predicate == "member_of"})
    )


_CIRCLES = words("club choir band orchestra society league gym chorus troupe ensemble quartet guild union")


_MARKED: dict[str, Callable[[Scene, Phrase, Clause], bool]] = {
    "matter": is_matter,
    "occasion": lambda scene, phrase, clause: phrase.named or phrase.head in _OCCASIONS,
    "product": lambda scene, phrase, clause: (
        phrase.spotted is not None and known_kind(phrase.spotted.name.votes) == "thing"
    ),
    "one": lambda scene, phrase, clause: phrase.named or phrase.det in ("a", "an"),
    "loose": _loose,
    "title": _titled,
    "screen": _screened,
    "medicine": is_medicine,
    "pet": _pet,
    "tongue": lambda scene, phrase, clause: (
        phrase.spotted is not None and phrase.spotted.name.text.lower() in gazetteer().languages
    ),
    "game": _game,
    "subscribed": lambda scene, phrase, clause: (
        phrase.spotted is not None and known_kind(phrase.spotted.name.votes) in ("thing", "organization")
    ),
    "gathering": lambda scene, phrase, clause: (
        phrase.spotted is not None and known_kind(phrase.spotted.name.votes) == "event"
    ),
    "firm": lambda scene, phrase, clause: (
        phrase.spotted is not None and known_kind(phrase.spotted.name.votes) == "organization"
    ),
    "circle": lambda scene, phrase, clause: (
        phrase.spotted is None and phrase.head in _CIRCLES and (len(phrase.words) > 1 or phrase.det != "a")
    ),
    "club": lambda scene, phrase, clause: club_like(phrase),
    "called": lambda scene, phrase, clause: phrase.named and bool(phrase.words),
}


def school_like(phrase: Phrase) -> bool:
    """Whether a name is that of a school."""
    if phrase.spotted is None:
        return False
    parts = phrase.spotted.name.text.lower().split()
    return parts[-1] in gazetteer().schools or parts[0] in gazetteer().schools


def named_with(clause: Clause, preps: frozenset[str]) -> list[Phrase]:
    """The named phrases after any of some prepositions."""
    return [one for prep, many in clause.preps if prep in preps for one in many if one.named]
