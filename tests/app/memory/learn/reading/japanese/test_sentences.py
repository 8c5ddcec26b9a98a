"""Every sentence of `sentences.txt` says what is written under it, and nothing else."""

from pathlib import Path

import pytest

from app.memory.learn.reading.japanese.lexicon import lexicon
from tests.app.memory.learn.reading.japanese.drafting import drafted, ends, facts

_FILE = Path(__file__).with_name("sentences.txt")


def _rows() -> list[tuple[str, set[str], set[str]]]:
    rows: list[tuple[str, set[str], set[str]]] = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith(("  = ", "  x ")):
            listed = set() if line[4:] == "-" else {item.strip() for item in line[4:].split(" ; ")}
            rows[-1][1 if line[2] == "=" else 2].update(listed)
        elif line.strip() and not line.startswith("#"):
            rows.append((line, set(), set()))
    return rows


ROWS = _rows()


def test_the_file_is_read():
    assert len(ROWS) > 250
    assert sum(bool(said) for _, said, _ in ROWS) > 180


@pytest.mark.parametrize(("text", "said", "ended"), ROWS, ids=[row[0][:20] for row in ROWS])
def test_says(text, said, ended):
    draft = drafted(text)
    assert facts(draft) == said
    assert ends(draft) == ended


@pytest.mark.parametrize("text", [row[0] for row in ROWS])
def test_every_span_is_inside_the_words(text):
    draft = drafted(text)
    spans = [span for entity in draft.entities for span in entity.spans]
    spans += [item.span for item in (*draft.facts, *draft.ends)]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    for entity in draft.entities:
        for span in entity.spans:
            words = text[span.start : span.end]
            assert words in entity.name or entity.name in words or stands_for_a_name(words)


def stands_for_a_name(words: str) -> bool:
    """A pronoun, or the title that somebody named before goes by: 彼女, あいつ, 教授."""
    return lexicon().has("people.pronouns", words) or lexicon().has("forms.person_titles", words)
