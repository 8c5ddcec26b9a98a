"""What is painted over the ground layer: the selection, what is pointed at, and the words on their links.

It is small, so it is painted anew in each frame, while the ground may come from a pixmap.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.services import explorer
from ui import theme
from ui.graph.picture import Link, Picture
from ui.graph.room import Room
from ui.graph.surface import Frame, Surface, boxes, line_of, take_nodes
from ui.graph.telling import stated
from ui.words import spoken

_SMOOTH = 60
"""Links up to which the pointed-at ones are drawn smooth."""
_MOST_WORDS = 40
_FEW = 12
"""Links whose words may cover names, since somebody asks for them; never nodes, nor one another."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """What the user has selected and what lies under the pointer."""

    selected: int | None = None
    hovered: int | None = None
    link: Link | None = None
    focused: bool = False
    marked: tuple[int, ...] = ()

    def links(self, picture: Picture) -> list[Link]:
        """Links whose words are shown: the one under the pointer, else those of the node pointed at or selected."""
        if self.link is not None:
            return [self.link]
        number = self.hovered if self.hovered is not None else self.selected
        return picture.links_of(number) if number is not None else []


def paint(painter: QPainter, surface: Surface, frame: Frame, pointed: Pointed) -> None:
    """Rings, names and link words of what is selected or pointed at. `frame.names` tells where names stand already."""
    links = pointed.links(frame.picture)
    shown = frame.picture.shown
    ringed = [n for n in (pointed.hovered, pointed.selected) if n is not None and shown[n]]
    _marks(painter, frame, [number for number in pointed.marked if shown[number]])
    if not links and not ringed:
        return
    _lines(painter, surface, frame, links)
    names = []
    for number in ringed:
        _ring(painter, frame, number, pointed)
        names.append(_name(painter, surface, frame, number))
    free, room = _rooms(frame, names)
    _words(painter, surface, frame, links, (free, room) if len(links) <= _FEW else (free,))


def _lines(painter: QPainter, surface: Surface, frame: Frame, links: list[Link]) -> None:
    """The links in the accent, and over them the nodes and names at their ends."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(links) <= _SMOOTH)
    for link in links:
        style = Qt.PenStyle.SolidLine if link.current else Qt.PenStyle.DashLine
        painter.setPen(QPen(theme.color("accent"), 1.6 if len(links) <= _SMOOTH else 1, style))
        painter.drawLine(QPointF(*frame.at[link.a]), QPointF(*frame.at[link.b]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ends = sorted({end for link in links for end in (link.a, link.b)})
    surface.nodes(painter, frame, ends)
    for number in ends[:_MOST_WORDS]:
        if number in frame.names:
            surface.write(painter, frame, frame.names[number], surface.name(frame, number, bold=False)[0], bold=False)


def _marks(painter: QPainter, frame: Frame, numbers: list[int]) -> None:
    """A dashed ring on a little of the accent around each that is marked: told from the selection by its line too."""
    ground = theme.color("accent")
    ground.setAlpha(36)
    painter.setBrush(ground)
    painter.setPen(QPen(theme.color("accent"), 1.6, Qt.PenStyle.DashLine))
    for number in numbers:
        reach = float(frame.radii[number]) + 6
        painter.drawEllipse(QPointF(*frame.at[number]), reach, reach)


def _rooms(frame: Frame, names: list[QRectF]) -> tuple[Room, Room]:
    """Where nothing at all stands, and where at most plain names do."""
    free, room = Room(*frame.size), Room(*frame.size)
    for one in (free, room):
        take_nodes(frame, one)
        for name in names:
            one.take(name, force=True)
    for name in frame.names.values():
        free.take(name, force=True)
    return free, room


def _ring(painter: QPainter, frame: Frame, number: int, pointed: Pointed) -> None:
    """The selected node has a ring, heavier with the keyboard's focus; the one pointed at a thin one."""
    selected = number == pointed.selected
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = (2.6 if pointed.focused else 1.8) if selected else 1.0
    painter.setPen(QPen(theme.color("focus" if selected else "quiet"), width))
    reach = float(frame.radii[number]) + 4.5
    painter.drawEllipse(QPointF(*frame.at[number]), reach, reach)


def _name(painter: QPainter, surface: Surface, frame: Frame, number: int) -> QRectF:
    """In bold, where the plain name stands, or below the node; the box it takes."""
    text, width = surface.name(frame, number, bold=True)
    below = boxes(frame, number, width, line_of(theme.font("notes")))[0]
    box = frame.names.get(number, below)
    box = QRectF(box.center().x() - width / 2, box.y(), width, box.height()) if box.width() < width else box
    surface.write(painter, frame, box, text, bold=True)
    return box


def _words(painter: QPainter, surface: Surface, frame: Frame, links: list[Link], rooms: tuple[Room, ...]) -> None:
    """What the links say, at their middles or near them: where nothing is covered, else where only names are."""
    height = line_of(theme.font("notes"))
    painter.setFont(theme.font("notes"))
    for link in links[:_MOST_WORDS]:
        text, width = surface.measured(link_words(link, bool(frame.at[link.a, 0] <= frame.at[link.b, 0])))
        places = [_place(frame, link, share, width, height) for share in (0.5, 0.38, 0.62)]
        box = next((place for room in rooms for place in places if room.take(place)), None)
        if box is None and len(links) > 1:
            continue
        box = box or places[0]
        for room in rooms:
            room.take(box, force=True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("field"))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(theme.color("accent" if link.current else "quiet"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _place(frame: Frame, link: Link, share: float, width: float, height: float) -> QRectF:
    """A box for words around a point of a link."""
    x, y = (frame.at[link.a] * (1 - share) + frame.at[link.b] * share).tolist()
    return QRectF(x - width / 2 - 2, y - height / 2, width + 4, height)


def link_words(link: Link, left_to_right: bool = True) -> str:
    """The labels of a link's facts, with an arrow from subject to object as it lies on screen."""
    words = []
    for edge, forward in zip(link.edges[:3], link.forward, strict=False):
        label = explorer.edge_label(edge, spoken())
        said = stated(label, edge.state)
        if label == explorer.edge_label(edge, spoken(), back=True):  # the same from both sides
            words.append(said)
        else:
            words.append(f"{said} →" if forward == left_to_right else f"← {said}")
    return " · ".join(words) + (" …" if len(link.edges) > 3 else "")
