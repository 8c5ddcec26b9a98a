"""Verbs of work and study: やる, 務める, なる, 昇進する, 習う and what they say of jobs, offices and pursuits."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from app.memory.learn.reading.japanese.fits import instrument, only_firm, sport, sure_firm, sure_place
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import (
    anything,
    is_club,
    is_firm,
    is_product,
    is_school,
    named_person,
)

Handler = Callable[[Scene], None]

_WORK = ("仕事", "業務", "担当", "お仕事")
_STUDY = {"勉強": "learns", "練習": "learns", "レッスン": "learns", "研究": "studies"}


def job_words(scene: Scene, *cases: str) -> list[str]:
    """Jobs that stand in one of the cases, with what qualifies them: 小学校の教師."""
    found = []
    for argument in scene.clause.all(*cases):
        for item in argument.items:
            if lexicon().job(item.text) and not (item.owners and item.links[-1] != "の") and not _honorary(item):
                found.append(full_job(item.text, [owner.text for owner in item.owners]))
    return found


_CIRCLES = ("会", "部", "クラブ", "サークル", "PTA", "組合", "チーム", "団")


def _honorary(item: Nominal) -> bool:
    """PTAの役員, 町内会の班長: an office and no job."""
    office = item.text in ("役員", "会長", "班長", "委員長", "副会長", "組長", "幹事", "会計", "書記")
    return office and bool(item.owners) and item.owners[-1].text.endswith(_CIRCLES)


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


def do(scene: Scene) -> None:
    """やる, する, 務める, 担当する: a job, a sport or an instrument; Xで names the employer."""
    if scene.denied or "was" in scene.flags:
        return
    if "progressive" not in scene.flags:
        _choose(scene)
        _habit(scene)
        return
    jobs = job_words(scene, "を", "も", "として") or _line_of_work(scene) or _task(scene)
    for job in jobs:
        scene.tell("job_title", job, scene.since)
    if jobs:
        for firm in scene.find(sure_firm, "で") or _firms_of(scene):
            scene.tell("works_at", firm, scene.since)
        return
    for played in scene.find(lambda ref: sport(ref) or instrument(ref), "を", "も"):
        scene.tell("plays", played, scene.since)


def _firms_of(scene: Scene) -> list[Reference]:
    """トキワ通商の営業をやっています."""
    owners = [item.owners[-1] for argument in scene.clause.all("を", "も") for item in argument.items if item.owners]
    return [ref for ref in scene.story.read_all(owners) if ref.kind == "organization" and only_firm(ref)]


def _line_of_work(scene: Scene) -> list[str]:
    """営業の仕事をしている; フランス語の勉強をしている is learning and no work, 一人暮らしをしている is living."""
    found = []
    for item in (item for argument in scene.clause.all("を", "も") for item in argument.items):
        owner = item.owners[-1] if item.owners else None
        if item.text.endswith("暮らし"):
            for place in scene.find(sure_place, "で"):
                scene.tell("lives_in", place, scene.since)
        elif owner is not None and item.text in _WORK and lexicon().job(owner.text):
            found.append(owner.text)
        elif owner is not None and item.text in _STUDY:
            for subject in scene.story.read_all((owner,)):
                scene.tell(_STUDY[item.text], subject, scene.since)
    return found


def _task(scene: Scene) -> list[str]:
    """若宮運輸で配車を担当している: at a firm, what one does is the job, whatever it is called."""
    if scene.one(sure_firm, "で") is None:
        return []
    tasks = [item for argument in scene.clause.all("を") for item in argument.items]
    if scene.clause.base not in ("担当する", "やる", "務める"):
        tasks = [item for item in tasks if lexicon().ends("forms.tasks", item.text)]
    return [item.text for item in tasks if not item.owners and 1 < len(item.text) < 10 and item.relative is None]


def _habit(scene: Scene) -> None:
    """テニスをします, 尺八をやるらしい: a game or an instrument, by habit."""
    if scene.flags & {"past", "plan", "stem"} or scene.happened is not None:
        return
    for played in scene.find(lambda ref: sport(ref) or instrument(ref), "を", "も"):
        scene.tell("plays", played)


def _choose(scene: Scene) -> None:
    """エディタはNeovimにした: the tool that was chosen for something."""
    devices = lexicon().sets["categories.device"]
    topics = [item.text for argument in scene.clause.all("は", "を", "も") for item in argument.items]
    if "past" in scene.flags and (any(topic in devices for topic in topics) or scene.story.device):
        for tool in scene.find(is_product, "に"):
            scene.tell("uses", tool, scene.happened)


def learn(scene: Scene) -> None:
    """習う, 学ぶ, 勉強する: at a school one studies a subject, elsewhere one learns it."""
    if "stopped" in scene.flags:
        for subject in scene.find(lambda ref: anything(ref) and len(ref.name) > 1, "を", "も", "は"):
            scene.finish("learns", subject, scene.happened)
    if scene.denied or "was" in scene.flags or ("past" in scene.flags and "begun" not in scene.flags):
        return
    school = scene.one(is_school, "で")
    for subject in scene.find(lambda ref: anything(ref) and len(ref.name) > 1, "を", "も"):
        scene.tell(
            "studies" if school else "learns",
            subject,
            scene.since or (scene.happened if "begun" in scene.flags else None),
        )
    if school is not None:
        scene.tell("studies_at", school, scene.since)


def as_job(scene: Scene) -> None:
    """看護師として働いている, beside the employer that `frames` reads."""
    if not scene.denied and "was" not in scene.flags:
        for job in job_words(scene, "として"):
            scene.tell("job_title", job, scene.since)
        for owner in [
            owner for argument in scene.clause.all("として") for item in argument.items for owner in item.owners
        ]:
            for employer in filter(sure_firm, scene.story.read_all((owner,))):
                scene.tell("works_at", employer, scene.since)


def become(scene: Scene) -> None:
    """係長になった; a partner, a friend or a member as well."""
    if scene.denied or not (scene.done or scene.happened):
        return
    for job in job_words(scene, "に"):
        scene.tell("job_title", job, scene.happened)
    _renamed(scene)
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
        for other in scene.find(named_person, "と"):
            scene.tell(relation[text], other, scene.happened)


def _renamed(scene: Scene) -> None:
    """名前が有馬慧になった."""
    topic = scene.clause.first("が", "は")
    if topic is None or topic.items[-1].text not in ("名前", "本名", "氏名") or not scene.story.is_own(topic.items[-1]):
        return
    for name in scene.find(anything, "に"):
        replace(scene, subject=scene.story.topic or MYSELF).tell("name_is", name.name, scene.happened)


def promoted(scene: Scene) -> None:
    """昇進する, 就任する: the office in the に slot."""
    if not scene.denied and (scene.done or scene.happened):
        for job in job_words(scene, "に", "へ"):
            scene.tell("job_title", job, scene.happened)


_TABLE: tuple[tuple[str, Handler], ...] = (
    ("習う 学ぶ 勉強する 独学する 練習する", learn),
    ("やる する 務める 担当する つとめる", do),
    ("働く 勤める 勤務する 活動する", as_job),
    ("なる", become),
    ("昇進する 昇格する 就任する 着任する 抜擢する 任命する", promoted),
)
WORKING: Mapping[str, Handler] = {verb: handler for verbs, handler in _TABLE for verb in verbs.split()}
