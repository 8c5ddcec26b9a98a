"""Facts of clauses with a full verb: the table of frames, applied."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from app.domain.clock import WorldTime
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.choices import choose
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.frames import FRAMES, Frame
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.plans import intended, plan
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import after, fits, other_end, slot_kind
from app.memory.learn.reading.english.stating import changed
from app.memory.learn.reading.english.teaching import read_teaching
from app.memory.learn.reading.english.timing import Timing, closing, timing
from app.memory.learn.reading.english.whereabouts import called_in
from app.memory.learn.reading.names import elect

PERSONAL = words(
    """
    works_at job_title lives_in from_place speaks married_to partner_of uses owns bought has_pet likes dislikes
    allergic_to diagnosed_with takes_medicine studies studies_at graduated_from learns plays member_of reads
    watched attended visited knows manages reports_to lives_with works_on assigned_to maintains founded created
    collects ~joins ~leaves ~goes
    """
)
"""Predicates whose subject is a person unless its form says otherwise."""
_ANY_SUBJECT = words(
    """allergic_to likes dislikes diagnosed_with takes_medicine lives_in has_pet uses owns bought founded created
    maintains     located_in part_of manages attended works_on member_of assigned_to"""
)
_OVER = words("works_at lives_in studies_at studies job_title member_of owns manages")
"""States that the simple past tells of as over."""
_EVENTS = words(
    """
    upgrade update install start begin join move relocate marry leave quit enrol resign retire switch migrate
    rejoin hire promote return emigrate become take sign
    """
)
_PRODUCING = words("make develop design build")


def read_verb(scene: Scene, clause: Clause, subjects: list[Known], following: Clause | None) -> bool:
    """File what the frames of the clause's verb say. Returns whether any did."""
    action = clause.action
    assert action is not None
    when = timing(clause.whens, action, scene.today)
    found = action.lemma == "teach" and read_teaching(scene, clause, subjects, when)
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
        called_in(scene, clause)
    if not found and intended(scene, clause, action, when):
        for subject in subjects:
            plan(scene, subject, clause, when)
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


def _fitting(clause: Clause, action: Action, following: Clause | None) -> Iterator[tuple[Frame, str, Phrase]]:
    """Frames of the verb, with the phrases that stand in their places."""
    for frame in FRAMES.get(action.lemma, ()):
        if action.passive:
            if "passive" in frame.marks or action.lemma in ("base",):
                yield from _placed(frame, clause)
            elif "obj" in frame.places and action.lemma != "replace":
                yield from ((frame, f"by{at}", one) for at, one in enumerate(after(clause, "by")))
        elif "passive" not in frame.marks or action.lemma.startswith("be_"):
            yield from _placed(frame, clause)


def _placed(frame: Frame, clause: Clause) -> Iterator[tuple[Frame, str, Phrase]]:
    for place in sorted(frame.places):
        many = clause.objects if place == "obj" else after(clause, place)
        yield from ((frame, f"{place}{at}", one) for at, one in enumerate(many))


def _passive(scene: Scene, frame: Frame, agents: list[Known], clause: Clause, when: Timing) -> bool:
    """ "X was founded by Y": the agent is the subject of the relation."""
    done = False
    for agent in agents:
        agent.kind = agent.kind or ("organization" if frame.verb in _PRODUCING else "person")
        for phrase in clause.subjects:
            kind = frame.kind if phrase.named else None
            others = scene.refer(phrase, slot_kind(phrase, kind) if kind else None)
            for other in others:
                other.kind = other.kind or frame.kind or "thing"
                scene.fact(agent, frame.predicate, other, when)
                done = True
    return done


def _apply(scene: Scene, frame: Frame, subjects: list[Known], phrase: Phrase, clause: Clause, when: Timing) -> bool:
    """One frame on one phrase: the other end, then for each subject a fact, an end, or a plan."""
    if not fits(scene, frame, phrase, clause):
        return False
    predicate, kind = choose(scene, frame, phrase, subjects, clause)
    if not predicate:
        return False
    other = other_end(scene, frame, phrase, kind)
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
    settled = _from_then(scene, predicate, clause, when) or settled
    if settled is None:
        plan(scene, subject, clause, when)
    elif settled:
        scene.fact(subject, predicate, other, _interval(scene, predicate, action, when))


def _from_then(scene: Scene, predicate: str, clause: Clause, when: Timing) -> bool:
    """ "From May I'll be working at X": a state with its first day is more than a plan."""
    begins = any(one.role in ("from", "since") for one in clause.whens)
    return begins and predicate in _OVER and when.ahead(scene.today)


def _settled(scene: Scene, frame: Frame, predicate: str, action: Action, when: Timing) -> bool | None:
    """True: a fact. None: a plan. False: neither, the tense does not carry the relation."""
    if action.frame == "plan" or (action.tense == "future"):
        return True if when.ahead(scene.today) and action.lemma.split("_")[0] in _EVENTS else None
    event = action.lemma.split("_")[0] in _EVENTS or bool({"past", "begin"} & frame.marks)
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
    if predicate == "from_place":
        return Timing()
    event = action.lemma.split("_")[0] in _EVENTS or action.frame == "begin"
    if action.tense != "past" or predicate not in _OVER or event or action.passive:
        return when
    if when.end is not None:
        return when
    return replace(when, end=closing(when.start, scene.today) if when.start else WorldTime.of(scene.today))


# ── the other end ────────────────────────────────────────────────────────────────────────────────────────────────────
