"""What somebody suffers from, said by a noun: ゴマアレルギーです, ぜんそく持ちです."""

from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import in_group, inner, is_liking


def ill(scene: Scene, noun: Nominal) -> bool:
    """ぜんそく持ちです."""
    illness = inner(noun, noun.text.removesuffix("持ち"))
    if noun.text == illness.name or not in_group("diseases", illness):
        return False
    scene.tell("diagnosed_with", illness)
    return True


def allergic(scene: Scene, noun: Nominal) -> bool:
    for thing in allergens(scene, noun):
        scene.tell("allergic_to", thing)
        return True
    return False


def allergens(scene: Scene, noun: Nominal) -> list[Reference]:
    """ゴマ of ゴマのアレルギー, ゴマアレルギー and ゴマにアレルギー."""
    if not noun.text.endswith("アレルギー"):
        return []
    stem = noun.text.removesuffix("アレルギー")
    if stem:
        return [inner(noun, stem)] if stem not in ("食物", "金属製", "アトピー") else []
    found = scene.story.read_all(noun.owners[-1:]) if noun.links[-1:] == ("の",) else []
    return [ref for ref in found or scene.find(is_liking, "に", "には") if not ref.person]
