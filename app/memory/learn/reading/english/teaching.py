"""Clauses with "teach": who teaches whom, and what: "Victor teaches me chess", "Ana teaches Spanish to Tom"."""

from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import after, is_matter
from app.memory.learn.reading.english.timing import Timing
from app.memory.learn.reading.names import known_kind


def read_teaching(scene: Scene, clause: Clause, subjects: list[Known], when: Timing) -> bool:
    """File what a clause says of lessons that go on, where it says whose. Returns whether it said anything.

    A book or a year may teach one something, too: only a person is a teacher here.
    """
    action = clause.action
    teachers = [one for one in subjects if one.kind == "person" or one is scene.cast.me]
    if action is None or action.negated or action.passive or action.participle or not teachers:
        return False
    if action.ended or action.frame or action.tense not in ("present", "bare", "perfect"):
        return False
    learners = [one for phrase in (*clause.objects, *after(clause, "to")) for one in _learners(scene, phrase)]
    matters = [one for phrase in clause.objects if learners for one in _matters(scene, phrase, clause)]
    if not matters:  # "my mother teaches me to be patient" is no lesson
        return False
    learners = [one for one in learners if one not in teachers]
    for learner in learners:
        for teacher in teachers:
            scene.fact(teacher, "teaches", learner, when)
        for matter in matters:
            scene.fact(learner, "learns", matter, when)
    return bool(learners)


def _learners(scene: Scene, phrase: Phrase) -> list[Known]:
    if phrase.literal or phrase.pronoun == "it":
        return []
    if phrase.named and known_kind(phrase.spotted.name.votes if phrase.spotted else ()) != "person":
        return []
    role = scene.role(phrase)
    if not phrase.named and not phrase.pronoun and (role is None or role.kind != "person" or phrase.owner is None):
        return []
    return [one for one in scene.refer(phrase, "person") if one.kind == "person" or one is scene.cast.me]


def _matters(scene: Scene, phrase: Phrase, clause: Clause) -> list[Known]:
    if phrase.literal or phrase.pronoun or phrase.owner is not None or scene.role(phrase) is not None:
        return []
    if not is_matter(scene, phrase, clause):
        return []
    if phrase.named:
        votes = phrase.spotted.name.votes if phrase.spotted else ()
        return scene.refer(phrase, "concept") if known_kind(votes) in ("concept", "thing") else []
    known = scene.common(phrase, "concept", plain=True)
    return [known] if known is not None else []
