"""Colours of code in a message, from the theme's own few inks: keywords, strings, comments, numbers, names."""

from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound

_INKS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "quiet"),
    (Keyword, "accent"),
    (Operator.Word, "accent"),
    (String, "good"),
    (Number, "warn"),
    (Name.Function, "person"),
    (Name.Class, "person"),
    (Name.Decorator, "thing"),
    (Name.Builtin, "place"),
)
LONGEST = 60_000
"""Characters above which code is shown in one ink: lexing it would hold up the window."""


def coloured(code: str, language: str) -> Iterator[tuple[str, str]]:
    """(text, name of an ink of the theme), in order; the texts add up to the code."""
    lexer = _lexer(language) if len(code) <= LONGEST else None
    if lexer is None:
        yield code, "text"
        return
    for token, text in lexer.get_tokens(code):
        yield text, next((ink for kind, ink in _INKS if token in kind), "text")


def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
    except ClassNotFound:
        return None
