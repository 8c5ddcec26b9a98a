"""How links are drawn. States differ in their stroke, not in colour alone:

current     a plain line
ended       dashed and lighter
suggested   two thin dotted lines side by side
retracted   dashes and dots in red, with a cross at the middle

What stands back, for a search or because it does not hold on the day that is shown, is drawn in the same stroke, paler.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from ui import theme
from ui.graph.sifting import CURRENT, ENDED, RETRACTED, SUGGESTED, Mask

if TYPE_CHECKING:
    from ui.graph.surface import Frame

Lines = NDArray[np.float64]
"""float64 [n, 4]: x and y of both ends, in pixels."""
CHUNK = 500
"""Lines drawn in one go: about two milliseconds, in which nothing else can happen in the program."""
ROUGH = 1.01
"""Width of lines that need not be smooth: just off 1, Qt fills them in a third of the time (measured, 6.11)."""
_MANY = 3_000
"""Links from which long ones stand back behind short ones, and dashes are no longer told apart."""
_PALE = 0.3
"""What is left of the strength of a link that stands back."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """`strength` of the `ink` on the ground, 0–1."""

    ink: str
    strength: float
    style: Qt.PenStyle = Qt.PenStyle.SolidLine


STROKES = {
    CURRENT: Stroke("faint", 0.55),
    ENDED: Stroke("faint", 0.4, Qt.PenStyle.DashLine),
    SUGGESTED: Stroke("accent", 0.75, Qt.PenStyle.DotLine),
    RETRACTED: Stroke("bad", 0.6, Qt.PenStyle.DashDotDotLine),
}


def draw(painter: QPainter, frame: "Frame") -> Iterator[None]:
    """All links in the frame, the paler first, a chunk at a time."""
    picture = frame.picture
    if not len(picture.ends):
        return
    a, b = frame.at[picture.ends[:, 0]], frame.at[picture.ends[:, 1]]
    low, high = np.minimum(a, b), np.maximum(a, b)
    inside = (high >= 0).all(axis=1) & (low <= np.array(frame.size)).all(axis=1)
    lines = np.column_stack([a, b])
    back = picture.faded_links | picture.dimmed[picture.ends].any(axis=1)
    many = int(inside.sum()) > _MANY
    for pale in (True, False):
        for state, stroke in STROKES.items():
            rows = inside & (picture.link_states == state) & (back == pale)
            if rows.any():
                yield from _drawn(painter, frame, stroke, lines[rows], (pale, many))


def _drawn(painter: QPainter, frame: "Frame", stroke: Stroke, lines: Lines, looks: tuple[bool, bool]) -> Iterator[None]:
    pale, many = looks
    rough = frame.quick or many
    style = Qt.PenStyle.SolidLine if many and stroke.ink == "faint" else stroke.style
    for rows, share in _by_length(lines, many):
        strength = stroke.strength * share * (_PALE if pale else 1)
        ink = mixed(theme.color(stroke.ink), theme.color(frame.ground), strength)
        pen = QPen(ink, ROUGH if rough else 1, style)
        yield from stroked(painter, twin_lines(rows) if stroke.style == Qt.PenStyle.DotLine else rows, pen, rough)
        if stroke.ink == "bad" and not many:
            yield from stroked(painter, crosses(rows), QPen(ink, 1.2), rough)


def _by_length(lines: Lines, many: bool) -> Iterator[tuple[Lines, float]]:
    """Where there are many, the long ones first and weaker, so that the short ones, which make groups, are seen."""
    if not many:
        yield lines, 1.0
        return
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    typical = float(np.median(length))
    for least, most, share in ((4.0, np.inf, 0.25), (1.5, 4.0, 0.45), (0.0, 1.5, 0.8)):
        rows: Mask = (length >= least * typical) & (length < most * typical)
        if rows.any():
            yield lines[rows], share


def stroked(painter: QPainter, lines: Lines, pen: QPen, rough: bool) -> Iterator[None]:
    """The lines, a chunk at a time. Each chunk may meet a fresh painter."""
    for start in range(0, len(lines), CHUNK):
        part = lines[start : start + CHUNK]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not rough)
        painter.setPen(pen)
        if rough:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path_of(part))
        else:
            painter.drawLines([QLineF(*line) for line in part.tolist()])
        yield


def path_of(lines: Lines) -> QPainterPath:
    """All lines as one path, which is read from bytes: 30,000 objects for Qt would take longer than to paint them."""
    elements = np.empty(2 * len(lines), dtype=[("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
    elements["kind"] = np.arange(2 * len(lines)) % 2
    elements["x"], elements["y"] = lines[:, ::2].ravel(), lines[:, 1::2].ravel()
    head, tail = np.array([len(elements)], ">i4").tobytes(), bytes(8)
    path = QPainterPath()
    stream = QDataStream(QByteArray(head + elements.tobytes() + tail))
    stream >> path
    return path


def twin_lines(lines: Lines, apart: float = 1.6) -> Lines:
    """Each line twice, to its left and to its right."""
    along = lines[:, 2:] - lines[:, :2]
    long = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    aside = np.column_stack([-along[:, 1], along[:, 0]]) / long * apart
    shift = np.column_stack([aside, aside])
    return np.concatenate([lines + shift, lines - shift])


def crosses(lines: Lines, reach: float = 3.5) -> Lines:
    """A small cross at the middle of each line."""
    middle = (lines[:, :2] + lines[:, 2:]) / 2
    one, other = np.array([reach, reach]), np.array([reach, -reach])
    strokes = [np.column_stack([middle - tip, middle + tip]) for tip in (one, other)]
    return np.concatenate(strokes)


def mixed(ink: QColor, ground: QColor, strength: float) -> QColor:
    """The ink laid thinly on the ground. A translucent pen would look the same and take three times as long."""
    parts = zip(ink.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(one * strength + other * (1 - strength)) for one, other in parts))
