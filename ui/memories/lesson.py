"""What one turn or passage taught, with the means to take it back."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from app.domain import clock
from app.domain.ids import EpisodeId
from ui.changes import Changes, Freshness
from ui.lanes import Lanes
from ui.memories import jobs
from ui.memories.factlist import FactList
from ui.widgets import column, label, link_button, row, wrapped
from ui.words import tr

if TYPE_CHECKING:
    from app.services.memories import FactView


class LessonView(QScrollArea):
    """Signals `entity_chosen(id)` and `source_opened(episode, start, end)`."""

    entity_chosen = Signal(object)
    source_opened = Signal(object, int, int)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self._lanes = lanes
        self.episode: EpisodeId | None = None
        self.facts = FactList()
        self._none = wrapped(tr("Nothing was learned from these words."), "quiet")
        self._forget = link_button(tr("Forget all that these words taught"), self._on_forget)
        self._none.hide()
        self._forget.hide()
        inner = QWidget()
        inner.setProperty("tone", "bare")
        head = label(tr("Learned from these words"), "section")
        page = column(head, self._none, self.facts, row(self._forget, None), None, gap=8, margin=(12, 4, 8, 12))
        inner.setLayout(page)
        inner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.facts.entity_chosen.connect(self.entity_chosen)
        self.facts.source_opened.connect(self.source_opened)
        self.facts.ended.connect(lambda fact, when: self._lanes.write(partial(jobs.end, fact, when)))
        self.facts.redated.connect(lambda *dates: self._lanes.write(partial(jobs.redate, *dates)))
        self.facts.retracted.connect(lambda fact: self._lanes.write(partial(jobs.retract, fact)))
        self._freshness = Freshness(self, changes, {"fact", "anchor", "entity", "episode"}, self.reload)

    def show_episode(self, episode: EpisodeId) -> None:
        """What another turn taught."""
        self.episode = episode
        self.reload()

    def reload(self) -> None:
        """Read it again."""
        if self.episode is not None:
            self._lanes.read(partial(jobs.read_lesson, self.episode), self._on_read)

    def _on_read(self, views: "Sequence[FactView]") -> None:
        kept = [view for view in views if view.fact.expired_at is None]
        self._none.setVisible(not kept)
        self._forget.setVisible(bool(kept))
        self.facts.show_facts(kept, clock.now().date())

    def _on_forget(self) -> None:
        if self.episode is not None:
            self._lanes.write(partial(jobs.forget_lesson, self.episode))
