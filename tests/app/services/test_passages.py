from hypothesis import given
from hypothesis import strategies as st

from app.services.passages import MAX_PASSAGE, edit, passages


def test_blank_lines_part_passages():
    assert passages("one\ntwo\n\n\nthree") == ["one\ntwo", "three"]


def test_a_heading_goes_with_what_stands_below_it():
    assert passages("# Kitchen\n\n- builder: Ros\n- starts in June\n\nnext") == [
        "# Kitchen\n- builder: Ros\n- starts in June",
        "next",
    ]


def test_a_fence_is_not_cut_by_its_blank_lines():
    assert passages("```\na\n\nb\n```\n\nafter") == ["```\na\n\nb\n```", "after"]


def test_a_fence_left_open_loses_nothing():
    assert passages("before\n\n```\na\n\nb") == ["before", "```\na\n\nb"]


def test_only_the_changed_passage_is_replaced():
    old = {1: "Alice works at Acme.", 2: "Tea is oolong.", 3: "Bob is tall."}
    found = edit(old, "Alice works at Acme.\n\nTea is genmaicha.\n\nBob is tall.")
    assert found.added == ("Tea is genmaicha.",)
    assert found.gone == (2,)


def test_moving_a_passage_teaches_nothing_anew():
    found = edit({1: "a", 2: "b"}, "b\n\na")
    assert not found.added
    assert not found.gone


@given(st.text(alphabet="ab#`\n 猫", max_size=200))
def test_no_word_is_lost(text: str):
    kept = "".join("".join(passages(text)).split())
    assert kept == "".join(text.split())


@given(st.integers(1, 4 * MAX_PASSAGE))
def test_a_long_line_is_cut_into_bounded_parts(length: int):
    parts = passages("x" * length)
    assert "".join(parts) == "x" * length
    assert all(len(part) <= MAX_PASSAGE for part in parts)


@given(st.lists(st.sampled_from(["a", "b", "c"]), max_size=6), st.lists(st.sampled_from(["a", "b", "c"]), max_size=6))
def test_an_edit_leaves_what_the_text_says(before: list[str], after: list[str]):
    old = dict(enumerate(before, 1))
    found = edit(old, "\n\n".join(after))
    left = [words for key, words in old.items() if key not in found.gone]
    assert sorted([*left, *found.added]) == sorted(after)
