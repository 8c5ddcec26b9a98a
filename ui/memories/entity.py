"""One entity: who or what it is, what holds and what held, who is near, where it is named, what was done to it.

In the panel one narrow column; as a page (`wide`) two, as long as there is room for both.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QSizePolicy, QWidget

from app.domain.change import Change
from app.domain.ids import EntityId
from ui import tabbing, theme
from ui.alerts import describe
from ui.changes import Changes, Freshness
from ui.graph.view import GraphView
from ui.lanes import Lanes
from ui.memories import jobs, lifejobs
from ui.memories.aliases import Aliases
from ui.memories.annals import Annals
from ui.memories.appearances import Appearances
from ui.memories.chips import CategoryChips
from ui.memories.drafts import Drafts
from ui.memories.heading import Heading
from ui.memories.known import Known
from ui.memories.mentions import NamedIn
from ui.memories.part import NOBODY, Part
from ui.memories.relate import RelateForm
from ui.memories.relatives import Relatives
from ui.memories.summary import Summary
from ui.widgets import column, link_button, row, wrapped
from ui.widgets.fold import Fold
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import Head

SMALL_GRAPH = 24
"""Nodes of the small graph: what can still be read at the panel's width."""
TWO_COLUMNS = 68
"""Average characters of width from which a page has two columns."""


class EntityView(QScrollArea):
    """Signals: `entity_chosen(id)`, `source_opened(episode, start, end)`, `graph_requested(id)`, `page_wanted(id)`,
    `merge_wanted(id)`, `apart_wanted(id)`, `split_wanted(id)`, `category_chosen(CategoryId)`, `said(str)`: a step was
    taken back; `gone` when the entity is no longer there."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)
    graph_requested = Signal(object)
    page_wanted = Signal(object)
    merge_wanted = Signal(object)
    apart_wanted = Signal(object)
    split_wanted = Signal(object)
    category_chosen = Signal(object)
    said = Signal(str)
    gone = Signal()

    def __init__(self, lanes: Lanes, changes: Changes, wide: bool = False) -> None:
        super().__init__()
        self._lanes, self._wide = lanes, wide
        self.entity = NOBODY
        self.heading, self.summary, self.aliases = Heading(wide), Summary(wide), Aliases()
        self.categories = CategoryChips(lanes)
        self.known = Known(lanes, wide)
        self.facts, self.form = self.known.facts, RelateForm(lanes)
        self._problem = wrapped("", "bad")
        self._relate = link_button(tr("+ a relation"), self._open_form)
        self.relatives = Relatives(lanes, 12 if wide else 6)
        self.named = NamedIn(lanes, 20 if wide else 5, 60 if wide else 24)
        self.places = Appearances(lanes, 12 if wide else 5)
        self.annals = Annals(lanes, 20 if wide else 10)
        self.graph = GraphView(lanes, changes, SMALL_GRAPH)
        self._unread: list[Part] = []
        self._drafts = Drafts(self.heading, self.summary, self.aliases, self.form, self.facts)
        self._inner = QWidget()
        self._build()
        self._connect()
        nouns = {"entity", "alias", "fact", "anchor", "mention", "membership", "category", "suggestion", "note"}
        self._freshness = Freshness(self, changes, nouns, self.reload)  # type: ignore[arg-type]
        changes.changed.connect(self._on_change)

    # ── its place on screen ───────────────────────────────────────────────────────────────────────────────────
    def _build(self) -> None:
        self.graph.canvas.small, self.graph.canvas.ground = True, "page" if self._wide else "side"
        self.graph.setFixedHeight(theme.font().pointSize() * (26 if self._wide else 20))
        self.form.hide()
        self._problem.hide()
        inner = QWidget()
        inner.setLayout(column(self.annals, gap=0))
        self.annals.head.hide()
        self._history = Fold(tr("changes"), inner)
        main = [self.heading, self.summary, self.categories, self.aliases, self._problem, 8, self.known]
        main += [row(self._relate, None), self.form, 8]
        side: list[QWidget | int | None] = [self.relatives, 8]
        (main if self._wide else side).extend([self.named, 8])
        if self._wide:
            side.insert(0, self.graph)
        side += [self.places, 8, self._history, 8]
        if not self._wide:
            side.insert(2, self.graph)
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._inner)
        self._columns.setContentsMargins(*((24, 12, 24, 24) if self._wide else (12, 4, 8, 12)))
        self._columns.setSpacing(32 if self._wide else 0)
        for parts, stretch in (([*main, None] if self._wide else main, 5), ([*side, None], 3)):
            holder = QWidget()
            holder.setProperty("tone", "bare")
            holder.setProperty(tabbing.COLUMN, self._wide)
            holder.setLayout(column(*parts, gap=4))
            holder.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            self._columns.addWidget(holder, stretch)
        self._inner.setProperty("tone", "bare")
        self._inner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._history.set_open(self._wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        both = self._wide and self.width() >= self.fontMetrics().averageCharWidth() * TWO_COLUMNS
        ways = QBoxLayout.Direction
        wanted = ways.LeftToRight if both else ways.TopToBottom
        if self._columns.direction() != wanted:
            self._columns.setDirection(wanted)
        for number, stretch in enumerate((5, 3)):
            self._columns.setStretch(number, stretch if both else number)

    def _parts(self) -> tuple[Part, ...]:
        return self.known, self.relatives, self.named, self.places, self.annals

    # ── what is done by whom ──────────────────────────────────────────────────────────────────────────────────
    def _connect(self) -> None:
        heading, write = self.heading, self._write
        heading.renamed.connect(lambda name: write(partial(jobs.rename, self.entity, name), self._closing(heading)))
        heading.detailed.connect(lambda tag: write(partial(jobs.detail, self.entity, tag), self._closing(heading)))
        heading.summary_wanted.connect(self.summary.open_field)
        heading.retyped.connect(lambda kind: write(partial(jobs.retype, self.entity, kind)))
        heading.deleted.connect(lambda: write(partial(jobs.delete, self.entity)))
        heading.merge_wanted.connect(lambda: self.merge_wanted.emit(self.entity))
        heading.apart_wanted.connect(lambda: self.apart_wanted.emit(self.entity))
        heading.split_wanted.connect(lambda: self.split_wanted.emit(self.entity))
        heading.graph_wanted.connect(lambda: self.graph_requested.emit(self.entity))
        heading.page_wanted.connect(lambda: self.page_wanted.emit(self.entity))
        self.summary.described.connect(
            lambda text: write(partial(jobs.describe, self.entity, text), self._closing(self.summary))
        )
        self.aliases.added.connect(
            lambda text: write(partial(jobs.add_alias, self.entity, text), self._closing(self.aliases))
        )
        self.aliases.removed.connect(lambda alias: write(partial(jobs.remove_alias, alias)))
        self._connect_categories()
        self._connect_facts()
        self.form.related.connect(
            lambda *relation: write(partial(jobs.relate, self.entity, *relation), self._on_related)
        )
        self.form.closed.connect(self._relate.show)
        for chosen in (self.known.entity_chosen, self.relatives.entity_chosen, self.graph.entity_activated):
            chosen.connect(self.entity_chosen)
        for opened in (self.known.source_opened, self.named.source_opened, self.places.source_opened):
            opened.connect(self.source_opened)
        self.annals.said.connect(self.said)
        self._history.opened.connect(self.annals.reload)
        for part in self._parts():
            part.settled.connect(self._read_next)

    def _connect_categories(self) -> None:
        chips, write = self.categories, self._write
        chips.chosen.connect(self.category_chosen)
        chips.left.connect(lambda one: write(partial(lifejobs.take_out, self.entity, one)))
        chips.put_in.connect(lambda one: write(partial(lifejobs.put_in, self.entity, one), self._closing(chips)))
        chips.made.connect(lambda name: write(partial(lifejobs.put_in_new, self.entity, name), self._closing(chips)))

    def _connect_facts(self) -> None:
        facts, write = self.facts, self._write
        facts.ended.connect(lambda fact, when: write(partial(jobs.end, fact, when)))
        facts.redated.connect(lambda fact, since, until: write(partial(jobs.redate, fact, since, until)))
        facts.retracted.connect(lambda fact: write(partial(jobs.retract, fact)))
        facts.restated.connect(
            lambda fact, said: write(partial(jobs.restate, fact, self.entity, said), self._on_restated)
        )

    # ── read ──────────────────────────────────────────────────────────────────────────────────────────────────
    def show_entity(self, entity: EntityId) -> None:
        """Another entity; scrolled to its head."""
        if entity != self.entity:
            before, self.entity = self.entity, entity
            self._inner.hide()  # until its head is read
            self._put_away(before)
            self.say("")
            self.verticalScrollBar().setValue(0)
            self.graph.open(entity)
        self.reload()

    def _put_away(self, entity: EntityId) -> None:
        """Nothing is open any more; what was half written there waits."""
        self._drafts.put_away(entity)
        self.categories.close_field()

    def reload(self) -> None:
        """Read it again, each part by itself."""
        if self.entity != NOBODY:
            self._lanes.read(partial(jobs.read_head, self.entity), self._on_head, partial(self._on_gone, self.entity))
            for part in self._parts():
                part.turn_to(self.entity)
            self._unread = [part for part in self._parts() if part is not self.annals or self._history.is_open()]
            self._read_next()

    def _read_next(self) -> None:
        """The parts come one after the other: all at once would hold up the window."""
        if self._unread:
            self._unread.pop(0).reload()

    def _on_head(self, head: "Head") -> None:
        if head.entity.id != self.entity:
            return
        self._inner.show()
        self.heading.show_entity(head.entity, head.agent)
        self.setAccessibleName(self.heading.accessibleName())
        self.summary.show_summary(head.entity.summary)
        self.categories.show_categories(head.categories)
        self.aliases.show_aliases(head.aliases, head.agents)
        self.annals.show_origin(head.entity, head.agent)
        self.facts.kind = head.entity.kind
        self._drafts.bring_back(self.entity)

    def _on_change(self, change: Change, initiator: object) -> None:
        """It was removed: nothing of it stays here until the panel is looked at again."""
        if any((row.noun, row.act, row.id) == ("entity", "remove", self.entity) for row in change.touched):
            self._on_gone(self.entity)
        self._drafts.follow(change)

    def _on_gone(self, entity: EntityId, error: Exception | None = None) -> None:
        if entity != self.entity:
            return  # another is shown by now
        if error is not None and self._inner.isHidden():
            self._lanes.failed.emit(error)  # somebody asked for it and has not seen it go
        self._put_away(entity)
        self.entity = NOBODY
        self._inner.hide()
        self.heading.blank()
        self.summary.show_summary("")
        self.aliases.show_aliases((), {})
        self.categories.show_categories(())
        for part in self._parts():
            part.blank()
        self.setAccessibleName("")
        self.gone.emit()

    # ── written ───────────────────────────────────────────────────────────────────────────────────────────────
    def say(self, problem: str) -> None:
        """Why an edit was not made."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _write(self, job: "partial[object]", done: Callable[[object], None] | None = None) -> None:
        self.say("")
        self._lanes.write(job, done or self._on_written, self._on_refused)

    def _on_written(self, change: object) -> None:
        self.reload()

    def _on_refused(self, error: Exception) -> None:
        alert = describe(error)
        open_form = next((form for form in (self.form, self.facts.form) if form and form.isVisible()), None)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        elif open_form is not None:
            open_form.say(alert.sentence)
        else:
            self.say(alert.sentence)
            self.ensureWidgetVisible(self._problem)

    def _closing(self, editor: Heading | Summary | Aliases | CategoryChips) -> Callable[[object], None]:
        """What closes an editor when it is kept, unless it is another's by then."""

        def done(entity: EntityId, change: object) -> None:
            if entity == self.entity:
                editor.close_field()
                self.reload()

        return partial(done, self.entity)

    def _open_form(self) -> None:
        self._relate.hide()
        self.form.open_form(self.facts.kind)
        self.ensureWidgetVisible(self.form)

    def _on_related(self, change: object) -> None:
        self.form.close_form()
        self._relate.setFocus()
        self.reload()

    def _on_restated(self, change: object) -> None:
        self.facts.close_form()
        self.reload()
