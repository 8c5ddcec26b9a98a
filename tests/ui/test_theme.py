"""Every text can be read in every theme, and the style sheet is complete."""

import re
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from resources import resource
from ui import theme
from ui.theme import THEMES, Theme


def _luminance(color: str) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("worn", THEMES.values(), ids=THEMES)
def test_every_text_has_a_contrast_of_four_and_a_half(worn: Theme) -> None:
    poor = [
        (ink, ground, round(contrast(ink, ground), 2)) for ink, ground in worn.pairs() if contrast(ink, ground) < 4.5
    ]
    assert poor == []


@pytest.mark.parametrize("worn", THEMES.values(), ids=THEMES)
def test_focus_can_be_seen(worn: Theme) -> None:
    grounds = (worn.page, worn.side, worn.field, worn.hover, worn.chosen)
    assert all(contrast(worn.focus, ground) >= 3 for ground in grounds)


@pytest.mark.parametrize("worn", THEMES.values(), ids=THEMES)
def test_every_rule_of_the_style_sheet_writes_in_a_pair_that_can_be_read(worn: Theme) -> None:
    """What is disabled may be fainter; a rule without a ground stands on any that its ink is made for."""
    known, poor = worn.pairs(), []
    sheet = resource("styles/window.qss").read_text(encoding="utf-8")
    for names, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        ink = re.search(r"(?<![-\w])color: @(\w+)", body)
        ground = re.search(r"(?<![-\w])background(?:-color)?: @(\w+)", body)
        if ink is None or ":disabled" in names:
            continue
        wanted = getattr(worn, ink[1])
        if ground is not None and contrast(wanted, getattr(worn, ground[1])) < 4.5:
            poor.append(names.strip())
        if ground is None and wanted not in {one for one, _ in known}:
            poor.append(names.strip())
    assert poor == []


def test_high_contrast_is_higher() -> None:
    worn = THEMES["contrast"]
    assert all(contrast(ink, worn.page) >= 7 for ink in (worn.text, worn.quiet, worn.faint, worn.accent))


def test_each_type_has_a_hue_of_its_own() -> None:
    for worn in THEMES.values():
        hues = {worn.person, worn.organization, worn.place, worn.thing, worn.event, worn.concept}
        assert len(hues) == 6


@pytest.mark.parametrize("choice", THEMES)
def test_the_style_sheet_has_no_hole(qapp: Any, choice: str) -> None:
    theme.wear(qapp, choice)
    assert not re.search(r"@\w", qapp.styleSheet())
    assert "font-size" in qapp.styleSheet()
    assert theme.current().name == choice
    theme.wear(qapp, "light")


def test_zoom_changes_every_size(qapp: QApplication) -> None:
    theme.wear(qapp, "light", 100)
    before = theme.font("reading").pointSizeF()
    theme.wear(qapp, "light", 200)
    assert theme.font("reading").pointSizeF() == pytest.approx(before * 2)
    theme.wear(qapp, "light", 100)
    assert theme.font("reading").pointSizeF() == pytest.approx(before)


def test_every_icon_is_drawn_in_one_weight_and_recoloured() -> None:
    drawings = [path for path in resource("icons").glob("*.svg") if path.stem != "tsumugi"]
    assert len(drawings) > 20
    for path in drawings:
        source = path.read_text(encoding="utf-8")
        assert 'stroke="currentColor"' in source, path
        assert 'stroke-width="1.6"' in source, path
