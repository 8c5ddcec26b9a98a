"""Clauses whose topic is a property: 出身は…, 上司は…, 猫の名前は…, 締切は…, 電話番号は…."""

import re
from dataclasses import replace

from app.memory.learn.reading.japanese.frames import pet
from app.memory.learn.reading.japanese.keys import KEYS
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.page import Period
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.segments import EMAIL, PHONE
from app.memory.learn.reading.japanese.slots import is_product
from app.memory.learn.reading.japanese.subjects import subject_of

_NAMES = ("名前", "名", "本名", "氏名", "フルネーム", "名まえ", "なまえ")
_NICKNAMES = ("あだ名", "愛称", "通称", "ニックネーム", "別名", "略称", "呼び名")
_PHONES = re.compile(r"電話|電話番号|携帯|携帯番号|携帯電話|TEL|Tel|tel|ケータイ|スマホの番号|連絡先|番号|固定電話")
_MAILS = re.compile(r"メール|メールアドレス|メアド|アドレス|Eメール|email|Email|E-mail|mail|連絡先")
_PAPERS = re.compile(
    r".*(?:書|届|レポート|論文|申請|申し?込み?|応募|原稿|課題|宿題|報告|提出|納品|エントリー|登録|返却|支払い?|請求|見積もり?|稿)"
)


def topical(scene: Scene) -> bool:
    """Read "AはB" by what A is. True if it was that kind of sentence."""
    argument = scene.clause.first("は", "が", "も", "って", "")
    if argument is None:
        return _dated_end(scene, None) or _contact_alone(scene)
    topic = argument.items[0]
    if len(argument.items) > 1:
        return False
    return _dated_end(scene, topic) or _contact(scene, topic) or _answered(scene, topic)


def _answered(scene: Scene, topic: Nominal) -> bool:
    noun = scene.clause.noun
    if noun is None and scene.clause.base in ("いう", "言う", "申す") and topic.text in _NAMES:
        said = scene.clause.first("と", "って")
        noun = said.items[-1] if said else None
    if noun is None or scene.flags & {"negated"} or noun.dated:
        return False
    _typed(scene, topic, noun)
    return (
        _favorite(scene, topic, noun) or _called(scene, topic, noun) or _partner(scene, topic, noun)
        or _keyed(scene, topic, noun) or _role_is(scene, topic, noun) or _device(scene, topic, noun)
    )  # fmt: skip


def _typed(scene: Scene, topic: Nominal, noun: Nominal) -> None:
    """課題本：『…』 says that it is a book, 主催：… that it is a person."""
    reference = scene.story.read(noun)
    if reference is None or reference.kind is not None or reference.proof != "form":
        return
    kind = lexicon().category(topic.text) or ("person" if lexicon().has("forms.person_keys", topic.text) else None)
    if kind is not None:
        scene.page.mention(reference, kind)
        scene.story.known[reference.name] = kind


def _whose(scene: Scene, topic: Nominal) -> Reference | None:
    """Whose property it is: the owner of the topic, or the subject so far."""
    owners = [owner for owner in topic.owners if owner.text not in ("今", "新しい", "現在")]
    if not owners:
        return scene.subject if scene.subject is not None else MYSELF
    if owners[-1].text in ("その", "この", "あの"):
        return scene.story.person
    owner = scene.story.read(owners[-1])
    if owner is None:
        return None
    return owner if owner.person and (owner.me or scene.story.settled(owner)) else None


def _said_of(scene: Scene, topic: Nominal) -> Scene | None:
    who = _whose(scene, topic)
    return replace(scene, subject=who) if who is not None else None


def _whole(noun: Nominal) -> str:
    """The noun with its owners, as one value: 夜の灯台."""
    text = ""
    for owner, link in zip(noun.owners, noun.links, strict=True):
        text += owner.text + link
    return text + noun.text


def _favorite(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    liked = topic.relative is not None and topic.relative.base in ("好き", "大好き")
    treasured = any(owner.text in ("お気に入り", "いちばん好き", "イチオシ") for owner in topic.owners)
    if (not liked and not treasured) or topic.text in ("人", "の", "もの", "こと", "ところ", "タイプ"):
        return False
    who = MYSELF
    if topic.relative is not None:
        found = subject_of(scene.story, topic.relative, scene.story.topic)
        who = found if found is not None else MYSELF
    owner = next((ref for ref in scene.story.read_all(topic.owners) if ref.person), None)
    word = lexicon().favorites.get(topic.text, topic.text.replace(" ", "_"))
    target = replace(scene, subject=owner or who)
    answer = scene.story.read(noun)
    text = answer.name if answer is not None and answer.person and not noun.owners else _whole(noun)
    target.tell(f"favorite_{word}", text, scene.since)
    return True


def _called(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """名前は…: of the speaker a name, of an animal or a relative what it is called."""
    if topic.text in _NICKNAMES:
        who, name = _whose(scene, topic), scene.story.read(noun)
        if who is not None and name is not None and not who.me and not who.nameless:
            scene.story.alias(who, name)
        return True
    if topic.text not in _NAMES:
        return False
    name = scene.story.read(noun)
    owner = scene.story.read(topic.owners[-1]) if topic.owners else None
    if name is None:
        return True
    if (owner is not None and pet(owner)) or (owner is None and scene.story.pet is not None):
        _pet_name(scene, replace(name, kind="thing", species=(owner or scene.story.pet or name).name))
    elif owner is not None and owner.nameless and owner.role:
        scene.story.relate(replace(name, kind="person", role=owner.role, owner=owner.owner, former=owner.former), None)
        scene.story.remember(replace(name, kind="person", proof="form"), topical=True)
    elif (owner is None and (scene.subject is None or scene.subject.me)) or (owner is not None and owner.me):
        replace(scene, subject=MYSELF).tell("name_is", _whole(noun), scene.since or scene.happened)
    return True


def _pet_name(scene: Scene, name: Reference) -> None:
    scene.page.tell(MYSELF, "has_pet", name, scene.span)
    scene.story.pet = name.carried()


def _partner(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """相手は…, after a wedding was told."""
    if topic.text not in ("相手", "お相手", "新郎", "新婦", "結婚相手") or scene.story.wedding is None:
        return False
    who, predicate, when = scene.story.wedding
    partner = scene.story.read(noun)
    if partner is not None and not partner.nameless and partner.kind in (None, "person"):
        scene.page.tell(who, predicate, replace(partner, kind="person"), scene.span, Period(when))
    return True


def _keyed(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    handler = KEYS.get(topic.text)
    if handler is None or ("past" in scene.flags and topic.text not in ("出身", "地元", "著者", "作者", "監督")):
        return handler is not None
    target = _said_of(scene, topic)
    if target is not None or topic.text in ("著者", "作者", "原作", "監督", "作曲", "開発者", "創業者", "設立者"):
        handler(target or scene, noun)
    return True


def _role_is(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """上司は小田島さん, 猫はミケ: the role, then the name."""
    reference = scene.story.read(topic)
    name = scene.story.read(noun)
    if reference is None or name is None or name.nameless or name.me or noun.relative is not None:
        return False
    if pet(reference) and not pet(name) and name.kind in (None, "thing") and not reference.proof and _can_name(noun):
        _pet_name(scene, replace(name, kind="thing", species=reference.name))
        return True
    if not reference.nameless or not reference.role or reference.former or not _person_name(name, noun):
        return False
    named = replace(name, kind="person", proof="form", role=reference.role, owner=reference.owner)
    scene.story.relate(named, None)
    scene.story.remember(named, topical=True)
    return True


def _can_name(noun: Nominal) -> bool:
    return not noun.owners and re.fullmatch(r"[ァ-ヺーぁ-ん]{2,8}|[A-Z][a-z]+", noun.text) is not None


def _person_name(name: Reference, noun: Nominal) -> bool:
    """Whether the noun can be somebody's name: a title or the morphology says so, or it is Latin or katakana."""
    if name.kind == "person":
        return bool(name.proof) and not noun.text.endswith(("出身", "在住", "生まれ", "育ち"))
    if noun.text.endswith(("出身", "在住", "生まれ", "育ち", "中", "好き")):
        return False
    return name.kind is None and name.proof == "shape" and not noun.owners and len(name.name) > 1


def _device(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    """エディタはZed: the tool that somebody uses for it."""
    words = lexicon()
    if not any(topic.text.endswith(word) for word in words.sets["categories.device"]):
        return False
    target = _said_of(scene, replace(topic, owners=tuple(o for o in topic.owners if o.text in words.sets["people.me"])))
    for reference in scene.story.read_all((noun,)):
        if target is not None and is_product(reference) and "past" not in scene.flags:
            target.tell("uses", reference, scene.since)
    return True


def _contact_alone(scene: Scene) -> bool:
    """電話番号が変わりました。080-…です: the number is all that the second sentence says."""
    noun = scene.clause.noun
    detail = noun.words[0].detail if noun is not None and len(noun.words) == 1 else ""
    if noun is None or detail not in ("phone", "email") or detail not in scene.story.asked:
        return False
    scene.tell(detail, noun.text, scene.since)
    return True


def _contact(scene: Scene, topic: Nominal) -> bool:
    """A telephone number or a mail address, whoever's it is."""
    items = [item for argument in scene.clause.arguments for item in argument.items]
    words = [word for item in (*items, *([scene.clause.noun] if scene.clause.noun else [])) for word in item.words]
    found = False
    for word in words:
        predicate = "email" if word.detail == "email" else "phone" if word.detail == "phone" else ""
        pattern = _MAILS if predicate == "email" else _PHONES
        if (
            not predicate
            or not (pattern.fullmatch(topic.text) or pattern.search(topic.text))
            or scene.flags & {"negated"}
        ):
            continue
        target = _said_of(scene, topic)
        if target is not None and (EMAIL if predicate == "email" else PHONE).fullmatch(word.text):
            target.tell(predicate, word.text, scene.since)
            found = True
    return found


def _dated_end(scene: Scene, topic: Nominal | None) -> bool:
    """締切は18日, 次回は7月4日, 誕生日は6月9日, 18日が締切."""
    if not scene.clause.dates or scene.flags & {"negated"}:
        return False
    noun = scene.clause.noun
    keyed = topic if topic is not None and _date_key(topic.text) else noun if noun and _date_key(noun.text) else None
    if keyed is None:
        return topic is not None and _until(scene, topic)
    predicate = _date_key(keyed.text)
    owner = topic if keyed is noun and topic is not None and topic is not noun else None
    when = scene.clause.dates[-1][0]
    if predicate == "birthday":
        target = _said_of(scene, keyed) if owner is None else replace(scene, subject=scene.story.read(owner))
        if target is not None and target.subject is not None and target.subject.person and when.yearless():
            target.tell("birthday", when.yearless())
        return True
    bearer = _bearer(scene, keyed, owner)
    day = when.at("future")
    if bearer is not None and day is not None:
        scene.page.tell(bearer, predicate, day.text, scene.span)
    return True


def _date_key(text: str) -> str:
    words = lexicon()
    if text in ("誕生日", "生年月日", "バースデー", "お誕生日"):
        return "birthday"
    if words.has("values.due", text):
        return "due_on"
    return "starts_on" if words.has("values.start", text) else ""


def _bearer(scene: Scene, keyed: Nominal, owner: Nominal | None) -> Reference | None:
    """What has the deadline: 提案書 of 提案書の締切; the heading, or what was spoken of, for a bare 次回."""
    carrier = owner or (keyed.owners[-1] if keyed.owners else None)
    if carrier is None:
        return scene.story.heading or scene.story.work
    reference = scene.story.read(carrier)
    if reference is None or reference.person or reference.me:
        return None
    return replace(reference, kind=reference.kind or "thing")


def _until(scene: Scene, topic: Nominal) -> bool:
    """提案書は18日まで."""
    until = next((when for when, case in scene.clause.dates if case in ("まで", "までに")), None)
    if until is None or _PAPERS.fullmatch(topic.text) is None or "past" in scene.flags:
        return False
    reference, day = scene.story.read(topic), until.at("future")
    if reference is not None and day is not None and not reference.person:
        scene.page.tell(replace(reference, kind=reference.kind or "thing"), "due_on", day.text, scene.span)
    return True
