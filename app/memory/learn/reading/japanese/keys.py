"""Properties that stand as the topic of a sentence (出身は…, 勤務先は…, 著者は…) and the relation that each names."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.memory.learn.reading.japanese.fits import firm, town
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.phrases import Nominal
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.slots import in_group, is_language, is_liking, is_place, is_product, is_school
from app.memory.learn.reading.japanese.working import full_job

Handler = Callable[[Scene, Nominal], None]


def _answers(scene: Scene, noun: Nominal) -> list[Reference]:
    """The noun and what と and 、 join to it."""
    topic = scene.clause.first("は", "が")
    begun = topic.items[0].start if topic is not None else 0  # what stands before the topic is a heading
    beside = [argument for argument in scene.clause.all("と", "") if argument.items[0].start > begun]
    joined = [ref for argument in beside for ref in scene.story.read_all(argument.items)]
    last = scene.story.read(noun)
    return [*joined, *([last] if last else [])]


def _each(predicate: str, fits: Callable[[Reference], bool]) -> Handler:
    def handler(scene: Scene, noun: Nominal) -> None:
        for reference in _answers(scene, noun):
            if fits(reference):
                scene.tell(predicate, reference, scene.since)

    return handler


def _job(scene: Scene, noun: Nominal) -> None:
    if lexicon().job(noun.text):
        scene.tell("job_title", full_job(noun.text, [owner.text for owner in noun.owners]), scene.since)


def _illness(reference: Reference) -> bool:
    return in_group("diseases", reference)


def _any(reference: Reference) -> bool:
    return is_liking(reference)


def _work_of(scene: Scene, noun: Nominal, predicate: str) -> None:
    """著者は野見山遼: the maker of what the topic belongs to, or of what was spoken of last."""
    maker = scene.story.read(noun)
    topic = scene.clause.first("は", "が")
    owner = topic.items[0].owners[-1:] if topic else ()
    work = next(iter(scene.story.read_all(owner)), None) or scene.story.work
    if maker is not None and work is not None and not maker.role:
        scene.page.tell(replace(maker, kind="person"), predicate, work, scene.span)


def _maker(predicate: str) -> Handler:
    return lambda scene, noun: _work_of(scene, noun, predicate)


_KEYS: tuple[tuple[str, Handler], ...] = (
    (
        "出身 出身地 地元 実家 故郷 ふるさと 生まれ 出生地 生まれ故郷 郷里",
        _each("from_place", lambda ref: is_place(ref)),
    ),
    (
        "新住所 新居 住まい お住まい 住所 自宅 居住地 現住所 住み 住んでる所",
        _each("lives_in", town),
    ),
    ("勤務先 勤め先 職場 就職先 転職先 会社 勤め", _each("works_at", firm)),
    ("職業 仕事 本職 職種 肩書き 肩書 役職 本業", _job),
    ("趣味 好物 大好物 推し お気に入り 好きなもの", _each("likes", _any)),
    ("苦手 苦手なもの 嫌いなもの", _each("dislikes", _any)),
    ("母語 母国語", _each("speaks", is_language)),
    ("専攻 研究テーマ", _each("studies", _any)),
    ("アレルギー", _each("allergic_to", _any)),
    ("持病 病名 診断名", _each("diagnosed_with", _illness)),
    ("常備薬 飲み薬 薬", _each("takes_medicine", lambda ref: is_product(ref) or bool(ref.proof))),
    ("愛車", _each("owns", is_product)),
    ("出身校 母校 出身大学", _each("graduated_from", is_school)),
)


_MADE: tuple[tuple[str, Handler], ...] = (
    ("著者 作者 原作 原作者 監督 作曲 作曲者 開発者 作詞", _maker("created")),
    ("創業者 設立者 創設者", _maker("founded")),
    ("リーダー チームリーダー 責任者 主宰 プロジェクトリーダー", _maker("manages")),
)
MAKERS = frozenset(key for keys, _ in _MADE for key in keys.split())
"""Keys whose answer is the subject and whose owner is the object: Xの著者は…."""
KEYS: Mapping[str, Handler] = {key: handler for keys, handler in (*_KEYS, *_MADE) for key in keys.split()}
