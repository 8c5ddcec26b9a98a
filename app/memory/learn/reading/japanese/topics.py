"""Clauses whose topic is a property: 出身は…, 上司は…, 猫の名前は…, 締切は…, 電話番号は…."""

import re
from dataclasses import replace

from app.memory.learn.reading.japanese.callings import NAMES, called, partner, role_is
from app.memory.learn.reading.japanese.keys import KEYS, MAKERS
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference, full
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.segments import EMAIL, PHONE
from app.memory.learn.reading.japanese.slots import is_product
from app.memory.learn.reading.japanese.subjects import subject_of

_PHONES = re.compile(r"電話|電話番号|携帯|携帯番号|携帯電話|TEL|Tel|tel|ケータイ|スマホの番号|連絡先|番号|固定電話")
_MAILS = re.compile(r"メール|メールアドレス|メアド|アドレス|Eメール|email|Email|E-mail|mail|連絡先")
_OCCASION = re.compile(
    r"(?:会|式|祭|試験|面接|発表|会議|打ち合わせ|ミーティング|公演|旅行|出張|セミナー|ライブ|コンサート|フェス|展|合宿|研修|検診|健診|手術|引っ越し|"
    r"訓練|定例|例会|朝礼|面談|懇談|懇親|講座|講習|ツアー|フェア|展示|大会|マルシェ|縁日|総会|例会|募集|販売|セール)$"
)
_PAPERS = re.compile(
    r".*(?:書|届|レポート|論文|申請|申し?込み?|応募|原稿|課題|宿題|報告|提出|納品|エントリー|登録|返却|申告|受付|受け付け|支払い?|請求|見積もり?|稿)"
)


def topical(scene: Scene) -> bool:
    """Read "AはB" by what A is. True if it was that kind of sentence."""
    if _most_liked(scene):
        return True
    argument = scene.clause.first("は", "が", "も", "って", "")
    if argument is None:
        return _dated_end(scene, None) or _contact_alone(scene)
    topic = argument.items[0]
    if len(argument.items) > 1:
        return False
    return _dated_end(scene, topic) or _contact(scene, topic) or _vehicle(scene, topic) or _answered(scene, topic)


def _answered(scene: Scene, topic: Nominal) -> bool:
    noun = scene.clause.noun
    if noun is None and scene.clause.base in ("いう", "言う", "申す") and topic.text in NAMES:
        said = scene.clause.first("と", "って")
        noun = said.items[-1] if said else None
    if noun is None and scene.clause.base == "変わる" and topic.relative is not None and "past" in scene.flags:
        now = scene.clause.first("に", "へ")  # 好きな色は藍色から深緑に変わった
        noun = now.items[-1] if now else None
    if noun is None or scene.flags & {"negated"} or noun.dated:
        return False
    _typed(scene, topic, noun)
    return (
        _favorite(scene, topic, noun) or called(scene, topic, noun) or partner(scene, topic, noun)
        or _keyed(scene, topic, noun) or role_is(scene, topic, noun) or _device(scene, topic, noun)
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


def _said_of(scene: Scene, topic: Nominal) -> Scene | None:
    who = scene.whose(topic)
    return replace(scene, subject=who) if who is not None else None


def _most_liked(scene: Scene) -> bool:
    """玄米茶が一番好きなお茶です: the favourite before its kind."""
    noun = scene.clause.noun
    relative = noun.relative if noun is not None else None
    if noun is None or relative is None or relative.base not in ("好き", "大好き"):
        return False
    if not {"一番", "いちばん"} & {*relative.adverbs, *scene.clause.adverbs} or scene.flags & {"negated"}:
        return False
    argument = relative.first("が") or scene.clause.first("が", "は")
    if argument is None or scene.story.read(argument.items[-1]) is MYSELF:
        return False
    word = lexicon().favorites.get(noun.text, noun.text.replace(" ", "_"))
    replace(scene, subject=scene.story.topic or MYSELF).tell(f"favorite_{word}", argument.items[-1].whole, scene.since)
    return True


def _favorite(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    if topic.relative is not None and topic.relative.base in ("嫌い", "大嫌い", "苦手"):
        if "past" not in scene.flags:
            KEYS["苦手"](scene, noun)
        return True
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
    text = answer.name if answer is not None and answer.person and not noun.owners else noun.whole
    joined = [item.whole for argument in scene.clause.all("と") for item in argument.items]
    target.tell(f"favorite_{word}", "と".join([*joined, text]), scene.since)
    return True


def _keyed(scene: Scene, topic: Nominal, noun: Nominal) -> bool:
    handler, asked = KEYS.get(topic.text), scene.clause.first("が")
    who = scene.subject
    if who is None and asked is not None and scene.clause.first("は") is None and not _human(scene, asked.items[-1]):
        who = scene.story.topic or MYSELF
    if handler is None and noun.text in KEYS and asked is not None and who is not None:
        KEYS[noun.text](replace(scene, subject=who), asked.items[-1])  # 黒田さんは釣りが趣味だ
        return True
    if handler is None or ("past" in scene.flags and topic.text not in ("出身", "地元", *MAKERS)):
        return handler is not None
    target = _said_of(scene, topic)
    if target is not None or topic.text in MAKERS:
        handler(target or scene, noun)
    return True


def _human(scene: Scene, nominal: Nominal) -> bool:
    reference = scene.story.read(nominal)
    return reference is not None and (reference.person or bool(reference.role))


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


_VEHICLES = ("愛車", "車", "マイカー", "バイク", "自転車", "クルマ", "愛機")


def _vehicle(scene: Scene, topic: Nominal) -> bool:
    """車はプリウス, バイクはW800を所有, 車はジムニーに乗っている: one owns what is so called."""
    whose = [owner for owner in topic.owners if owner.text not in lexicon().sets["people.me"]]
    if topic.text not in _VEHICLES or whose or scene.flags & {"negated", "past", "plan"}:
        return False
    base = scene.clause.base
    case = {"所有する": "を", "持つ": "を", "乗る": "に"}.get(base, "")
    told = [item for argument in scene.clause.all(case) for item in argument.items] if case else []
    if scene.clause.noun is not None and not base:
        told = [scene.clause.noun]
    named = [ref for ref in scene.story.read_all(told) if re.fullmatch(r"[ァ-ヺー]{2,}.*|[A-Z].*", ref.name)]
    for reference in named:
        if not lexicon().has("values.plain_things", reference.name) and reference.name not in lexicon().categories:
            replace(scene, subject=scene.story.topic or MYSELF).tell(
                "owns", replace(reference, kind="thing", proof="shape"), scene.since
            )
    return bool(named)


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
            or topic.text.startswith(("代表", "注文", "予約", "受付", "問い合わせ", "お問い合わせ", "会員", "FAX"))
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
        return topic is not None and (_until(scene, topic) or _held(scene, topic) or _opens(scene, topic))
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


def _opens(scene: Scene, topic: Nominal) -> bool:
    """防災訓練は9月6日から: an occasion and nothing but the day from which it is."""
    clause = scene.clause
    said = clause.noun is not None and not clause.noun.dated
    day = next((when.at("future") for when, case in clause.dates if case == "から"), None)
    if day is None or clause.base or said or clause.flags & {"past", "negated"}:
        return False
    reference = scene.story.read(topic)
    event = reference is not None and (reference.kind == "event" or _OCCASION.search(topic.text) is not None)
    if reference is not None and event and not reference.person:
        scene.page.tell(replace(full(reference), kind="event"), "starts_on", day.text, scene.span)
    return event


def _held(scene: Scene, topic: Nominal) -> bool:
    """結婚式は10月10日です: an occasion on its day."""
    noun = scene.clause.noun
    if noun is None or not noun.dated or _OCCASION.search(topic.text) is None or "past" in scene.flags:
        return False
    reference, day = scene.story.read(topic), scene.clause.dates[-1][0].at("future")
    if reference is not None and day is not None and not reference.person:
        scene.page.tell(replace(full(reference), kind="event"), "starts_on", day.text, scene.span)
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
    carrier = owner or keyed.last_owner
    if carrier is None:
        return scene.story.heading or scene.story.work
    reference = scene.story.read(carrier)
    if reference is None or reference.person or reference.me:
        return None
    occasion = _OCCASION.search(reference.name) is not None
    return replace(full(reference), kind=reference.kind or ("event" if occasion else "thing"))


def _until(scene: Scene, topic: Nominal) -> bool:
    """提案書は18日まで."""
    until = next((when for when, case in scene.clause.dates if case in ("まで", "までに")), None)
    if until is None or _PAPERS.fullmatch(topic.text) is None or "past" in scene.flags:
        return False
    reference, day = scene.story.read(topic), until.at("future")
    if reference is not None and day is not None and not reference.person:
        scene.page.tell(replace(full(reference), kind=reference.kind or "thing"), "due_on", day.text, scene.span)
    return True
