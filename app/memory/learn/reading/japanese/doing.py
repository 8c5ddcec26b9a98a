"""Verbs whose meaning hangs on their object: 入る, 飲む, 結婚する, 診断される, 参加する and others."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.domain.clock import WorldTime
from app.memory.learn.reading.japanese.fits import instrument, sport, sure_place
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.lookahead import katakana
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.page import Period
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import (
    anything,
    in_group,
    is_club,
    is_firm,
    is_language,
    is_product,
    is_school,
    is_title,
    named_person,
)

Handler = Callable[[Scene], None]


def enter(scene: Scene) -> None:
    """入る: a club, a firm or a school, by its name."""
    if scene.denied or not (scene.done or scene.happened):
        return
    for target in scene.find(anything, "に", "へ"):
        if is_school(target) and not target.name.endswith("学園"):
            scene.tell("studies_at", target, scene.happened)
        elif is_club(target):
            if "past" in scene.flags or "progressive" in scene.flags or scene.done:
                scene.tell("member_of", target, scene.happened)
        elif is_firm(target, strict=True) and target.kind == "organization":
            scene.tell("works_at", target, scene.happened)


def begin(scene: Scene) -> None:
    """始める: an instrument, a sport, a language or some other pursuit that has a lesson."""
    lasting = scene.clause.predicate is not None and scene.clause.predicate.link == "te" and scene.since is not None
    if scene.denied or not (scene.done or lasting):
        return
    begun = scene.happened or scene.since
    _take_up(scene, begun)
    for target in scene.find(anything, "を", "も"):
        if instrument(target) or sport(target):
            scene.tell("plays", target, begun)
        elif is_language(target):
            scene.tell("learns", target, begun)
        elif target.proof == "form" and target.kind == "organization" and is_firm(target, strict=True):
            scene.tell("founded", target, begun)


_LESSONS = ("勉強", "練習", "レッスン", "学習", "稽古")


def _take_up(scene: Scene, begun: WorldTime | None) -> None:
    """Rustの勉強を始めた: what is learned, if it can be by its name."""
    for item in (item for argument in scene.clause.all("を") for item in argument.items):
        if item.text in _LESSONS and item.links[-1:] == ("の",):
            for target in scene.story.read_all(item.owners[-1:]):
                if is_language(target) or is_product(target) or instrument(target) or sport(target):
                    scene.tell("learns", target, begun)


def marry(scene: Scene) -> None:
    """結婚する, 入籍する, 婚約する, 付き合う; who it was may be said in the next sentence (相手は…)."""
    if scene.denied or not (scene.done or scene.happened):
        return
    base = scene.clause.base
    predicate = {"婚約する": "engaged_to", "付き合う": "partner_of", "交際する": "partner_of"}.get(base, "married_to")
    others = [ref for ref in scene.find(named_person, "と") if ref.name]
    if _both(scene, predicate):
        return
    for other in others:
        scene.tell(predicate, other, scene.happened)
    if not others and scene.subject is not None:
        scene.story.wedding = (scene.subject.carried(), predicate, scene.happened)


def _both(scene: Scene, predicate: str) -> bool:
    """山田くんと山口さんが付き合ってる."""
    joint = scene.clause.first("が", "は")
    pair = scene.story.read_all(joint.items) if joint is not None and len(joint.items) == 2 else []
    sure = len(pair) == 2 and all(ref.person and not ref.nameless and not ref.pronoun for ref in pair)
    if sure and not any(ref.me for ref in pair):
        scene.page.tell(pair[0], predicate, pair[1], scene.span, Period(scene.happened))
        return True
    return False


def diagnosed(scene: Scene) -> None:
    """Xと診断された, Xと言われた at the doctor's, Xが見つかった, Xにかかった."""
    if scene.flags & {"negated"}:
        return
    base = scene.clause.base
    if base == "診断する" and "passive" not in scene.flags:
        return
    cases = ("と", "だと", "の", "が") if base == "診断する" else ("に", "と")
    for illness in scene.find(anything, *cases):
        food = illness.name.removesuffix("アレルギー")
        if illness.name not in ("アレルギー", food):
            scene.tell("allergic_to", replace(illness, name=food, end=illness.start + len(food)), scene.happened)
        elif (base == "診断する" and not illness.person) or in_group("diseases", illness):
            scene.tell("diagnosed_with", illness, scene.happened if scene.done else None)


def drink(scene: Scene) -> None:
    """飲む: a medicine, if something in the passage speaks of illness. 服用する and 処方される need no such cue."""
    base = scene.clause.base
    sure = base in ("服用する", "処方する", "内服する", "投与する")
    if scene.flags & {"was"}:
        return
    if "stopped" in scene.flags or ("negated" in scene.flags and "もう" in scene.clause.adverbs):
        for drug in scene.find(anything, "を", "は"):
            if sure or scene.story.medical or (_drug(drug) and katakana(drug.name) and len(drug.name) > 3):
                scene.finish("takes_medicine", drug, scene.happened)
        return
    if "negated" in scene.flags or (not sure and "past" in scene.flags and "begun" not in scene.flags):
        return
    for drug in scene.find(anything, "を", "が", "は"):
        if (sure or scene.story.medical) and _drug(drug):
            scene.tell("takes_medicine", drug, scene.since or (scene.happened if "past" in scene.flags else None))


def _drug(reference: Reference) -> bool:
    name = reference.name
    drinks = lexicon().sets["values.beverages"]
    general = (
        "薬",
        "お薬",
        "飲み薬",
        "錠剤",
        "漢方",
        "漢方薬",
        "粉薬",
        "サプリ",
        "サプリメント",
        "目薬",
        "これ",
        "それ",
        "風邪薬",
    )
    return name not in drinks and name not in general and not reference.person and not name.endswith(("酒", "茶", "水"))


def play_in(scene: Scene) -> None:
    """吹奏楽部でホルンを吹いている: whoever plays, sings or paints in a club is one of it."""
    if not scene.denied and "progressive" in scene.flags and "was" not in scene.flags:
        for target in scene.find(lambda ref: is_club(ref) and not ref.name.endswith(("教室", "道場")), "で"):
            scene.tell("member_of", target, scene.since)


def attend(scene: Scene) -> None:
    """参加する, 出席する, 行く, 出る: an event by its name, a club one takes part in, or a place one has been to."""
    if scene.denied:
        return
    base = scene.clause.base
    targets = [target for case in ("に", "へ", "を") for target in scene.find(anything, case)]
    for target in targets:
        if (
            base in ("参加する", "出席する", "出場する", "登壇する")
            and "progressive" in scene.flags
            and "past" not in scene.flags
        ):
            if is_club(target):
                scene.tell("member_of", target, scene.since)
        elif "past" in scene.flags or scene.done:
            _went(scene, target, base)


def _went(scene: Scene, target: Reference, base: str) -> None:
    if target.kind == "event" or (base == "参加する" and (is_title(target) or is_product(target))):
        if not lexicon().has("values.event_generic", target.name):
            scene.tell("attended", target, scene.happened)
    elif sure_place(target) and "past" in scene.flags and base in ("行く", "出張する", "遊びに行く"):
        scene.tell("visited", target, scene.happened)


def can(scene: Scene) -> None:
    """英語ができる, フランス語ペラペラ."""
    if not scene.denied and "past" not in scene.flags:
        for language in scene.find(is_language, "が", "も", "は"):
            scene.tell("speaks", language)


def own(scene: Scene) -> None:
    """持つ is owning only while it lasts (持っている); 乗る of a vehicle with a name as well."""
    if not scene.denied and "progressive" in scene.flags and "was" not in scene.flags:
        for thing in scene.find(is_product, "に"):
            scene.tell("owns", thing, scene.since)


def hatch(scene: Scene) -> None:
    """生まれる: where one was born is where one is from; a child with a name is a child of the speaker."""
    if "past" not in scene.flags and "stem" not in scene.flags and scene.clause.base != "育つ":
        return
    for place in scene.find(sure_place, "で", "に", "の"):
        scene.tell("from_place", place)


def call(scene: Scene) -> None:
    """Xと呼ばれている, Xと呼んでいる, Xといいます: another name, or the speaker's own."""
    if "negated" in scene.flags:
        return
    base = scene.clause.base
    names = [ref for ref in scene.find(anything, "と", "って") if not ref.role]
    if not names or scene.subject is None:
        return
    if "passive" in scene.flags and in_group("diseases", names[0]):
        scene.tell("diagnosed_with", names[0], scene.happened)
        return
    if base in ("いう", "言う", "申す", "もうす"):
        if scene.subject.me and not scene.flags & {"progressive", "past"}:
            _introduces_itself(scene, names)
        return
    called = scene.one(lambda ref: ref.person and not ref.me and not ref.nameless, "を", "は", "が") or scene.subject
    if not called.me and not called.nameless and called.person:
        scene.story.alias(called, names[0])


def _introduces_itself(scene: Scene, names: list[Reference]) -> None:
    """株式会社ヒバリの代表取締役、河合と申します: the name is the last word, before it stand firm and office."""
    told = names[-1].nominal
    if told is None:
        return
    scene.tell("name_is", told.text)
    for nominal in [ref.nominal for ref in names if ref.nominal is not None]:
        if lexicon().job(nominal.text):
            scene.tell("job_title", nominal.text)
        for firm in scene.story.read_all(nominal.owners[-1:]):
            if (
                firm.proof == "form"
                and firm.kind == "organization"
                and is_firm(firm, strict=True)
                and not is_club(firm)
            ):
                scene.tell("works_at", firm)


def rename(scene: Scene) -> None:
    """改名する, 改姓する: a new name of the subject."""
    if not scene.denied and (scene.done or scene.happened):
        for name in scene.find(anything, "に", "へ", "と"):
            scene.tell("name_is", name.name, scene.happened)


_TABLE: tuple[tuple[str, Handler], ...] = (
    ("弾く 吹く 叩く 演奏する 歌う 踊る 描く", play_in),
    ("入る 入学する 加入する", enter),
    ("始める はじめる", begin),
    ("結婚する 入籍する 再婚する 婚約する 付き合う 交際する", marry),
    ("診断する かかる 罹患する 発症する", diagnosed),
    ("飲む 服用する 処方する 内服する のむ", drink),
    ("参加する 出席する 出場する 登壇する 行く 出る 出張する", attend),
    ("できる", can),
    ("乗る", own),
    ("生まれる 育つ 生まれ育つ", hatch),
    ("呼ぶ いう 言う 申す もうす", call),
    ("改名する 改姓する", rename),
)
DOING: Mapping[str, Handler] = {verb: handler for verbs, handler in _TABLE for verb in verbs.split()}
