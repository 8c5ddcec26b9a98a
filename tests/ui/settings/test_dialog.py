"""The dialog is the dataclass: every field has a control, and what is changed holds at once."""

from collections.abc import Iterator
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from app.domain.errors import ModelUnavailable
from app.services.settings import Settings, meta
from ui.settings.dialog import SettingsDialog


class Lane:
    """Holds jobs; the test answers them."""

    def __init__(self) -> None:
        self.jobs: list[Any] = []

    def read(self, job: Any, done: Any = None, failed: Any = None, step: Any = None, urgency: Any = 0) -> None:
        name = getattr(job, "func", job).__name__
        self.jobs.append(SimpleNamespace(name=name, job=job, done=done, failed=failed))

    def named(self, name: str) -> Any:
        return [job for job in self.jobs if job.name == name][-1]


@pytest.fixture
def lane() -> Lane:
    return Lane()


@pytest.fixture
def dialog(qtbot: Any, lane: Lane) -> Iterator[SettingsDialog]:
    made = SettingsDialog(lane, Settings())  # type: ignore[arg-type]
    made.show()
    yield made
    made.close()


@pytest.fixture
def changed(dialog: SettingsDialog) -> list[Settings]:
    seen: list[Settings] = []
    dialog.changed.connect(seen.append)
    return seen


def _control(dialog: SettingsDialog, name: str) -> QWidget:
    words = meta(name).label
    kinds = (QComboBox, QCheckBox, QSpinBox, QLineEdit)
    return next(w for kind in kinds for w in dialog.findChildren(kind) if w.accessibleName() == words)


@pytest.mark.parametrize("name", [item.name for item in fields(Settings)])
def test_every_setting_has_a_control(dialog: SettingsDialog, name: str) -> None:
    assert _control(dialog, name) is not None


def test_a_choice_holds_at_once(dialog: SettingsDialog, changed: list[Settings]) -> None:
    box = _control(dialog, "theme")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert [settings.theme for settings in changed] == ["dark"]


def test_a_switch_and_a_number(dialog: SettingsDialog, changed: list[Settings]) -> None:
    switch, number = _control(dialog, "learning"), _control(dialog, "text_zoom")
    assert isinstance(switch, QCheckBox)
    assert isinstance(number, QSpinBox)
    switch.setChecked(False)
    number.setValue(9999)
    assert (changed[-1].learning, changed[-1].text_zoom) == (False, 200)


def test_a_found_server_fills_in_its_address_and_asks_for_its_models(
    dialog: SettingsDialog, lane: Lane, changed: list[Settings]
) -> None:
    server = SimpleNamespace(name="Ollama", address=SimpleNamespace(url="http://localhost:11434"))
    lane.named("_find").done([server])
    button = next(w for w in dialog.model.findChildren(QWidget) if w.accessibleName() == "Ollama found: use it")
    button.click()  # type: ignore[attr-defined]
    assert changed[-1].model_address == "http://localhost:11434"
    lane.named("_offered").done(["small", "large"])
    assert changed[-1].model_name == "small"


def test_a_key_is_handed_on_and_not_kept_on_screen(dialog: SettingsDialog, lane: Lane, changed: list[Settings]) -> None:
    key = next(w for w in dialog.model.findChildren(QLineEdit) if w.accessibleName() == "Key")
    assert key.echoMode() == QLineEdit.EchoMode.Password
    key.setText("sk-test-0123456789")
    key.editingFinished.emit()
    assert key.text() == ""
    assert lane.named("_keep_key").job.args[1] == "sk-test-0123456789"
    assert not any("sk-test" in str(settings) for settings in changed)


def test_a_test_says_what_is_wrong_in_plain_words(dialog: SettingsDialog, lane: Lane) -> None:
    dialog.model._test()
    lane.named("_try_out").failed(ModelUnavailable("No model is set up yet."))
    assert dialog.model._said.text() == "No model is set up yet."
    assert dialog.model._try.isEnabled()
