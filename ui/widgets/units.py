"""Places in a text as Qt counts them: in units of UTF-16, of which an emoji or a rare kanji takes two."""


def place(text: str, at: int) -> int:
    """Where a place of the text is for Qt."""
    return len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


def reach(text: str, start: int, end: int) -> tuple[int, int]:
    """A part of the text for Qt: where it begins and how long it is."""
    first = place(text, start)
    return first, place(text, end) - first


def letters(text: str, at: int) -> int:
    """Where in the text a place of Qt's is."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * at].decode("utf-16-le", "surrogatepass"))
