"""The map: categories as strips from left to right, each box as high as what is in it, painted by one widget.

It shows the part of the whole that the camera sees: from a strip (`left`) on, between two heights. The tree beside it
says the same in words, for whoever cannot see the map; the marked place is said by both.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QToolTip, QWidget

from app.domain.ids import CategoryId, EntityId
from ui import theme
from ui.categories import brush
from ui.categories.boxes import Box, Boxes
from ui.categories.hand import Hand
from ui.categories.model import Spot
from ui.categories.sight import View
from ui.words import tr

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy, Within

MOTION_MS = 140
LEAST_STRIP = 118
"""Pixels below which a strip is too narrow to read: those further right are then reached by going in."""
_TALLEST = 3.4
"""Lines of height for each entity, at most: what holds little is not blown up to the whole map."""
_LEAST_BOX = 3.0
"""Pixels that a box needs to be painted for itself."""
_MOST_WANTED = 60
"""Categories whose members are asked for at once."""


class Icicle(QWidget):
    """`marked(Spot)`: another place is meant. `entity_chosen(EntityId)`. `members_wanted(list of CategoryId)`: what is
    right in them is to be read. `menu_wanted(Carried, point on screen)`. `zoomed`: another box fills the map."""

    marked = Signal(object)
    entity_chosen = Signal(object)
    members_wanted = Signal(object)
    menu_wanted = Signal(object, object)
    zoomed = Signal()
    dropped = Signal(object, object, bool)
    """What was carried, where it was let go (`Carried`), and whether it stays where it was too."""
    hovering = Signal(object, object, bool)
    """The same while it is carried over a place; the place is None when it leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes = Boxes()
        self.focus = self.boxes.root
        self.mark: Box | None = None
        self.pointed: Box | None = None
        self.target: Box | None = None
        """Over which something is carried."""
        self.view = View()
        self._aim = View()
        self._fits = True
        """Whether it shows all of what fills it, which it then goes on doing when it grows."""
        self._asked: set[CategoryId] = set()
        self._want: set[CategoryId] = set()
        self._sought: Spot | None = None
        """An entity that is to be marked once its category has been read."""
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self._tell_wanted)
        self._motion = QVariantAnimation(self, duration=MOTION_MS, startValue=0.0, endValue=1.0)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._on_motion)
        self._start = View()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAccessibleName(tr("Map of the categories"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hand = Hand(self)
        self.installEventFilter(self.hand)

    def sizeHint(self) -> QSize:
        return QSize(LEAST_STRIP * 4, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_STRIP, 160)

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────────────────
    def show_hierarchy(self, known: "Hierarchy") -> None:
        """Read anew: what filled the map and what was marked stay so, as far as they are there."""
        focus, mark, view = self.focus.spot(), self.mark, self.view
        self.boxes = Boxes(known)
        self.pointed = self.target = None
        self._asked.clear()
        self.focus = self.boxes.find(focus)
        self.mark = self.boxes.find(mark.spot()) if mark is not None else None
        near = self.focus.spot() == focus and not self._fits
        self.look(view if near else self._whole(self.focus), at_once=True)

    def shows(self, known: "Hierarchy") -> bool:
        """Whether it is this one that is shown."""
        return self.boxes.known is known

    def take_members(self, inside: "Mapping[CategoryId, Within]") -> None:
        """What is right in some categories has been read."""
        spot = self.mark.spot() if self.mark is not None else None
        self.boxes.take(inside)
        self._asked -= inside.keys()
        if self._sought is not None:
            self.set_mark(self._sought)
        elif spot is not None:
            self.mark = self.boxes.find(spot)
        self.update()

    def set_mark(self, spot: Spot | None) -> None:
        """Mark a place that was chosen elsewhere, and bring it in sight. Says nothing."""
        found = self.boxes.find(spot) if spot is not None else None
        self._sought = None
        if found is self.boxes.root:
            found = None
        if spot is not None and found is not None and found.spot() != spot and self.boxes.lacks(found):
            self._sought = spot
            self._ask(found)
        self.mark = found
        if found is not None:
            self.reveal(found)
        self._describe()
        self.update()

    def mark_box(self, box: Box) -> None:
        """The user means this one."""
        if box is self.mark or box is self.boxes.root:
            return
        self._sought = None
        self.mark = box
        self._describe()
        self.update()
        self.marked.emit(box.spot())

    def _describe(self) -> None:
        self.setAccessibleDescription(brush.spoken(self.mark) if self.mark is not None else "")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def twins(self) -> EntityId | None:
        """The entity that is marked: it is shown wherever else it is."""
        return self.mark.entity.id if self.mark is not None and self.mark.entity is not None else None

    # ── the camera ────────────────────────────────────────────────────────────────────────────────────────────
    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._fits:
            self.look(self._whole(self.focus), at_once=True)

    def strip(self) -> float:
        """The width of a strip, in pixels."""
        fit = max(1, self.width() // LEAST_STRIP)
        return self.width() / max(1, min(fit, self.boxes.columns(self.focus)))

    def zoom_to(self, box: Box) -> None:
        """A category fills the map; an entity's category does."""
        into = box if box.entity is None else (box.parent or self.boxes.root)
        self.focus = into
        self.look(self._whole(into))
        self.zoomed.emit()

    def zoom_out(self) -> bool:
        """One box up; False at the top."""
        if not self._fits:
            self.look(self._whole(self.focus))
            return True
        if self.focus.parent is None:
            return False
        self.zoom_to(self.focus.parent)
        return True

    def _whole(self, box: Box) -> View:
        tallest = self.boxes.held(box) * _TALLEST * brush.line_height()
        height = (box.end - box.start) * max(1.0, self.height() / tallest)
        return View(max(0.0, float(box.depth)), box.start, box.start + height)

    def look(self, view: View, at_once: bool = False) -> None:
        """Let the camera see that; in a short move unless the system wants none."""
        self._aim, self._start = view, self.view
        self._fits = view == self._whole(self.focus)
        self._motion.stop()
        style = self.style()
        calm = not style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self)
        if at_once or calm or not self.isVisible():
            self.view = view
            self.update()
        elif view != self.view:
            self._motion.start()

    def _on_motion(self, part: float) -> None:
        self.view = self._start.between(self._aim, float(part))
        self.update()

    def reveal(self, box: Box) -> None:
        """Bring a box in sight, high enough to be read, with as little movement as that needs."""
        if self.focus not in (self.boxes.root, *box.line()) or self._beyond(box):
            self.zoom_to(box.parent or self.boxes.root)
        view, whole = self._aim, self._whole(self.focus)
        readable = (box.end - box.start) * max(1, self.height()) / (brush.line_height() * 1.4)
        height = min(view.bottom - view.top, max(readable, 1e-9))
        inside = view.top <= box.start and box.end <= view.bottom
        around = box.start <= view.top and view.bottom <= box.end
        if around or (inside and height == view.bottom - view.top):
            return
        top = (box.start + box.end - height) / 2
        top = min(max(top, whole.top), whole.bottom - height)
        self.look(View(view.left, top, top + height))

    def _beyond(self, box: Box) -> bool:
        """Whether it lies in a strip right of the map."""
        return (box.depth - self._aim.left + 1) * self.strip() > self.width() + 1

    def magnify(self, factor: float, at: float) -> None:
        """Show less or more of the height, around a point; never more than what fills the map."""
        whole, view = self._whole(self.focus), self._aim
        here = view.top + (view.bottom - view.top) * at / max(1, self.height())
        height = min(whole.bottom - whole.top, (view.bottom - view.top) / factor)
        height = max(height, 1e-6)
        top = here - height * at / max(1, self.height())
        top = min(max(top, whole.top), whole.bottom - height)
        self.look(View(view.left, top, top + height), at_once=True)

    # ── where things are ──────────────────────────────────────────────────────────────────────────────────────
    def rect_of(self, box: Box) -> QRectF:
        """Where a box is painted."""
        scale = self.height() / (self.view.bottom - self.view.top)
        strip = self.strip()
        top = (box.start - self.view.top) * scale
        return QRectF((box.depth - self.view.left) * strip, top, strip, (box.end - box.start) * scale)

    def box_at(self, point: QPointF) -> Box | None:
        """The box under a point."""
        depth = int(point.x() / self.strip() + self.view.left)
        height = self.view.top + (self.view.bottom - self.view.top) * point.y() / max(1, self.height())
        at = self.boxes.root
        while at.depth < depth:
            inner = next((one for one in self.boxes.under(at) if one.start <= height < one.end), None)
            if inner is None:
                return None
            at = inner
        inside = at.parent is not None and (self.focus.parent is None or any(one is self.focus for one in at.line()))
        return at if inside else None

    def point_at(self, box: Box | None) -> None:
        """The pointer is over this one now."""
        if box is not self.pointed:
            for one in (self.pointed, box):
                if one is not None:
                    self.update(self.rect_of(one).toAlignedRect().adjusted(-1, -1, 1, 1))
            self.pointed = box

    # ── painting ──────────────────────────────────────────────────────────────────────────────────────────────
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("page"))
        twins = self.twins()
        moving = self._motion.state() == QVariantAnimation.State.Running
        dirty = event.rect().toRectF()
        for box in self._seen(self.boxes.root if moving else self.focus):
            place = self.rect_of(box)
            if not place.intersects(dirty):
                continue
            twin = twins is not None and box.entity is not None and box.entity.id == twins
            look = brush.Look(
                box is self.mark, box is self.pointed, box is self.target, twin, self.hasFocus(), self.rect().toRectF()
            )
            brush.paint(painter, box, place, look)
            if place.height() > brush.line_height() * brush.LEAST_WORDS and self.boxes.lacks(box):
                self._ask(box)
        painter.end()

    def _seen(self, start: Box) -> Iterator[Box]:
        """What is painted: the box that fills the map and all in it; while it moves, what is around it too."""
        pixel = (self.view.bottom - self.view.top) / max(1, self.height())
        least = (_LEAST_BOX * pixel, brush.CROWDED * pixel)
        if start.parent is not None:
            yield start
        yield from self.boxes.seen(self.view.top, self.view.bottom, least, start)

    def _ask(self, box: Box) -> None:
        category = box.branch.category.id if box.branch is not None else None
        if category is not None and category not in self._asked and len(self._want) < _MOST_WANTED:
            self._asked.add(category)
            self._want.add(category)
            self._telling.start()

    def _tell_wanted(self) -> None:
        wanted, self._want = sorted(self._want), set()
        self.members_wanted.emit(wanted)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            box = self.box_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), brush.tip(box) if box is not None else "", self)
            return True
        return super().event(event)
