"""Verbs whose meaning hangs on their object: 入る, やる, なる, 始める, 飲む, 結婚する, 診断される, 参加する and others."""

import re
from collections.abc import Callable, Mapping

from app.memory.learn.reading.japanese.frames import instrument, sport, sure_firm, sure_place
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import (
    in_group,
    is_club,
    is_firm,
    is_language,
    is_product,
    is_school,
    is_title,
)

Handler = Callable[[Scene], None]
_EVER = frozenset("毎日 毎朝 毎晩 毎食後 朝晩 食後".split())


def _not(scene: Scene) -> bool:
    return bool(scene.flags & {"negated", "passive", "stopped"})


def _did(scene: Scene) -> bool:
    """Whether it happened, or is fixed for a day."""
    link = scene.clause.predicate.link if scene.clause.predicate else ""
    if scene.flags & {"past", "progressive", "begun"} or "stem" in scene.flags and scene.clause.base.endswith("する"):
        return True
    return link == "te" and scene.following is not None and bool(scene.following.flags & {"past", "progressive"})


def _anything(reference: Reference) -> bool:
    return bool(reference.name) and not reference.me


def _named_person(reference: Reference) -> bool:
    return not reference.me and not reference.nameless and reference.kind in ("person", None)


def job_words(scene: Scene, *cases: str) -> list[str]:
    """Jobs that stand in one of the cases, with what qualifies them: 小学校の教師."""
    found = []
    for argument in scene.clause.all(*cases):
        for item in argument.items:
            if lexicon().job(item.text) and not (item.owners and item.links[-1] != "の"):
                found.append(full_job(item.text, [owner.text for owner in item.owners]))
    return found


def full_job(job: str, owners: list[str]) -> str:
    """小学校 and 教師 are one job; 青嶺物産 and 部長 are a firm and a job."""
    words = lexicon()
    kept = [
        owner
        for owner in owners
        if words.has("organizations.generic", owner)
        or owner in ("国語", "数学", "英語", "理科", "社会", "音楽", "美術", "体育")
    ]
    return "の".join([*kept[-1:], job])


def enter(scene: Scene) -> None:
    """入る: a club, a firm or a school, by its name."""
    if _not(scene) or not (_did(scene) or scene.happened):
        return
    for target in scene.find(_anything, "に", "へ"):
        if is_school(target) and not target.name.endswith("学園"):
            scene.tell("studies_at", target, scene.happened)
        elif is_club(target):
            if "past" in scene.flags or "progressive" in scene.flags or _did(scene):
                scene.tell("member_of", target, scene.happened)
        elif is_firm(target, strict=True) and target.kind == "organization":
            scene.tell("works_at", target, scene.happened)


def do(scene: Scene) -> None:
    """やる, する, 務める, 担当する: a job, a sport or an instrument; Xで names the employer."""
    if _not(scene) or "was" in scene.flags:
        return
    if "progressive" not in scene.flags:
        _choose(scene)
        return
    jobs = job_words(scene, "を", "も", "として") or _line_of_work(scene)
    for job in jobs:
        scene.tell("job_title", job, scene.since)
    if jobs:
        for firm in scene.find(sure_firm, "で"):
            scene.tell("works_at", firm, scene.since)
        return
    for played in scene.find(lambda ref: sport(ref) or instrument(ref), "を", "も"):
        scene.tell("plays", played, scene.since)


def _line_of_work(scene: Scene) -> list[str]:
    """営業の仕事をしている; フランス語の勉強をしている is learning and no work."""
    found = []
    for argument in scene.clause.all("を", "も"):
        for item in argument.items:
            owner = item.owners[-1] if item.owners else None
            if item.text.endswith("暮らし"):
                for place in scene.find(sure_place, "で"):
                    scene.tell("lives_in", place, scene.since)
            if owner is None:
                continue
            if item.text in ("仕事", "業務", "担当", "お仕事") and lexicon().job(owner.text):
                found.append(owner.text)
            elif item.text in ("勉強", "練習", "レッスン", "研究"):
                for subject in scene.story.read_all((owner,)):
                    scene.tell("studies" if item.text == "研究" else "learns", subject, scene.since)
    return found


def _choose(scene: Scene) -> None:
    """エディタはNeovimにした: the tool that was chosen for something."""
    devices = lexicon().sets["categories.device"]
    topics = [item.text for argument in scene.clause.all("は", "を", "も") for item in argument.items]
    if "past" in scene.flags and (any(topic in devices for topic in topics) or scene.story.device):
        for tool in scene.find(is_product, "に"):
            scene.tell("uses", tool, scene.happened)


def learn(scene: Scene) -> None:
    """習う, 学ぶ, 勉強する: at a school one studies a subject, elsewhere one learns it."""
    if _not(scene) or "was" in scene.flags or ("past" in scene.flags and "begun" not in scene.flags):
        return
    school = scene.one(is_school, "で")
    for subject in scene.find(lambda ref: _anything(ref) and len(ref.name) > 1, "を", "も"):
        scene.tell(
            "studies" if school else "learns",
            subject,
            scene.since or (scene.happened if "begun" in scene.flags else None),
        )
    if school is not None:
        scene.tell("studies_at", school, scene.since)


def as_job(scene: Scene) -> None:
    """看護師として働いている, beside the employer that `frames` reads."""
    if not _not(scene) and "was" not in scene.flags:
        for job in job_words(scene, "として"):
            scene.tell("job_title", job, scene.since)


def become(scene: Scene) -> None:
    """係長になった; a partner, a friend or a member as well."""
    if _not(scene) or not (_did(scene) or scene.happened):
        return
    jobs = job_words(scene, "に")
    for job in jobs:
        scene.tell("job_title", job, scene.happened)
    for argument in scene.clause.all("に"):
        for item in argument.items:
            home = re.fullmatch(r"(.+?)(?:在住|暮らし|住まい)", item.text)
            if home and home[1] in lexicon().places:
                place = Reference(home[1], "place", item.start, item.start + len(home[1]), "list")
                scene.tell("lives_in", place, scene.happened)
            _become(scene, item.text, [owner for owner in scene.story.read_all(item.owners) if owner is not None])


def _become(scene: Scene, text: str, owners: list[Reference]) -> None:
    if text in ("メンバー", "一員", "会員", "部員", "正会員", "団員", "社員", "正社員"):
        for owner in owners[-1:]:
            if text in ("社員", "正社員") and is_firm(owner, strict=True):
                scene.tell("works_at", owner, scene.happened)
            elif "社員" not in text and (is_club(owner) or is_firm(owner, strict=True)):
                scene.tell("member_of", owner, scene.happened)
    relation = {
        "友達": "friend_of",
        "友人": "friend_of",
        "恋人": "partner_of",
        "同僚": "colleague_of",
        "夫婦": "married_to",
    }
    if text in relation:
        for other in scene.find(_named_person, "と"):
            scene.tell(relation[text], other, scene.happened)


def promoted(scene: Scene) -> None:
    """昇進する, 就任する: the office in the に slot."""
    if not _not(scene) and (_did(scene) or scene.happened):
        for job in job_words(scene, "に", "へ"):
            scene.tell("job_title", job, scene.happened)


def begin(scene: Scene) -> None:
    """始める: an instrument, a sport, a language or some other pursuit that has a lesson."""
    if _not(scene) or not _did(scene):
        return
    for target in scene.find(_anything, "を", "も"):
        if instrument(target) or sport(target):
            scene.tell("plays", target, scene.happened)
        elif is_language(target):
            scene.tell("learns", target, scene.happened)
        elif target.proof == "form" and target.kind == "organization" and is_firm(target, strict=True):
            scene.tell("founded", target, scene.happened)


def marry(scene: Scene) -> None:
    """結婚する, 入籍する, 婚約する, 付き合う; who it was may be said in the next sentence (相手は…)."""
    if _not(scene) or not (_did(scene) or scene.happened):
        return
    base = scene.clause.base
    predicate = {"婚約する": "engaged_to", "付き合う": "partner_of", "交際する": "partner_of"}.get(base, "married_to")
    others = [ref for ref in scene.find(_named_person, "と") if ref.name]
    for other in others:
        scene.tell(predicate, other, scene.happened)
    if not others and scene.subject is not None:
        scene.story.wedding = (scene.subject.carried(), predicate, scene.happened)


def diagnosed(scene: Scene) -> None:
    """Xと診断された, Xと言われた at the doctor's, Xが見つかった, Xにかかった."""
    if scene.flags & {"negated"}:
        return
    base = scene.clause.base
    if base == "診断する" and "passive" not in scene.flags:
        return
    cases = ("と", "だと", "の", "が") if base == "診断する" else ("に", "と")
    for illness in scene.find(_anything, *cases):
        if base == "診断する" and not illness.person or in_group("diseases", illness):
            scene.tell("diagnosed_with", illness, scene.happened if _did(scene) else None)


def drink(scene: Scene) -> None:
    """飲む: a medicine, if something in the passage speaks of illness. 服用する and 処方される need no such cue."""
    base = scene.clause.base
    sure = base in ("服用する", "処方する", "内服する", "投与する")
    if scene.flags & {"was"}:
        return
    if "stopped" in scene.flags or ("negated" in scene.flags and "もう" in scene.clause.adverbs):
        for drug in scene.find(_anything, "を", "は"):
            if sure or scene.story.medical:
                scene.finish("takes_medicine", drug, scene.happened)
        return
    if "negated" in scene.flags or (not sure and "past" in scene.flags and "begun" not in scene.flags):
        return
    for drug in scene.find(_anything, "を", "が", "は"):
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


def attend(scene: Scene) -> None:
    """参加する, 出席する, 行く, 出る: an event by its name, a club one takes part in, or a place one has been to."""
    if _not(scene):
        return
    base = scene.clause.base
    targets = [target for case in ("に", "へ", "を") for target in scene.find(_anything, case)]
    for target in targets:
        if (
            base in ("参加する", "出席する", "出場する", "登壇する")
            and "progressive" in scene.flags
            and "past" not in scene.flags
        ):
            if is_club(target):
                scene.tell("member_of", target, scene.since)
        elif "past" in scene.flags or _did(scene):
            _went(scene, target, base)


def _went(scene: Scene, target: Reference, base: str) -> None:
    if target.kind == "event" or (base == "参加する" and (is_title(target) or is_product(target))):
        if not lexicon().has("values.event_generic", target.name):
            scene.tell("attended", target, scene.happened)
    elif sure_place(target) and "past" in scene.flags and base in ("行く", "出張する", "遊びに行く"):
        scene.tell("visited", target, scene.happened)


def can(scene: Scene) -> None:
    """英語ができる, フランス語ペラペラ."""
    if not _not(scene) and "past" not in scene.flags:
        for language in scene.find(is_language, "が", "も", "は"):
            scene.tell("speaks", language)


def own(scene: Scene) -> None:
    """持つ is owning only while it lasts (持っている); 乗る of a vehicle with a name as well."""
    if not _not(scene) and "progressive" in scene.flags and "was" not in scene.flags:
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
    names = [ref for ref in scene.find(_anything, "と", "って") if not ref.role]
    if not names or scene.subject is None:
        return
    if base in ("いう", "言う", "申す", "もうす"):
        if scene.subject is MYSELF or scene.subject.me:
            if "progressive" not in scene.flags and "past" not in scene.flags and names[0].nominal is not None:
                scene.tell("name_is", names[0].nominal.text)
        return
    called = scene.one(lambda ref: ref.person and not ref.me and not ref.nameless, "を", "は", "が") or scene.subject
    if not called.me and not called.nameless and called.person:
        scene.story.alias(called, names[0])


def rename(scene: Scene) -> None:
    """改名する, 改姓する: a new name of the subject."""
    if not _not(scene) and (_did(scene) or scene.happened):
        for name in scene.find(_anything, "に", "へ", "と"):
            scene.tell("name_is", name.name, scene.happened)


_TABLE: tuple[tuple[str, Handler], ...] = (
    ("習う 学ぶ 勉強する 独学する 練習する", learn),
    ("入る 入学する 加入する", enter),
    ("やる する 務める 担当する つとめる", do),
    ("働く 勤める 勤務する 活動する", as_job),
    ("なる", become),
    ("昇進する 昇格する 就任する 着任する 抜擢する 任命する", promoted),
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
