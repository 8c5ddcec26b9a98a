"""Whether words are meant as a statement: questions, wishes, conditions, doubts and fiction are not."""

import re
from collections.abc import Sequence

from app.memory.learn.reading.japanese.phrases import Clause

_FICTION = re.compile(
    r"(?:小説|物語|台詞|セリフ|せりふ|歌詞|脚本|シナリオ|戯曲|台本|原稿|創作|ドラマ|漫画|マンガ|アニメ|主人公|登場人物|詩|書き出し|冒頭|一節|例文|"
    r"ロールプレイ|設定|夢|名言|ことわざ)[^。「『\n]{0,16}(?:[::]|[「『]|で(?:は|、)|の中で|に出てくる|として|、)"
)
_TITLE_USE = re.compile(r"[「『][^」』]{1,40}[」』](?:を|が|の|という|って|っていう|は|に|も|と(?!いう台詞))")
_DREAM = re.compile(
    r"夢(?:の中)?(?:で(?:は|、)?|を見)|(?:小説|物語|漫画|ドラマ|アニメ|映画)の(?:中|なか|設定|主人公|登場人物)|(?:主人公|キャラ|キャラクター|アバター|TRPG)(?:は|が|の|に)|という(?:設定|夢|セリフ|台詞)"
)
_SUPPOSE = re.compile(r"(?:^|[、。,\s])(?:もし(?!て|た)|仮に|たとえば|例えば|万が一|万一)")
_ASKS = re.compile(
    r"[??][」』）)]*\s*$|(?:ですか|ますか|でしょうか|かな|かしら|だろうか|っけ|どう思う|教えて(?:ください|ほしい|くれ)?)[。!]?\s*$"
)
_REPORT = frozenset({"ask", "unreal", "doubt", "wish", "request"})
_NAMES = {
    "ask": "question",
    "unreal": "hypothetical",
    "doubt": "hypothetical",
    "wish": "hypothetical",
    "request": "request",
}


def is_fiction(text: str) -> bool:
    """Whether the sentence tells of a story, a dream or a line of a play, and not of the world."""
    if _DREAM.search(text):
        return True
    found = _FICTION.search(text)
    return found is not None and not _TITLE_USE.match(text, max(found.end() - 1, 0)) and found[0][-1] in "::「『でに"


def reason_to_drop(clause: Clause) -> str:
    """Why the clause states nothing, or an empty text."""
    for flag in ("ask", "unreal", "request", "wish", "doubt"):
        if flag in clause.flags:
            return _NAMES[flag]
    link = clause.predicate.link if clause.predicate else ""
    if link == "when" and not _habit(clause):
        return "background"
    if link == "if":
        return "hypothetical"
    return "other" if "causative" in clause.flags else ""


def _habit(clause: Clause) -> bool:
    """Whether a clause of time tells a habit: Terraformを回すとき."""
    return (
        "past" not in clause.flags and "progressive" not in clause.flags and clause.base in ("使う", "回す", "動かす")
    )


def modality(clauses: Sequence[Clause], sentence: str) -> list[str]:
    """For each clause, why it states nothing. A clause that goes on with て shares the mood of the next."""
    if _ASKS.search(sentence):
        return ["question"] * len(clauses)
    supposed = _SUPPOSE.search(sentence) is not None
    reasons = ["hypothetical" if supposed else reason_to_drop(clause) for clause in clauses]
    for at in range(len(clauses) - 2, -1, -1):
        predicate = clauses[at].predicate
        chained = predicate is not None and predicate.link == "te" and not clauses[at].flags & {"progressive", "past"}
        if (
            chained
            and predicate is not None
            and predicate.base
            and reasons[at + 1] in ("hypothetical", "question", "request")
        ):
            reasons[at] = reasons[at] or reasons[at + 1]
    return reasons
