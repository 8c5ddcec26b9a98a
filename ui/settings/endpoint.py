"""One model: kind of server, address, name, key, and a test. The page has one to answer and one for memory work."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from app.domain.errors import ModelUnavailable
from app.services.settings import Settings, meta
from ui.alerts import describe
from ui.lanes import Lanes, Task, Urgency
from ui.settings import jobs
from ui.settings.fields import control
from ui.settings.section import captioned
from ui.settings.trial import TrialView
from ui.widgets import column, push_button, row, wrapped
from ui.widgets.calm import calm
from ui.widgets.labels import retone
from ui.words import tr

if TYPE_CHECKING:
    from app.services.models import Trial, Which

OWN = ("openai", "anthropic")
"""Kinds that have an address of their own."""
_PLACEHOLDERS = {"openai": "http://localhost:11434", "anthropic": "https://api.anthropic.com"}


class Endpoint(QWidget):
    """`changed(str, value)`: a field of the settings and its new value."""

    changed = Signal(str, object)

    def __init__(self, lanes: Lanes, settings: Settings, which: "Which") -> None:
        super().__init__()
        self._lanes, self._settings, self._which = lanes, settings, which
        prefix = "model" if which == "chat" else "memory"
        self._kind_name, self._address_name, self._model_name = f"{prefix}_kind", f"{prefix}_address", f"{prefix}_name"
        self._task: Task | None = None
        self._looking: Task | None = None
        self.kind = control(meta(self._kind_name), self._now(self._kind_name), partial(self._set, self._kind_name))
        self.address = QLineEdit(self._now(self._address_name))
        self.refused = wrapped("", "bad")
        """Why the address may not be used, beside it, and what to do about it."""
        self._why = ""
        self.model = calm(QComboBox())
        self.model.setEditable(True)
        self.model.setEditText(self._now(self._model_name))
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(tr("Only if the server asks for one"))
        self.key.setToolTip(tr("Kept in the system's keyring, never in a file."))
        self.try_button = push_button(tr("Test the model") if which == "chat" else tr("Test memory work"), self.try_out)
        self.said = wrapped("", "small")
        self.trial = TrialView()
        self._lay_out()
        self._connect()
        self._follow_kind()
        self._list_models()

    def _now(self, name: str) -> Any:
        return getattr(self._settings, name)

    def _lay_out(self) -> None:
        chat = self._which == "chat"
        lines = column(captioned(tr(meta(self._kind_name).label), self.kind), gap=8)
        if words := meta(self._kind_name).help:
            lines.addWidget(wrapped(tr(words), "small"))
        self._own = QWidget()
        named = (
            (meta(self._address_name).label, tr("Address"), self.address),
            (meta(self._model_name).label, tr("Model"), self.model),
            (tr("Key") if chat else tr("Key for memory work"), tr("Key"), self.key),
        )
        inner = column(gap=8)
        for name, caption, field in named:
            field.setAccessibleName(tr(name))
            inner.addLayout(captioned(caption, field, wide=True))
            if field is self.address:
                inner.addWidget(self.refused)
        self._own.setLayout(inner)
        self.refused.hide()
        lines.addWidget(self._own)
        line = row(self.try_button, self.said)
        line.setStretchFactor(self.said, 1)
        lines.addLayout(line)
        lines.addWidget(self.trial)
        self.setLayout(lines)

    def _connect(self) -> None:
        self.address.textChanged.connect(self._look_at_address)
        self.address.editingFinished.connect(self._on_address)
        self.model.editTextChanged.connect(partial(self._set, self._model_name))
        self.key.editingFinished.connect(self._keep_key)

    def follow(self, settings: Settings) -> None:
        """Settings that another part of the page has changed."""
        switched = settings.local_only != self._settings.local_only
        self._settings = settings
        if switched:
            self._look_at_address()
            self._list_models()

    def _set(self, name: str, value: Any) -> None:
        self._settings = self._settings.with_changes({name: value})
        self.changed.emit(name, value)
        if name == self._kind_name:
            self._follow_kind()
            self._list_models()

    def _follow_kind(self) -> None:
        """Only a model of its own has an address to fill in, and only a model can be tested."""
        kind = self._now(self._kind_name)
        self._own.setVisible(kind in OWN)
        self.address.setPlaceholderText(_PLACEHOLDERS.get(kind, ""))
        for part in (self.try_button, self.said):
            part.setVisible(kind != "none")
        self.trial.hide()
        self._say("", "small")
        self._look_at_address()

    def _look_at_address(self) -> None:
        """Say at once, beside the address, that the switch for this machine forbids it."""
        if self._looking is not None:
            self._looking.cancel()
        written = self._settings.with_changes({self._address_name: self.address.text().strip()})
        self._looking = self._lanes.read(partial(jobs.refusal, written, self._which), self._show_refusal)

    def _show_refusal(self, error: Exception | None) -> None:
        self._looking = None
        self._why = describe(error).sentence if error is not None else ""
        step = tr("Untick “Only models on this machine” above to allow it, or use Ollama (ollama.com) on this machine.")
        self.refused.setText(f"{self._why}\n{step}" if self._why else "")
        self.refused.setVisible(bool(self._why))
        self._hush()

    def _on_address(self) -> None:
        if self.address.text().strip() != self._now(self._address_name):
            self._set(self._address_name, self.address.text().strip())
            self._list_models()

    def use(self, address: str) -> None:
        """A server that was found."""
        index = self.kind.findData("openai") if isinstance(self.kind, QComboBox) else -1
        if isinstance(self.kind, QComboBox) and index >= 0:
            self.kind.setCurrentIndex(index)
        self.address.setText(address)
        self._set(self._address_name, address)
        self._list_models()

    # ── models that are offered ───────────────────────────────────────────────────────────────────────────────
    def _list_models(self) -> None:
        if self._now(self._kind_name) in OWN and self._now(self._address_name):
            job = partial(jobs.offered, self._settings, self._which)
            self._lanes.read(job, self.show_models, self._on_unlisted)

    def _on_unlisted(self, error: Exception) -> None:
        """Said once: what stands beside the address already is not said again below it."""
        self._say_error(error)
        self._hush()

    def _hush(self) -> None:
        if self.said.text() == self._why:
            self._say("", "small")

    def show_models(self, names: list[str]) -> None:
        """What the server offers; the first of it, where none is chosen yet."""
        chosen = self.model.currentText()
        self.model.blockSignals(True)
        self.model.clear()
        self.model.addItems(names)
        self.model.setEditText(chosen)
        self.model.blockSignals(False)
        if not chosen and names:
            self.model.setEditText(names[0])
        self._say("", "small")

    # ── key and test ──────────────────────────────────────────────────────────────────────────────────────────
    def _keep_key(self) -> None:
        key = self.key.text().strip()
        if key:
            self.key.clear()
            job = partial(jobs.keep_key, self._settings, key, self._which)
            self._lanes.read(job, self._on_key, partial(self._on_lost_key, key))

    def _on_lost_key(self, key: str, error: Exception) -> None:
        """It is not thrown away, and who has no keyring is told what else there is."""
        if not self.key.text():
            self.key.setText(key)
        self._say_error(error)
        if isinstance(error, ModelUnavailable):
            step = tr(
                "On Linux, install a keyring such as GNOME Keyring or KWallet and log in again. Models on this machine"
                " need no key."
            )
            self._say(f"{self.said.text()}\n{step}", "bad")

    def _on_key(self, _: object) -> None:
        self._say(tr("The key is in the keyring."), "good")
        self._list_models()

    def try_out(self) -> None:
        """Ask the model, or, while it is being asked, ask no more."""
        if self._task is not None:
            self._task.cancel()
            self._rest()
            self._say("", "small")
            return
        self._say(tr("Asking…"), "small")
        self.trial.hide()
        self.try_button.setText(tr("Stop"))
        job = partial(jobs.try_out, self._settings, self._which)
        self._task = self._lanes.read(job, self._show_trial, self._say_error, urgency=Urgency.TURN)

    def _rest(self) -> None:
        self._task = None
        self.try_button.setText(self.try_button.accessibleName())

    def _show_trial(self, trial: "Trial") -> None:
        self._rest()
        seconds = f"{trial.total_ms / 1000:.1f}"
        words = tr(
            "It answers. First word after {first} ms, all after {all} s.", first=round(trial.first_word_ms), all=seconds
        )
        self._say(words, "good")
        self.trial.show_trial(trial)

    def _say_error(self, error: Exception) -> None:
        self._rest()
        self._say(describe(error).sentence, "bad")

    def _say(self, words: str, tone: str) -> None:
        self.said.setText(words)
        retone(self.said, tone)
