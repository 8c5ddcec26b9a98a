"""Catching up: from the journal, from nothing, after damage, in pieces; and the indexes agree with the tables."""

from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from app.domain.errors import DamagedFile, ModelUnavailable
from app.domain.plan import Amend, Remove
from app.domain.scope import EVERYONE, OWNER
from app.domain.text import tokens
from app.storage.indexing import Indexer, Progress
from app.storage.profile import Profile
from app.storage.store import Store
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from app.storage.wording import searchable
from tests import builders as build
from tests.app.storage.acts import plan, talk, write
from tests.fakes import HashingEncoder


class Desk:
    """A store with its indexes, as a workspace holds them."""

    def __init__(self, home: Profile, store: Store) -> None:
        self.home = home
        self.store = store
        self.encoder = HashingEncoder()
        self.open()

    def open(self) -> None:
        self.text = TextIndex(self.home.text)
        self.vectors = VectorIndex(self.home.vectors, "hashing")
        self.indexer = Indexer(self.store.view, self.text, self.vectors)

    def close(self) -> None:
        self.text.close()
        self.vectors.close()

    def catch_up(self) -> list[Progress]:
        return list(self.indexer.catch_up(self.encoder.encode))

    def words(self, query: str) -> set[int]:
        return {number for number, _ in self.text.search(tokens(query), OWNER, 1000)}

    def meanings(self, query: str) -> list[int]:
        return [number for number, _ in self.vectors.search(HashingEncoder().encode([query])[0].pooled, 1000)]

    def agrees(self) -> bool:
        """Both indexes hold the searchable episodes, and no other."""
        kept = {row.id for row in self.store.view.episodes.after(0, EVERYONE, 100_000) if searchable(row)}
        return len(self.text) == len(kept) and self.vectors.ids() == kept and not self.indexer.behind()


@pytest.fixture
def desk(home: Profile, store: Store) -> Iterator[Desk]:
    made = Desk(home, store)
    yield made
    made.close()


def test_what_is_said_is_found_and_what_is_deleted_is_not(desk: Desk):
    talk(desk.store, "apple pie", "plum cake", "apple tart")
    assert desk.catch_up()[-1] == Progress(1, 1) or desk.agrees()
    assert desk.words("apple") == {1, 3}
    assert desk.meanings("plum cake")[0] == 2
    write(desk.store, Remove("episode", 1))
    write(desk.store, Amend("episode", 2, {"text": "pear cake"}))
    desk.catch_up()
    assert (desk.words("apple"), desk.words("plum"), desk.words("pear")) == ({3}, set(), {2})
    assert set(desk.meanings("apple")) == {2, 3}
    desk.store.undo()
    desk.store.undo()
    desk.catch_up()
    assert (desk.words("apple"), desk.words("pear")) == ({1, 3}, set())
    desk.store.redo()
    desk.catch_up()
    assert desk.agrees()


def test_a_conversation_leaves_both_indexes_with_all_it_held(desk: Desk):
    talk(desk.store, "apple", "plum")
    desk.catch_up()
    write(desk.store, Remove("conversation", 1))
    desk.catch_up()
    assert (desk.words("apple plum"), desk.meanings("apple")) == (set(), [])
    desk.store.undo()
    desk.catch_up()
    assert desk.words("apple plum") == {1, 2}
    assert desk.agrees()


def test_off_the_record_and_dropped_passages_are_not_indexed(desk: Desk):
    talk(desk.store, "apple one", "apple two", "apple three", state="off_record")
    desk.catch_up()
    assert desk.words("apple") == set()
    write(desk.store, *(Amend("episode", number, {"state": "waiting"}) for number in (1, 2, 3)))
    desk.catch_up()
    assert desk.words("apple") == {1, 2, 3}
    write(desk.store, Amend("episode", 2, {"replaced_at": build.NOON}))
    desk.catch_up()
    assert desk.words("apple") == {1, 3}
    assert desk.agrees()


def test_keeping_the_books_of_learning_indexes_nothing_anew(desk: Desk):
    talk(desk.store, "apple")
    desk.catch_up()
    write(desk.store, Amend("episode", 1, {"state": "learned", "importance": 0.9}), by="extractor")
    assert desk.store.view.journal.after(desk.indexer.applied_seq, 9)[0].reindex == ()
    desk.catch_up()
    assert desk.agrees()


def test_secrets_reach_neither_index_nor_encoder(desk: Desk):
    talk(desk.store, "my password is hunter2Zebra! do not tell")
    desk.catch_up()
    assert desk.words("hunter2Zebra!") == set()
    assert desk.words("password") == {1}
    assert not any("hunter2" in text for text in desk.encoder.encoded)


def test_a_text_that_has_vectors_is_not_encoded_again(desk: Desk):
    talk(desk.store, "apple", "apple")
    desk.catch_up()
    assert desk.encoder.encoded == ["apple"]
    list(desk.indexer.rewrite_words())
    assert desk.encoder.encoded == ["apple"]
    list(desk.indexer.rebuild(desk.encoder.encode))
    assert desk.encoder.encoded == ["apple", "apple"]
    assert desk.agrees()


def test_words_are_written_anew_while_the_old_index_answers(desk: Desk):
    talk(desk.store, *(f"apple {number}" for number in range(300)), "plum zanzibar")
    desk.catch_up()
    desk.store.erase(plan(Remove("episode", 301)))
    desk.catch_up()
    work = desk.indexer.rewrite_words()
    next(work)
    assert desk.words("apple")
    write(desk.store, build.episode("pear", 400))
    desk.catch_up()
    desk.store.prune(desk.indexer.applied_seq)
    list(work)
    assert desk.words("pear") == {400}
    assert desk.agrees()
    assert not any(b"zanzibar" in file.read_bytes() for file in desk.home.text.rglob("*") if file.is_file())
    stopped = desk.indexer.rewrite_words()
    next(stopped)
    stopped.close()
    assert desk.agrees()


def test_a_text_that_was_corrected_back_keeps_its_vectors(desk: Desk):
    talk(desk.store, "apple")
    desk.catch_up()
    write(desk.store, Amend("episode", 1, {"text": "plum"}))
    write(desk.store, Amend("episode", 1, {"text": "apple"}))
    desk.catch_up()
    assert desk.meanings("apple") == [1]
    assert desk.agrees()


def test_work_that_is_stopped_goes_on_where_it_was(desk: Desk):
    talk(desk.store, *(f"apple number {number}" for number in range(60)))
    work = desk.indexer.catch_up(desk.encoder.encode)
    while not 0 < len(desk.encoder.encoded) < 60:
        next(work)
    work.close()
    assert desk.indexer.behind()
    desk.close()
    desk.open()
    desk.catch_up()
    assert desk.agrees()


def test_words_are_found_while_no_model_can_be_loaded(desk: Desk):
    talk(desk.store, "apple")

    def broken(_: Sequence[str]) -> list:
        raise ModelUnavailable

    with pytest.raises(ModelUnavailable):
        list(desk.indexer.catch_up(broken))
    assert desk.words("apple") == {1}
    desk.catch_up()
    assert desk.agrees()


@pytest.mark.parametrize("gone", ["text", "vectors", "both"])
def test_an_index_that_is_gone_is_filled_from_the_tables(desk: Desk, gone: str):
    talk(desk.store, "apple", "plum", "pear")
    desk.catch_up()
    desk.store.prune(desk.indexer.applied_seq)
    write(desk.store, Remove("episode", 2))
    desk.close()
    for path in (desk.home.text, desk.home.vectors):
        if gone in ("both", path.stem):
            files = path.iterdir() if path.is_dir() else [path]
            for file in files:
                file.write_bytes(b"\0")
    desk.open()
    desk.catch_up()
    assert desk.words("apple plum pear") == {1, 3}
    assert desk.agrees()


def test_an_index_that_lies_behind_the_journal_is_filled_from_the_tables(desk: Desk):
    talk(desk.store, "apple")
    desk.catch_up()
    talk_seq = desk.indexer.applied_seq
    write(desk.store, build.episode("plum", 2), Remove("episode", 1))
    desk.store.prune(talk_seq + 1)
    assert desk.store.view.journal.pruned() == talk_seq + 1
    desk.catch_up()
    assert desk.words("apple plum") == {2}
    assert desk.agrees()


def test_damage_found_while_searching_is_mended_by_the_next_catch_up(desk: Desk):
    talk(desk.store, "apple")
    desk.catch_up()
    desk.text.damaged = desk.vectors.damaged = True
    assert desk.indexer.behind()
    desk.catch_up()
    assert desk.agrees()
    assert desk.words("apple") == {1}


@pytest.mark.parametrize("which", ["text", "vectors"])
def test_damage_found_while_writing_is_mended_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch, which: str):
    talk(desk.store, "apple")
    desk.catch_up()
    write(desk.store, build.episode("plum", 2))
    index = getattr(desk, which)
    whole, failed = index.commit, []

    def commit(seq: int) -> None:
        if not failed:
            failed.append(seq)
            raise DamagedFile
        whole(seq)

    monkeypatch.setattr(index, "commit", commit)
    desk.catch_up()
    assert failed
    assert desk.agrees()


def test_a_memory_that_cannot_be_read_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    talk(desk.store, "apple")

    def unreadable(*_: object) -> list:
        raise DamagedFile

    monkeypatch.setattr(desk.store.view.episodes, "after", unreadable)
    with pytest.raises(DamagedFile):
        desk.catch_up()


def test_an_empty_memory_has_nothing_to_catch_up_with(desk: Desk):
    assert desk.catch_up() == []
    assert not desk.indexer.behind()
    with closing(desk.indexer.rebuild(desk.encoder.encode)) as work:
        assert list(work) == []


def test_pruning_keeps_undo_and_lets_the_rest_go(desk: Desk):
    talk(desk.store, "apple")
    write(desk.store, build.entity("Alice", id=1))
    write(desk.store, build.entity("Bob", id=2), by="extractor")
    desk.catch_up()
    desk.store.prune(desk.indexer.applied_seq)
    left = desk.store.view.journal.after(0, 99)
    assert [entry.author.kind for entry in left] == ["user"]
    assert desk.store.undo() is not None
    desk.catch_up()
    assert desk.agrees()
    assert desk.store.view.entities.count(OWNER) == 1
