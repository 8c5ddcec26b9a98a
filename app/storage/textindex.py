"""Words of episodes in Tantivy: BM25 over our own tokens. Derived, written in batches, thrown away when damaged.

Each token stands in `words` as typed and in `stems` with English endings taken off; `about` holds speaker and day.
"""

import json
import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import tantivy

from app.domain.episode import Episode
from app.domain.errors import DamagedFile, StorageFull
from app.domain.ids import EpisodeId
from app.domain.scope import Scope
from app.storage.tantivyerrors import told_of_words
from app.storage.textqueries import PLAIN, TextQueries, Weights
from app.storage.wording import about, stem, words_of

_LAYOUT = 1
_MARK = "applied.json"
_HEAP = 32_000_000
_TOGETHER = 1000.0
_DEEPEST = 16
"""Times as many finds as are wanted that are looked at when most of them do not count."""
Allowed = Callable[[Collection[EpisodeId]], Collection[EpisodeId]]


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
        weights: Weights = PLAIN,
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
        asking = TextQueries(self._schema, self._index.searcher())
        chosen = asking.chosen(terms)
        if not chosen or limit <= 0:
            return []
        query = asking.any_of(chosen, weights)
        if together and len(chosen) > 1:
            both = tantivy.Query.const_score_query(asking.all_of(chosen), _TOGETHER)
            query = tantivy.Query.boolean_query([(tantivy.Occur.Should, query), (tantivy.Occur.Should, both)])
        return self._hits(asking, query, scope, limit)

    def _hits(
        self, asking: TextQueries, query: tantivy.Query, scope: Scope, limit: int
    ) -> list[tuple[EpisodeId, float]]:
        searcher = asking.searcher
        if limits := asking.limits(scope):
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *limits])
        hits = searcher.search(query, limit=limit, count=False).hits
        ids = searcher.fast_field_values("id", [address for _, address in hits])
        return [(EpisodeId(int(number)), float(score)) for number, (score, _) in zip(ids, hits, strict=True) if number]

    def holding(
        self,
        ways: Sequence[Sequence[str]],
        without: Sequence[Sequence[str]],
        scope: Scope,
        limit: int,
        weights: Weights = PLAIN,
    ) -> list[tuple[EpisodeId, float]]:
        """Episodes that hold all tokens of one of the `ways` and of none of `without`, best BM25 first.

        A token of `without` counts as typed, not by its stem. An index that turns out to be damaged finds nothing.
        """
        try:
            with told_of_words():
                asking = TextQueries(self._schema, self._index.searcher())
                query = asking.holding(ways, without, weights)
                return self._hits(asking, query, scope, limit) if query is not None and limit > 0 else []
        except DamagedFile:
            self.damaged = True
            return []

    def typed(self, terms: Sequence[str], beginning: str, scope: Scope, limit: int) -> list[EpisodeId]:
        """Episodes that hold all tokens, and a word that begins so (empty: any), those stored last first.

        For finding as one types. An index that turns out to be damaged finds nothing.
        """
        try:
            with told_of_words():
                asking = TextQueries(self._schema, self._index.searcher())
                query = asking.typed(terms, beginning, scope)
                if query is None or limit <= 0:
                    return []
                hits = asking.searcher.search(query, limit=limit, count=False, order_by_field="id").hits
                ids = asking.searcher.fast_field_values("id", [address for _, address in hits])
                return [EpisodeId(int(number)) for number in ids if number]
        except DamagedFile:
            self.damaged = True
            return []

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
