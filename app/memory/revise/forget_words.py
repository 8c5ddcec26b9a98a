"""The words that give forgotten ones away: what nothing else in memory says, wherever a copy of it may stand.

A word is *telling* when it is long or rare by its looks (a figure, a run of katakana or kanji) and not commonplace. It
is the forgotten words' *own* when no other words of the person hold it. An answer of the assistant is no source: where
it holds own words it is an echo of what is forgotten. Nor does it make words own where it goes with them, since it may
quote others that stay.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.domain.episode import Episode
from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.domain.text import fold, has_cjk, tokens
from app.memory.revise.commonplace import is_commonplace
from app.storage.textindex import TextIndex
from app.storage.view import View

_RUN = re.compile("[\u30a1-\u30fa\u30fc]{3,}|[\u4e00-\u9fff\u3005]{2,}")
_LONG = re.compile(r"[^\W_]{65,}")
"""No token is that long, so no index finds it, but a copy of it is known all the same."""
_LEAST_WORD = 4
_LOUD_WORD, _LOUD_RUN = 8, 4
_LEAST_PHRASE = 6
_LOOKED_AT = 24
_MOST_WORDS = 4000


def telling(text: str) -> set[str]:
    """The words of a text by which a copy of it is recognised, folded."""
    words = {word for word in tokens(text) if not has_cjk(word) and (len(word) >= _LEAST_WORD or _figure(word))}
    folded = fold(text)
    found = words.union(_RUN.findall(folded), _LONG.findall(folded))
    return {word for word in found if not is_commonplace(word)}


def _figure(word: str) -> bool:
    return len(word) > 1 and any(letter.isdigit() for letter in word)


def _loud(word: str) -> bool:
    """Whether the word alone makes an echo; of others it takes two, for they meet by chance."""
    return _figure(word) or len(word) >= (_LOUD_RUN if has_cjk(word) else _LOUD_WORD)


@dataclass(frozen=True, slots=True)
class Traces:
    """Own words and names, folded, and all forgotten texts, folded and joined."""

    words: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    texts: str = ""

    def held_by(self, text: str) -> bool:
        """Whether the text holds an own word or a name, or is a phrase of what is forgotten."""
        folded = fold(text).rstrip("….。 ")
        if not folded:
            return False
        if len(folded) >= _LEAST_PHRASE and (folded.count(" ") > 1 or has_cjk(folded)) and folded in self.texts:
            return True  # of two words it may be a name that others say as well
        return bool(self._own(folded)) or any(_stands(name, folded) for name in self.names)

    def echoed_by(self, text: str) -> bool:
        """Whether an answer repeats what is forgotten."""
        folded = fold(text)
        own = self._own(folded)
        return len(own) > 1 or any(map(_loud, own)) or any(_stands(name, folded) for name in self.names)

    def _own(self, folded: str) -> set[str]:
        found = telling(folded) & self.words
        if has_cjk(folded):
            found |= {word for word in self.words if has_cjk(word) and word in folded}
        return found


def _stands(name: str, folded: str) -> bool:
    """Whether a name stands in a folded text, as a word of its own where it is written with letters."""
    if has_cjk(name):
        return name in folded
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", folded) is not None


class Finder:
    """Finds episodes by a word, those that no index holds as well."""

    def __init__(self, view: View, index: TextIndex, scope: Scope) -> None:
        self._view, self._index, self._scope = view, index, scope
        self._unsearched = [(episode, fold(episode.text)) for episode in view.remarks.unsearched(scope)]

    def holding(self, word: str, limit: int = _LOOKED_AT) -> list[Episode]:
        """Episodes that hold the folded word, the best found first."""
        hits = [number for number, _ in self._index.search(tokens(word), self._scope, limit, together=True)]
        found = list(self._view.episodes.get(hits, self._scope).values())
        found = [episode for episode in found if _stands(word, fold(episode.text))]
        return found + [episode for episode, text in self._unsearched if _stands(word, text)]

    def traces(self, gone: Sequence[Episode], names: Collection[str]) -> tuple[Traces, list[Episode]]:
        """What is the forgotten words' own, and answers and dropped passages that hold it."""
        ids = {episode.id for episode in gone}
        sources = [episode for episode in gone if episode.role != "assistant"] or gone
        words = sorted(
            {word for episode in sources for word in telling(episode.text)}, key=lambda one: (-len(one), one)
        )
        own: set[str] = set()
        suspects: dict[EpisodeId, Episode] = {}
        for word in words[:_MOST_WORDS]:
            others = [episode for episode in self.holding(word) if episode.id not in ids]
            if all(map(_no_source, others)):
                own.add(word)
                suspects |= {episode.id: episode for episode in others}
        for name in names:
            suspects |= {one.id: one for one in self.holding(name, _MOST_WORDS) if one.id not in ids}
        found = Traces(frozenset(own), frozenset(names), "\n".join(fold(episode.text) for episode in sources))
        return found, list(_echoes(suspects.values(), found))


def _no_source(episode: Episode) -> bool:
    return episode.role == "assistant" or episode.replaced_at is not None


def _echoes(suspects: Iterable[Episode], traces: Traces) -> Iterable[Episode]:
    return (one for one in suspects if _no_source(one) and traces.echoed_by(one.text))
