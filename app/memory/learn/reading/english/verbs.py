"""Facts of clauses with a full verb: the table of frames, applied."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from app.domain.clock import WorldTime
from app.domain.entity import EntityKind
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.frames import FRAMES, Frame
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import ROLES
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing, closing, timing
from app.memory.learn.reading.names import elect

PERSONAL = words(
    """works_at job_title lives_in from_place speaks married_to partner_of uses owns bought has_pet likes dislikes allergic_to
    diagnosed_with takes_medicine studies studies_at graduated_from learns plays member_of reads watched attended visited knows
    manages reports_to lives_with works_on assigned_to maintains founded created collects ~joins ~leaves ~goes"""
)
"""Predicates whose subject is a person unless its form says otherwise."""
_ANY_SUBJECT = words(
    "allergic_to likes dislikes diagnosed_with takes_medicine lives_in has_pet uses owns bought founded created maintains located_in part_of manages attended works_on member_of assigned_to"
)
_OVER = words("works_at lives_in studies_at studies job_title member_of owns manages")
"""States that the simple past tells of as over."""
_EVENTS = words(
    "start begin join move relocate marry leave quit enrol resign retire switch migrate rejoin hire promote return emigrate"
)
_PRODUCING = words("make develop design build")
_THINGS = words("created founded uses owns bought reads watched maintains has_pet")
_MEDICINE = re.compile(
    r"\w{3,}(?:cillin|mycin|statin|prazole|pril|olol|sartan|azepam|oxetine|aline|formin|ibuprofen|profen|triptan|zine|idine|mab|one|ine|in|ol)"
)
_SCREEN = words("film movie show series documentary musical opera play ballet episode season anime")
_BOOKS = words("book novel memoir biography trilogy manga comic paper series")
_NO_GAME = words(
    "role part music games game trick tricks joke song songs record records hand safe time video videos computer"
)
_NO_STUDY = words("hard together tonight map question notes menu")
_TOO_VAGUE = words(
    "it idea one lot time way day days weekend job work look people person picture photo part result question call"
)


def read_verb(scene: Scene, clause: Clause, subjects: list[Known], following: Clause | None) -> bool:
    """File what the frames of the clause's verb say. Returns whether any did."""
    action = clause.action
    assert action is not None
    when = timing(clause.whens, action, scene.today)
    found = False
    taken: set[str] = set()
    for frame, place, phrase in _fitting(clause, action, following):
        if place in taken:
            continue
        flip = action.passive and "passive" not in frame.marks
        if flip:
            agents = scene.refer(phrase, "person" if frame.predicate not in ("founded", "created") else None)
            done = _passive(scene, frame, agents, clause, when)
        else:
            done = _apply(scene, frame, subjects, phrase, clause, when)
        if done:
            taken.add(place)
            found = True
    if found:
        _located(scene, clause)
    if not found and _intended(scene, clause, action, when):
        for subject in subjects:
            _plan(scene, subject, clause, when)
    return found


def _located(scene: Scene, clause: Clause) -> None:
    """ "works at Thornfield Press in Bath" tells where the press is, too."""
    for (prep, firms), (inner, towns) in pairwise(clause.preps):
        firm, town = firms[-1], towns[0]
        if prep not in ("at", "for") or inner != "in" or firm.last + 1 != town.first or town.spotted is None:
            continue
        known = scene.cast.named(firm.spotted.name.text) if firm.named and firm.spotted is not None else None
        if known is None or known.kind != "organization" or elect(town.spotted.name.votes) not in ("place", None):
            continue
        for place in scene.refer(town, "place") if town.named and not town.det else []:
            scene.fact(known, "located_in", place, Timing())


def _intended(scene: Scene, clause: Clause, action: Action, when: Timing) -> bool:
    """A plan in so many words; "will" only with a date ahead and a name, else it is talk."""
    if action.negated or action.ended or clause.lead:
        return False
    if action.frame == "plan":
        return action.tense in ("future", "present", "bare", "past", "perfect")
    return action.tense == "future" and when.ahead(scene.today) and any(one.named for one in clause.phrases())


def _fitting(clause: Clause, action: Action, following: Clause | None) -> Iterator[tuple[Frame, str, Phrase]]:
    """Frames of the verb, with the phrases that stand in their places."""
    for frame in FRAMES.get(action.lemma, ()):
        if action.passive:
            if "passive" in frame.marks or action.lemma in ("base",):
                yield from _placed(frame, clause)
            elif "obj" in frame.places:
                yield from ((frame, f"by{at}", one) for at, one in enumerate(_after(clause, "by")))
        elif "passive" not in frame.marks or action.lemma.startswith("be_"):
            yield from _placed(frame, clause)


def _placed(frame: Frame, clause: Clause) -> Iterator[tuple[Frame, str, Phrase]]:
    for place in sorted(frame.places):
        many = clause.objects if place == "obj" else _after(clause, place)
        yield from ((frame, f"{place}{at}", one) for at, one in enumerate(many))


def _after(clause: Clause, preposition: str) -> list[Phrase]:
    return [phrase for prep, many in clause.preps if prep == preposition for phrase in many]


def _passive(scene: Scene, frame: Frame, agents: list[Known], clause: Clause, when: Timing) -> bool:
    """ "X was founded by Y": the agent is the subject of the relation."""
    done = False
    for agent in agents:
        agent.kind = agent.kind or ("organization" if frame.verb in _PRODUCING else "person")
        for phrase in clause.subjects:
            kind = frame.kind if phrase.named else None
            others = scene.refer(phrase, _slot(phrase, kind) if kind else None)
            for other in others:
                other.kind = other.kind or frame.kind or "thing"
                scene.fact(agent, frame.predicate, other, when)
                done = True
    return done


def _apply(scene: Scene, frame: Frame, subjects: list[Known], phrase: Phrase, clause: Clause, when: Timing) -> bool:
    """One frame on one phrase: the other end, then for each subject a fact, an end, or a plan."""
    if not _fits(scene, frame, phrase, clause):
        return False
    predicate, kind = _choose(scene, frame, phrase, subjects, clause)
    if not predicate:
        return False
    other = _other(scene, frame, phrase, kind)
    if other is None:
        return False
    able = [one for one in subjects if one.kind in ("person", None) or predicate not in PERSONAL - _ANY_SUBJECT]
    for subject in able:
        maker = predicate == "created" and frame.verb in _PRODUCING
        subject.kind = subject.kind or ("organization" if maker else "person" if predicate in PERSONAL else "thing")
        _file(scene, frame, (subject, predicate, other), clause, when)
    return bool(able)


def _file(scene: Scene, frame: Frame, what: tuple[Known, str, Known | str], clause: Clause, when: Timing) -> None:
    action = clause.action
    assert action is not None
    subject, predicate, other = what
    over = action.ended or action.frame == "end" or (action.negated and changed(clause))
    if action.negated and not over:
        if predicate == "likes":
            scene.fact(subject, "dislikes", other, when)
        elif predicate == "part_of":
            scene.end(subject, predicate, other, when.start)
        else:
            scene.drop("negated")
        return
    if "end" in frame.marks or over:
        if not (action.negated and "end" in frame.marks):
            scene.end(subject, predicate, other, when.start or when.end)
        return
    settled = _settled(scene, frame, predicate, action, when)
    if settled is None:
        _plan(scene, subject, clause, when)
    elif settled:
        scene.fact(subject, predicate, other, _interval(scene, predicate, action, when))


def changed(clause: Clause) -> bool:
    """Whether the clause says that it was otherwise before: "any more", "from today"."""
    return bool(clause.adverbs & {"anymore", "longer", "now"}) or any(when.role == "since" for when in clause.whens)


def _settled(scene: Scene, frame: Frame, predicate: str, action: Action, when: Timing) -> bool | None:
    """True: a fact. None: a plan. False: neither, the tense does not carry the relation."""
    if action.frame == "plan" or (action.tense == "future"):
        return True if when.ahead(scene.today) and action.lemma in _EVENTS else None
    event = action.lemma in _EVENTS or "past" in frame.marks
    if event and action.progressive and action.tense == "present":
        return True if when.start is not None and "past" not in frame.marks else None
    if predicate == "studies_at":
        return True
    if predicate == "created" and action.tense in ("present", "bare") and not action.progressive:
        return action.lemma in ("make", "develop", "build", "design")
    if "past" in frame.marks:
        return action.tense in ("past", "perfect") or action.passive or action.participle
    if action.tense == "past" and not event and not action.passive and action.frame != "begin":
        return predicate in _OVER or predicate in ("job_title", "from_place", "diagnosed_with", "reads", "created")
    return True


def _interval(scene: Scene, predicate: str, action: Action, when: Timing) -> Timing:
    """States told in the simple past are over: at the end of the time named, or before today."""
    event = action.lemma in _EVENTS or action.frame == "begin"
    if action.tense != "past" or predicate not in _OVER or event or action.passive:
        return when
    if when.end is not None:
        return when
    return replace(when, end=closing(when.start, scene.today) if when.start else WorldTime.of(scene.today))


def _plan(scene: Scene, subject: Known, clause: Clause, when: Timing) -> None:
    """ "I'm going to visit Kyoto in October" is a plan: its verb and what follows, less the date."""
    text = plan_text(scene, clause)
    if text and (subject is scene.cast.me or subject.kept or subject.kind == "person"):
        scene.fact(subject, "plans_to", text, Timing(start=when.start))


def plan_text(scene: Scene, clause: Clause) -> str:
    """The planned doing in its plain form ("move to Sendai"); empty when it points at something unsaid."""
    if clause.action is None or clause.action.participle:
        return ""
    rest = _rest(scene, clause, _parts(clause))
    return f"{clause.action.lemma.replace('_', ' ')} {rest}" if rest else ""


def doing(scene: Scene, clause: Clause) -> str:
    """The words of a clause that stands for a thing one likes: "hiking in the rain"."""
    assert clause.action is not None
    verb = scene.passage.words(clause.action.span)
    parts = _parts(clause, without="with")
    if any(one.det in ("your", "this", "that", "these", "those") for one in parts):
        return ""
    rest = _rest(scene, clause, parts)
    return f"{verb} {rest}" if rest else "" if parts else verb


def _parts(clause: Clause, without: str = "") -> list[Phrase]:
    return [*clause.objects, *(one for prep, many in clause.preps if prep != without for one in many)]


def _rest(scene: Scene, clause: Clause, parts: list[Phrase]) -> str:
    """What follows the verb, up to its last phrase, less the time words; empty where a pronoun stands in it."""
    assert clause.action is not None
    start = clause.action.span.end
    if not parts or any(one.pronoun for one in parts):
        return ""
    end = max(one.span.end for one in parts)
    text = scene.passage.text[start:end]
    for when in sorted(clause.whens, key=lambda when: -when.span.start):
        if start <= when.span.start < end:
            text = text[: when.span.start - start] + text[when.span.end - start :]
    return " ".join(text.split()).strip(" ,.;!")


# ── the other end ────────────────────────────────────────────────────────────────────────────────────────────────────


def _other(scene: Scene, frame: Frame, phrase: Phrase, kind: EntityKind | None) -> Known | str | None:
    if frame.value:
        return scene.text(phrase) if not phrase.pronoun and not phrase.literal else None
    if phrase.pronoun:
        return next(iter(scene.refer(phrase)), None)
    if phrase.named:
        return next(iter(scene.refer(phrase, _slot(phrase, kind) if kind else None)), None)
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


def _slot(phrase: Phrase, kind: EntityKind | None) -> EntityKind | None:
    """The slot's kind, except where the slot is a vague one and the name's own votes are better."""
    assert phrase.spotted is not None
    own = elect(phrase.spotted.name.votes)
    return own if kind in ("concept", "thing") and own is not None and own != "place" else kind


def _fits(scene: Scene, frame: Frame, phrase: Phrase, clause: Clause) -> bool:
    marks = frame.marks
    if phrase.literal or (phrase.pronoun and "name" not in marks):
        return False
    if (
        phrase.pronoun
        and frame.kind not in ("person", "place")
        and frame.predicate not in ("founded", "maintains", "manages")
    ):
        return False
    if frame.predicate in ("likes", "dislikes") and _shared_det(phrase, clause):
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


def _subject_matter(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    """What one learns or practises for a time: a name or one thing, not "commands" or "a ton"."""
    return phrase.named or (
        not phrase.det and (not phrase.head.endswith("s") or phrase.head.endswith(("ics", "ss", "drums")))
    )


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
    return phrase.named and (quote or bool(set(phrase.words) & _SCREEN))


def _medicine(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    text = scene.text(phrase).lower()
    last = text.split()[-1] if text else ""
    known = text in gazetteer().medicines or last in gazetteer().medicines
    dosed = re.search(r"\d+\s*(?:mg|mcg|µg|ml|units)\b", scene.passage.words(scene.span), re.I) is not None
    ailment = any(prep == "for" and one.owner is not None for prep, many in clause.preps for one in many)
    formed = len(last) > 6 and not phrase.det and _MEDICINE.fullmatch(last) is not None and (ailment or phrase.named)
    return known or formed or (dosed and not phrase.det)


def _pet(scene: Scene, phrase: Phrase, clause: Clause) -> bool:
    role = scene.role(phrase)
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


_MARKED = {
    "matter": _subject_matter,
    "product": lambda scene, phrase, clause: phrase.spotted is not None and elect(phrase.spotted.name.votes) == "thing",
    "one": lambda scene, phrase, clause: phrase.named or phrase.det in ("a", "an"),
    "loose": _loose,
    "title": _titled,
    "screen": _screened,
    "medicine": _medicine,
    "pet": _pet,
    "game": _game,
    "club": lambda scene, phrase, clause: club_like(phrase),
    "called": lambda scene, phrase, clause: phrase.named and bool(phrase.words),
}


def school_like(phrase: Phrase) -> bool:
    """Whether a name is that of a school."""
    if phrase.spotted is None:
        return False
    parts = phrase.spotted.name.text.lower().split()
    return parts[-1] in gazetteer().schools or parts[0] in gazetteer().schools


def _wider(clause: Clause, phrase: Phrase) -> bool:
    """Whether the clause names a town as well: "on Mill Road in Hove"."""
    inside = [one for one in _after(clause, "in") if one.named]
    return (
        bool(inside) and (phrase not in inside) and (phrase in _after(clause, "on") or phrase in _after(clause, "at"))
    )


def _choose(
    scene: Scene, frame: Frame, phrase: Phrase, subjects: list[Known], clause: Clause
) -> tuple[str, EntityKind | None]:
    """The predicate of a frame, where it depends on what kind of name stands there."""
    own = elect(phrase.spotted.name.votes) if phrase.spotted is not None else None
    if frame.predicate == "~leaves" and own == "thing":
        return ("uses", "thing") if not phrase.det else ("", None)
    if frame.predicate in ("~joins", "~leaves"):
        if own in ("place", "person", "thing", "event") and not club_like(phrase):
            return "", None
        return ("member_of" if club_like(phrase) else "works_at"), "organization"
    if frame.predicate == "~goes":
        if action_of(clause).tense in ("present", "bare"):
            return ("studies_at", "organization") if _pupil(scene, phrase, subjects) else ("", None)
        return {"event": ("attended", own), "place": ("visited", own)}.get(own or "", ("", None))
    if frame.predicate.startswith("~"):
        return "", None
    if frame.predicate == "lives_with" and (phrase.words or own == "thing"):
        return "", None
    if frame.predicate == "part_of" and any(one.kind == "person" for one in subjects):
        return ("member_of", "organization") if club_like(phrase) or phrase.head in gazetteer().clubs else ("", None)
    if frame.predicate == "works_at" and own == "person":
        return ("colleague_of", "person") if phrase in _after(clause, "with") and frame.verb == "work" else ("", None)
    if frame.predicate == "works_at" and own is None and phrase in _after(clause, "with") and frame.verb == "work":
        return "", None
    if frame.predicate == "lives_in" and _wider(clause, phrase):
        return "", None
    if frame.predicate == "works_at" and frame.verb in ("start", "begin") and _pupil(scene, phrase, subjects):
        return "studies_at", "organization"
    if frame.predicate in _THINGS and own == "person" and phrase.spotted is not None and not phrase.words:
        return ("", None) if phrase.spotted.name.span not in scene.passage.quotes else (frame.predicate, frame.kind)
    if frame.predicate in ("visited", "lives_in", "from_place", "located_in") and own in ("person", "event"):
        return "", None
    return frame.predicate, frame.kind


def action_of(clause: Clause) -> Action:
    """The verb of a clause that has one."""
    assert clause.action is not None
    return clause.action


def _pupil(scene: Scene, phrase: Phrase, subjects: list[Known]) -> bool:
    """A child that starts at a school goes there to learn."""
    children = {fact.object for fact in scene.facts if fact.predicate == "parent_of"}
    own = {"Son", "Daughter", "Child", "Kid"}
    return school_like(phrase) and any(one.name in children | own for one in subjects)
