"""What speaks for each candidate, side by side: one row an episode, one column a signal, each on a scale of about 0..1.

The signals are the same for a memory of ten episodes and of a hundred thousand, so that fixed weights hold.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.text import fold, has_cjk, name_key
from app.inference.protocols import Float
from app.memory.recall.classify import Asked
from app.memory.recall.late import Matches, beside, together
from app.memory.recall.system1 import Finds, Pool

COLUMNS = (
    "words", "words_before", "words_after", "words_session", "late", "late_beside", "late_session", "meaning",
    "speaker", "named", "linked", "asks", "answers", "dated", "assistant",
    "selected", "told", "told_session",
)  # fmt: skip

_LONGEST = 4000
"""Characters of an episode that are looked at: what a long passage says further on is left to its words and tokens."""
_LETTER = "[0-9a-z_\u00c0-\u052f]"
"""What would make a Latin, Greek or Cyrillic name part of a longer word; kana and kanji beside it do not."""
_SENTENCE = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]+|[^.!?。！？\n]+$")
_MAY_ASK = re.compile("[?？か]|[Tt]ell me|教えて")
_QUESTION = re.compile(
    r"[?？]\s*$|(?:ですか|ますか|でしょうか)[。\s]*$|教えて(?:ください|下さい)?[。！!\s]*$"
    r"|^\s*(?:[Pp]lease )?[Tt]ell me (?:more |everything |all )?(?:about|what|who|where|when|how|which|why)\b"
)
_DATED = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|months?|years?|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d|since|recently"
    r"|morning|days?|summer|winter|spring|autumn|fall)\b|昨日|今日|明日|先週|来週|先月|来月|去年|昨年|来年|今週|今月|今年|\d[年月日時]|曜|週末|以来|前に"
)


@dataclass(frozen=True, slots=True)
class Table:
    """`rows`: float32 [episodes, columns], in the order of the pool."""

    rows: Float

    def column(self, name: str) -> Float:
        """float32 [episodes]."""
        found: Float = self.rows[:, COLUMNS.index(name)]
        return found


@dataclass(frozen=True, slots=True)
class Places:
    """Where in the pool an episode's neighbours stand (-1: not in it), and which session is its own, counted from 0."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    session: tuple[int, ...]


def places(pool: Pool) -> Places:
    """The pool's own geography."""
    at = {episode.id: place for place, episode in enumerate(pool.episodes)}
    sessions: dict[int, int] = {}
    for episode in pool.episodes:
        sessions.setdefault(episode.session, len(sessions))
    none = EpisodeId(-1)
    return Places(
        tuple(at.get(pool.before.get(episode.id, none), -1) for episode in pool.episodes),
        tuple(at.get(pool.after.get(episode.id, none), -1) for episode in pool.episodes),
        tuple(sessions[episode.session] for episode in pool.episodes),
    )


def table(asked: Asked, finds: Finds, pool: Pool, matches: Sequence[Matches]) -> Table:
    """All signals of all candidates. `matches`: of the question, and of its other spellings, the better one counts."""
    where = places(pool)
    columns = {
        **_words(finds.words, pool, where),
        **_late(matches, where, len(pool.episodes)),
        **_context(asked, finds, pool, where),
        **_told(finds.opened.told, pool, where),
    }
    stacked = [np.asarray(columns[name], np.float32) for name in COLUMNS]
    return Table(np.stack(stacked, axis=1) if pool.episodes else np.zeros((0, len(COLUMNS)), np.float32))


def _words(words: Mapping[EpisodeId, float], pool: Pool, where: Places) -> dict[str, Sequence[float]]:
    best = max(words.values(), default=0.0) or 1.0
    own = [words.get(episode.id, 0.0) / best for episode in pool.episodes]
    none = EpisodeId(-1)
    return {
        "words": own,
        "words_before": [words.get(pool.before.get(episode.id, none), 0.0) / best for episode in pool.episodes],
        "words_after": [words.get(pool.after.get(episode.id, none), 0.0) / best for episode in pool.episodes],
        "words_session": _best_of_session(own, where),
    }


def _told(told: Mapping[EpisodeId, float], pool: Pool, where: Places) -> dict[str, Sequence[float]]:
    own = [told.get(episode.id, 0.0) for episode in pool.episodes]
    return {"told": own, "told_session": _best_of_session(own, where)}


def _best_of_session(own: Sequence[float], where: Places) -> list[float]:
    best = np.zeros(max(where.session, default=-1) + 1, np.float32)
    np.maximum.at(best, list(where.session), own)
    found: list[float] = best[list(where.session)].tolist()
    return found


def _late(matches: Sequence[Matches], where: Places, count: int) -> dict[str, Float]:
    found = {name: np.zeros(count, np.float32) for name in ("late", "late_beside", "late_session")}
    for one in matches:
        weights, best = one.weights, one.best
        with np.errstate(invalid="ignore"):  # a product may read beyond short rows; what it adds up is finite
            seen = {
                "late": weights @ best,
                "late_beside": weights @ beside(best, where.before, where.after),
                "late_session": weights @ together(best, where.session),
            }
        found = {name: np.maximum(found[name], seen[name]) for name in found}
    return found


def _context(asked: Asked, finds: Finds, pool: Pool, where: Places) -> dict[str, Sequence[float]]:
    asks = [question_share(episode.text) for episode in pool.episodes]
    mean = float(np.mean(list(finds.meanings.values()))) if finds.meanings else 0.0
    return {
        "meaning": [finds.meanings.get(episode.id, mean) - mean for episode in pool.episodes],
        "speaker": speakers_meant(asked, pool.episodes),
        "named": named_share(finds, pool.episodes),
        "linked": [link.strength if (link := finds.related.episodes.get(e.id)) else 0.0 for e in pool.episodes],
        "selected": [link.strength if (link := finds.opened.episodes.get(e.id)) else 0.0 for e in pool.episodes],
        "asks": asks,
        "answers": [float(place >= 0 and asks[place] > 0) for place in where.before],
        "dated": [
            float(asked.asks_when and bool(_DATED.search(fold(episode.text[:_LONGEST])))) for episode in pool.episodes
        ],
        "assistant": [float(episode.role == "assistant") for episode in pool.episodes],
    }


def question_share(text: str) -> float:
    """How much of a text is questions, by characters, 0..1."""
    if not _MAY_ASK.search(text):
        return 0.0
    sentences = [sentence for sentence in _SENTENCE.findall(text[:_LONGEST]) if sentence.strip()]
    total = sum(map(len, sentences))
    return sum(len(sentence) for sentence in sentences if _QUESTION.search(sentence)) / total if total else 0.0


def speakers_meant(asked: Asked, episodes: Sequence[Episode]) -> list[float]:
    """1 for turns of the one speaker whom the question names; 0 everywhere when it names several, or none."""
    speakers = {episode.speaker for episode in episodes if episode.speaker}
    meant = {speaker for speaker in speakers if _stands_in(name_key(speaker), asked.text)}
    return [float(len(meant) == 1 and episode.speaker in meant) for episode in episodes]


def _stands_in(name: str, text: str) -> bool:
    return bool(_any_of({name}).search(text))


def named_share(finds: Finds, episodes: Sequence[Episode]) -> list[float]:
    """Share of the named entities that stand in each text under any of their names; those who speak are left out."""
    speakers = {name_key(episode.speaker) for episode in episodes if episode.speaker}
    patterns = []
    for match in finds.named.matches:
        keys = {name_key(name) for name in (match.text, match.entity.name, *finds.named.other_names[match.entity.id])}
        if not keys & speakers:
            patterns.append(_any_of(keys))
    if not patterns:
        return [0.0] * len(episodes)
    # A name's own tokens are searched for, so that what the words arm has not found holds no name.
    texts = [_as_key(episode.text[:_LONGEST]) if episode.id in finds.words else "" for episode in episodes]
    return [sum(bool(pattern.search(text)) for pattern in patterns) / len(patterns) for text in texts]


def _as_key(text: str) -> str:
    """As `name_key`, at half the price where no kanji or kana stand."""
    return name_key(text) if has_cjk(text) else fold(text).replace("’", "'")


def _any_of(keys: set[str]) -> re.Pattern[str]:
    parts = [re.escape(key) if has_cjk(key) else f"(?<!{_LETTER}){re.escape(key)}(?!{_LETTER})" for key in sorted(keys)]
    return re.compile("|".join(parts))
