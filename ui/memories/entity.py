"""One entity: names, what holds and what held, where it is named, and the small graph around it."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from app.domain import clock
from app.domain.change import Change
from app.domain.clock import WorldTime
from app.domain.fact import Value
from app.domain.ids import EntityId
from ui import theme
from ui.alerts import describe
from ui.changes import Changes, Freshness
from ui.graph.view import GraphView
from ui.lanes import Lanes
from ui.memories import jobs, wording
from ui.memories.aliases import Aliases
from ui.memories.factlist import FactList
from ui.memories.heading import Heading
from ui.memories.quotes import Quotes
from ui.memories.relate import RelateForm
from ui.memories.sorting import CategoryChips
from ui.saying import on_whose_word
from ui.when import exact
from ui.widgets import column, label, link_button, row, wrapped
from ui.widgets.flow import clear
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import EntityPage, MentionView

NOBODY = EntityId(0)
SMALL_GRAPH = 24
"""Nodes of the small graph: what can still be read at the panel's width."""


class EntityView(QScrollArea):
    """Signals: `entity_chosen(id)`, `source_opened(episode, start, end)`, `graph_requested(id)`, `merge_wanted(id)`,
    `split_wanted(id)`, `category_chosen(CategoryId)`, `gone` when the entity is no longer there."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)
    graph_requested = Signal(object)
    merge_wanted = Signal(object)
    split_wanted = Signal(object)
    category_chosen = Signal(object)
    gone = Signal()

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self._lanes = lanes
        self.entity = NOBODY
        self.heading, self.aliases, self.facts, self.form = Heading(), Aliases(), FactList(), RelateForm(lanes)
        self.categories = CategoryChips()
        self._problem = wrapped("", "bad")
        self._none = wrapped(tr("Nothing is known about it yet."), "quiet")
        self._relate = link_button(tr("+ a relation"), self._open_form)
        self._named = label(tr("named in"), "section")
        self._mentions = column(gap=0)
        self.graph = GraphView(lanes, changes, SMALL_GRAPH)
        self._inner = QWidget()
        self._build()
        self._connect()
        self._freshness = Freshness(
            self, changes, {"entity", "alias", "fact", "anchor", "mention", "membership"}, self.reload
        )
        changes.changed.connect(self._on_change)

    def _build(self) -> None:
        self.graph.canvas.small, self.graph.canvas.ground = True, "side"
        self.graph.setFixedHeight(theme.font().pointSize() * 20)
        self.form.hide()
        self._problem.hide()
        inner = self._inner
        inner.setProperty("tone", "bare")
        parts = (
            self.heading,
            self.categories,
            self.aliases,
            self._problem,
            4,
            self.facts,
            self._none,
            row(self._relate, None),
        )
        page = column(*parts, self.form, 8, self._named, self._mentions, 8, self.graph, None, gap=4)
        page.setContentsMargins(12, 4, 8, 12)
        inner.setLayout(page)
        inner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def _connect(self) -> None:
        self.heading.renamed.connect(lambda name: self._write(partial(jobs.rename, self.entity, name)))
        self.heading.retyped.connect(lambda kind: self._write(partial(jobs.retype, self.entity, kind)))
        self.heading.deleted.connect(lambda: self._write(partial(jobs.delete, self.entity)))
        self.heading.merge_wanted.connect(lambda: self.merge_wanted.emit(self.entity))
        self.heading.split_wanted.connect(lambda: self.split_wanted.emit(self.entity))
        self.heading.graph_wanted.connect(lambda: self.graph_requested.emit(self.entity))
        self.categories.chosen.connect(self.category_chosen)
        self.aliases.added.connect(self._add_alias)
        self.aliases.removed.connect(lambda alias: self._write(partial(jobs.remove_alias, alias)))
        self.facts.entity_chosen.connect(self.entity_chosen)
        self.facts.source_opened.connect(self.source_opened)
        self.facts.ended.connect(lambda fact, when: self._write(partial(jobs.end, fact, when)))
        self.facts.redated.connect(lambda fact, since, until: self._write(partial(jobs.redate, fact, since, until)))
        self.facts.retracted.connect(lambda fact: self._write(partial(jobs.retract, fact)))
        self.form.related.connect(self._add_fact)
        self.form.closed.connect(self._on_form_closed)
        self.graph.entity_activated.connect(self.entity_chosen)

    def show_entity(self, entity: EntityId) -> None:
        """Another entity; scrolled to its head."""
        if entity != self.entity:
            self.entity = entity
            self._inner.hide()  # until its page is read
            self.form.close_form()
            self.aliases.close_field()
            self.say("")
            self.verticalScrollBar().setValue(0)
            self.graph.open(entity)
        self.reload()

    def reload(self) -> None:
        """Read the page again."""
        if self.entity != NOBODY:
            self._lanes.read(partial(jobs.read_page, self.entity), self._on_page, partial(self._on_gone, self.entity))

    def _on_page(self, page: "EntityPage") -> None:
        if page.entity.id != self.entity:
            return
        self._page = page
        self._inner.show()
        self.heading.show_entity(page.entity, page.agent)
        self.categories.show_categories(page.categories)
        self.aliases.show_aliases(page.aliases, page.agents)
        self.facts.show_facts(page.facts, clock.now().date())
        self._none.setVisible(not page.facts)
        self._show_mentions(page.mentions)

    def _show_mentions(self, mentions: "tuple[MentionView, ...]") -> None:
        clear(self._mentions)
        self._named.setVisible(bool(mentions))
        if mentions:
            self._mentions.addWidget(Quotes([self._mention(view) for view in mentions], first=3))

    def _mention(self, view: "MentionView") -> tuple[str, str, Callable[[], None]]:
        episode, span = view.episode, view.mention.span
        whose = on_whose_word(view.mention.declared_by, view.agent)
        tip = f"<qt>{escape(episode.text[:400])}<br>{escape(exact(episode.said_at))}<br>{escape(whose)}</qt>"
        call = partial(self.source_opened.emit, episode.id, span.start, span.end)
        words = wording.around(episode, span.start, span.end)
        return f"{words} · {view.agent}" if view.agent else words, tip, call

    def _on_change(self, change: Change, initiator: object) -> None:
        """It was removed: nothing of it stays here until the panel is looked at again."""
        if any((row.noun, row.act, row.id) == ("entity", "remove", self.entity) for row in change.touched):
            self._on_gone(self.entity)

    def _on_gone(self, entity: EntityId, error: Exception | None = None) -> None:
        if entity != self.entity:
            return  # another is shown by now
        self.entity = NOBODY
        self._inner.hide()
        self.heading.blank()
        self.aliases.show_aliases((), {})
        self.facts.show_facts((), clock.now().date())
        self._show_mentions(())
        self.gone.emit()

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
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        elif self.form.isVisible():
            self.form.say(alert.sentence)
        else:
            self.say(alert.sentence)

    def _add_alias(self, text: str) -> None:
        self._write(partial(jobs.add_alias, self.entity, text), self._on_alias_added)

    def _on_alias_added(self, change: object) -> None:
        self.aliases.close_field()
        self.reload()

    def _open_form(self) -> None:
        self._relate.hide()
        self.form.open_form(self._page.entity.kind)
        self.ensureWidgetVisible(self.form)

    def _on_form_closed(self) -> None:
        self._relate.show()

    def _add_fact(self, predicate: str, far: EntityId | Value | jobs.NewName, since: WorldTime | None) -> None:
        self._write(partial(jobs.relate, self.entity, predicate, far, since), self._on_related)

    def _on_related(self, change: object) -> None:
        self.form.close_form()
        self._relate.setFocus()
        self.reload()
