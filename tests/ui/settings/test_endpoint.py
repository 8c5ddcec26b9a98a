"""The address of a model: what the switch for this machine forbids is said beside it, at once and only once."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QWidget

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
    chat.address.setText("http://localhost:11434")
    lane.named("refusal").done(None)
    assert chat.refused.isHidden()


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
