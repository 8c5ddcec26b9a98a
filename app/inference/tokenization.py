"""Text to the encoder's pieces, each with the characters of the original that it stands for.

The encoder reads at most 512 pieces at once. A longer text is cut into windows, at a sentence end or a space where one
is near; beyond `MAX_WINDOWS` it is not read at all, so that a pasted file of a million characters costs no more than a
long letter. Search by words still covers all of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from tokenizers import Tokenizer

from app.domain.entity import Span
from app.domain.errors import ModelUnavailable
from app.inference.alignment import Aligned, align
from app.inference.catalog import DAMAGED

PREFIX = "query: "
"""What E5 was trained to see before a symmetric query (Wang et al. 2024, model card); used for every text alike."""

MAX_PIECES = 512
MAX_WINDOWS = 4

_START, _PAD, _END = 0, 1, 2
PAD = _PAD
_CHARACTERS_READ = MAX_WINDOWS * MAX_PIECES * 8
_ENDS = frozenset("。！？\n")
_ENDS_BEFORE_SPACE = frozenset(".!?")


@dataclass(frozen=True, slots=True)
class Window:
    """Up to 512 pieces with their numbers. `spans[i]` is None for what is not of the text: prefix, start, end."""

    ids: tuple[int, ...]
    spans: tuple[Span | None, ...]


class PieceTokenizer:
    """The shipped vocabulary. Safe to use from several threads. Raises `ModelUnavailable` if the file is unreadable."""

    def __init__(self, path: Path) -> None:
        try:
            self._tokenizer = Tokenizer.from_buffer(path.read_bytes())
        except (OSError, ValueError) as error:
            raise ModelUnavailable(DAMAGED, file=path.name) from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._head = (_START, *self._tokenizer.encode(PREFIX.strip(), add_special_tokens=False).ids)

    @property
    def size(self) -> int:
        """Number of pieces in the vocabulary."""
        return int(self._tokenizer.get_vocab_size())

    def piece(self, number: int) -> str:
        """The piece as the vocabulary spells it, with `▁` for a space."""
        return str(self._tokenizer.id_to_token(number))

    def windows(self, text: str) -> list[Window]:
        """At least one window, at most `MAX_WINDOWS`."""
        aligned = align(text[:_CHARACTERS_READ])
        coded = self._tokenizer.encode(aligned.text, add_special_tokens=False)
        spans = [_trimmed(aligned, start, end) for start, end in coded.offsets]
        room = MAX_PIECES - len(self._head) - 1
        cuts = [0, *_cuts(aligned.text, coded.offsets, room)]
        return [self._window(coded.ids[a:b], spans[a:b]) for a, b in pairwise(cuts)]

    def _window(self, ids: Sequence[int], spans: Sequence[Span | None]) -> Window:
        return Window((*self._head, *ids, _END), (*(None for _ in self._head), *spans, None))


def _trimmed(aligned: Aligned, start: int, end: int) -> Span:
    """A piece's own characters, without the space that the tokenizer counts to it; empty for a bare space."""
    inner = aligned.text[start:end]
    left = start + len(inner) - len(inner.lstrip())
    right = left + len(inner.strip())
    if left >= right:
        here = aligned.original(start, end) if start < end else Span(0, 0)
        return Span(here.start, here.start)
    return aligned.original(left, right)


def _cuts(text: str, offsets: Sequence[tuple[int, int]], room: int) -> Iterator[int]:
    """Where windows end, as indexes of pieces, the last of the pieces read included."""
    at = 0
    for _ in range(MAX_WINDOWS):
        if len(offsets) - at <= room:
            yield len(offsets)
            return
        at = _good_cut(text, offsets, at + room * 3 // 4, at + room)
        yield at


def _good_cut(text: str, offsets: Sequence[tuple[int, int]], low: int, high: int) -> int:
    """The last piece in `low`..`high` that opens a sentence, else one that follows a space, else `high`."""
    spaced = 0
    for i in range(high, low, -1):
        before, here = text[offsets[i - 1][1] - 1], text[offsets[i][0]]
        if before in _ENDS or here == "\n" or (before in _ENDS_BEFORE_SPACE and here.isspace()):
            return i
        if not spaced and here.isspace():
            spaced = i
    return spaced or high


@lru_cache(maxsize=2)
def tokenizer_of(path: Path) -> PieceTokenizer:
    """The tokenizer in that file, read once a process. Raises `ModelUnavailable`.

    Reading takes 0.15 s in which no other Python thread runs (the library holds the interpreter lock), so a program
    with a window reads it before there is one: `app.services.readiness`.
    """
    return PieceTokenizer(path)
