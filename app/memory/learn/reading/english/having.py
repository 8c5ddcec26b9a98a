"""Facts of clauses with "have": relatives, ailments, posts and possessions."""

import re

from app.memory.learn.reading.english import attributes
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import is_plural, role_of, singular
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.stating import put
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.names import elect


def read_have(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "have a daughter, Luz", "has a friend named Mike", "have asthma", "have a job at X"."""
    action = clause.action
    assert action is not None
    when = timing(clause.whens, action, scene.today)
    baby = action.tense in ("past", "perfect") and any(_newborn(one) for one in clause.objects)
    if (action.tense == "past" and not baby) or action.negated or action.passive:
        return False
    found = False
    for phrase in clause.objects:
        for reader in (_relative, _ailment, _post, _possession):
            if reader(scene, clause, subjects, phrase, when):
                found = True
                break
    return found


def _newborn(phrase: Phrase) -> bool:
    """ "had a baby girl, Anika"."""
    told = phrase.also if phrase.also is not None else phrase
    return told.head in ("baby", "girl", "boy", "twins", "son", "daughter") and phrase.named


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
    if singular(described.head) in ("twin", "triplet", "sibling") and role.predicate == "sibling_of":
        role = role_of("child" if described.head != "siblings" else "sibling") or role
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
        put(scene, clause, (subject, "diagnosed_with", known), when)
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
                        put(scene, clause, (subject, "works_at", known), when)
                elif prep == "as":
                    put(scene, clause, (subject, "job_title", scene.text(one)), when)
    return True


def _possession(scene: Scene, clause: Clause, subjects: list[Known], phrase: Phrase, when: Timing) -> bool:
    """ "have a Honda Civic": a proper name after "a" that is no person's, place's or event's."""
    if not phrase.named or phrase.det not in ("a", "an") or phrase.spotted is None:
        return False
    if elect(phrase.spotted.name.votes) not in ("thing", None, "organization"):
        return False
    for known in scene.refer(phrase, "thing"):
        for subject in subjects:
            put(scene, clause, (subject, "owns", known), when)
    return True
