"""Painted over the ground: rings on what was searched for, and what changed between two days."""

from collections.abc import Iterable, Mapping

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.domain.ids import EntityId, FactId
from ui import theme
from ui.graph.attention import Attention, Turn
from ui.graph.picture import Picture
from ui.graph.surface import Frame

_MOST_RINGS, _MOST_LINKS = 400, 600
_BADGE = 6.5
"""Pixels of the radius of the small sign on what has changed."""
_TURNS: dict[Turn, tuple[str, Qt.PenStyle, tuple[tuple[int, int, int, int], ...]]] = {
    "began": ("good", Qt.PenStyle.SolidLine, ((-1, 0, 1, 0), (0, -1, 0, 1))),
    "ended": ("warn", Qt.PenStyle.DashLine, ((-1, 0, 1, 0),)),
    "retracted": ("bad", Qt.PenStyle.DashDotDotLine, ((-1, -1, 1, 1), (-1, 1, 1, -1))),
}
"""Ink, stroke, and the strokes of the sign: plus, minus, cross."""


def paint(painter: QPainter, frame: Frame, attention: Attention) -> None:
    """Rings and signs of what is in the frame."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if attention.facts:
        _changed_links(painter, frame, attention)
    if attention.entities:
        for turn in _TURNS:
            for number in _seen(frame, (e for e, became in attention.entities.items() if became == turn)):
                away = float(frame.radii[number]) * 0.75 + 3
                _badge(painter, frame, QPointF(*(frame.at[number] + np.array([away, -away])).tolist()), turn)
    if attention.hits:
        _rings(painter, frame, attention.hits, QPen(theme.color("accent"), 1.6), 3.0)


def _seen(frame: Frame, entities: Iterable[EntityId]) -> list[int]:
    """The nodes of these entities that are in the frame."""
    numbers = [n for n in (frame.picture.number(entity) for entity in entities) if n is not None]
    inside = frame.inside(10)
    return [number for number in numbers if inside[number]][:_MOST_RINGS]


def _rings(painter: QPainter, frame: Frame, entities: Iterable[EntityId], pen: QPen, away: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    for number in _seen(frame, entities):
        reach = float(frame.radii[number]) + away
        painter.drawEllipse(QPointF(*frame.at[number].tolist()), reach, reach)


def _changed_links(painter: QPainter, frame: Frame, attention: Attention) -> None:
    found = changed_links(frame.picture, attention.facts)
    for turn, (ink, style, _) in _TURNS.items():
        numbers = [number for number, became in found if became == turn][:_MOST_LINKS]
        ends = frame.picture.ends[numbers]
        lines = np.column_stack([frame.at[ends[:, 0]], frame.at[ends[:, 1]]])
        painter.setPen(QPen(theme.color(ink), 2.2, style))
        painter.drawLines([QLineF(*line) for line in lines.tolist()])
        for x1, y1, x2, y2 in lines.tolist():
            if abs(x2 - x1) + abs(y2 - y1) > 4 * _BADGE:
                _badge(painter, frame, QPointF((x1 + x2) / 2, (y1 + y2) / 2), turn)


def changed_links(picture: Picture, facts: Mapping[FactId, Turn]) -> list[tuple[int, Turn]]:
    """Shown links on which a fact changed, by their row in `ends`, with what became of the first such fact."""
    found: dict[int, Turn] = {}
    for number, row in picture.drawn_facts(list(facts)):
        found.setdefault(row, facts[picture.graph.edges[number].fact])
    return list(found.items())


def _badge(painter: QPainter, frame: Frame, at: QPointF, turn: Turn) -> None:
    """A small sign on a disc, so that it is seen on links and nodes alike."""
    ink, _, strokes = _TURNS[turn]
    painter.setBrush(theme.color(frame.ground))
    painter.setPen(QPen(QColor(theme.color(ink)), 1.4))
    painter.drawEllipse(at, _BADGE, _BADGE)
    reach = _BADGE * (0.5 if turn != "retracted" else 0.4)
    painter.setPen(QPen(theme.color(ink), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for x1, y1, x2, y2 in strokes:
        painter.drawLine(at + QPointF(x1, y1) * reach, at + QPointF(x2, y2) * reach)
