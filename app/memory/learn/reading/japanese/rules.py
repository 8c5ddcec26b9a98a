"""All rules of one clause in their order: what its noun phrases say, plans, properties, noun predicates, verbs."""

from dataclasses import replace

from app.memory.learn.reading.japanese.being import BEING
from app.memory.learn.reading.japanese.doing import DOING
from app.memory.learn.reading.japanese.frames import FRAMES, apply_frames
from app.memory.learn.reading.japanese.leaving import LEAVING
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.phrases import Argument, Clause, Nominal
from app.memory.learn.reading.japanese.plans import noun_plan, plan
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.segments import EMAIL, PHONE
from app.memory.learn.reading.japanese.slots import is_title
from app.memory.learn.reading.japanese.stating import state
from app.memory.learn.reading.japanese.subjects import subject_of
from app.memory.learn.reading.japanese.tone import reason_to_drop
from app.memory.learn.reading.japanese.topics import topical
from app.memory.learn.reading.japanese.working import WORKING

_VERBS = (LEAVING, WORKING, DOING, BEING)
_NOT_BESIDE_A_NOUN = ("好き", "大好き", "嫌い", "大嫌い", "苦手", "得意", "夢中", "嫌", "いる", "出る")
"""Predicates that, before a noun, describe it and say nothing of anybody: 好きな色, 駅にいる人."""


def read_clause(scene: Scene) -> None:
    """State and end everything that the clause says."""
    scene.story.introduce(scene.clause, scene.subject)
    for nominal in _phrases(scene.clause):
        _read_gloss(scene, nominal)
        if nominal.relative is not None and not reason_to_drop(nominal.relative):
            _read_relative(scene, nominal, nominal.relative)
    if plan(scene) or noun_plan(scene) or topical(scene):
        return
    before = len(scene.page.facts)
    if not scene.clause.base:
        state(scene)
    gapped = _gapped(scene) if len(scene.page.facts) == before else None
    _apply_verbs(gapped or scene)


def _apply_verbs(scene: Scene) -> None:
    apply_frames(scene)
    for table in _VERBS:
        handler = table.get(scene.clause.base)
        if handler is not None:
            handler(scene)


def _phrases(clause: Clause) -> list[Nominal]:
    """All noun phrases of a clause, owners too."""
    return [nominal for item in clause.items for nominal in (item, *item.owners)]


def _read_gloss(scene: Scene, nominal: Nominal) -> None:
    """大槻ふみ（fumi@example.jp）, 喫茶みなと（呉にある）: what the brackets after a name say of it."""
    gloss = nominal.gloss.text.strip() if nominal.gloss is not None else ""
    reference = scene.story.read(nominal) if gloss else None
    if reference is None or reference.me or reference.nameless or not reference.proof:
        return
    span = (reference.start, nominal.gloss.end if nominal.gloss else reference.end)
    for predicate, pattern in (("email", EMAIL), ("phone", PHONE)):
        if pattern.fullmatch(gloss) and reference.kind in (None, "person", "organization"):
            scene.page.tell(replace(reference, kind=reference.kind or "person"), predicate, gloss, span)
    town = gloss.removesuffix("にある").strip()
    if town != gloss and town in lexicon().places and reference.kind == "organization":
        at = nominal.gloss.start + 1 if nominal.gloss else 0
        scene.page.tell(reference, "located_in", Reference(town, "place", at, at + len(town), "list"), span)


def _read_relative(scene: Scene, nominal: Nominal, relative: Clause) -> None:
    """Read a clause inside a noun phrase: 長崎にある出島製菓, 京都に住む姉の千晶, 妹が住んでいる名古屋."""
    story = scene.story
    reference = story.read(nominal)
    story.introduce(relative, None)
    if reference is None or (reference.nameless and not story.settled(reference)):
        return
    bare = replace(nominal, relative=None)
    if reference.person:
        inner = Scene(relative, reference, story, scene.page)
    elif relative.base in ("ある", "位置する") and reference.proof == "form":
        standing = replace(relative, arguments=[*relative.arguments, Argument((bare,), "が")])
        inner = Scene(standing, None, story, scene.page)
    elif relative.first("が") is None and (
        relative.first("を", "に", "で") or lexicon().has("forms.only_people", relative.base)
    ):
        return  # 長崎に住む盗賊: the noun is who lives there, and it is nobody
    else:
        who = subject_of(story, relative, scene.subject if scene.subject and scene.subject.me else None)
        inner = Scene(relative, who, story, scene.page, None, _described(scene, nominal) or bare)
    if relative.base in _NOT_BESIDE_A_NOUN:
        apply_frames(inner)
    else:
        _apply_verbs(inner)


def _described(scene: Scene, nominal: Nominal) -> Nominal | None:
    """『雨の庭』は真吾が書いた小説だ: what the noun of the predicate stands for, if the topic names it."""
    topic = scene.clause.first("は")
    if nominal is not scene.clause.noun or topic is None or lexicon().category(nominal.text) != "thing":
        return None
    reference = scene.story.read(topic.items[-1])
    return topic.items[-1] if reference is not None and is_title(reference) else None


def _known(base: str) -> bool:
    """Whether some rule reads the verb."""
    return base in FRAMES or any(base in table for table in _VERBS)


def _gapped(scene: Scene) -> Scene | None:
    """会社ではPython、家ではGoを使う: the first noun shares the verb of the next clause."""
    clause, following = scene.clause, scene.following
    if clause.noun is None or clause.base or not clause.arguments or "stem" not in clause.flags:
        return None
    if following is None or not _known(following.base) or reason_to_drop(following):
        return None
    if not {argument.bare for argument in clause.arguments} & {argument.bare for argument in following.arguments}:
        return None
    shared = next((a.case for a in following.arguments if a.case in ("を", "に", "が", "で", "へ")), "")
    if not shared:
        return None
    arguments = [*clause.arguments, Argument((clause.noun,), shared)]
    filled = replace(clause, arguments=arguments, predicate=following.predicate, noun=None)
    return replace(scene, clause=filled, following=None)
