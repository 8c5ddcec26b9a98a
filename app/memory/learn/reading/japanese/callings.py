"""Sentences that give somebody a name: 名前は…, あだ名は…, 上司は…, 猫は…, 相手は…."""

import re
from dataclasses import replace

from app.memory.learn.reading.japanese.fits import pet
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.page import Period
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene

NAMES = ("名前", "名", "本名", "氏名", "フルネーム", "名まえ", "なまえ")
_NICKNAMES = ("あだ名", "愛称", "通称", "ニックネーム", "別名", "略称", "呼び名")


def called(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """名前は…: of the speaker a name, of an animal or a relative what it is called. あだ名は…: another name."""
    if topic.text in _NICKNAMES:
        who, name = scene.whose(topic), scene.story.read(noun)
        if who is not None and name is not None and not who.me and not who.nameless:
            scene.story.alias(who, name)
        return True
    name = scene.story.read(noun) if topic.text in NAMES else None
    if name is not None:
        owner = scene.story.read(topic.owners[-1]) if topic.owners else None
        _name_of(scene, owner, name, noun)
    return topic.text in NAMES


def _name_of(scene: Scene, owner: Reference | None, name: Reference, noun: Nominal) -> None:
    story = scene.story
    if any(word.cls == "number" for word in noun.words):
        return  # 二つ年上
    if (owner is not None and pet(owner)) or (owner is None and story.pet is not None):
        _pet_name(scene, replace(name, kind="thing", species=(owner or story.pet or name).name))
    elif owner is not None and owner.nameless and owner.role:
        _person_of(scene, replace(name, role=owner.role, owner=owner.owner, former=owner.former))
    elif owner is None and story.newcomer:
        _person_of(scene, replace(name, role=story.newcomer))
    elif owner.me if owner is not None else _of_oneself(scene):
        replace(scene, subject=MYSELF).tell("name_is", noun.whole, scene.since or scene.happened)


def _person_of(scene: Scene, name: Reference) -> None:
    person = replace(name, kind="person", proof="form")
    scene.story.relate(person, None)
    scene.story.remember(person, topical=True)


def _of_oneself(scene: Scene) -> bool:
    """Whether a bare "名前は…" is the speaker's own: it opens the turn, or the speaker is the topic."""
    if scene.subject is None or not scene.subject.me:
        return False
    return scene.subject.end > 0 or not scene.story.begun


def _pet_name(scene: Scene, name: Reference) -> None:
    keeper, pet_before = scene.story.keeper, scene.story.pet
    same = pet_before is not None and name.species in (pet_before.name, pet_before.species)
    others = same and keeper not in ("", scene.page.name(MYSELF))
    owner = Reference(keeper, "person", 0, 0, "form") if others else MYSELF
    scene.page.unsay(owner, "has_pet", name.species)
    scene.page.tell(owner, "has_pet", name, scene.span)
    scene.story.pet = name.carried()


def partner(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """相手は…, after a wedding was told."""
    if topic.text not in ("相手", "お相手", "新郎", "新婦", "結婚相手") or scene.story.wedding is None:
        return False
    who, predicate, when = scene.story.wedding
    other = scene.story.read(noun)
    if other is not None and not other.nameless and other.kind in (None, "person"):
        scene.page.tell(who, predicate, replace(other, kind="person"), scene.span, Period(when))
    return True


def role_is(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """上司は小田島さん, 猫はミケ: the role, then the name."""
    if _several_are(scene, topic, noun):
        return True
    reference = scene.story.read(topic)
    name = scene.story.read(noun)
    if reference is None or name is None or name.nameless or name.me or noun.relative is not None:
        return False
    fits = name.kind in (None, "thing") or (name.person and name.proof != "form")
    if pet(reference) and not pet(name) and fits and not reference.proof and _can_name(noun):
        _pet_name(scene, replace(name, kind="thing", species=reference.name))
        return True
    if not reference.nameless or not reference.role or reference.former or not _person_name(name, noun):
        return False
    _person_of(scene, replace(name, role=reference.role, owner=reference.owner))
    return True


_COUNT = re.compile(r"(?:[\d一二三四五六七八九]+[人名匹頭]|ふたり|みたり)(?:組|だけ)?")


def _several_are(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """部下は三浦と長谷川の二人です: each of several has the role."""
    reference = scene.story.read(topic)
    last = noun.last_owner if _COUNT.fullmatch(noun.text) and noun.links[-1:] == ("の",) else noun
    items = [item for argument in scene.clause.all("と", "") for item in argument.items if item is not topic]
    if reference is None or not reference.nameless or not reference.role or reference.former or last is None:
        return False
    if not items and last is noun:
        return False
    people = [(scene.story.read(item), item) for item in (*items, last)]
    if not all(
        ref is not None and not ref.me and not ref.nameless and _a_person(scene, ref, item) for ref, item in people
    ):
        return False
    for ref, _ in people:
        if ref is not None:
            _person_of(scene, replace(ref, role=reference.role, owner=reference.owner))
    return True


def _a_person(scene: Scene, reference: Reference, item: Nominal) -> bool:
    likely = reference.kind in (None, "place") and not item.owners and scene.story.namer.likely_person(item.words)
    return likely or _person_name(reference, item)


def _can_name(noun: Nominal) -> bool:
    given = len(noun.words) == 1 and noun.words[0].detail.endswith(("人名.名", "人名.一般"))
    return not noun.owners and (given or re.fullmatch(r"[ァ-ヺーぁ-ん]{2,8}|[A-Z][a-z]+", noun.text) is not None)


def _person_name(name: Reference, noun: Nominal) -> bool:
    """Whether the noun can be somebody's name: a title or the morphology says so, or it is Latin or katakana."""
    if name.kind == "person":
        return bool(name.proof) and not noun.text.endswith(("出身", "在住", "生まれ", "育ち"))
    if noun.text.endswith(("出身", "在住", "生まれ", "育ち", "中", "好き")):
        return False
    return name.kind is None and name.proof == "shape" and not noun.owners and len(name.name) > 1


def known_with(scene: Scene, noun: Nominal) -> bool:
    """鷲尾とは昔からの知り合い: who it is stands with と."""
    predicate = lexicon().relations.get(noun.text, "")
    if predicate not in ("friend_of", "knows", "colleague_of", "classmate_of", "relative_of", "partner_of"):
        return False
    others = [ref for argument in scene.clause.all("と") for ref in scene.story.read_all(argument.items)]
    sure = [
        ref
        for ref in others
        if ref.name and not ref.me and not ref.nameless and ref.nominal is not None
        and (ref.person or (ref.kind in (None, "place") and scene.story.namer.likely_person(ref.nominal.words)))
    ]  # fmt: skip
    for other in sure:
        person = replace(other, kind="person", proof="form")
        scene.tell(predicate, person, scene.since)
        scene.story.remember(person, topical=False)
    return bool(sure)
