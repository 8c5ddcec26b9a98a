"""Secrets in what a person wrote as Markdown: dots where they stand, that a click uncovers."""

import re

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QTextCursor, QTextDocument

from app.domain.secret import MASK, find_secrets, mask
from ui.chat.body import SECRET, Body

_DOTS = f"{MASK}+"


def show(body: Body, text: str, reveal: bool) -> None:
    """The words as Markdown, their secrets as dots, or (`reveal`) as they are.

    Where not every secret is on screen, as in the address of a link, the words stand as they were written.
    """
    body.show_markdown(text, frozenset())
    runs, shown = [found.span() for found in re.finditer(_DOTS, mask(text))], _dots(body.document())
    if [end - start for start, end in runs] != [dots.selectionEnd() - dots.selectionStart() for dots in shown]:
        body.show_plain(text, (), reveal)
        return
    secrets = find_secrets(text)
    for (start, end), dots in zip(runs, shown, strict=True):
        if any(one.start < end and start < one.end for one in secrets):
            chars = dots.charFormat()
            chars.setAnchor(True)
            chars.setAnchorHref(SECRET)
            dots.insertText(text[start:end] if reveal else MASK * (end - start), chars)


def _dots(document: QTextDocument) -> list[QTextCursor]:
    """Every run of dots on screen, in order; each stays where it is while another is written over."""
    found, pattern = [], QRegularExpression(_DOTS)
    cursor = document.find(pattern)
    while not cursor.isNull():
        found.append(cursor)
        cursor = document.find(pattern, cursor)
    return found
