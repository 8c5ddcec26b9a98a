"""The address of a model: what the switch for this machine forbids is said beside it, at once and only once."""

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QSpinBox, QWidget

from app.domain.errors import ModelUnavailable
from app.services.settings import Settings, meta
from tests.ui.settings.test_dialog import Lane
from ui.settings.dialog import SettingsDialog
from ui.words import tr

FAR = "https://api.openai.com"
REFUSED = ModelUnavailable(
    "{address} is not this machine, and the settings allow only models on this machine.", address=FAR
)


@pytest.fixture
def lane() -> Lane:
    return Lane()


@pytest.fixture
def dialog(qtbot: Any, lane: Lane) -> Any:
    made = SettingsDialog(lane, Settings())  # type: ignore[arg-type]
    made.show_section("model")
    made.show()
    yield made
    made.close()


def test_an_address_that_is_forbidden_is_told_as_it_is_typed(dialog: SettingsDialog, lane: Lane) -> None:
    chat = dialog.model.chat
    assert chat.refused.isHidden()
    chat.address.setText(FAR)
    asked = lane.named("refusal")
    assert asked.job.args[0].model_address == FAR
    asked.done(REFUSED)
    assert chat.refused.isVisible()
    assert "is not this machine" in chat.refused.text()
    assert "Untick “Only models on this machine”" in chat.refused.text() and "Ollama" in chat.refused.text()
    chat.address.setText("http://localhost:11434")
    lane.named("refusal").done(None)
    assert chat.refused.isHidden()


def test_what_the_switch_means_is_said_as_it_stands(dialog: SettingsDialog, lane: Lane) -> None:
    means, switch = dialog.model.means, dialog.model.local_only
    assert means.text().startswith("Refuses any address")
    switch.setChecked(False)
    assert "Refuses" not in means.text() and "leave this machine" in means.text()
    assert means.property("tone") == "warn" and switch.toolTip() == means.text()
    switch.setChecked(True)
    assert means.text().startswith("Refuses any address") and means.property("tone") == "small"


def test_where_no_server_is_found_the_next_step_is_named_and_can_be_taken(
    qtbot: Any, dialog: SettingsDialog, lane: Lane
) -> None:
    lane.named("find").done([])
    words = " ".join(one.text() for one in dialog.model.findChildren(QLabel))
    assert "No server was found on this machine. Install and start Ollama" in words
    before = len(lane.jobs)
    again = next(one for one in dialog.model.findChildren(QPushButton) if one.text() == "Look again")
    again.click()
    assert [job.name for job in lane.jobs[before:]] == ["find"]
    lane.named("find").done([SimpleNamespace(name="Ollama", address=SimpleNamespace(url="http://localhost:11434"))])

    def shown() -> set[str]:
        return {one.accessibleName() for one in dialog.model.findChildren(QWidget) if one.isVisible()}

    qtbot.waitUntil(lambda: "Ollama found: use it" in shown() and "Look again" not in shown())


def test_a_key_that_cannot_be_kept_comes_back_with_the_ways_forward(dialog: SettingsDialog, lane: Lane) -> None:
    chat = dialog.model.chat
    chat.key.setText("sk-test-0123456789")
    chat.key.editingFinished.emit()
    lane.named("keep_key").failed(ModelUnavailable("This system offers no keyring, so the key cannot be kept safely."))
    assert chat.key.text() == "sk-test-0123456789"
    assert "offers no keyring" in chat.said.text() and "KWallet" in chat.said.text() and "no key" in chat.said.text()


def test_it_is_said_once(dialog: SettingsDialog, lane: Lane) -> None:
    chat = dialog.model.chat
    chat.address.setText(FAR)
    lane.named("refusal").done(REFUSED)
    chat.address.editingFinished.emit()
    lane.named("offered").failed(REFUSED)
    assert chat.said.text() == ""


def test_the_switch_asks_again(dialog: SettingsDialog, lane: Lane) -> None:
    dialog.model.chat.address.setText(FAR)
    dialog.model.chat.address.editingFinished.emit()
    before = len(lane.jobs)
    dialog.model._set("local_only", False)
    names = [job.name for job in lane.jobs[before:]]
    assert names.count("refusal") == 2
    assert lane.named("offered").job.args[0].local_only is False


def _wheel(field: QWidget) -> bool:
    """Turn the wheel above it; whether the field took that."""
    at = QPointF(field.rect().center())
    turned = QWheelEvent(
        at,
        QPointF(field.mapToGlobal(field.rect().center())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, turned)
    return turned.isAccepted()


def test_the_wheel_scrolls_past_fields_and_leaves_their_values(qtbot: Any, dialog: SettingsDialog) -> None:
    seen: list[Settings] = []
    dialog.changed.connect(seen.append)
    fields = [*dialog.findChildren(QSpinBox), *dialog.findChildren(QComboBox)]
    dialog.tabs.setFocus()
    for field in fields:
        assert not field.focusPolicy() & (Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus)
        _wheel(field)
    assert len(fields) > 10
    assert seen == []


def test_a_field_with_the_focus_takes_the_wheel(qtbot: Any, dialog: SettingsDialog) -> None:
    dialog.show_section("memory")
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    words = tr(meta("context_characters").label)
    number = next(one for one in dialog.findChildren(QSpinBox) if one.accessibleName() == words)
    number.setFocus()
    before = number.value()
    _wheel(number)
    assert number.value() < before
