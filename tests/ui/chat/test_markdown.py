"""Which part of a growing answer can no longer change."""

import pytest

from ui.chat import markdown

DOCUMENT = """# Title

A paragraph with `code` and **weight**
that goes on.

- one
- two

  still two

1. first
2. second

> quoted
> twice

```python
x = 1

y = 2
```

| a | b |
|---|---|
| 1 | 2 |

The end.
"""


def _texts(text: str) -> list[str]:
    lines = text.split("\n")
    return ["\n".join(lines[block.start : block.end]).strip() for block in markdown.blocks(text)]


def test_blocks_are_the_top_level_ones() -> None:
    kinds = [block.tokens[0].type for block in markdown.blocks(DOCUMENT)]
    assert kinds == [
        "heading_open",
        "paragraph_open",
        "bullet_list_open",
        "ordered_list_open",
        "blockquote_open",
        "fence",
        "table_open",
        "paragraph_open",
    ]


def test_what_is_settled_never_changes() -> None:
    """Every prefix: the blocks that were called settled are blocks of the whole text."""
    whole = _texts(DOCUMENT)
    for end in range(len(DOCUMENT)):
        prefix = DOCUMENT[:end]
        done = markdown.settled_lines(prefix, markdown.blocks(prefix))
        settled = _texts("\n".join(prefix.split("\n")[:done]))
        assert settled == whole[: len(settled)], prefix


@pytest.mark.parametrize("text", ["", "\n\n", "word", "```", "- ", "1.", "<script>alert(1)</script>", "[", "|"])
def test_any_scrap_parses(text: str) -> None:
    parsed = markdown.blocks(text)
    assert markdown.settled_lines(text, parsed) == 0


def test_raw_html_is_text() -> None:
    block = markdown.blocks("<img src='https://evil/'>")[0]
    assert [token.type for token in block.tokens] == ["paragraph_open", "inline", "paragraph_close"]


def test_money_is_not_maths() -> None:
    block = markdown.blocks("Please donate $50 to $100")[0]
    assert block.tokens[1].content == "Please donate $50 to $100"


@pytest.mark.parametrize(
    "text",
    [
        "a **bold** word",
        "Look:\n```python\nx = 1\n```",
        "- one\n- two",
        "1. one",
        "|a|b|\n|-|-|\n|1|2|",
        "# Title",
        "run `ls`",
    ],
)
def test_markdown_in_a_persons_words_is_seen(text: str) -> None:
    assert markdown.is_markup(text)


@pytest.mark.parametrize(
    "text", ["Alice works at Acme.", "2 * 3 * 4 = 24", "snake_case_name", "#tag", "    set in", "a > b", "[1]", "第1章"]
)
def test_plain_words_stay_as_they_were_written(text: str) -> None:
    assert not markdown.is_markup(text)
