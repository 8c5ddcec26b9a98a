"""The dialog is the dataclass: every field has a control, and what is changed holds at once."""

from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.domain.errors import ModelUnavailable
from app.services.models import Sample, Trial
from app.services.settings import Settings, meta
from ui.settings.dialog import SettingsDialog


class Lane:
    """Holds jobs; the test answers them."""

    def __init__(self) -> None:
        self.jobs: list[Any] = []

    def read(self, job: Any, done: Any = None, failed: Any = None, step: Any = None, urgency: Any = 0) -> Any:
        name = getattr(job, "func", job).__name__
        task = SimpleNamespace(name=name, job=job, done=done, failed=failed, cancelled=False)
        task.cancel = partial(setattr, task, "cancelled", True)
        self.jobs.append(task)
        return task

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
    lane.named("find").done([server])
    button = next(w for w in dialog.model.findChildren(QWidget) if w.accessibleName() == "Ollama found: use it")
    button.click()  # type: ignore[attr-defined]
    assert changed[-1].model_address == "http://localhost:11434"
    lane.named("offered").done(["small", "large"])
    assert changed[-1].model_name == "small"


def test_a_key_is_handed_on_and_not_kept_on_screen(dialog: SettingsDialog, lane: Lane, changed: list[Settings]) -> None:
    key = next(w for w in dialog.model.findChildren(QLineEdit) if w.accessibleName() == "Key")
    assert key.echoMode() == QLineEdit.EchoMode.Password
    key.setText("sk-test-0123456789")
    key.editingFinished.emit()
    assert key.text() == ""
    assert lane.named("keep_key").job.args[1] == "sk-test-0123456789"
    assert not any("sk-test" in str(settings) for settings in changed)


def test_a_test_says_what_is_wrong_in_plain_words(dialog: SettingsDialog, lane: Lane) -> None:
    dialog.model.chat.try_out()
    lane.named("try_out").failed(ModelUnavailable("No model is set up yet."))
    assert dialog.model.chat.said.text() == "No model is set up yet."
    assert dialog.model.chat.try_button.text() == "Test the model"
    assert dialog.model.chat.trial.isHidden()


def _lines(dialog: SettingsDialog) -> list[str]:
    return [one.text() for one in dialog.model.chat.trial.findChildren(QLabel)]


def test_a_test_shows_what_was_read_of_a_sample_sentence(dialog: SettingsDialog, lane: Lane) -> None:
    dialog.model.chat.try_out()
    sample = Sample(
        "Mia works at Orbit.", (("Mia", "person"), ("Orbit", "organization")), (("Mia", "works_at", "Orbit"),)
    )
    lane.named("try_out").done(Trial("ready", 140.4, 2210.0, structured="schema", sample=sample))
    assert dialog.model.chat.said.text() == "It answers. First word after 140 ms, all after 2.2 s."
    shown = _lines(dialog)
    assert "It fills in forms as memory needs them." in shown
    assert "“Mia works at Orbit.”" in shown
    assert "Mia (Person) · Orbit (Organization)" in shown
    assert "Mia works at Orbit" in shown


def test_a_model_that_fills_in_no_forms_is_said_to_be_none_for_memory(dialog: SettingsDialog, lane: Lane) -> None:
    dialog.model.chat.try_out()
    lane.named("try_out").done(Trial("ready", 10.0, 20.0))
    assert _lines(dialog) == ["It does not fill in forms. It can answer, but not do the work of memory."]


def test_a_test_can_be_stopped(dialog: SettingsDialog, lane: Lane) -> None:
    dialog.model.chat.try_out()
    asked = lane.named("try_out")
    dialog.model.chat.try_out()
    assert asked.cancelled
    assert dialog.model.chat.said.text() == ""
    assert dialog.model.chat.try_button.text() == "Test the model"


def test_a_model_of_its_own_for_memory_has_an_address_of_its_own(
    dialog: SettingsDialog, lane: Lane, changed: list[Settings]
) -> None:
    work = dialog.model.work
    assert work.address.isHidden() or work._own.isHidden()
    assert work.try_button.isHidden()
    kind = _control(dialog, "memory_kind")
    assert isinstance(kind, QComboBox)
    kind.setCurrentIndex(kind.findData("openai"))
    assert not work._own.isHidden()
    assert not work.try_button.isHidden()
    work.address.setText("http://localhost:1234")
    work.address.editingFinished.emit()
    lane.named("offered").done(["reader"])
    assert (changed[-1].memory_address, changed[-1].memory_name, changed[-1].model_address) == (
        "http://localhost:1234",
        "reader",
        "",
    )
    work.try_out()
    assert lane.named("try_out").job.args[1] == "memory"


def test_what_few_people_need_is_folded_away(dialog: SettingsDialog) -> None:
    dialog.show_section("keeping")
    hidden = [item.name for item in fields(Settings) if meta(item.name).advanced]
    assert hidden
    assert not any(_control(dialog, name).isVisible() for name in hidden)
    dialog.show_section("model")
    dialog.model.rest.set_open(True)
    assert _control(dialog, "price_sent").isVisible()


def test_a_folder_can_be_chosen(
    dialog: SettingsDialog, changed: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/models/order")
    button = next(w for w in dialog.findChildren(QPushButton) if w.accessibleName().startswith("Choose"))
    button.click()
    assert changed[-1].cross_encoder == "/models/order"
