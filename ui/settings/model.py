"""Setting up a model: servers that were found, what they offer, a key for the keyring, and a test that tells."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from app.services.settings import Settings, meta
from ui.alerts import describe
from ui.lanes import Lanes, Urgency
from ui.settings.fields import control
from ui.widgets import label, link_button, push_button, row, wrapped
from ui.widgets.flow import clear
from ui.widgets.labels import retone
from ui.words import tr

if TYPE_CHECKING:
    from app.services.models import Server, Trial
    from app.services.workspace import ReadDesk


class ModelSetup(QWidget):
    """`changed(str, value)`: a field of the settings and its new value."""

    changed = Signal(str, object)

    def __init__(self, lanes: Lanes, settings: Settings) -> None:
        super().__init__()
        self._lanes, self._settings = lanes, settings
        self._found = row(gap=4)
        self._address = QLineEdit(settings.model_address)
        self._address.setPlaceholderText("http://localhost:11434")
        self._model = QComboBox()
        self._model.setEditable(True)
        self._model.setEditText(settings.model_name)
        self._key = QLineEdit()
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setPlaceholderText(tr("Only if the server asks for one"))
        self._said = wrapped("", "small")
        self._lay_out()
        self._connect()
        self._lanes.read(_find, self._show_found, urgency=Urgency.SCREEN)
        self._list_models()

    def _lay_out(self) -> None:
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(wrapped(tr(meta("model_address").help), "small"))
        lines.addLayout(self._found)
        for name, words, field in (
            (meta("model_address").label, "", self._address),
            (meta("model_name").label, "", self._model),
            (tr("Key"), tr("Kept in the system's keyring, never in a file."), self._key),
        ):
            field.setAccessibleName(tr(name))
            field.setToolTip(words)
            caption = label(tr(name))
            caption.setMinimumWidth(caption.fontMetrics().averageCharWidth() * 12)
            line = row(caption, field)
            line.setStretchFactor(field, 1)
            lines.addLayout(line)
        local = control(meta("local_only"), self._settings.local_only, partial(self._set, "local_only"))
        lines.addWidget(local)
        self._try = push_button(tr("Test the model"), self._test)
        lines.addLayout(row(self._try, self._said))

    def _connect(self) -> None:
        self._address.editingFinished.connect(self._on_address)
        self._model.editTextChanged.connect(partial(self._set, "model_name"))
        self._key.editingFinished.connect(self._keep_key)

    def _set(self, name: str, value: Any) -> None:
        self._settings = self._settings.with_changes({name: value})
        self.changed.emit(name, value)

    def _on_address(self) -> None:
        if self._address.text().strip() != self._settings.model_address:
            self._set("model_address", self._address.text().strip())
            self._list_models()

    # ── found servers ─────────────────────────────────────────────────────────────────────────────────────────
    def _show_found(self, servers: "list[Server]") -> None:
        clear(self._found)
        if not servers:
            self._found.addWidget(label(tr("No server was found on this machine."), "small"))
        for server in servers:
            words = tr("{server} found: use it", server=server.name)
            self._found.addWidget(link_button(words, partial(self._use, server)))
        self._found.addStretch(1)

    def _use(self, server: "Server") -> None:
        self._address.setText(server.address.url)
        self._set("model_address", server.address.url)
        self._list_models()

    def _list_models(self) -> None:
        if self._settings.model_address:
            self._lanes.read(partial(_offered, self._settings), self._show_models, self._say_error)

    def _show_models(self, names: list[str]) -> None:
        chosen = self._model.currentText()
        self._model.blockSignals(True)
        self._model.clear()
        self._model.addItems(names)
        self._model.setEditText(chosen)
        self._model.blockSignals(False)
        if not chosen and names:
            self._model.setEditText(names[0])
        self._say("", "small")

    # ── key and test ──────────────────────────────────────────────────────────────────────────────────────────
    def _keep_key(self) -> None:
        key = self._key.text().strip()
        if key:
            self._key.clear()
            self._lanes.read(partial(_keep_key, self._settings, key), self._on_key, self._say_error)

    def _on_key(self, _: object) -> None:
        self._say(tr("The key is in the keyring."), "good")
        self._list_models()

    def _test(self) -> None:
        self._say(tr("Asking…"), "small")
        self._try.setEnabled(False)
        self._lanes.read(partial(_try_out, self._settings), self._show_trial, self._say_error, urgency=Urgency.TURN)

    def _show_trial(self, trial: "Trial") -> None:
        self._try.setEnabled(True)
        words = tr("It answers. First word after {first} ms.", first=round(trial.first_word_ms))
        self._say(words, "good")

    def _say_error(self, error: Exception) -> None:
        self._try.setEnabled(True)
        self._say(describe(error).sentence, "bad")

    def _say(self, words: str, tone: str) -> None:
        self._said.setText(words)
        retone(self._said, tone)


def _find(desk: "ReadDesk") -> "list[Server]":
    from app.services import models

    return models.find_servers()


def _offered(settings: Settings, desk: "ReadDesk") -> list[str]:
    from app.services import models

    return models.offered(settings)


def _keep_key(settings: Settings, key: str, desk: "ReadDesk") -> None:
    from app.services import models

    models.keep_key(settings, key)


def _try_out(settings: Settings, desk: "ReadDesk") -> "Trial":
    from app.services import models

    return models.try_out(settings)
