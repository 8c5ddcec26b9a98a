"""Tantivy's errors in the domain's words."""

from collections.abc import Callable
from types import TracebackType

from app.domain.errors import DamagedFile, StorageFull

_PANIC = "PanicException"


class told_of_words:  # noqa: N801 - used like the function `told` for SQLite
    """Errors inside become `StorageFull` for a full disk, `DamagedFile` for anything else.

    A panic inside Tantivy (a segment cut short) is no `Exception`, and its type cannot be imported.
    """

    def __init__(self, on_failure: Callable[[], None] = lambda: None) -> None:
        self._on_failure = on_failure

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if kind is None or not (issubclass(kind, OSError | ValueError | RuntimeError) or kind.__name__ == _PANIC):
            return
        self._on_failure()
        if any(words in str(error).casefold() for words in ("space left", "disk full", "quota")):
            raise StorageFull from error
        raise DamagedFile from error
