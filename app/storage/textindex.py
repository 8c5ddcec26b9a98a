"""Words of episodes in Tantivy: BM25 over our own tokens. Derived, written in batches, thrown away when damaged.

Queries are built from terms and never parsed, so `don't`, `a:b`, `-today`, `AND` and `"hello` are words like others.
Each token stands in `words` as typed and in `stems` with English endings taken off; `about` holds speaker and day.
"""

import json
import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from app.domain.episode import Episode
from app.domain.errors import DamagedFile, StorageFull
from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.storage.tantivyerrors import told_of_words
from app.storage.wording import about, stem, words_of

_LAYOUT = 1
_MARK = "applied.json"
_HEAP = 32_000_000
MOST_TERMS = 64
"""Terms of a query that are looked up, the rarest: a pasted page asks no better than its rarest words."""
_TOGETHER = 1000.0
_DEEPEST = 16
"""Times as many finds as are wanted that are looked at when most of them do not count."""
Allowed = Callable[[Collection[EpisodeId]], Collection[EpisodeId]]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each field counts: the word as typed beside its stem, and speaker and day."""

    words: float = 0.3
    stems: float = 1.0
    about: float = 0.2


def _schema() -> tantivy.Schema:
    build = tantivy.SchemaBuilder()
    # Signed: deleting by term silently matches nothing on an unsigned field of this binding.
    build.add_integer_field("id", indexed=True, fast=True)
    for name in ("words", "stems", "about"):
        build.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    for name in ("agent", "project", "channel"):
        build.add_text_field(name, tokenizer_name="raw", index_option="basic")
    return build.build()


class TextIndex:
    """One writing thread and any number of searching ones. What is put shows after `commit`."""

    def __init__(self, folder: Path) -> None:
        """Never raises on a damaged index: it is emptied, and the indexer fills it again."""
        self.folder = folder
        self._schema = _schema()
        self.damaged = False
        self._writer: tantivy.IndexWriter | None = None
        self._applied = 0
        self._dirty = False
        self._open()

    def _open(self) -> None:
        try:
            self._applied = self._read_mark()
            self._index = self._opened()
        except (DamagedFile, OSError):
            self._discard()
            self._index = self._opened()

    def _opened(self) -> tantivy.Index:
        self.folder.mkdir(parents=True, exist_ok=True)
        with told_of_words():
            index = tantivy.Index(self._schema, path=str(self.folder))
            index.config_reader("manual")
            # Reading the first term opens every segment: a file that is gone or cut shows now.
            index.searcher().doc_freq("words", "a")
        return index

    def _read_mark(self) -> int:
        """The journal number beside the index. Raises `DamagedFile` when an index lies there without its mark."""
        path = self.folder / _MARK
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            applied, layout = int(found["applied"]), int(found["layout"])
        except FileNotFoundError:
            if (self.folder / "meta.json").exists():
                raise DamagedFile from None
            return 0
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DamagedFile from error
        if layout != _LAYOUT:
            raise DamagedFile
        return applied

    def _write_mark(self, applied: int) -> None:
        path = self.folder / _MARK
        unfinished = path.with_suffix(".part")
        try:
            unfinished.write_text(json.dumps({"applied": applied, "layout": _LAYOUT}), encoding="utf-8")
            unfinished.replace(path)
        except OSError as error:
            raise StorageFull from error
        self._applied = applied

    def _discard(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self._applied = 0

    @property
    def applied_seq(self) -> int:
        """The last journal number that has been applied; 0 for an empty or damaged index."""
        return 0 if self.damaged else self._applied

    def __len__(self) -> int:
        return int(self._index.searcher().num_docs)

    def put(self, episodes: Iterable[Episode]) -> None:
        """Add episodes, or replace what the index holds of them."""
        episodes = list(episodes)
        if not episodes:
            return
        with told_of_words(self._drop_writer):
            writer = self._writing()
            for episode in episodes:
                writer.delete_documents_by_term("id", episode.id)
                writer.add_document(_document(episode))

    def drop(self, ids: Iterable[EpisodeId]) -> None:
        """Take episodes out."""
        ids = list(ids)
        if not ids:
            return
        with told_of_words(self._drop_writer):
            writer = self._writing()
            for episode in ids:
                writer.delete_documents_by_term("id", episode)

    def commit(self, seq: int) -> None:
        """Make the batch lasting and visible. `seq` is the journal number it brings the index to.

        The mark is written after the index: a crash in between applies the batch once more, which changes nothing.
        """
        if self._dirty and self._writer is not None:
            with told_of_words(self._drop_writer):
                self._writer.commit()
                self._index.reload()
            self._dirty = False
        if seq != self._applied:
            self._write_mark(seq)

    def _writing(self) -> tantivy.IndexWriter:
        self._dirty = True
        if self._writer is None:
            self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
        return self._writer

    def search(
        self,
        terms: Sequence[str],
        scope: Scope,
        limit: int,
        weights: Weights = Weights(),
        together: bool = False,
        allowed: Allowed | None = None,
    ) -> list[tuple[EpisodeId, float]]:
        """Episodes that hold any of the tokens (`domain.text.tokens`), best BM25 first.

        `together`: episodes that hold all of them come before the others, as a person who types words expects.
        `allowed` says which of some finds count: what does not makes room for what comes after it. An index that turns
        out to be damaged finds nothing until it is rebuilt.
        """
        try:
            with told_of_words():
                if allowed is None:
                    return self._search(terms, scope, limit, weights, together)
                return _sifted(lambda many: self._search(terms, scope, many, weights, together), limit, allowed)
        except DamagedFile:
            self.damaged = True
            return []

    def _search(
        self, terms: Sequence[str], scope: Scope, limit: int, weights: Weights, together: bool
    ) -> list[tuple[EpisodeId, float]]:
        searcher = self._index.searcher()
        chosen = self._chosen(searcher, terms)
        if not chosen or limit <= 0:
            return []
        query = self._any(chosen, weights)
        if together and len(chosen) > 1:
            both = tantivy.Query.const_score_query(self._all(chosen), _TOGETHER)
            query = tantivy.Query.boolean_query([(tantivy.Occur.Should, query), (tantivy.Occur.Should, both)])
        limits = self._limits(searcher, scope)
        if limits:
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *limits])
        hits = searcher.search(query, limit=limit, count=False).hits
        ids = searcher.fast_field_values("id", [address for _, address in hits])
        return [(EpisodeId(int(number)), float(score)) for number, (score, _) in zip(ids, hits, strict=True) if number]

    def _chosen(self, searcher: tantivy.Searcher, terms: Sequence[str]) -> list[str]:
        """Distinct terms that occur at all, the rarest when there are too many, in the order given."""
        counts = {term: searcher.doc_freq("stems", stem(term)) + searcher.doc_freq("about", term) for term in terms}
        present = [term for term, count in counts.items() if count]
        kept = set(sorted(present, key=lambda term: counts[term])[:MOST_TERMS])
        return [term for term in present if term in kept]

    def _term(self, field: str, term: str, weight: float) -> tuple[tantivy.Occur, tantivy.Query]:
        query = tantivy.Query.term_query(self._schema, field, term, index_option="freq")
        return tantivy.Occur.Should, query if weight == 1 else tantivy.Query.boost_query(query, weight)

    def _any(self, terms: Sequence[str], weights: Weights) -> tantivy.Query:
        parts = []
        for term in terms:
            for field, text, weight in (
                ("stems", stem(term), weights.stems),
                ("words", term, weights.words),
                ("about", term, weights.about),
            ):
                if weight > 0:
                    parts.append(self._term(field, text, weight))
        return tantivy.Query.boolean_query(parts)

    def _all(self, terms: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, self._term("stems", stem(term), 1)[1]) for term in terms]
        )

    def _limits(self, searcher: tantivy.Searcher, scope: Scope) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        """What a hit must also match. Nothing where the scope reads all there is: a filter would slow each query."""
        limits = []
        if scope.agent or not scope.everything:
            mine = f"={scope.agent}"
            if any(agent != mine for agent, _ in searcher.terms_with_prefix("agent", "=", limit=2)):
                limits.append(("agent", {mine}))
        if not scope.everything:
            limits += [("project", {"=", f"={scope.project}"}), ("channel", {"=", f"={scope.channel}"})]
        return [
            (
                tantivy.Occur.Must,
                tantivy.Query.const_score_query(tantivy.Query.term_set_query(self._schema, field, sorted(values)), 0.0),
            )
            for field, values in limits
        ]

    def clear(self) -> None:
        """Empty the index, with all it ever held: the next catch-up fills it again."""
        self.close()
        self._discard()
        self._index = self._opened()
        self.damaged = False

    def _drop_writer(self) -> None:
        """After a failure a writer is of no more use. What it held was not marked as applied and is put again."""
        self._writer = None

    def become(self, other: "TextIndex") -> None:
        """Take the files of another index for its own: nothing is left of what this one held."""
        self.close()
        other.close()
        self._discard()
        other.folder.replace(self.folder)
        self._open()
        self.damaged = False

    def close(self) -> None:
        """Let merges end and the writer go. What was not committed is put again by the next catch-up."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with told_of_words():
                writer.rollback()
                writer.wait_merging_threads()


def _sifted(search: Callable[[int], list[tuple[EpisodeId, float]]], limit: int, allowed: Allowed) -> list[Any]:
    """The best that are allowed, looking deeper as long as too few are; the index itself knows nothing of tiers."""
    kept: list[tuple[EpisodeId, float]] = []
    seen, many = 0, limit
    while True:
        hits = search(many)
        good = allowed([id for id, _ in hits[seen:]])
        kept += [hit for hit in hits[seen:] if hit[0] in good]
        if len(kept) >= limit or len(hits) < many or many >= limit * _DEEPEST:
            return kept[:limit]
        seen, many = len(hits), many * 4


def _document(episode: Episode) -> tantivy.Document:
    words = words_of(episode)
    document = tantivy.Document()
    document.add_integer("id", episode.id)
    document.add_text("words", " ".join(words))
    document.add_text("stems", " ".join(map(stem, words)))
    document.add_text("about", " ".join(about(episode)))
    for name in ("agent", "project", "channel"):
        document.add_text(name, f"={getattr(episode.scope, name)}")
    return document
