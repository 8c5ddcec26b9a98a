"""Facts of clauses with "be" or "have": who someone is, what someone's something is, what someone has."""

import re

from app.domain.clock import WorldTime
from app.domain.entity import EntityKind, Span
from app.memory.learn.reading.english import attributes
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import (
    OFFICES,
    OWNED,
    PROFESSIONALS,
    TOOL_ROLES,
    Role,
    is_job,
    is_plural,
    singular,
)
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing, closing, timing
from app.memory.learn.reading.english.verbs import changed, club_like, school_like
from app.memory.learn.reading.names import elect

IS = Action(0, 0, "be", "present")
"""The verb that a headline leaves out."""
SELF = Phrase(0, 0, Span(0, 0), pronoun="i")
"""Whose a headline without an owner is."""
_STATUS = words(
    "allowed permitted forbidden banned enabled disabled deprecated mandatory required optional supported prohibited"
)
_NOT_NAMES = words("sorry glad happy sure fine ready back ok okay tired hungry late")
_POSTS = words(
    "head director manager chief ceo cto cfo coo vp president chair chairman editor secretary treasurer dean captain lead"
)


def read_be(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """File what "X is Y" says. Returns whether anything was."""
    action = clause.action
    assert action is not None
    when = timing(clause.whens, action, scene.today)
    if attributes.read(scene, clause, when):
        return True
    over = action.ended or (action.negated and changed(clause))
    if action.negated and not over:
        return _status(scene, clause, when)
    if action.lemma == "become" and action.tense == "bare":
        return False
    found = False
    for phrase in clause.objects:
        for reader in (_role, _office, _job, _self_name, _tool, _firm):
            if reader(scene, clause, subjects, phrase, when):
                found = True
                break
    return _places(scene, clause, subjects, when) or found or _status(scene, clause, when)


def _put(scene: Scene, clause: Clause, what: tuple[Known, str, Known | str], when: Timing) -> None:
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


def _role(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "Kenji is my older brother"; "My boss is Hana"."""
    owned = clause.subjects[0] if clause.subjects else None
    if _helper(scene, owned, subjects, phrase):
        return True
    if phrase.named and owned is not None and not owned.named and scene.role(owned) is not None:
        role = scene.role(owned)
        owner = owned.owner or owned.of
        if role is None or owner is None or _former(owned):
            return False
        bearers = [one for object_ in clause.objects for one in scene.refer(object_, role.kind)]
        return _bear(scene, clause, role, (scene.refer(owner, "person"), bearers, owned.head), when)
    role = scene.role(phrase)
    owner = phrase.owner or phrase.of
    if role is None or owner is None or phrase.named or _former(phrase):
        return False
    return _bear(scene, clause, role, (scene.refer(owner, role.owner), subjects, phrase.head), when)


def _helper(scene: Scene, owned: Phrase | None, subjects: list[Known], phrase: Phrase) -> bool:
    """ "My dentist is Dr. Pell", "Dr. Pell is our dentist"."""
    if (
        phrase.named
        and owned is not None
        and not owned.named
        and owned.owner is not None
        and owned.head in PROFESSIONALS
    ):
        people, job = scene.refer(phrase, "person"), owned.head
    elif phrase.owner is not None and not phrase.named and phrase.head in PROFESSIONALS:
        people, job = subjects, phrase.head
    else:
        return False
    for known in people:
        known.kind = known.kind or "person"
        scene.fact(known, "job_title", job, Timing())
    return bool(people)


def _former(phrase: Phrase) -> bool:
    return any(
        word in ("ex", "former", "late", "previous", "last", "old", "first") for word in phrase.words[:-1]
    ) and phrase.head not in ("friend", "friends")


def _bear(scene: Scene, clause: Clause, role: Role, ends: tuple[list[Known], list[Known], str], when: Timing) -> bool:
    owners, bearers, head = ends
    for owner in owners:
        for bearer in bearers:
            if owner is bearer:
                continue
            bearer.kind = bearer.kind or role.kind
            bearer.gender = role.gender if role.gender != "either" else bearer.gender
            bearer.tag = bearer.tag or singular(head)
            first, second = (bearer, owner) if role.flip else (owner, bearer)
            _put(scene, clause, (first, role.predicate, second), when)
    return bool(owners and bearers)


def _office(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "Ana is the founder of Okafor Joinery", "a member of the Ridge Runners", "a student at Leeds"."""
    owned = clause.subjects[0] if len(clause.subjects) == 1 else None
    if owned is not None and owned.of is not None and not owned.named and phrase.named:  # "The founder of X is Y"
        subjects, phrase = scene.refer(phrase, "person"), owned
    office = OFFICES.get(singular(phrase.head))
    if office is None or phrase.named:
        return False
    others = [phrase.of or phrase.owner] if phrase.of or phrase.owner else _at(clause)
    done = False
    for other in (one for one in others if one is not None):
        for known in scene.refer(other, office.owner) or _plain(scene, office, other):
            for subject in subjects:
                _put(scene, clause, (subject, office.predicate, known), when)
                done = True
    return done


def _plain(scene: Scene, office: Role, phrase: Phrase) -> list[Known]:
    known = scene.common(phrase, office.owner or "concept", plain=office.predicate in ("likes", "maintains", "owns"))
    return [known] if known is not None and office.predicate in ("likes", "maintains", "owns") else []


def _at(clause: Clause) -> list[Phrase]:
    return [one for prep, many in clause.preps if prep in ("at", "for", "with") for one in many]


def _job(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "is a plumber", "is an engineer at Google", "is head of design at Marl & Sons"."""
    head = phrase.head
    post = head in _POSTS and phrase.of is not None
    if phrase.named or (phrase.owner is not None and not post) or not (is_job(singular(head)) or post):
        return False
    if not subjects or any(subject.kind not in ("person", None) for subject in subjects):
        return False
    title = scene.text(phrase)
    if post and phrase.of is not None and not phrase.of.named:
        title = f"{title} of {scene.text(phrase.of)}"
    for subject in subjects:
        _put(scene, clause, (subject, "job_title", title), when)
        for firm in [phrase.of] if phrase.of is not None and phrase.of.named else _at(clause):
            for known in scene.refer(firm, "organization") if firm.named else []:
                _put(scene, clause, (subject, "works_at", known), when)
        if phrase.spotted is not None and not phrase.name_last:
            _put(scene, clause, (subject, "works_at", scene.cast.called(phrase.spotted, "organization")), when)
    return True


def _self_name(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "I'm Kit Harlow"."""
    if not phrase.named or phrase.words or phrase.det or phrase.spotted is None or subjects != [scene.cast.me]:
        return False
    text = phrase.spotted.name.text
    if elect(phrase.spotted.name.votes) not in ("person", None) or text.lower() in gazetteer().nationalities:
        return False
    if len(text.split()) < 2 and not gazetteer().person(text):
        return False
    if not clause.subjects or clause.subjects[0].pronoun != "i" or scene.cast.me.name != "Me":
        return False
    scene.fact(scene.cast.me, "name_is", text, when)
    scene.values.add(phrase.spotted.name.span)
    return True


def _tool(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "My editor is Helix", "side projects are all Node 22"."""
    subject = clause.subjects[0] if clause.subjects else None
    if subject is None or subject.named or not phrase.named or phrase.spotted is None:
        return False
    if subject.head in OWNED and subject.owner is not None:
        for known in scene.refer(phrase, "thing"):
            _put(scene, clause, (next(iter(scene.refer(subject.owner)), scene.cast.me), "owns", known), when)
        return True
    if singular(subject.head) not in TOOL_ROLES:
        return False
    if subject.det not in ("my", "our", "") or (subject.owner is None and elect(phrase.spotted.name.votes) != "thing"):
        return False
    for known in scene.refer(phrase, "thing"):
        _put(scene, clause, (scene.cast.me, "uses", known), when)
    return True


_FIRMS = words(
    """company startup start-up firm bakery brewery studio shop store agency bank hospital clinic school university charity
    restaurant cafe café bar pub hotel museum gallery publisher press factory consultancy cooperative co-op nonprofit farm
    vineyard nursery theatre theater club choir band orchestra business"""
)


def _firm(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "Kelp is a bakery in Hove"."""
    if (
        phrase.named
        or phrase.head not in _FIRMS
        or len(subjects) != 1
        or subjects[0].kind not in (None, "organization")
    ):
        return False
    subjects[0].kind, subjects[0].tag = "organization", subjects[0].tag or scene.text(phrase)
    towns = [one for prep, many in clause.preps if prep in ("in", "near", "from") for one in many if one.named]
    for known in (place for town in towns[:1] for place in scene.refer(town, "place")):
        _put(scene, clause, (subjects[0], "located_in", known), when)
    return bool(towns)


def _places(scene: Scene, clause: Clause, subjects: list[Known], when: Timing) -> bool:
    """ "from Galway", "at Brightwell Print now", "no longer with Acme", "in Bergen"."""
    done = False
    for prep, many in clause.preps:
        for phrase in many:
            if not phrase.named or phrase.spotted is None or not subjects:
                continue
            predicate, kind = _placing(clause, subjects[0], prep, phrase)
            if not predicate:
                continue
            for known in scene.refer(phrase, kind):
                for subject in subjects:
                    _put(scene, clause, (subject, predicate, known), when)
                    done = True
    return done


def _placing(clause: Clause, subject: Known, prep: str, phrase: Phrase) -> tuple[str, EntityKind | None]:
    """What "X is at Y" means, if that is clear from the words."""
    assert phrase.spotted is not None
    own = elect(phrase.spotted.name.votes)
    person = subject.kind in ("person", None)
    if prep == "from" and not clause.adverbs & {"back"} and own in ("place", None):
        return ("from_place", "place") if person else ("", None)
    action = clause.action
    over = action is not None and (action.ended or action.negated)
    lasting = (
        over
        or bool(clause.adverbs & {"now", "currently", "still", "back", "presently"})
        or any(when.role in ("since", "for", "noise") for when in clause.whens)
    )
    if prep in ("at", "with", "on") and person and own in ("organization", None) and lasting:
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


def _status(scene: Scene, clause: Clause, when: Timing) -> bool:
    """ "Production deployment is not allowed": a state of affairs that a later word can turn round."""
    action = clause.action
    if action is None or action.tense not in ("present", "perfect") or len(clause.subjects) != 1:
        return False
    text = scene.passage.words(scene.span).lower()
    state = next((word for word in re.findall(r"[a-z]+", text) if word in _STATUS), "")
    subject = clause.subjects[0]
    if not state or subject.pronoun or subject.owner is not None or clause.preps:
        return False
    known = next(iter(scene.refer(subject)), None) or scene.common(subject, "concept", plain=True)
    if known is None or known.kind == "person":
        return False
    scene.fact(known, "status", f"not {state}" if action.negated or action.ended else state, when)
    return True


def read_have(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "have a daughter, Luz", "has a friend named Mike", "have asthma", "have a job at X"."""
    action = clause.action
    assert action is not None
    when = timing(clause.whens, action, scene.today)
    if action.tense == "past" or action.negated or action.passive:
        return False
    found = False
    for phrase in clause.objects:
        for reader in (_relative, _ailment, _post, _possession):
            if reader(scene, clause, subjects, phrase, when):
                found = True
                break
    return found


def _relative(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    described = phrase.also if phrase.also is not None else phrase
    role = scene.role(described)
    if (
        role is None
        or role.kind == "organization"
        or described.owner is not None
        or described.det in ("the", "this", "that")
    ):
        return False
    bearers = scene.refer(phrase, role.kind) if phrase.named else []
    if not bearers and role.predicate == "has_pet" and not is_plural(described.head) and phrase.spotted is None:
        pet = scene.common(described, "thing")
        bearers = [pet] if pet is not None else []
    for known in bearers:
        known.tag = known.tag or singular(described.head)
    scene.related(subjects, role, bearers)
    return bool(bearers)


def _ailment(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    text = scene.text(phrase).lower() if not phrase.pronoun else ""
    text = re.sub(r"^(?:severe|mild|bad|chronic|terrible|really bad)\s+", "", text)
    if re.search(r"allerg(?:y|ies)$", text):
        return _allergy(scene, clause, subjects, text, phrase, when)
    if text not in gazetteer().conditions and not re.fullmatch(
        r"(?:[a-z ]+ )?\w{3,}(?:itis|osis|emia|aemia|pathy|algia)", text
    ):
        return False
    known = scene.cast.common(scene.text(phrase), "concept", phrase.core)
    for subject in subjects:
        _put(scene, clause, (subject, "diagnosed_with", known), when)
    return True


def _allergy(scene: Scene, clause: Clause, subjects: list[Known], text: str, phrase: Phrase, when: Timing) -> bool:
    causes = [one for prep, many in clause.preps if prep == "to" for one in many]
    known = [scene.common(one, "thing") for one in causes]
    stem = re.sub(r"\s*allerg(?:y|ies)$", "", text)
    if not causes and stem:
        known = [scene.cast.common(stem, "thing", phrase.core)]
    for cause in known:
        for subject in subjects if cause is not None else []:
            scene.fact(subject, "allergic_to", cause, when)  # type: ignore[arg-type]
    return bool(known)


def _post(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "has a job at X as a Y"."""
    if phrase.head not in attributes.JOBS:
        return False
    for prep, many in clause.preps:
        for one in many:
            for subject in subjects:
                if prep in ("at", "with") and one.named:
                    for known in scene.refer(one, "organization"):
                        _put(scene, clause, (subject, "works_at", known), when)
                elif prep == "as":
                    _put(scene, clause, (subject, "job_title", scene.text(one)), when)
    return True


def _possession(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "have a Honda Civic": a proper name after "a" that is no person's, place's or event's."""
    if not phrase.named or phrase.det not in ("a", "an") or phrase.spotted is None:
        return False
    if elect(phrase.spotted.name.votes) not in ("thing", None, "organization"):
        return False
    for known in scene.refer(phrase, "thing"):
        for subject in subjects:
            _put(scene, clause, (subject, "owns", known), when)
    return True
