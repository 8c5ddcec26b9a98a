"""Other names, and relations that two share: "everyone calls her Liz", "Petra and Ilse are married"."""

from app.memory.learn.reading.english import contacts
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import PROFESSIONALS
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import named_with
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.relations import relations


def told(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """What holds even as a request: "call me Kit", "you can reach me on 0117 …"."""
    if contacts.reachable(scene, clause):
        return True
    action = clause.action
    asked = action is not None and action.lemma == "call" and not clause.subjects
    return (
        asked
        and len(clause.objects) == 2
        and clause.objects[1].named
        and _give(scene, clause.objects[0], clause.objects[1])
    )


def alias(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Everyone calls her Liz", "he goes by Bram", "call me Kit", "my cat is called Pudding"."""
    action = clause.action
    if action is None or action.negated or action.unreal:
        return False
    if action.lemma in ("call", "name", "nickname", "dub") and len(clause.objects) == 2 and clause.objects[1].named:
        return _give(scene, clause.objects[0], clause.objects[1])
    if action.lemma in ("name", "call") and _christened(scene, clause, subjects):
        return True
    named = next((one for one in clause.objects if one.named), None)
    if action.lemma in ("be_called", "be_named") and named is not None and len(clause.subjects) == 1:
        return _give(scene, clause.subjects[0], named)
    by = named_with(clause, words("by as"))
    if by and (action.lemma == "go" or action.lemma == "be_known") and len(clause.subjects) == 1:
        return _give(scene, clause.subjects[0], by[0])
    return False


def _christened(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "We named the puppy Waffles": it is ours."""
    phrase = clause.objects[0] if len(clause.objects) == 1 else None
    role = scene.role(phrase) if phrase is not None and phrase.named and phrase.det == "the" else None
    action = clause.action
    if phrase is None or role is None or role.predicate not in ("has_pet", "parent_of") or action is None:
        return False
    if action.tense not in ("past", "perfect") or action.passive:
        return False
    scene.related(subjects, role, scene.refer(phrase, role.kind))
    return bool(subjects)


_MUTUAL = {"be_married": "married_to", "marry": "married_to", "wed": "married_to", "be_engaged": "partner_of"}


_PARTING = {"be_divorced": "married_to", "divorce": "married_to", "separate": "married_to", "split_up": "partner_of"}


_PARTING |= {"be_separated": "married_to", "break_up": "partner_of"}


def mutual(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Petra and Ilse are married", "Sam and I got divorced", "Ana and Bea are sisters"."""
    action = clause.action
    if action is None or len(subjects) != 2 or action.negated or action.unreal or clause.preps:
        return False
    when = timing(clause.whens, action, scene.today)
    first, second = sorted(subjects, key=lambda one: one is not scene.cast.me)
    first.kind, second.kind = first.kind or "person", second.kind or "person"
    if action.lemma in _PARTING and not clause.objects:
        scene.end(first, _PARTING[action.lemma], second, when.start)
        return True
    predicate = _MUTUAL.get(action.lemma, "") if not clause.objects else ""
    role = scene.role(clause.objects[0]) if action.lemma == "be" and len(clause.objects) == 1 else None
    if role is not None and clause.objects[0].owner is None and relations().of(role.predicate).symmetric:
        predicate = role.predicate
    if predicate:
        scene.fact(first, predicate, second, when)
    return bool(predicate)


def wedding(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Edmund got married three days ago!": the spouse may be named in the next sentence."""
    action = clause.action
    if action is None or action.lemma not in ("be_married", "marry") or clause.objects or len(subjects) != 1:
        return False
    past = action.tense == "past" or action.frame == "begin" or action.passive
    if past and not (action.negated or action.unreal or action.ended or named_with(clause, words("to with"))):
        scene.pending[subjects[0].name] = timing(clause.whens, action, scene.today)
    return False


def _give(scene: Scene, whom: Phrase, name: Phrase) -> bool:
    assert name.spotted is not None
    text = name.spotted.name.text
    scene.values.add(name.spotted.name.span)
    role = scene.role(whom)
    owner = whom.owner
    if role is not None and owner is not None and not whom.named:
        bearer = scene.cast.called(name.spotted, role.kind)
        bearer.tag = whom.head
        scene.related(scene.refer(owner), role, [bearer])
        return True
    if owner is not None and not whom.named and whom.head in PROFESSIONALS:
        scene.values.discard(name.spotted.name.span)
        for known in scene.refer(name, "person"):
            scene.fact(known, "job_title", whom.head, Timing())
        return True
    for known in scene.refer(whom):
        if text not in known.aliases and text != known.name:
            known.aliases.append(text)
        known.kept = known.kept or known is not scene.cast.me
        return True
    return False
