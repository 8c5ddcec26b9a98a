"""How a box of the map looks and what it says."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui import theme
from ui.categories.boxes import Box
from ui.categories.wording import category_words, placed_words, summary_words
from ui.icons import icon, kind_icon
from ui.saying import entity_name
from ui.widgets.labels import as_tip
from ui.words import tr, trn

_PAD = 7.0
LEAST_WORDS = 0.8
"""Parts of a line that are high enough for words: what is cut then is empty."""
CROWDED = 8.0
"""Pixels below which things of one category run into one block."""
_GAP = 1.0
"""Page between two boxes, in pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is so about a box now. `seen`: the part of the map that is painted, for words that stay in sight."""

    marked: bool
    pointed: bool
    target: bool
    twin: bool
    focused: bool
    seen: QRectF


def line_height() -> float:
    """Pixels that a line of words needs."""
    return QFontMetricsF(theme.font("interface")).height()


def paint(painter: QPainter, box: Box, place: QRectF, look: Look) -> None:
    """The box with as many words as have room."""
    crowded = box.entity is not None and place.height() < CROWDED and not (look.marked or look.twin)
    if crowded:  # it stands for those that follow it: one block, up to the end of the category
        place = QRectF(place.left(), place.top(), place.width(), _block(box, place))
    inside = place.adjusted(0, 0, -_GAP, 0.5 if crowded else -_GAP)
    painter.fillRect(inside, _ground(box, look))
    if look.target or look.twin or look.marked:
        _rim(painter, inside, look)
    seen = inside.intersected(look.seen)
    room = seen.adjusted(_PAD, 2, -_PAD, -2)
    if seen.height() >= line_height() * LEAST_WORDS and room.width() > line_height():
        painter.save()
        painter.setClipRect(seen)
        if box.entity is not None:
            _write_entity(painter, box, room)
        else:
            _write_category(painter, box, room)
        painter.restore()


def _block(box: Box, place: QRectF) -> float:
    """How high a block of crowded things is: to the next that is painted, or to the end of what holds them."""
    rest = box.parent.end - box.start if box.parent is not None else 0.0
    return min(CROWDED + place.height(), place.height() * rest / max(box.end - box.start, 1e-12))


def _ground(box: Box, look: Look) -> QColor:
    if look.marked or look.target:
        return theme.color("chosen")
    if look.pointed:
        return theme.color("hover")
    return theme.color("field" if box.entity is not None else "side")


def _rim(painter: QPainter, inside: QRectF, look: Look) -> None:
    dashed = look.twin and not look.marked and not look.target
    width = 2.0 if look.target or (look.marked and look.focused) else 1.0
    pen = QPen(theme.color("focus"), width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    half = width / 2
    painter.drawRect(inside.adjusted(half, half, -half, -half))


def _write_entity(painter: QPainter, box: Box, room: QRectF) -> None:
    entity = box.entity
    if entity is None:
        return
    side = line_height() * 0.9
    middle = room.center().y() if room.height() < 2.2 * line_height() else room.top() + line_height() / 2
    kind_icon(entity.kind).paint(painter, QRectF(room.left(), middle - side / 2, side, side).toRect())
    words = f"{entity_name(entity)} · {entity.tag}" if entity.tag else entity_name(entity)
    rest = QRectF(room.left() + side + 4, middle - line_height() / 2, room.width() - side - 4, line_height())
    _write(painter, rest, words, theme.font("interface"), "text", _hand_width(box))
    _sign(painter, box, rest)


def _write_category(painter: QPainter, box: Box, room: QRectF) -> None:
    if box.branch is None:
        return
    low = room.height() < 2.2 * line_height()
    top = room.center().y() - line_height() / 2 if low else room.top() + 2
    first = QRectF(room.left(), top, room.width(), line_height())
    count = f"{box.branch.entities:,}"
    small = QFontMetricsF(theme.font("notes"))
    aside = small.horizontalAdvance(count) + 8 if first.width() > 90 else 0.0
    if aside:
        painter.setFont(theme.font("notes"))
        painter.setPen(theme.color("quiet"))
        painter.drawText(first, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), count)
    name = category_words(box.branch.category.name)
    _write(painter, first, name, theme.font("interface", bold=box.depth == 0), "text", aside + _hand_width(box))
    _sign(painter, box, first.adjusted(0, 0, -aside, 0))
    below = room.adjusted(0, line_height() + 6, 0, 0)
    if not low and below.height() >= small.height() and (words := _summary(box)):
        lines = int(below.height() // small.lineSpacing())
        painter.setFont(theme.font("notes"))
        painter.setPen(theme.color("quiet"))
        below.setHeight(min(lines, _MOST_LINES) * small.lineSpacing() + 1)
        shown = _fitted(words, below, small)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), shown)


_MOST_LINES = 6


def _fitted(words: str, room: QRectF, metrics: QFontMetricsF) -> str:
    """As many words as go into some lines, with … where they end early."""
    flags = int(Qt.TextFlag.TextWordWrap)
    if metrics.boundingRect(QRectF(0, 0, room.width(), 10_000), flags, words).height() <= room.height():
        return words
    kept, low, high = "", 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        tried = words[:middle].rstrip() + "…"
        if metrics.boundingRect(QRectF(0, 0, room.width(), 10_000), flags, tried).height() <= room.height():
            kept, low = tried, middle
        else:
            high = middle - 1
    return kept


def _write(painter: QPainter, room: QRectF, words: str, font: QFont, ink: str, taken: float) -> None:
    painter.setFont(font)
    painter.setPen(theme.color(ink))
    shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, max(0.0, room.width() - taken))
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)


def _hand_width(box: Box) -> float:
    return line_height() if by_hand(box) else 0.0


def _sign(painter: QPainter, box: Box, line: QRectF) -> None:
    """The mark of what a person did, at the end of a line."""
    if by_hand(box):
        side = line_height() * 0.78
        corner = QPointF(line.right() - side, line.center().y() - side / 2)
        icon("edit", "accent").paint(painter, QRectF(corner.x(), corner.y(), side, side).toRect())


def _summary(box: Box) -> str:
    branch = box.branch
    if branch is None:
        return ""
    return summary_words(branch.category.summary) if branch.children else branch.category.summary


def by_hand(box: Box) -> str:
    """What a person did with it, in words; empty where it is the app's own work."""
    return placed_words(box.branch is not None and box.branch.by_hand, box.placed)


def spoken(box: Box) -> str:
    """A box for whoever does not see it: what it is, how much is in it, where it lies."""
    above = " › ".join(_name(one) for one in box.line()[:-1])
    parts = [_name(box)]
    if box.branch is not None:
        parts = [
            tr(
                "{name}, layer {layer}, {count}",
                name=_name(box),
                layer=box.branch.category.layer,
                count=trn("{count} entity", "{count} entities", box.branch.entities),
            )
        ]
    return ", ".join(one for one in (*parts, by_hand(box), above) if one)


def tip(box: Box) -> str:
    """What the pointer is told about a box."""
    lines = [_name(box), _summary(box), by_hand(box)]
    if box.branch is not None:
        lines.insert(1, trn("{count} entity", "{count} entities", box.branch.entities))
    return as_tip("\n".join(one for one in lines if one))


def _name(box: Box) -> str:
    if box.entity is not None:
        return entity_name(box.entity)
    return category_words(box.branch.category.name) if box.branch is not None else ""
