"""Words: every query of a person is an answer or nothing, in English and Japanese, and what is gone stays gone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.errors import StorageFull
from app.domain.scope import EVERYONE, OWNER, Scope
from app.domain.text import tokens
from app.storage.textindex import TextIndex
from app.storage.textqueries import MOST_TERMS, TextQueries, Weights
from tests import builders as build

TEXTS = [
    "今日は成語しりとりをした",
    "重跑gen-itgc后50条悬空引用清零",
    "開始ﾕｰｻﾞｰ認証完了",
    "パンを食べた。花名は知らない",
    "「東京」で会いましょう",
    "I don't think O'Brien wrote POL-358 in C++, see a:b.",
    "the variable my_tag is set",
    "the variable myXtag is set",
    "I am 100% sure",
    "quick quick quick quick",
    "well it was quick, and that is ok with me after all is said",
    "the plugin was orphaned",
    "see https://x.y/z?q=1 today",
    "the running runners ran their runs",
    "my password is hunter2Zebra!",
]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[TextIndex]:
    made = TextIndex(tmp_path / "text")
    yield made
    made.close()


@pytest.fixture
def filled(index: TextIndex) -> TextIndex:
    index.put([build.episode(text, number) for number, text in enumerate(TEXTS, start=1)])
    index.commit(7)
    return index


def find(index: TextIndex, query: str, scope: Scope = OWNER, **rest) -> list[str]:
    return [TEXTS[number - 1] for number, _ in index.search(tokens(query), scope, 10, **rest)]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("しりとり", TEXTS[0]),
        ("成語", TEXTS[0]),
        ("itgc", TEXTS[1]),
        ("gen-itgc", TEXTS[1]),
        ("悬空", TEXTS[1]),
        ("ユーザー", TEXTS[2]),
        ("ﾕｰｻﾞｰ", TEXTS[2]),
        ("パン", TEXTS[3]),
        ("花名", TEXTS[3]),
        ("花", TEXTS[3]),
        ("東京", TEXTS[4]),
        ("「東京」", TEXTS[4]),
        ("don't", TEXTS[5]),
        ("don’t", TEXTS[5]),
        ("O'Brien", TEXTS[5]),
        ("o'brien", TEXTS[5]),
        ("POL-358", TEXTS[5]),
        ("C++", TEXTS[5]),
        ("a:b", TEXTS[5]),
        ("my_tag", TEXTS[6]),
        ("myXtag", TEXTS[7]),
        ("100%", TEXTS[8]),
        ("-today", TEXTS[12]),
        ("https://x.y/z?q=1", TEXTS[12]),
        ("runner", TEXTS[13]),
        ("thinking", TEXTS[5]),
    ],
)
def test_it_is_found_as_people_type_it(filled: TextIndex, query: str, text: str):
    found = find(filled, query)
    assert found
    assert found[0] == text
    assert len(found) < len(TEXTS) / 2


@pytest.mark.parametrize(
    "query", ["", "*", '"', "(((", "😀", "x" * 5000, "hunter2Zebra!", "hunter2zebra", "–—", "\x00"]
)
def test_what_is_not_there_finds_nothing(filled: TextIndex, query: str):
    assert find(filled, query) == []


@pytest.mark.parametrize(
    "query", ['"hello', "(maybe", "AND", "OR NOT", "quick AND", "+quick -ok", "words:quick", "my*", "~2"]
)
def test_the_marks_of_query_languages_mean_nothing(filled: TextIndex, query: str):
    words = [
        word for word in ("hello", "maybe", "and", "or", "not", "quick", "ok", "words", "my") if word in tokens(query)
    ]
    assert all(any(word in tokens(text) for word in words) for text in find(filled, query))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_no_query_is_an_error(tmp_path_factory: pytest.TempPathFactory, query: str):
    folder = tmp_path_factory.getbasetemp() / "any-query"
    index = _any.setdefault("index", TextIndex(folder))
    if not len(index):
        index.put([build.episode(text, number) for number, text in enumerate(TEXTS, 1)])
        index.commit(1)
    assert len(index.search(tokens(query), OWNER, 50)) <= len(TEXTS)


_any: dict[str, TextIndex] = {}


@pytest.fixture(autouse=True, scope="module")
def _closed() -> Iterator[None]:
    yield
    for index in _any.values():
        index.close()
    _any.clear()


def test_a_pasted_page_is_answered_by_its_rarest_words(filled: TextIndex):
    page = " ".join(f"w{number}" for number in range(3000)) + " orphaned " + "the is was quick ok " * 300
    assert find(filled, page)
    asking = TextQueries(filled._schema, filled._index.searcher())
    assert len(asking.chosen([*tokens(page), *(f"w{n}" for n in range(999))])) <= MOST_TERMS


def test_all_words_together_come_first(filled: TextIndex):
    assert find(filled, "quick ok", together=True)[0] == TEXTS[10]
    assert set(find(filled, "quick ok", together=True)) == {TEXTS[9], TEXTS[10]}
    assert find(filled, "orphaned plugin") == [TEXTS[11]]


def test_weights_choose_what_counts(filled: TextIndex):
    typed = Weights(words=1, stems=0, about=0)
    assert find(filled, "runner", weights=typed) == []
    assert find(filled, "runners", weights=typed) == [TEXTS[13]]
    assert find(filled, "march", weights=Weights(about=0)) == []


def test_speaker_and_day_are_found_in_both_languages(index: TextIndex):
    index.put([build.episode("hello", 1, "2023-05-07", speaker="Melanie"), build.episode("hello", 2, "2024-06-08")])
    index.commit(1)
    for query in ("Melanie", "May 2023", "2023-05-07", "日曜日", "sunday"):
        assert index.search(tokens(query), OWNER, 5)[0][0] == 1, query


def test_only_what_the_scope_reads_is_found(index: TextIndex):
    scopes = {
        1: Scope(),
        2: Scope("me", "x"),
        3: Scope("me", "y"),
        4: Scope("me", "x", "c"),
        5: Scope("other"),
        6: Scope("me", channel="c"),
    }
    index.put([replace(build.episode("apple", number), scope=scope) for number, scope in scopes.items()])
    index.commit(1)

    def reads(scope: Scope) -> set[int]:
        return {number for number, _ in index.search(["apple"], scope, 10)}

    assert reads(OWNER) == {1, 2, 3, 4, 6}
    assert reads(EVERYONE) == {1, 2, 3, 4, 5, 6}
    assert reads(Scope()) == {1}
    assert reads(Scope("me", "x")) == {1, 2}
    assert reads(Scope("me", "x", "c")) == {1, 2, 4, 6}
    assert reads(Scope("other", everything=True)) == {5}
    assert reads(Scope("")) == set()


def test_deleted_rows_never_come_back_nor_take_up_slots(index: TextIndex):
    index.put([build.episode("apple " * (10 - number), number) for number in range(1, 9)])
    index.commit(1)
    index.drop([1, 2, 3, 99])
    index.commit(2)
    assert [number for number, _ in index.search(["apple"], OWNER, 3)] == [4, 5, 6]
    index.put([build.episode("pear", 4)])
    index.put([build.episode("plum", 4)])
    index.commit(3)
    assert [number for number, _ in index.search(["plum", "pear", "apple"], OWNER, 9)][:1] == [4]
    assert index.search(["pear"], OWNER, 9) == []
    assert len(index) == 5


def test_what_is_put_shows_after_commit_and_lasts(tmp_path: Path, index: TextIndex):
    index.put([build.episode("apple", 1)])
    assert index.search(["apple"], OWNER, 5) == []
    index.commit(3)
    index.put([build.episode("pear", 2)])
    index.close()
    again = TextIndex(tmp_path / "text")
    assert (again.applied_seq, len(again)) == (3, 1)
    again.clear()
    assert (again.applied_seq, len(again)) == (0, 0)
    again.close()


@pytest.mark.parametrize("harm", ["mark", "no mark", "meta", "segment", "short", "all"])
def test_a_damaged_index_is_emptied_never_fatal(tmp_path: Path, harm: str):
    folder = tmp_path / "text"
    index = TextIndex(folder)
    index.put([build.episode("apple", 1)])
    index.commit(3)
    index.close()
    for file in sorted(folder.iterdir()):
        if harm == "mark" and file.name == "applied.json":
            file.write_text("{")
        elif harm == "no mark" and file.name == "applied.json":
            file.unlink()
        elif (harm == "meta" and file.name == "meta.json") or (harm == "all" and file.suffix != ".lock"):
            file.write_bytes(b"\0" * 40)
        elif harm == "short" and file.suffix in (".store", ".idx", ".term", ".fast"):
            file.write_bytes(file.read_bytes()[:20])
        elif harm == "segment" and file.suffix == ".term":
            file.unlink()
    again = TextIndex(folder)
    assert (again.applied_seq, again.search(["apple"], OWNER, 5)) == (0, [])
    again.put([build.episode("apple", 1)])
    again.commit(4)
    assert again.search(["apple"], OWNER, 5)
    again.close()


@pytest.mark.parametrize("act", ["put", "commit"])
def test_after_a_full_disk_the_batch_can_be_written_again(index: TextIndex, act: str):
    class Full:
        def delete_documents_by_term(self, *_: object) -> None:
            if act == "put":
                raise ValueError("An IO error occurred: 'No space left on device (os error 28)'")

        def add_document(self, _: object) -> None:
            pass

        def commit(self) -> None:
            raise ValueError("An error occurred: 'no space left on device'")

    index._writer = Full()
    with pytest.raises(StorageFull):
        index.put([build.episode("apple", 1)])
        index.commit(5)
    assert index.applied_seq == 0
    index.put([build.episode("apple", 1)])
    index.commit(5)
    assert (index.search(["apple"], OWNER, 5)[0][0], index.applied_seq) == (1, 5)


def test_what_does_not_count_makes_room_for_what_comes_after(index: TextIndex):
    index.put([build.episode("ferry " * max(1, 60 - number), number) for number in range(1, 61)])
    index.commit(1)
    whole = [id for id, _ in index.search(["ferry"], OWNER, 100)]
    odd = index.search(["ferry"], OWNER, 5, allowed=lambda ids: {id for id in ids if id % 20 == 1})
    assert [id for id, _ in odd] == [id for id in whole if id % 20 == 1]
    assert index.search(["ferry"], OWNER, 3, allowed=lambda ids: set(ids)) == index.search(["ferry"], OWNER, 3)
    assert index.search(["ferry"], OWNER, 3, allowed=lambda ids: set()) == []
