"""Setting up models: servers that were found, one model that answers, one for memory work, and what they may do."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.services.settings import Settings, meta
from ui.lanes import Lanes, Urgency
from ui.settings import jobs
from ui.settings.endpoint import Endpoint
from ui.settings.fields import control
from ui.settings.section import names_of, setting_lines
from ui.widgets import column, label, link_button, row, wrapped
from ui.widgets.flow import clear
from ui.widgets.fold import Fold
from ui.widgets.labels import retone
from ui.words import tr

if TYPE_CHECKING:
    from app.services.models import Server


class ModelSetup(QWidget):
    """`changed(str, value)`: a field of the settings and its new value."""

    changed = Signal(str, object)

    def __init__(self, lanes: Lanes, settings: Settings) -> None:
        super().__init__()
        self._settings, self._lanes = settings, lanes
        self.local_only = control(meta("local_only"), settings.local_only, partial(self._set, "local_only"))
        self.means = wrapped("", "small")
        """What the switch means as it stands."""
        self._found = row(gap=4)
        self.chat, self.work = Endpoint(lanes, settings, "chat"), Endpoint(lanes, settings, "memory")
        for part in (self.chat, self.work):
            part.changed.connect(self._set)
        self.rest = Fold(tr("Calls and prices"), setting_lines(names_of("model", advanced=True), settings, self._set))
        self.setLayout(
            column(
                self.local_only,
                self.means,
                8,
                self._found,
                4,
                label(tr("To answer"), "section"),
                wrapped(tr(meta("model_address").help), "small"),
                self.chat,
                16,
                label(tr("To do the work of memory"), "section"),
                self.work,
                8,
                self.rest,
                gap=8,
            )
        )
        self._say_what_it_means()
        self._find()

    def _find(self) -> None:
        self._lanes.read(jobs.find, self._show_found, urgency=Urgency.SCREEN)

    def _say_what_it_means(self) -> None:
        allowed = not self._settings.local_only
        words = tr(meta("local_only").help)
        if allowed:
            words = tr(
                "Models elsewhere may be used. Your words, and what memory holds on a question, are then sent to them"
                " and leave this machine."
            )
        self.means.setText(words)
        retone(self.means, "warn" if allowed else "small")
        self.local_only.setToolTip(words)

    def _set(self, name: str, value: Any) -> None:
        self._settings = self._settings.with_changes({name: value})
        if name == "local_only":
            self._say_what_it_means()
        for part in (self.chat, self.work):
            part.follow(self._settings)
        self.changed.emit(name, value)

    def _show_found(self, servers: "list[Server]") -> None:
        clear(self._found)
        if not servers:
            none = wrapped(
                tr(
                    "No server was found on this machine. Install and start Ollama (ollama.com) or LM Studio"
                    " (lmstudio.ai), or write an address below."
                ),
                "small",
            )
            self._found.addWidget(none, 1)
        offers = [
            link_button(tr("{server} found: use it", server=server.name), partial(self.chat.use, server.address.url))
            for server in servers
        ] or [link_button(tr("Look again"), self._find)]
        before: QWidget = self.local_only
        for offer in offers:  # made late, and yet reached by Tab where they stand
            self._found.addWidget(offer)
            QWidget.setTabOrder(before, offer)
            before = offer
        if servers:
            self._found.addStretch(1)
