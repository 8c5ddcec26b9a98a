"""Plans: what somebody means to do. Moves and new jobs that have a day are facts of that day instead."""

import re
from collections.abc import Sequence

from app.memory.learn.reading.japanese.frames import FRAMES
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene

_ENDING = re.compile(r"(?:する|る|う|く|ぐ|す|つ|ぬ|ぶ|む)?(?:予定|つもり).*$")


def plan(scene: Scene) -> bool:
    """State a plan. True if the clause was one and says nothing else."""
    clause = scene.clause
    settled = scene.flags & {"negated", "past", "progressive", "begun", "was"} - _since(scene)
    if scene.subject is None or not clause.base or clause.cleft is not None or settled:
        return False
    coming = scene.happened is not None and scene.direction == "future" and scene.happened.last() > scene.story.today
    meant = "plan" in scene.flags
    text = clause.predicate.text if clause.predicate else ""
    if "ことにな" in text and scene.happened is not None and scene.happened.first() <= scene.story.today:
        return False
    if not meant and not (coming and lexicon().has("forms.deeds", clause.base)):
        return False
    if coming and any(frame.ahead and scene.find(frame.fits, *frame.cases) for frame in FRAMES.get(clause.base, ())):
        return False
    if (
        clause.base in ("なる", "ある", "いる", "辞める", "退職する", "退会する", "住む", "勤める", "働く", "勤務する")
        and coming
    ):
        return False
    text = _wording(scene)
    if text:
        scene.tell("plans_to", text, scene.happened)
    return bool(text)


def noun_plan(scene: Scene) -> bool:
    """来月3日に亜希と金沢旅行の予定: a plan with no verb."""
    noun, clause = scene.clause.noun, scene.clause
    if noun is None or noun.text not in ("予定", "つもり") or clause.base or scene.flags & {"negated", "past"}:
        return False
    owner = noun.last_owner
    if owner is None or owner.dated or "サ変" not in owner.words[-1].detail or scene.subject is None:
        return False
    beside = [_joined(argument.items) + "と" for argument in clause.all("と")]
    if scene.happened is not None:
        scene.tell("plans_to", "".join(beside) + owner.whole, scene.happened)
    return scene.happened is not None


def _since(scene: Scene) -> set[str]:
    """The past of ことにした and 決めた is the deciding, not the doing."""
    return {"past"} if "plan" in scene.flags else set()


def _wording(scene: Scene) -> str:
    """The deed in its dictionary form: 富山に行く."""
    pieces = []
    for argument in scene.clause.arguments:
        items = [item for item in argument.items if not item.dated]
        subject = argument.case in ("は", "が", "も")
        if items and not subject and not lexicon().has("people.me", items[0].text):
            pieces.append(_joined(items) + argument.bare)
    if not pieces and not scene.clause.base.endswith("する") and not lexicon().has("forms.deeds", scene.clause.base):
        return ""
    return "".join(pieces) + scene.clause.base


def _joined(items: Sequence[Nominal]) -> str:
    plain = [item for item in items if not any(word.cls == "number" for word in item.words)] or items[-1:]
    return "と".join("".join(_owners(item)) + item.text for item in plain)


def _owners(item: Nominal) -> list[str]:
    """What stands before the noun, less the role of a person: 修平 of 恋人の修平."""
    relations = lexicon().relations
    said = zip(item.owners, item.links, strict=True)
    return [o.text + link for o, link in said if o.text not in relations and o.text != link]
