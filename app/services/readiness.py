"""What a program with a window reads before it shows one, because reading it later would stop the window."""

from contextlib import suppress

from app.domain.errors import ModelUnavailable
from app.inference.catalog import load_catalog
from app.inference.tokenization import tokenizer_of


def read_ahead() -> None:
    """Read the tokenizer, about 0.15 s. A damaged file is told by the first lesson, not here."""
    with suppress(ModelUnavailable, KeyError):
        tokenizer_of(load_catalog()["tokenizer"].verified())
