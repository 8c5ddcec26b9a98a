"""What is shown, as a file: a picture (PNG, SVG), or the graph itself for other programs (GraphML, JSON).

All of it is taken as values on the window's thread, and painted and written on a reader.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QBuffer, QByteArray, QDir, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFileDialog, QRadioButton, QVBoxLayout, QWidget

from app.domain.errors import BadInput
from app.domain.graph import Neighbourhood
from app.domain.ids import CategoryId, EntityId
from app.domain.lens import Place
from ui.graph.drawing import Drawing
from ui.graph.labels import one_line
from ui.graph.picture import Picture
from ui.graph.view import GraphView
from ui.keeping.transfer import TransferDialog
from ui.lanes import Lanes, Urgency
from ui.saying import entity_name
from ui.widgets import column, label, row
from ui.words import tr

if TYPE_CHECKING:
    from app.services.workspace import ReadDesk

Form = Literal["png", "svg", "graphml", "json"]
FORMS: tuple[Form, ...] = ("png", "svg", "graphml", "json")
_WIDTHS = (0, 2_000, 4_000, 6_000)
"""Pixels of a picture's width; 0 is the size on screen."""
_SHARP = 2.0
"""Pixels of the file for each on screen, where it is as large as on screen."""
_DPI = 96
_MOST = 120_000_000
"""Pixels of a picture: half a gigabyte while it is painted."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is written. `size` in units of the drawing, `scale` pixels for each of them, for PNG."""

    form: Form
    drawing: Drawing
    size: tuple[float, float]
    scale: float
    picture: Picture
    title: str
    names: Mapping[CategoryId, str] = field(default_factory=dict)


class ExportDialog(TransferDialog):
    """Asks for the form and the place, writes, and says where the file is or why there is none."""

    def __init__(self, lanes: Lanes, view: GraphView, parent: QWidget | None = None) -> None:
        words = tr("A picture to look at, or the nodes and relations themselves for other programs.")
        super().__init__(lanes, tr("Export what is shown"), words, tr("Choose a place…"), parent)
        self._view = view
        self.forms, self.extents = QButtonGroup(self), QButtonGroup(self)
        self.width_box = QComboBox()
        self._about = label("", "small")
        self._lay_out()
        self.forms.idToggled.connect(self._show)
        self.extents.idToggled.connect(self._show)
        self.width_box.currentIndexChanged.connect(self._show)
        self._show()
        self.forms.button(0).setFocus()

    def _lay_out(self) -> None:
        texts = (tr("Picture (PNG)"), tr("Drawing that stays sharp (SVG)"), tr("Graph for other programs (GraphML)"))
        forms = _radios(self.forms, (*texts, tr("Nodes and relations as text (JSON)")))
        extents = _radios(self.extents, (tr("The whole graph"), tr("What is on screen")))
        wide, high = self._screen()
        self.width_box.setAccessibleName(tr("Size"))
        for width in _WIDTHS:
            words = tr("{wide} × {high} pixels", wide=f"{width:,}", high=f"{round(width * high / wide):,}")
            self.width_box.addItem(words if width else tr("As on screen"), width)
        size = row(label(tr("Size")), self.width_box, None, gap=8)
        self._picture_parts: list[QWidget] = [*extents, self.width_box]
        options = column(*forms, 8, *extents, size, self._about, gap=4)
        page = self.layout()
        assert isinstance(page, QVBoxLayout)
        page.insertLayout(2, options)
        unit = self.fontMetrics()
        self.resize(unit.averageCharWidth() * 66, unit.lineSpacing() * 24)

    # ── what is chosen ────────────────────────────────────────────────────────────────────────────────────────
    @property
    def form(self) -> Form:
        """Which kind of file."""
        return FORMS[max(self.forms.checkedId(), 0)]

    def _screen(self) -> tuple[float, float]:
        wide, high = self._view.canvas.area
        return max(wide, 1.0), max(high, 1.0)

    def _show(self) -> None:
        """What can be chosen for this form, and how much it will hold."""
        drawn = self.form in ("png", "svg")
        for part in self._picture_parts:
            part.setEnabled(drawn)
        picture = self._view.canvas.picture
        shown, links = int(picture.shown.sum()), len(picture.links)
        hidden = len(picture.nodes) - shown + picture.graph.hidden
        words = tr("{nodes} nodes, {links} links", nodes=f"{shown:,}", links=f"{links:,}")
        left = tr("{words}; {count} hidden ones are not in it", words=words, count=f"{hidden:,}")
        self._about.setText(left if hidden else words)

    def sheet(self) -> Sheet:
        """What is on the canvas now, as it is to be written."""
        canvas, (wide, high) = self._view.canvas, self._screen()
        width = self.width_box.currentData() or 0
        part = self.extents.checkedId() == 1
        size, scale = (wide, high), (width / wide if width else _SHARP)
        if width and not part:  # a larger sheet has room for more names
            size, scale = (float(width), round(width * high / wide)), 1.0
        drawing = canvas.drawing(canvas.camera.copy() if part else None)
        return Sheet(self.form, drawing, size, scale, canvas.picture.still(), self._title(), dict(self._view.names))

    def _title(self) -> str:
        """What the picture is of."""
        number = None if self._view.center is None else self._view.canvas.picture.number(self._view.center)
        alone = tr("The whole graph") if number is None else entity_name(self._view.canvas.picture.nodes[number].entity)
        return self._view.words or alone

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────────
    def ask(self) -> None:
        start = str(Path(QDir.homePath()) / f"{file_name(self._title())}.{self.form}")
        kinds = {"png": "PNG (*.png)", "svg": "SVG (*.svg)", "graphml": "GraphML (*.graphml)", "json": "JSON (*.json)"}
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), start, kinds[self.form])
        if chosen:
            self.write(Path(chosen))

    def write(self, path: Path) -> None:
        """Write it there, under the ending of its form. Nobody was asked about the file that has that name already."""
        ends = path.suffix.lower() == f".{self.form}"
        target = path if ends else path.parent / f"{path.name}.{self.form}"
        self.begun(tr("Writing the file…"))
        job = partial(_write, self.sheet(), target, not ends)
        self.task = self.lanes.read(job, partial(self._written, target), self.refused, urgency=Urgency.IMPORT)

    def _written(self, path: Path, nothing: object) -> None:
        self.ended(tr("It is in {file}, in the folder {folder}.", file=path.name, folder=str(path.parent)))
        self.choose.setEnabled(True)


def _radios(group: QButtonGroup, texts: tuple[str, ...]) -> list[QWidget]:
    """One below the other, the first chosen."""
    made: list[QWidget] = []
    for number, text in enumerate(texts):
        button = QRadioButton(text)
        button.setAccessibleName(text)
        button.setChecked(number == 0)
        group.addButton(button, number)
        made.append(button)
    return made


def file_name(title: str) -> str:
    """A title as a name that every system takes for a file."""
    plain = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title)
    return " ".join(plain.split()).strip(". ")[:60] or "graph"


def _write(sheet: Sheet, path: Path, new: bool, desk: "ReadDesk") -> None:
    """Paint or spell it out, then put it in its place; if `new`, in nothing's place. Raises `Told` errors."""
    from app.services import filing

    made = {"png": png, "svg": svg}
    filing.place(path, made[sheet.form](sheet) if sheet.form in made else graph(sheet), new)


def png(sheet: Sheet) -> bytes:
    """The picture as pixels. Raises `BadInput` where it would be larger than memory should hold."""
    wide, high = (max(1, round(side * sheet.scale)) for side in sheet.size)
    image = QImage(wide, high, QImage.Format.Format_RGB32) if wide * high <= _MOST else QImage()
    if image.isNull():
        raise BadInput("The picture would be too large: {wide} × {high} pixels.", wide=f"{wide:,}", high=f"{high:,}")
    painter = QPainter(image)
    painter.scale(sheet.scale, sheet.scale)
    sheet.drawing.paint(painter, sheet.size)
    painter.end()
    per_meter = round(_DPI * sheet.scale / 0.0254)  # only now: names would be written for it, and then scaled as well
    image.setDotsPerMeterX(per_meter)
    image.setDotsPerMeterY(per_meter)
    image.setText("Title", sheet.title)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def svg(sheet: Sheet) -> bytes:
    """The picture as shapes and text."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(round(sheet.size[0]), round(sheet.size[1])))
    generator.setViewBox(QRectF(0, 0, *sheet.size))
    generator.setResolution(_DPI)
    generator.setTitle(one_line(sheet.title))
    painter = QPainter(generator)
    sheet.drawing.paint(painter, sheet.size)
    painter.end()
    buffer.close()
    return bytes(data.data())


def graph(sheet: Sheet) -> bytes:
    """The nodes and relations that are shown, for other programs."""
    from app.services import explorer

    shown, places = shown_graph(sheet.picture)
    return explorer.exported(shown, places, "graphml" if sheet.form == "graphml" else "json", sheet.names)


def shown_graph(picture: Picture) -> tuple[Neighbourhood, dict[EntityId, Place]]:
    """What the filters leave, and where it stands."""
    nodes = tuple(node for node, shown in zip(picture.nodes, picture.shown.tolist(), strict=True) if shown)
    edges = tuple(edge for link in picture.links for edge in link.edges)
    spots = zip(picture.nodes, picture.places.tolist(), strict=True)
    places = {node.entity.id: (x, y) for node, (x, y) in spots}
    hidden = picture.graph.hidden + len(picture.nodes) - len(nodes)
    return replace(picture.graph, nodes=nodes, edges=edges, hidden=hidden), places
