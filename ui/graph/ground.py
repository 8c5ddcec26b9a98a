"""The ground layer as a pixmap, a little larger than the canvas, so that a gesture only moves and scales it.

A small picture is painted at once. A large one takes a few hundred milliseconds, so it is painted in slices between the
window's other events, while the pixmap before it stands in. Under both lies one of the whole picture, so that a hand
that goes far finds no blank ground.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from ui import theme
from ui.graph.camera import Camera
from ui.graph.picture import Picture
from ui.graph.surface import Frame, Size, Surface

MARGIN = 200
"""Pixels that the pixmap holds beyond each side, for panning."""
AT_ONCE = 1_500
"""Nodes and links that are painted in one go, in about twelve milliseconds."""
SLICE_S = 0.005
"""Painting between two events of the window: with a frame of a gesture it stays below 16 ms."""
_NEAR, _FAR = 1.8, 0.55
"""How much a pixmap may be scaled before another is wanted, also in the middle of a gesture."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be painted, for an area of the canvas in pixels."""

    picture: Picture
    camera: Camera
    area: Size
    ground: str = "page"
    quick: bool = False

    @property
    def large(self) -> bool:
        return len(self.picture.nodes) + len(self.picture.ends) > AT_ONCE


@dataclass(frozen=True, slots=True)
class Plate:
    """A finished pixmap, the camera it was painted for, and where its names stand on the canvas."""

    pixmap: QPixmap
    camera: Camera
    names: dict[int, QRectF]
    number: int
    """Which state of the picture it shows."""
    quick: bool

    def sharp(self, camera: Camera) -> bool:
        """Whether it lies pixel on pixel."""
        return camera.scale == self.camera.scale and not (camera.middle - self.camera.middle).any()

    def near(self, camera: Camera, reach: float = MARGIN) -> bool:
        """Whether it covers what a camera sees, though a little blurred."""
        shift = np.abs(camera.middle - self.camera.middle) * camera.scale
        return _FAR < camera.scale / self.camera.scale < _NEAR and bool((shift < reach).all())

    def paint(self, painter: QPainter, camera: Camera, area: Size) -> None:
        """Where it lies for a camera."""
        factor = camera.scale / self.camera.scale
        middle = camera.to_screen(self.camera.middle, area)
        room = self.pixmap.deviceIndependentSize() * factor
        target = QRectF(middle[0] - room.width() / 2, middle[1] - room.height() / 2, room.width(), room.height())
        painter.drawPixmap(target, self.pixmap, QRectF(self.pixmap.rect()))


class _Job:
    """A plate in the making. Between two slices no painter is open on its pixmap, so it can be let go at any time."""

    def __init__(self, surface: Surface, scene: Scene, ratio: float, number: int) -> None:
        wide, high = scene.area[0] + 2 * MARGIN, scene.area[1] + 2 * MARGIN
        self.scene, self.number, self.camera = scene, number, scene.camera.copy()
        self._pixmap = QPixmap(round(wide * ratio), round(high * ratio))
        self._pixmap.setDevicePixelRatio(ratio)
        self._pixmap.fill(theme.color(scene.ground))
        self._frame: Frame = surface.frame(scene.picture, scene.camera, (wide, high), scene.ground, scene.quick)
        self._painter = QPainter()
        self._steps: Iterator[None] = surface.steps(self._painter, self._frame)

    def work(self, seconds: float) -> bool:
        """Go on for a while; whether all is painted."""
        end = time.perf_counter() + seconds
        self._painter.begin(self._pixmap)
        try:
            return all(time.perf_counter() <= end for _ in self._steps)
        finally:
            self._painter.end()

    def plate(self) -> Plate:
        names = {number: box.translated(-MARGIN, -MARGIN) for number, box in self._frame.names.items()}
        return Plate(self._pixmap, self.camera, names, self.number, self.scene.quick)


class Ground(QObject):
    """Signal `painted` when a plate has become ready between two events."""

    painted = Signal()

    def __init__(self, surface: Surface, parent: QObject) -> None:
        super().__init__(parent)
        self._surface = surface
        self.plate: Plate | None = None
        self.whole: Plate | None = None
        self._number = 0
        self._job: _Job | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def outdate(self, forget: bool = False) -> None:
        """The picture has changed; `forget`: so much that what was painted must not be seen any more."""
        self._number += 1
        if forget:
            self.rest()
            self.plate = self.whole = None

    def rest(self) -> None:
        """Leave off what is being painted."""
        self._job = None
        self._timer.stop()

    def ready(self, camera: Camera) -> bool:
        """Whether the plate shows the picture as it is, pixel on pixel."""
        plate = self.plate
        return plate is not None and plate.number == self._number and not plate.quick and plate.sharp(camera)

    def want(self, scene: Scene, ratio: float, moving: bool) -> None:
        """See to it that there is a plate for a scene: at once if it is small, else soon.

        `moving`: under a hand that moves the picture, the plate there is does for a while.
        """
        if self._does(scene, moving):
            return
        if not scene.large:
            job = _Job(self._surface, scene, ratio, self._number)
            job.work(float("inf"))
            self._take(job)
        elif self._job is None or (not scene.quick and not moving and not self._serves(self._job, scene)):
            self._job = _Job(self._surface, scene, ratio, self._number)
            self._timer.start()

    def _does(self, scene: Scene, moving: bool) -> bool:
        """Whether the plate there is will do. A large one is begun anew before the hand comes to its rim."""
        if (plate := self.plate) is None or plate.number != self._number:
            return False
        if moving:
            return plate.near(scene.camera, MARGIN / 2 if scene.large else MARGIN)
        return self._fits(plate, scene)

    def _fits(self, plate: Plate, scene: Scene) -> bool:
        return plate.sharp(scene.camera) and (scene.quick or not plate.quick)

    def _serves(self, job: _Job, scene: Scene) -> bool:
        """Whether what is being painted is what is wanted."""
        still = job.camera.scale == scene.camera.scale and not (job.camera.middle - scene.camera.middle).any()
        return job.number == self._number and job.scene.quick == scene.quick and still

    def _go_on(self) -> None:
        if self._job is None:
            self._timer.stop()
        elif self._job.work(SLICE_S):
            job = self._job
            self.rest()
            self._take(job)
            self.painted.emit()

    def _take(self, job: _Job) -> None:
        self.plate = job.plate()
        at = job.camera.to_screen(job.scene.picture.places, job.scene.area)
        if bool(((at > -MARGIN).all(axis=1) & (at < np.array(job.scene.area) + MARGIN).all(axis=1)).all()):
            self.whole = self.plate

    def paint(self, painter: QPainter, camera: Camera, area: Size) -> None:
        """What there is, moved and scaled to where it belongs."""
        if self.plate is None:
            return
        if self.whole is not None and self.whole is not self.plate and not self.plate.near(camera):
            self.whole.paint(painter, camera, area)
        self.plate.paint(painter, camera, area)
