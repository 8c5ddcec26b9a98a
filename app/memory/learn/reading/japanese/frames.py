"""Verbs that say one thing of their subject: which slot names what, and how the ending makes it a fact or an end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from app.domain.clock import WorldTime
from app.memory.learn.reading.japanese.fits import (
    club,
    department,
    firm,
    group_or_firm,
    instrument,
    made,
    only_firm,
    pet,
    project,
    sure_firm,
    sure_place,
    town,
    work,
    work_titled,
)
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.scene import Fits, Scene
from app.memory.learn.reading.japanese.slots import (
    beside,
    is_language,
    is_place,
    is_product,
    is_school,
)

Aspect = Literal["state", "event"]


@dataclass(frozen=True, slots=True)
class Frame:
    """`predicate` holds between the subject and what stands in one of `cases` and `fits`.

    A `state` holds while it is said ("住んでいる", "弾きます"); an `event` must have happened, unless it is dated and
    `ahead` allows a date to come. `leaves`: the predicate ends for what stands with から or を.
    """

    predicate: str
    cases: tuple[str, ...]
    fits: Fits
    aspect: Aspect = "state"
    ahead: bool = False
    leaves: str = ""
    leave_fits: Fits | None = None


_LIVE = Frame("lives_in", ("に", "で"), town)
_MOVE = Frame("lives_in", ("に", "へ"), town, "event", ahead=True, leaves="lives_in", leave_fits=town)
_JOIN = Frame("works_at", ("に", "へ"), firm, "event", ahead=True, leaves="works_at", leave_fits=firm)
_ENROL = Frame("studies_at", ("に", "へ"), is_school, "event", ahead=True)
_JOIN_CLUB = Frame("member_of", ("に", "へ"), group_or_firm, "event")
_RETURN = (
    Frame("works_at", ("に", "へ"), only_firm, "event"),
    Frame("member_of", ("に", "へ"), club, "event"),
)
_USE = Frame("uses", ("を",), is_product)
_USE_ON = Frame("uses", ("に", "へ"), is_product, "event", leaves="uses", leave_fits=is_product)
_PLAY = Frame("plays", ("を", "が", "も"), instrument)
_SPEAK = Frame("speaks", ("を", "が", "も"), is_language)
_WATCH = Frame("watched", ("を", "は", "も"), work, "event")
_READ = Frame("reads", ("を", "は", "も"), work)
_FOUND = Frame("founded", ("を", "は"), sure_firm, "event")
_CREATE = Frame("created", ("を", "は"), made, "event")
_BUY = Frame("bought", ("を",), is_product, "event")
_OWN = Frame("owns", ("を",), is_product)
_VISIT = Frame("visited", ("に", "へ", "を"), sure_place, "event")
_KNOW = Frame("knows", ("と", "に"), lambda reference: reference.person and not reference.nameless, "event")


def _table(rows: tuple[tuple[str, tuple[Frame, ...]], ...]) -> Mapping[str, tuple[Frame, ...]]:
    return {verb: frames for verbs, frames in rows for verb in verbs.split()}


FRAMES = _table(
    (
        ("住む 暮らす 居住する 在住する 住み着く 生活する", (_LIVE,)),
        ("引っ越す 引越す 引っ越しする 引越しする 移住する 転居する 移り住む 越す 転入する", (_MOVE,)),
        ("勤める 勤務する", (Frame("works_at", ("に", "で"), firm),)),
        ("働く", (Frame("works_at", ("で",), sure_firm),)),
        ("就職する 入社する 転職する 入職する 移籍する", (_JOIN,)),
        ("出社する 出勤する", (Frame("works_at", ("に", "へ"), only_firm, "event"),)),
        ("復職する", (Frame("works_at", ("に", "へ"), sure_firm, "event"),)),
        ("復帰する", _RETURN),
        ("入部する 入会する 加入する 入団する 加わる 登録する", (_JOIN_CLUB,)),
        ("所属する", (Frame("member_of", ("に",), group_or_firm),)),
        ("異動する 配属する", (Frame("member_of", ("に", "へ"), department, "event", True, "member_of", department),)),
        ("通う 在学する 在籍する", (Frame("studies_at", ("に", "へ"), is_school),)),
        ("入学する 進学する 編入する", (_ENROL,)),
        ("卒業する", (Frame("graduated_from", ("を",), is_school, "event"),)),
        ("専攻する 研究する", (Frame("studies", ("を",), lambda reference: len(reference.name) > 1),)),
        ("使う 愛用する 利用する 使用する 活用する 常用する", (_USE,)),
        ("回す 動かす 走らせる", (Frame("uses", ("を", "で"), lambda ref: is_product(ref) and ref.name.isascii()),)),
        (
            "乗り換える 乗りかえる 移行する 切り替える 切りかえる 機種変する 機種変更する 買い替える 買い換える",
            (_USE_ON,),
        ),
        ("導入する インストールする", (Frame("uses", ("を",), is_product, "event"),)),
        ("弾く 吹く 叩く 演奏する 奏でる", (_PLAY,)),
        ("弾ける 吹ける 叩ける", (_PLAY,)),
        ("話す 話せる しゃべる 喋る しゃべれる 喋れる", (_SPEAK,)),
        ("観る 見る 視聴する 鑑賞する", (_WATCH,)),
        ("読む 読了する 再読する", (_READ,)),
        ("創業する 設立する 立ち上げる 創立する 興す 起業する 創設する 起こす", (_FOUND,)),
        ("書く 執筆する 描く", (Frame("created", ("を", "は"), work_titled, "event"),)),
        ("作る 開発する 制作する 作曲する 自作する 製作する 公開する 出版する", (_CREATE,)),
        ("買う 購入する", (_BUY,)),
        ("持つ 所有する 所持する", (_OWN,)),
        ("飼う", (Frame("has_pet", ("を", "は", "も"), pet),)),
        ("訪れる 訪問する 訪ねる 旅行する 観光する", (_VISIT,)),
        ("知り合う 出会う", (_KNOW,)),
        ("メンテする メンテナンスする 保守する", (Frame("maintains", ("を",), made),)),
        ("取り仕切る 率いる 統括する 束ねる 仕切る", (Frame("manages", ("を", "は"), project),)),
    )
)

Handler = Callable[[Scene], None]


def apply_frames(scene: Scene) -> None:
    """State and end what the verb of the clause says, if it has a frame."""
    for frame in FRAMES.get(scene.clause.base, ()):
        _apply(frame, scene)


def _apply(frame: Frame, scene: Scene) -> None:
    if "passive" in scene.flags:
        return
    found = [_settled(ref, scene) for ref in scene.find(frame.fits, *frame.cases)]
    targets = [ref for ref in found if ref is not None]
    if frame.leaves and frame.leave_fits and not _only_planned(scene):
        _leave(frame, scene)
    if scene.flags & {"negated", "stopped"}:
        _no_longer(frame, scene, targets)
        return
    for target in targets:
        _state(frame, scene, target)


def _settled(reference: Reference, scene: Scene) -> Reference | None:
    """For 横浜の郊外, the place that is named."""
    if beside(reference) and reference.nominal is not None and reference.nominal.owners:
        owner = scene.story.read(reference.nominal.owners[-1])
        return owner if owner is not None and is_place(owner) else None
    owner = _house(reference, scene) if department(reference) else None
    return None if beside(reference) else owner or reference


def _house(reference: Reference, scene: Scene) -> Reference | None:
    """The firm of 株式会社ホクトの広報部."""
    nominal = reference.nominal
    owner = scene.story.read(nominal.owners[-1]) if nominal is not None and nominal.owners else None
    return owner if owner is not None and only_firm(owner) else None


def _only_planned(scene: Scene) -> bool:
    """Whether a coming event has no day: it is a plan and no fact yet."""
    coming = "past" not in scene.flags and not ({"progressive", "begun"} & scene.flags)
    return coming and scene.happened is None and scene.direction == "future"


def _leave(frame: Frame, scene: Scene) -> None:
    for left in scene.find(frame.leave_fits or frame.fits, "から", "を"):
        if left.name:
            scene.finish(frame.leaves, left, scene.happened)


def _no_longer(frame: Frame, scene: Scene, targets: list[Reference]) -> None:
    """もう使っていない, 使わなくなった: an end. A plain negation says nothing that can be kept."""
    if frame.aspect == "state" and (
        "stopped" in scene.flags or {"もう", "今", "今は", "現在"} & set(scene.clause.adverbs)
    ):
        for target in targets or scene.topical(frame.fits, "は")[:1]:
            scene.finish(frame.predicate, target, scene.happened)


def _state(frame: Frame, scene: Scene, target: Reference) -> None:
    flags = scene.flags
    if frame.aspect == "event":
        _event(frame, scene, target)
    elif "was" in flags and "begun" not in flags:
        _was(frame, scene, target)
    elif scene.until is not None and "past" in flags:
        scene.finish(frame.predicate, target, scene.until)
    elif "begun" in flags or (frame.predicate == "reads" and "past" in flags):
        scene.tell(frame.predicate, target, scene.since or scene.happened)
    elif flags & {"progressive", "able"} or ("past" not in flags and frame.predicate != "reads") or scene.since:
        _present(frame, scene, target)


def _present(frame: Frame, scene: Scene, target: Reference) -> None:
    """Now or by habit; with a date to come ("4月から岡山で働く") from that day on."""
    begun, ended = scene.dated("から", "より"), scene.until
    if begun and ended and "progressive" not in scene.flags:
        scene.tell(frame.predicate, target, begun, ended)
        return
    stay = _years(scene)
    if stay is not None and scene.clause.predicate and scene.clause.predicate.link in ("te", "but"):
        scene.tell(frame.predicate, target, *stay)
        return
    starts = scene.since or (scene.happened if not scene.flags & {"progressive"} else None)
    if "plan" in scene.flags and starts is None:
        return
    scene.tell(frame.predicate, target, starts)


def _event(frame: Frame, scene: Scene, target: Reference) -> None:
    lasting = scene.lasting()
    if lasting is not None and scene.clause.predicate and scene.clause.predicate.link == "te":
        if frame.leaves:
            _leave(frame, scene)
        scene.tell(frame.predicate, target, lasting)  # Cursorに乗り換えて1か月
        return
    done = bool(scene.flags & {"past", "progressive", "begun"}) or _chained(scene)
    if (
        done
        or ("stem" in scene.flags and scene.clause.base.endswith("する"))
        or (frame.ahead and scene.happened is not None)
    ):
        scene.tell(frame.predicate, target, scene.happened)


def _chained(scene: Scene) -> bool:
    """Whether the clause goes on with て into something that has happened."""
    link = scene.clause.predicate.link if scene.clause.predicate else ""
    return link == "te" and scene.following is not None and bool(scene.following.flags & {"past", "progressive"})


def _years(scene: Scene) -> tuple[WorldTime, WorldTime] | None:
    """The first year said and the one after the last, for "2019年と2020年は高知に住んで"."""
    years = sorted(
        day.text for when, case in scene.clause.dates if case not in ("から", "まで") and (day := scene.day(when))
    )
    if not years or any(len(year) != 4 for year in years):
        return None
    return WorldTime(years[0]), WorldTime(f"{int(years[-1]) + 1:04d}")


def _was(frame: Frame, scene: Scene, target: Reference) -> None:
    """A state that lasted: from … until …, in a year, or "以前は"; without any of these it may still hold."""
    begun, ended = scene.dated("から", "より"), scene.until
    stay = _years(scene)
    if begun and ended:
        scene.tell(frame.predicate, target, begun, ended)
    elif ended:
        scene.finish(frame.predicate, target, ended)
    elif stay and frame.predicate in ("lives_in", "works_at"):
        scene.tell(frame.predicate, target, *stay)
    elif {"以前", "昔", "前", "かつて", "もともと", "元々"} & set(scene.clause.adverbs):
        scene.finish(frame.predicate, target)
