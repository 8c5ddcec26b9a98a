"""Facts of clauses with "be" or "have": who someone is, what someone's something is, what someone has."""

import re

from app.domain.text import name_key
from app.memory.learn.reading.english import attributes
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.headlines import SELF
from app.memory.learn.reading.english.heads import role_towards
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import (
    OFFICERS,
    OFFICES,
    OWNED,
    PROFESSIONALS,
    TOOL_ROLES,
    Role,
    becomes_job,
    is_job,
    is_plural,
    is_trade,
    singular,
)
from app.memory.learn.reading.english.scene import KIN_MARK, Scene
from app.memory.learn.reading.english.slots import named_with
from app.memory.learn.reading.english.stating import changed, put
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.english.whereabouts import firm, places
from app.memory.learn.reading.names import elect, known_kind

_STATUS = words(
    "allowed permitted forbidden banned enabled disabled deprecated mandatory required optional supported prohibited"
)
_HEADS = words("head leader")
_POSTS = words(
    """head director manager chief ceo cto cfo coo vp president chair chairman editor secretary treasurer dean captain
    lead"""
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
    if action.tense == "future" or action.frame or (action.lemma == "become" and action.tense == "bare"):
        return False
    found = _leads(scene, clause, subjects, when)
    for phrase in clause.objects if not found else []:
        for reader in (_role, _office, _job, _self_name, _tool, firm):
            if reader(scene, clause, subjects, phrase, when):
                found = True
                break
    return places(scene, clause, subjects, when) or found or _status(scene, clause, when)


def _role(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "Kenji is my older brother"; "My boss is Hana"."""
    owned = clause.subjects[0] if clause.subjects else None
    if _helper(scene, owned, subjects, phrase):
        return True
    if phrase.named and owned is not None and not owned.named and scene.role(owned) is not None:
        role = scene.role(owned)
        owner = owned.owner or owned.of or _mine(owned, role)
        if role is None or owner is None or _former(owned):
            return False
        role = role_towards(role, owned, owner, scene.cast)
        bearers = [one for object_ in clause.objects for one in scene.refer(object_, role.kind)]
        for one in subjects:
            if one.tag == KIN_MARK and not one.kept and bearers:
                scene.cast.dismiss(one)
        return _bear(scene, clause, role, (scene.refer(owner, role.owner), bearers, owned.head), when)
    role = scene.role(phrase)
    owner = phrase.owner or phrase.of
    if role is None or owner is None or phrase.named or _former(phrase) or phrase.head == "team":  # whom one cheers for
        return False
    role = role_towards(role, phrase, owner, scene.cast)
    return _bear(scene, clause, role, (scene.refer(owner, role.owner), subjects, phrase.head), when)


def _mine(owned: Phrase, role: Role | None) -> Phrase | None:
    """ "The new boss is Hana" can only be the speaker's."""
    own = role is not None and role.predicate == "reports_to" and owned.det == "the" and "new" in owned.words
    return SELF if own else None


def _helper(scene: Scene, owned: Phrase | None, subjects: list[Known], phrase: Phrase) -> bool:
    """ "My dentist is Dr. Pell", "Dr. Pell is our dentist"."""
    told = owned if phrase.named else phrase
    if told is not None and _former(told):
        return False
    if (
        phrase.named
        and owned is not None
        and not owned.named
        and owned.owner is not None
        and (owned.head in PROFESSIONALS | OFFICERS or (scene.role(owned) is None and is_job(owned.head)))
    ):
        kept = owned.head if owned.head in PROFESSIONALS else scene.text(owned)
        if phrase.spotted is None or elect(phrase.spotted.name.votes) == "organization":
            return False
        people, job = scene.refer(phrase, "person"), kept[:1].lower() + kept[1:] if kept.istitle() else kept
    elif phrase.owner is not None and not phrase.named and phrase.head in PROFESSIONALS | OFFICERS:
        people, job = subjects, phrase.head if phrase.head in PROFESSIONALS else scene.text(phrase)
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
            put(scene, clause, (first, role.predicate, second), when)
    return bool(owners and bearers)


def _office(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "Ana is the founder of Okafor Joinery", "a member of the Ridge Runners", "a student at Leeds"."""
    owned = clause.subjects[0] if len(clause.subjects) == 1 else None
    if owned is not None and owned.of is not None and not owned.named and phrase.named:  # "The founder of X is Y"
        subjects, phrase = scene.refer(phrase, "person"), owned
    office = OFFICES.get(singular(phrase.head))
    if office is None or phrase.named:
        return False
    others = [phrase.of or phrase.owner]
    if others == [None] and office.predicate != "created":  # "a designer at Globex" made nothing of the name
        others = list(_at(clause))
    done = False
    for other in (one for one in others if one is not None):
        for known in scene.refer(other, office.owner) or _plain(scene, office, other):
            for subject in subjects:
                put(scene, clause, (subject, office.predicate, known), when)
                done = True
    return done


def _leads(scene: Scene, clause: Clause, subjects: list[Known], when: Timing) -> bool:
    """ "Ana is head of the Estuary Lab"."""
    action = clause.action
    led = [one.of for one in clause.objects if one.head in _HEADS and one.of is not None and not one.named]
    for phrase in named_with(clause, words("of")):
        between = scene.passage.text[action.span.end : phrase.span.start] if action is not None else ""
        led += [phrase] if re.fullmatch(r"\s*(?:now\s+|currently\s+)?(?:the\s+)?head\s+of\s+", between) else []
    led = [one for one in led if one.spotted is not None and elect(one.spotted.name.votes) in ("organization", None)]
    for known in (led_one for one in led for led_one in scene.refer(one, "organization")):
        for subject in subjects:
            put(scene, clause, (subject, "manages", known), when)
    return bool(led and subjects)


def _plain(scene: Scene, office: Role, phrase: Phrase) -> list[Known]:
    known = scene.common(phrase, office.owner or "concept", plain=office.predicate in ("likes", "maintains", "owns"))
    return [known] if known is not None and office.predicate in ("likes", "maintains", "owns") else []


def _at(clause: Clause) -> list[Phrase]:
    return [
        one
        for prep, many in clause.preps
        if prep in ("at", "for", "with")
        for one in many
        if prep != "for" or (one.spotted is not None and elect(one.spotted.name.votes) == "organization")
    ]


def _job(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "is a plumber", "is an engineer at Google", "is head of design at Marl & Sons"."""
    head = phrase.head
    post = head in _POSTS and phrase.of is not None
    theirs = phrase.owner is not None and phrase.owner.pronoun in ("they", "it")
    if (
        phrase.named
        or "such" in clause.adverbs
        or re.search(r"\b(?:such|quite|what)\s+an?\s+$", scene.passage.text[: phrase.core.start][-16:]) is not None
        or (phrase.owner is not None and not post and not theirs)
        or not (is_job(singular(head)) or is_trade(phrase.det, phrase.words) or post or _turned(clause, phrase))
    ):
        return False
    if not subjects or any(subject.kind not in ("person", None) for subject in subjects):
        return False
    title = scene.text(phrase) if phrase.det or not is_plural(head) else singular(scene.text(phrase))
    if post and phrase.of is not None and not phrase.of.named:
        title = f"{title} of {scene.text(phrase.of)}"
    for subject in subjects:
        put(scene, clause, (subject, "job_title", title), when)
        for employer in [phrase.of] if phrase.of is not None and phrase.of.named else _at(clause):
            for known in scene.refer(employer, "organization") if employer.named else []:
                put(scene, clause, (subject, "works_at", known), when)
        if phrase.spotted is not None and not phrase.name_last:
            put(scene, clause, (subject, "works_at", scene.cast.called(phrase.spotted, "organization")), when)
    return True


def _turned(clause: Clause, phrase: Phrase) -> bool:
    return clause.action is not None and clause.action.lemma == "become" and becomes_job(phrase.det, phrase.head)


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
    scene.cast.own_names.add(name_key(text))
    return True


def _tool(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "My editor is Helix", "side projects are all Node 22"."""
    subject = clause.subjects[0] if clause.subjects else None
    if subject is None or subject.named or not phrase.named or phrase.spotted is None:
        return False
    if subject.head in OWNED and subject.owner is not None:
        for known in scene.refer(phrase, "thing"):
            put(scene, clause, (next(iter(scene.refer(subject.owner)), scene.cast.me), "owns", known), when)
        return True
    if singular(subject.head) not in TOOL_ROLES or known_kind(phrase.spotted.name.votes) not in ("thing", None):
        return False
    if subject.det not in ("my", "our", "") or (subject.owner is None and elect(phrase.spotted.name.votes) != "thing"):
        return False
    for known in scene.refer(phrase, "thing"):
        put(scene, clause, (scene.cast.me, "uses", known), when)
    return True


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
