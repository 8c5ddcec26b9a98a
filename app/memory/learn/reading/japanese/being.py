"""Likes, possession and place: 好き, ある, いる, 含まれる, 始まる and their kin, where が often marks the object."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.memory.learn.reading.japanese.ailing import allergens
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference, full
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import in_group, is_language, is_liking, is_place, is_title

Handler = Callable[[Scene], None]


def _objects(scene: Scene, *cases: str) -> list[Reference]:
    """What is liked or had: the slot, or a topic that is not the subject."""
    found = scene.find(lambda ref: is_liking(ref) and not ref.me and ref != scene.subject, *cases)
    return [ref for ref in found if ref != scene.subject]


def _becomes(scene: Scene) -> bool:
    predicate = scene.clause.predicate
    return predicate is not None and any(form in predicate.text for form in ("になっ", "になり", "くなっ", "くなり"))


def _taste(predicate: str) -> Handler:
    def handler(scene: Scene) -> None:
        if "好き" in scene.clause.base and scene.clause.predicate and "好き嫌い" in scene.clause.predicate.text:
            return
        cases = ("が",) if scene.clause.all("が") else ("を", "も", "は", "に")
        liked = [named for ref in _objects(scene, *cases) if (named := _whole(scene, ref))]
        if scene.flags & {"stopped"} or ("negated" in scene.flags and "もう" in scene.clause.adverbs):
            for reference in liked:
                scene.finish(predicate, reference, scene.happened)
        elif "negated" not in scene.flags and (
            "past" not in scene.flags or _becomes(scene) or "progressive" in scene.flags
        ):
            for reference in liked:
                scene.tell(predicate, reference, scene.since or (scene.happened if _becomes(scene) else None))

    return handler


def _whole(scene: Scene, reference: Reference) -> Reference | None:
    """What is liked by its whole name: 猫の動画 and not any 動画; nothing for what a clause describes."""
    nominal = reference.nominal
    if nominal is None or reference.proof == "form" or reference.person:
        return None if nominal is not None and nominal.relative is not None and reference.proof != "form" else reference
    if nominal.relative is not None or any(owner.relative for owner in nominal.owners):
        return None
    if nominal.epithet:
        return replace(reference, name=nominal.epithet + reference.name)
    owners = [o for o in nominal.owners if not lexicon().has("people.me", o.text)]
    if not owners or owners != list(nominal.owners):
        return reference
    text = "".join(o.text + link for o, link in zip(nominal.owners, nominal.links, strict=True)) + reference.name
    return replace(reference, name=text, start=nominal.owners[0].start, kind=reference.kind)


def fascinated(scene: Scene) -> None:
    """Xにハマっている, Xに夢中, Xが気に入っている."""
    if scene.flags & {"negated", "was"} and "stopped" not in scene.flags:
        return
    if scene.clause.base == "飽きる":
        for reference in _objects(scene, "に", "は"):
            scene.finish("likes", reference, scene.happened)
        return
    for reference in _objects(scene, "に", "が", "を"):
        scene.tell("likes", reference, scene.since)


def have(scene: Scene) -> None:
    """ある: an allergy, an illness, or where something stands."""
    negated = "negated" in scene.flags
    home = scene.clause.first("は")
    if (
        home is not None
        and home.items[0].text in ("実家", "地元", "故郷")
        and not negated
        and "past" not in scene.flags
    ):
        _home(scene, home.items[0])
        return
    for argument in scene.clause.all("が", "も", "は"):
        for item in argument.items:
            allergic = [] if negated else allergens(scene, item)
            for thing in allergic:
                scene.tell("allergic_to", thing, scene.since)
            if not allergic and not negated and "past" not in scene.flags:
                _ill(scene, item)
    if not negated and scene.clause.base in ("ある", "位置する", "所在する", "立地する", "存在する"):
        _stands(scene)


def _home(scene: Scene, home: Nominal) -> None:
    """実家は佐賀にある."""
    owners = [ref for ref in scene.story.read_all(home.owners) if ref.person]
    target = replace(scene, subject=owners[-1]) if owners else scene
    for place in scene.find(is_place, "に"):
        target.tell("from_place", place)


def _ill(scene: Scene, item: Nominal) -> None:
    for illness in scene.story.read_all((item,)):
        if item.text == "持病" or not in_group("diseases", illness):
            continue
        scene.tell("diagnosed_with", illness)


def _stands(scene: Scene) -> None:
    """出島製菓は長崎にある: something with a name of its own, in a place."""
    places = scene.find(lambda ref: is_place(ref), "に")
    if not places or "past" in scene.flags:
        return
    for thing in scene.find(lambda ref: ref.kind in ("organization", "place", "event") and bool(ref.proof), "は", "が"):
        if thing.name != places[0].name:
            scene.page.tell(thing, "located_in", places[0], scene.span)


def keep(scene: Scene) -> None:
    """いる: うちには猫のミケがいる, 弟がいる (no name, no fact), 樋口先生の家にはフェレットがいる."""
    if scene.flags & {"negated", "past"}:
        return
    owner = _household(scene)
    for argument in scene.clause.all("が", "も", "は"):
        for animal in scene.story.read_all(argument.items):
            if animal.species and owner is not None and not animal.former:
                scene.page.tell(owner, "has_pet", animal, scene.span)
                scene.story.pet = animal.carried()


def _household(scene: Scene) -> Reference | None:
    """Whose home it is where the animal lives."""
    for argument in scene.clause.arguments:
        if argument.bare not in ("に", "で", "は"):
            continue
        item = argument.items[0]
        reference = scene.story.read(item)
        if reference is not None and reference.me:
            return MYSELF
        if item.text in ("家", "実家", "おうち", "お家", "ところ", "自宅") and item.owners:
            owner = scene.story.read(item.owners[-1])
            return owner if owner is not None and owner.person and not owner.nameless else None
        if item.text in ("家", "自宅"):
            return MYSELF
        if reference is not None and reference.person and not reference.nameless:
            return reference
    return None


def contained(scene: Scene) -> None:
    """AはBに含まれる, AはBに属する; with もう or a day from which it is not so, an end."""
    parts = scene.find(lambda ref: not ref.me and not ref.person and bool(ref.name), "は", "が", "も")
    wholes = scene.find(lambda ref: not ref.me and not ref.person and bool(ref.name), "に", "には")
    for part in parts[:1]:
        for whole in wholes[:1]:
            part, whole = full(part), full(whole)
            if "negated" not in scene.flags:
                scene.page.tell(part, "part_of", whole, scene.span)
            elif scene.since or {"もう"} & set(scene.clause.adverbs):
                scene.page.finish(part, "part_of", whole, scene.span, scene.since)


_BEGIN_THEMSELVES = (
    "始まる",
    "開催する",
    "開幕する",
    "開講する",
    "オープンする",
    "開店する",
    "開く",
    "行う",
    "スタートする",
)


def starts(scene: Scene) -> None:
    """始まる, 開催する, 開幕する: the day on which something begins."""
    day = scene.dated("から", "に", "で", "", "より", "は") or None
    if day is None or scene.flags & {"negated"}:
        return
    cases = ("を",) if scene.clause.all("を") else ("は", "が", "も")
    for event in scene.find(lambda ref: not ref.person and not ref.me and len(ref.name) > 1, *cases):
        if event.kind == "organization" and "past" in scene.flags:
            continue
        itself = scene.clause.base in _BEGIN_THEMSELVES and cases != ("を",)
        if event.kind in ("organization", "place") and not itself:
            continue
        if event.proof or event.kind == "event" or is_title(event):
            scene.page.tell(replace(event, kind=event.kind or "event"), "starts_on", day.text, scene.span)


def moved_date(scene: Scene) -> None:
    """締切が4月14日に延びた, 変わった: the new day."""
    day = next((when.at("future") for when, case in scene.clause.dates if case in ("に", "へ", "まで", "")), None)
    argument = scene.clause.first("は", "が", "も", "を")
    if day is None or argument is None or scene.flags & {"negated"}:
        return
    topic = argument.items[-1]
    predicate = "due_on" if lexicon().has("values.due", topic.text) else ""
    predicate = predicate or ("starts_on" if lexicon().has("values.start", topic.text) else "")
    if predicate and topic.last_owner is not None:
        bearer = scene.story.read(topic.last_owner)
        if bearer is not None and not bearer.person:
            bearer = full(bearer)
            scene.page.tell(replace(bearer, kind=bearer.kind or "thing"), predicate, day.text, scene.span)


def changed(scene: Scene) -> None:
    """Xに変わった: a date, a name, an address."""
    argument = scene.clause.first("は", "が", "も", "を")
    if argument is None or scene.flags & {"negated"} or ("past" not in scene.flags and scene.clause.base != "変える"):
        return
    topic = argument.items[0]
    if not topic.owners:
        scene = replace(scene, subject=scene.subject or scene.story.topic or MYSELF)
    if topic.text in ("名前", "本名", "氏名") and not topic.owners:
        for name in scene.find(lambda ref: bool(ref.name), "に", "へ"):
            scene.tell("name_is", name.name, scene.since or scene.happened)
    elif topic.text in (
        "電話番号",
        "番号",
        "携帯番号",
        "メールアドレス",
        "アドレス",
        "メアド",
        "携帯",
        "電話",
        "メール",
    ):
        for value in scene.find(lambda ref: True, "に", "へ"):
            _contact(scene, value)
    else:
        moved_date(scene)


def _contact(scene: Scene, value: Reference) -> None:
    detail = value.nominal.words[0].detail if value.nominal else ""
    if detail in ("phone", "email"):
        scene.tell(detail, value.name, scene.happened)


def fluent(scene: Scene) -> None:
    """英語が得意, 英語がペラペラ."""
    if "negated" not in scene.flags:
        for language in scene.find(is_language, "が", "は", "も"):
            scene.tell("speaks", language)


_TABLE: tuple[tuple[str, Handler], ...] = (
    ("好き 大好き 好む だいすき", _taste("likes")),
    ("嫌い 大嫌い 苦手 嫌う 苦手とする 嫌 うんざりする", _taste("dislikes")),
    ("ハマる はまる 夢中 気に入る 凝る 熱中する 飽きる", fascinated),
    ("得意 堪能 ペラペラ ぺらぺら 流暢", fluent),
    ("ある 持つ 位置する 所在する 立地する", have),
    ("いる", keep),
    ("含む 属する", contained),
    (
        "開始する 発売する 開店する 開会する 行う 始まる 開催する 開幕する スタートする 開講する オープンする 開く",
        starts,
    ),
    ("延ばす 伸ばす 延長する 繰り下げる 繰り上げる 前倒しする 後ろ倒しする ずらす 早める 遅らせる 再設定する", changed),
    ("延びる 伸びる 延期する 変わる 変更する 変える 早まる 決まる ずれる", changed),
)
BEING: Mapping[str, Handler] = {verb: handler for verbs, handler in _TABLE for verb in verbs.split()}
