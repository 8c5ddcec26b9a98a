"""What is changed in memory from the graph. Each is one step of undo, and says so."""

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.domain.category import Category
from app.domain.change import Change
from app.domain.clock import WorldTime
from app.domain.entity import Entity
from app.domain.errors import BadInput
from app.domain.graph import GraphEdge
from app.domain.ids import CategoryId, EntityId, FactId
from ui import deeds
from ui.alerts import describe
from ui.categories.asking import CategoryForm
from ui.graph.relating import RelateDialog
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.dates import DateForm
from ui.memories.merging import MergeDialog
from ui.saying import entity_name
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import Source
    from app.services.workspace import ReadDesk, WriteDesk


class GraphDeeds(QObject):
    """`said(str)`: something was done that can be undone. `told(str)`: a plain word, as of what could not be done.
    `source_opened(episode, start, end)`."""

    said = Signal(str)
    told = Signal(str)
    source_opened = Signal(object, int, int)

    def __init__(self, lanes: Lanes, widget: QWidget) -> None:
        super().__init__(widget)
        self._lanes, self._widget = lanes, widget

    # ── between two ───────────────────────────────────────────────────────────────────────────────────────────
    def relate(self, subject: Entity, object: Entity | None) -> RelateDialog:
        """Ask which relation, and with whom where that is open."""
        dialog = RelateDialog(self._lanes, subject, object, self._widget.window())
        dialog.show()
        return dialog

    def merge(self, kept: Entity, gone: Entity) -> MergeDialog:
        """Both side by side; nothing is merged before that is looked at."""
        dialog = MergeDialog(self._lanes, kept.id, gone.id, self._widget.window())
        names = {"name": entity_name(kept), "other": entity_name(gone)}
        dialog.merged.connect(lambda _: self.said.emit(tr("“{name}” and “{other}” are one now.", **names)))
        dialog.kept_apart.connect(lambda *_: self.said.emit(tr("Kept apart: “{name}” and “{other}”.", **names)))
        dialog.show()
        return dialog

    # ── of one or several ─────────────────────────────────────────────────────────────────────────────────────
    def rename(self, entity: EntityId, name: str) -> None:
        """Another name."""
        self._write(partial(jobs.rename, entity, name))

    def delete(self, entity: EntityId) -> None:
        """Out of memory, with what hangs on it; the words it was read in stay."""
        self._write(partial(jobs.delete, entity))

    def sort(self, entities: Collection[EntityId], at: QPoint) -> None:
        """Ask into which category, at a point on screen."""
        self._lanes.read(_categories, partial(self._ask_category, tuple(entities), at))

    def _ask_category(self, entities: tuple[EntityId, ...], at: QPoint, known: list[Category]) -> None:
        if not known:
            self.told.emit(tr("There are no categories yet."))
            return
        CategoryForm(tr("Into which category?"), known, partial(self._put_in, entities), self._widget).ask(at)

    def _put_in(self, entities: tuple[EntityId, ...], category: CategoryId) -> None:
        self._write(partial(_put_in, entities, category))

    # ── of a relation ─────────────────────────────────────────────────────────────────────────────────────────
    def open_source(self, fact: FactId) -> None:
        """To the words that it was read in."""
        self._lanes.read(partial(_sources, fact), self._on_sources, self._refuse)

    def _on_sources(self, sources: "tuple[Source, ...]") -> None:
        if sources:
            span = sources[0].span
            self.source_opened.emit(sources[0].episode.id, span.start, span.end)
        else:
            self.told.emit(tr("No words stand behind it: it was added by hand."))

    def end(self, edge: GraphEdge, at: QPoint) -> None:
        """Ask since when it holds no more, at a point on screen."""
        first = edge.until.isoformat() if edge.until else tr("Today")
        DateForm(tr("When did it end?"), first, partial(self._end, edge.fact), True, self._widget).ask_at(at)

    def _end(self, fact: FactId, when: WorldTime | None) -> None:
        if when is not None:
            self._write(partial(jobs.end, fact, when))

    def take_back(self, fact: FactId) -> None:
        """It was never true."""
        self._write(partial(jobs.retract, fact))

    # ── the lanes ─────────────────────────────────────────────────────────────────────────────────────────────
    def _write(self, job: "Callable[[WriteDesk], object]") -> None:
        self._lanes.write(job, self._on_written, self._refuse)

    def _on_written(self, change: object) -> None:
        """Say what the status line does not say by itself."""
        if isinstance(change, Change) and not deeds.told_words(change):
            self.said.emit(deeds.deed(change))

    def _refuse(self, error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        elif alert.sentence:
            self.told.emit(alert.sentence)


def _categories(desk: "ReadDesk") -> list[Category]:
    """Those that entities can be put in, by name."""
    known = [row for row in desk.view.categories.listed(desk.scope) if row.layer == 1]
    return sorted(known, key=lambda row: row.name.casefold())


def _put_in(entities: tuple[EntityId, ...], category: CategoryId, desk: "WriteDesk") -> object:
    from app.services import categories

    return categories.move_all(desk, [(entity, None) for entity in entities], category)


def _sources(fact: FactId, desk: "ReadDesk") -> "tuple[Source, ...]":
    """The words behind a fact. Raises `BadInput` when it is gone."""
    from app.domain import clock
    from app.services import memories

    row = desk.view.facts.one(fact, desk.scope)
    if row is None:
        raise BadInput("This fact is gone.")
    (view,) = memories.fact_views(desk, [row], None, clock.now().date())
    return view.sources
