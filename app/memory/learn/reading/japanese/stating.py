"""Noun predicates: "AはBです" says something by what A is (出身は…) or by what B is (…の出身です)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from app.memory.learn.reading.japanese.ailing import allergic, ill
from app.memory.learn.reading.japanese.callings import known_with
from app.memory.learn.reading.japanese.fits import town
from app.memory.learn.reading.japanese.leaving import parted
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Reference, full
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import (
    inner,
    is_club,
    is_firm,
    is_place,
    is_product,
    is_school,
)
from app.memory.learn.reading.japanese.working import full_job

Handler = Callable[[Scene, Nominal], None]

_ENDS_IN_PLACE = re.compile(r"(.+?)(?:在住|暮らし|住まい|住み)")
_ENDS_IN_HOME = re.compile(r"(.+?)(?:出身|生まれ|の出)(?:.{1,6}育ち)?")
_IN_A_CLUB = ("メンバー", "一員", "会員", "部員", "団員", "正会員", "所属", "部長", "キャプテン", "主将")
_STUDIES = re.compile(r"(.+?(?:大学院|大学|高校|大|高専|専門学校))(?:の?学生|生|\d年生?|[一二三四]年生?)?")


def state(scene: Scene) -> None:
    """What the noun predicate of the clause says of its subject."""
    noun = scene.clause.noun
    if noun is not None and (parted(scene, noun) or _no_part(scene, noun)):
        return
    if (
        noun is None
        or noun.dated
        or scene.flags & {"negated"}
        or ("past" in scene.flags and "hearsay" not in scene.flags)
    ):
        return
    for handler in _HANDLERS:
        if handler(scene, noun):
            return


def _no_part(scene: Scene, noun: Nominal) -> bool:
    """今日から研修の一部ではない: an end, if it was so before."""
    before = "stopped" in scene.flags or scene.since is not None or "もう" in scene.clause.adverbs
    if noun.text not in ("一部", "一環") or not scene.flags & {"negated", "stopped"}:
        return False
    owner = _owner(scene, noun)
    for part in scene.find(lambda ref: not ref.me, "は", "が", "も") if owner is not None and before else ():
        scene.page.finish(full(part), "part_of", full(owner or part), scene.span, scene.since or scene.happened)
    return True


def _owner(scene: Scene, noun: Nominal) -> Reference | None:
    return scene.story.read(noun.owners[-1]) if noun.owners else None


def _lives(scene: Scene, noun: Nominal) -> bool:
    match = _ENDS_IN_PLACE.fullmatch(noun.text)
    owner = _owner(scene, noun) if noun.text in ("在住", "暮らし", "住まい", "お住まい") else None
    place = owner or (inner(noun, match[1]) if match and match[1] not in ("お", "一人", "ひとり") else None)
    homely = noun.text.endswith(("住まい", "一人暮らし", "二人暮らし", "ひとり暮らし"))
    slot = scene.one(town, "に", "で") if homely else None
    place = slot or place
    if place is None:
        return noun.text in ("在住", "暮らし", "住まい", "お住まい", "一人暮らし")
    if is_place(place):
        scene.tell("lives_in", place, scene.since or scene.happened)
    return True


def _from(scene: Scene, noun: Nominal) -> bool:
    match = _ENDS_IN_HOME.fullmatch(noun.text)
    owner = _owner(scene, noun) if noun.text in ("出身", "出", "生まれ", "出身者") else None
    home = owner or (inner(noun, match[1]) if match else None)
    if home is None:
        return False
    if is_school(home):
        scene.tell("graduated_from", home)
    elif is_place(home):
        scene.tell("from_place", home)
    return True


def _employed(scene: Scene, noun: Nominal) -> bool:
    owner = _owner(scene, noun)
    text = noun.text
    if text.endswith("勤務") and len(text) > 2:
        named = replace(inner(noun, text.removesuffix("勤務")), kind="organization", proof="form")
        if is_firm(named):
            scene.tell("works_at", named, scene.since)
        return True
    if text in ("社員", "従業員", "正社員", "職員", "スタッフ", "勤務", "契約社員") and owner is not None:
        if is_firm(owner, strict=text == "スタッフ"):
            scene.tell("works_at", owner, scene.since)
        return True
    if text in _IN_A_CLUB and owner is not None and is_club(owner):
        scene.tell("member_of", owner, scene.since)
        if lexicon().job(text):
            scene.tell("job_title", text, scene.since)
        return True
    return False


def _studies(scene: Scene, noun: Nominal) -> bool:
    owner = _owner(scene, noun)
    if (
        re.fullmatch(r"学生|大学生|[一二三四1-6]年生?|生徒|院生|大学院生|留学生|修士\d?年?|博士課程", noun.text)
        and owner is not None
    ):
        if is_school(owner):
            scene.tell("studies_at", owner, scene.since)
        return True
    match = _STUDIES.fullmatch(noun.text)
    if match and match[1] != noun.text and len(match[1]) > 2:
        scene.tell("studies_at", replace(inner(noun, match[1]), kind="organization", proof="form"), scene.since)
        return True
    if noun.text.endswith("卒") and len(noun.text) > 2:
        school = inner(noun, noun.text.removesuffix("卒"))
        if is_school(school):
            scene.tell("graduated_from", replace(school, kind="organization"))
        return True
    return False


def _works_as(scene: Scene, noun: Nominal) -> bool:
    """看護師です; 青嶺物産の部長です says the firm too."""
    if noun.words[0].text in ("元", "前", "旧") and len(noun.words) > 1:
        return True  # 元消防士
    text = noun.text.removesuffix("さん")
    if not lexicon().job(text) or scene.subject is None or not scene.subject.person or noun.gloss is not None:
        return False
    scene.tell("job_title", full_job(text, [owner.text for owner in noun.owners]), scene.since)
    owner = _owner(scene, noun)
    if owner is not None and is_firm(owner, strict=True) and owner.kind == "organization":
        scene.tell("works_at", owner, scene.since)
    for before in noun.owners:
        scene.story.place(scene.subject, before)
    return True


def _related(scene: Scene, noun: Nominal) -> bool:
    """千晶は私の姉です."""
    reference = scene.story.read(noun)
    subject = scene.subject
    if reference is None or not reference.role or not reference.nameless or subject is None or subject.me:
        return False
    named = replace(subject, role=reference.role, owner=reference.owner, former=reference.former)
    if not subject.nameless:
        scene.story.relate(named, None)
    return True


def _fond(scene: Scene, noun: Nominal) -> bool:
    text, owner = noun.text, _owner(scene, noun)
    if text in ("ファン", "大ファン", "マニア", "虜") and owner is not None:
        scene.tell("likes", owner)
        return True
    if text in ("ユーザー", "ユーザ", "使い", "愛用者", "愛用") and owner is not None and is_product(owner):
        scene.tell("uses", owner)
        return True
    match = re.fullmatch(r"(.+?)(?:ユーザー?|派|使い)", text)
    if match and re.fullmatch(r"[A-Za-z][\w .+#-]*", match[1]):
        scene.tell("uses", replace(inner(noun, match[1]), kind="thing", proof="shape"))
        return True
    return False


def _part(scene: Scene, noun: Nominal) -> bool:
    """AはBの一部です: of things, not of people."""
    owner = _owner(scene, noun)
    if noun.text not in ("一部", "一環", "一章", "一種") or owner is None:
        return False
    for part in scene.find(lambda ref: not ref.me, "は", "が", "も"):
        scene.page.tell(full(part), "part_of", full(owner), scene.span)
    return True


def _made(scene: Scene, noun: Nominal) -> bool:
    """久我さんは『…』の著者です; …の創業者です; …のリーダーです."""
    owner = _owner(scene, noun)
    predicate = MAKERS.get(noun.text)
    if predicate is None or owner is None or not owner.proof:
        return False
    scene.tell(predicate, owner)
    return True


_MAKERS_OF = (
    ("created", "著者 作者 開発者 作曲者 原作者 訳者"),
    ("founded", "創業者 設立者 創設者 発起人"),
    ("maintains", "メンテナー メンテナ"),
    ("manages", "リーダー 責任者 マネージャー 主宰"),
)
MAKERS: Mapping[str, str] = {word: predicate for predicate, words in _MAKERS_OF for word in words.split()}


def _kind_of(scene: Scene, noun: Nominal) -> bool:
    """水鳥舎は鎌倉にある小さな出版社だ: what kind of thing it is, and where it stands."""
    kind = lexicon().category(noun.text)
    topic = scene.clause.first("は", "って")
    subject = (
        scene.story.read(topic.items[0]) if topic is not None and kind in ("organization", "place", "event") else None
    )
    if (
        subject is None
        or subject.person
        or subject.role
        or subject.kind not in (None, kind)
        or subject.name in lexicon().categories
    ):
        return False
    if lexicon().has("organizations.generic", subject.name) or topic is None or topic.items[0].owners:
        return False
    named = replace(subject, kind=kind, proof="form", category=noun.text)
    relative = noun.relative
    where = relative.first("に") if relative is not None and relative.base == "ある" else None
    places = scene.story.read_all(where.items if where else noun.owners[-1:])
    for place in places:
        if is_place(place, strict=True):
            scene.page.tell(named, "located_in", place, scene.span)
    if subject.proof:
        scene.page.mention(named, kind or "organization")
    return bool(places)


def _now_here(scene: Scene, noun: Nominal) -> bool:
    """今は徳島: a bare place of which only "now" is said."""
    place = scene.story.read(noun)
    bare = not scene.clause.arguments and {"今", "いま", "現在", "今は"} & set(scene.clause.adverbs)
    if not bare or place is None or not is_place(place, strict=True) or noun.owners or scene.clause.dates:
        return False
    scene.tell("lives_in", place)
    return True


_HANDLERS = (
    _now_here,
    _kind_of,
    _part,
    _made,
    allergic,
    ill,
    _lives,
    _from,
    _employed,
    _studies,
    known_with,
    _related,
    _fond,
    _works_as,
)
