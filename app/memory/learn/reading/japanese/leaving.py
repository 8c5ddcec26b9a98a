"""Verbs of leaving: what ends depends on what is left (a firm, a club, an instrument, a person, an animal)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.domain.clock import WorldTime
from app.memory.learn.reading.japanese.fits import instrument, playable, sure_place, town
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import is_club, is_firm, is_place, is_product, is_school

Handler = Callable[[Scene], None]


def _done(scene: Scene) -> bool:
    """Whether it has happened, or is settled for a day to come."""
    if "negated" in scene.flags or ("passive" in scene.flags and scene.clause.base not in ("解雇する",)):
        return False
    link = scene.clause.predicate.link if scene.clause.predicate else ""
    settled = scene.flags & {"past", "progressive"} or (link in ("te", "end") and "stem" in scene.flags)
    return bool(settled) or link == "te" or scene.happened is not None


def _ended_at(scene: Scene) -> WorldTime | None:
    """The day of the clause, else the day from which the next clause goes on: 塩尻を出て、今月から甲府."""
    if scene.happened is not None:
        return scene.happened
    if scene.following is not None and scene.clause.predicate and scene.clause.predicate.link == "te":
        return next((scene.day(when) for when, case in scene.following.dates if case == "から"), None)
    return None


def _left(scene: Scene) -> list[Reference]:
    """What is left: the object, or the topic that stands for it."""
    return scene.topical(lambda reference: not reference.me and not reference.person, "を", "から", "")


def quit_(scene: Scene) -> None:
    """辞める and やめる: works_at, member_of, plays, uses, learns or job_title, by what is left."""
    if not _done(scene):
        return
    for left in _left(scene):
        owners = scene.story.read_all(left.nominal.owners[-1:]) if left.nominal is not None else []
        if left.name in ("勉強", "練習", "レッスン", "稽古"):
            for pursuit in owners:
                scene.finish("learns", pursuit, _ended_at(scene))
        predicate = _what_ends(left, formal=scene.clause.base == "辞める")
        if predicate == "job_title":
            scene.finish(predicate, left.name, _ended_at(scene))
        elif predicate:
            scene.finish(predicate, left, _ended_at(scene))


def _what_ends(left: Reference, formal: bool) -> str:
    words = lexicon()
    if words.has("organizations.generic", left.name) or words.has("forms.not_left", left.name):
        return ""
    if is_club(left):
        return "member_of"
    if playable(left):
        return "plays"
    if is_firm(left, strict=True) and left.kind == "organization":
        return "works_at"
    if words.job(left.name) or words.has("jobs.words", left.name):
        return "job_title"
    if is_product(left) and not formal:
        return "uses"
    if formal:
        return "works_at" if is_firm(left) else ""
    return "learns" if left.kind is None and len(left.name) > 1 else ""


def leave_firm(scene: Scene) -> None:
    """退職する, 退社する, クビになる."""
    if _done(scene):
        for left in scene.topical(is_firm, "を", "から", "に"):
            scene.finish("works_at", left, _ended_at(scene))


def leave_club(scene: Scene) -> None:
    """退会する, 退部する, 抜ける, 脱退する."""
    if _done(scene):
        for left in scene.topical(lambda ref: is_club(ref) or is_firm(ref, strict=True), "を", "から"):
            scene.finish("member_of", left, _ended_at(scene))


def leave_place(scene: Scene) -> None:
    """出る, 離れる, 引き払う, 去る: a place one lived in, or a firm."""
    if not _done(scene):
        return
    for left in scene.find(lambda ref: not ref.me, "を"):
        if is_school(left) and scene.clause.base == "出る":
            scene.tell("graduated_from", left, scene.happened)
        elif is_place(left, strict=scene.clause.base == "出る" and not _moves_on(scene)):
            scene.finish("lives_in", left, _ended_at(scene))
        elif left.kind == "organization" and is_firm(left, strict=True):
            scene.finish("works_at", left, _ended_at(scene))


def _moves_on(scene: Scene) -> bool:
    """Whether the next clause goes on to live somewhere."""
    following = scene.following
    if following is None:
        return False
    noun = following.noun.text if following.noun else ""
    return lexicon().has("forms.living", following.base) or noun.endswith(("暮らし", "在住", "住まい", "生活"))


def go_to(scene: Scene) -> None:
    """移る, 戻る, 帰る: a move where a place is meant, a new employer where a firm is."""
    done = scene.flags & {"past", "progressive", "again"} or scene.happened is not None or "stem" in scene.flags
    if not done or scene.flags & {"negated", "passive"}:
        return
    base = scene.clause.base
    for left in scene.find(lambda ref: not ref.me and bool(ref.name), "から"):
        if is_place(left, strict=True) and base != "帰る":
            scene.finish("lives_in", left, scene.happened)
        elif left.kind == "organization" and is_firm(left, strict=True):
            scene.finish("works_at", left, scene.happened)
    again = "また" in scene.clause.adverbs or "again" in scene.flags
    for target in scene.find(lambda ref: not ref.me and not ref.person, "に", "へ"):
        _arrive(scene, target, base, again)


def _arrive(scene: Scene, target: Reference, base: str, again: bool) -> None:
    if is_club(target) and base == "戻る":
        scene.tell("member_of", target, scene.happened)
    elif target.kind == "organization" and is_firm(target, strict=True):
        scene.tell("works_at", target, scene.happened)
    elif is_product(target):
        if base in ("移る", "戻る"):
            scene.tell("uses", target, scene.happened)
    elif (sure_place(target) if not again else town(target)) and (base == "移る" or (base == "戻る" and again)):
        scene.tell("lives_in", target, scene.happened)


def give_up(scene: Scene) -> None:
    """売る, 手放す, 譲る end owning; 解約する, アンインストールする end using."""
    if not _done(scene):
        return
    for club in scene.topical(is_club, "を"):
        scene.finish("member_of", club, scene.happened)
    uses = scene.clause.base in ("解約する", "アンインストールする", "削除する", "退会する", "消す")
    subscribed = [
        ref
        for argument in scene.clause.all("を", "は")
        for item in argument.items
        if item.text in ("サブスク", "契約", "アカウント", "プラン", "ライセンス", "有料プラン", "会員", "定期購入")
        for ref in scene.story.read_all(item.owners[-1:])
    ]
    for left in [*filter(is_product, subscribed)]:
        scene.finish("uses", left, scene.happened)
    if subscribed:
        return
    for left in scene.topical(lambda ref: is_product(ref) and not is_club(ref), "を"):
        scene.finish("uses" if uses else "owns", left, scene.happened)


def part(scene: Scene) -> None:
    """離婚する and 別れる."""
    if not _done(scene):
        return
    predicate = "married_to" if scene.clause.base in ("離婚する", "離縁する") else "partner_of"
    others = scene.find(lambda ref: ref.person and not ref.me, "と")
    partners = [
        ref
        for ref in others
        if ref.nameless and ref.role in ("彼女", "彼", "彼氏", "恋人", "夫", "妻", "旦那", "カノジョ")
    ]
    if partners and scene.subject is not None:
        scene.finish(predicate, "", scene.happened)
    for other in others:
        if not other.nameless:
            scene.finish(predicate, other, scene.happened)
    if not others and predicate == "married_to" and scene.subject is not None:
        scene.finish(predicate, "", scene.happened)


_LAST_DAYS = ("最終出社日", "最終出勤日", "最終日", "退職日", "最後の出社日", "最終勤務日")


def _any_day(scene: Scene) -> WorldTime | None:
    return scene.day(scene.clause.dates[-1][0])


def parted(scene: Scene, noun: Nominal) -> bool:
    """白峰電機とはお別れ."""
    if noun.text in _LAST_DAYS and noun.owners and scene.clause.dates:
        for firm in filter(is_firm, scene.story.read_all(noun.owners[-1:])):
            replace(scene, subject=scene.story.topic or MYSELF).finish("works_at", firm, _any_day(scene))
        return True
    if noun.text in ("終わり", "おわり", "おしまい", "最後"):
        return _over(scene)
    if noun.text not in ("お別れ", "おさらば", "さよなら"):
        return False
    for left in scene.find(lambda ref: is_firm(ref, strict=True), "と"):
        scene.finish("works_at", left, scene.happened)
    return True


def _over(scene: Scene) -> bool:
    """金沢での生活も今月で終わり."""
    topic = scene.clause.first("は", "も", "が")
    item = topic.items[-1] if topic is not None else None
    if item is None or item.text not in ("生活", "暮らし", "一人暮らし") or not item.owners or not scene.clause.dates:
        return False
    for left in filter(sure_place, scene.story.read_all(item.owners[-1:])):
        replace(scene, subject=scene.story.topic or MYSELF).finish("lives_in", left, scene.happened)
    return True


def divorce(scene: Scene) -> None:
    """颯太との離婚が成立した."""
    for argument in scene.clause.all("が", "は"):
        for item in argument.items:
            partners = [ref for ref in scene.story.read_all(item.owners[-1:]) if ref.person and not ref.me]
            partners += [ref for ref in scene.story.read_all(argument.items) if ref.person and not ref.me]
            if item.text == "離婚" and scene.flags & {"past"}:
                partner = partners[0] if partners and not partners[0].nameless else ""
                replace(scene, subject=scene.story.topic or MYSELF).finish("married_to", partner, scene.happened)


def graduate(scene: Scene) -> None:
    """卒業する of a club or a product ends it; of a school it is a fact (see `frames`)."""
    if _done(scene):
        for left in scene.topical(lambda ref: is_club(ref) and not is_school(ref), "を", "から"):
            scene.finish("member_of", left, scene.happened)


def die(scene: Scene) -> None:
    """A pet that died is no pet any more."""
    if not _done(scene):
        return
    for argument in scene.clause.all("が", "は", "も"):
        for reference in scene.story.read_all(argument.items):
            known = reference.species or (scene.story.pet is not None and scene.story.pet.name == reference.name)
            if known and reference.name:
                scene.page.finish(MYSELF, "has_pet", reference, scene.span, scene.happened)


def stop(scene: Scene) -> None:
    """使うのをやめた and the like come as `stopped` on the verb itself; ピアノをやめた comes here."""
    quit_(scene)


_TABLE: tuple[tuple[str, Handler], ...] = (
    ("辞める やめる 止める", quit_),
    ("退職する 退社する 辞職する 早期退職する", leave_firm),
    ("引退する 退会する 退部する 抜ける 脱退する 退団する 卒団する", leave_club),
    ("出る 離れる 引き払う 去る 引き上げる", leave_place),
    ("移る 戻る 帰る うつる もどる", go_to),
    ("売る 売却する 手放す 譲る 処分する 解約する アンインストールする", give_up),
    ("離婚する 別れる 離縁する 破局する", part),
    ("卒業する", graduate),
    ("成立する", divorce),
    ("死ぬ 亡くなる 旅立つ", die),
)
LEAVING: Mapping[str, Handler] = {verb: handler for verbs, handler in _TABLE for verb in verbs.split()}
__all__ = ["LEAVING", "instrument"]
