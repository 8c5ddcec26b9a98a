"""Colours and sizes, all in one place. A colour means something or is not there.

Every pair in `Theme.pairs()` is read as text and has a contrast of 4.5 : 1 or more; `tests/ui/test_theme.py` counts.
"""

from dataclasses import asdict, dataclass
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.domain.entity import EntityKind
from resources import resource

ThemeName = Literal["light", "dark", "contrast"]
SizeName = Literal["reading", "interface", "notes", "title"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as `#rrggbb`. `page` is paper, `side` the columns beside it, `field` what is written in."""

    name: ThemeName
    page: str
    side: str
    field: str
    hover: str
    chosen: str
    code: str
    mark: str
    line: str
    text: str
    quiet: str
    faint: str
    accent: str
    on_accent: str
    accent_hover: str
    focus: str
    good: str
    warn: str
    bad: str
    person: str
    organization: str
    place: str
    thing: str
    event: str
    concept: str

    def kind(self, kind: EntityKind) -> str:
        """The hue of a type of entity (Okabe–Ito, darkened or lightened until it can be read)."""
        return str(getattr(self, kind))

    def pairs(self) -> list[tuple[str, str]]:
        """(text, ground) as they meet on screen."""
        grounds = (self.page, self.side, self.field, self.hover, self.chosen)
        inks = (self.text, self.quiet, self.accent, self.good, self.warn, self.bad)
        kinds = (self.person, self.organization, self.place, self.thing, self.event, self.concept)
        found = [(ink, ground) for ink in inks for ground in grounds]
        found += [(ink, ground) for ink in kinds for ground in (self.page, self.side, self.field)]
        faint_on = (self.page, self.side, self.field, self.code)
        found += [(self.on_accent, self.accent), (self.on_accent, self.accent_hover), (self.text, self.mark)]
        return [*found, (self.text, self.code), (self.quiet, self.code), *((self.faint, ground) for ground in faint_on)]


LIGHT = Theme(
    name="light",
    page="#fbfaf7",
    side="#f4f2ec",
    field="#ffffff",
    hover="#ebe8e0",
    chosen="#e4e3f1",
    code="#f1efe8",
    mark="#fbe7a8",
    line="#dfdbd1",
    text="#24221f",
    quiet="#5f5a52",
    faint="#706b62",
    accent="#4549a6",
    on_accent="#ffffff",
    accent_hover="#383c90",
    focus="#4549a6",
    good="#22683f",
    warn="#7d5300",
    bad="#a52a24",
    person="#00639c",
    organization="#a84a00",
    place="#00704f",
    thing="#97407a",
    event="#7a5700",
    concept="#4d5b70",
)
DARK = Theme(
    name="dark",
    page="#1b1a19",
    side="#222120",
    field="#282725",
    hover="#302e2c",
    chosen="#34344a",
    code="#262523",
    mark="#5c4a12",
    line="#3a3835",
    text="#e9e5de",
    quiet="#b0aaa0",
    faint="#9a948a",
    accent="#aeb2f7",
    on_accent="#1b1a30",
    accent_hover="#c3c6fb",
    focus="#aeb2f7",
    good="#7fcf9c",
    warn="#e5b95c",
    bad="#f39a92",
    person="#74bdf0",
    organization="#f29a62",
    place="#4fcba4",
    thing="#e5a3c9",
    event="#e8bb56",
    concept="#b4c0d4",
)
CONTRAST = Theme(
    name="contrast",
    page="#000000",
    side="#000000",
    field="#000000",
    hover="#26264a",
    chosen="#1c1c5c",
    code="#0c0c0c",
    mark="#5a4600",
    line="#ffffff",
    text="#ffffff",
    quiet="#f0f0f0",
    faint="#e0e0e0",
    accent="#ffe14d",
    on_accent="#000000",
    accent_hover="#fff0a0",
    focus="#ffe14d",
    good="#7dff9e",
    warn="#ffd24a",
    bad="#ffb0a8",
    person="#8fd0ff",
    organization="#ffb27a",
    place="#6ff0c4",
    thing="#ffb8e0",
    event="#ffd76a",
    concept="#d5deee",
)
THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}

_JAPANESE = ("Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI", "Meiryo", "IPAexGothic")
_FIXED = (
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Consolas",
    "Noto Sans Mono CJK JP",
    "DejaVu Sans Mono",
    "Liberation Mono",
)
_PLAIN = ("DejaVu Sans", "Bitstream Vera Sans", "Liberation Sans")
"""Families that bare systems fall back to; the Japanese family has the better Latin letters then."""


class _Look:
    """What is on screen now."""

    theme: Theme = LIGHT
    zoom: int = 100
    points: float = 10.0


def current() -> Theme:
    """The theme on screen. Ask each time you paint: it may change while the window is open."""
    return _Look.theme


def color(name: str) -> QColor:
    """A colour of the theme on screen, by its field name."""
    return QColor(getattr(_Look.theme, name))


def font(size: SizeName = "interface", bold: bool = False) -> QFont:
    """One of the four sizes: reading (system + 1), interface (system), notes (system − 1), title (system + 4)."""
    found = QFont(QApplication.font())
    found.setPointSizeF((_Look.points + {"reading": 1, "interface": 0, "notes": -1, "title": 4}[size]) * _zoom())
    if bold:
        found.setWeight(QFont.Weight.DemiBold)
    return found


def mono(size: SizeName = "reading") -> QFont:
    """The fixed-width font, for code."""
    found = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    known = set(QFontDatabase.families())
    fixed = [family for family in (found.family(), *_FIXED) if family in known]
    found.setFamilies([*fixed[:1], *_JAPANESE] if fixed else [found.family()])
    found.setStyleHint(QFont.StyleHint.Monospace)
    found.setPointSizeF(font(size).pointSizeF() * 0.94)
    return found


def column_width(characters: int = 72) -> int:
    """Width in pixels of a reading column of so many characters."""
    return round(QFontMetrics(font("reading")).averageCharWidth() * characters)


def wanted(choice: str) -> Theme:
    """The theme for a setting: by name, or as the system wants it."""
    if choice in THEMES:
        return THEMES[choice]
    hints = QGuiApplication.styleHints()
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return CONTRAST
    return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT


def wear(application: QApplication, choice: str, zoom: int = 100) -> None:
    """Put a theme on: palette, style sheet and font. Widgets get a palette change and paint themselves anew."""
    if not application.property("tsumugi_points"):
        application.setStyle("Fusion")
        application.setProperty("tsumugi_points", max(application.font().pointSizeF(), 10.0))
        application.setFont(_family(application.font()))
    _Look.theme, _Look.zoom = wanted(choice), zoom
    _Look.points = float(application.property("tsumugi_points"))
    application.setFont(font("interface"))
    application.setPalette(_palette(_Look.theme))
    application.setStyleSheet(_style_sheet(_Look.theme))


def _zoom() -> float:
    return _Look.zoom / 100


def _family(system: QFont) -> QFont:
    """The system's font, with Japanese glyphs from a Japanese family (not the Chinese forms of the same characters)."""
    known = set(QFontDatabase.families())
    japanese = [family for family in _JAPANESE if family in known]
    first = QFontInfo(system).family()
    chosen = QFont(system)
    chosen.setFamilies(japanese if first in _PLAIN and japanese else [system.family(), *japanese])
    return chosen


def _palette(theme: Theme) -> QPalette:
    role = QPalette.ColorRole
    inks = {
        role.Window: theme.page,
        role.Base: theme.field,
        role.AlternateBase: theme.side,
        role.Button: theme.side,
        role.ToolTipBase: theme.field,
        role.WindowText: theme.text,
        role.Text: theme.text,
        role.ButtonText: theme.text,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.faint,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Mid: theme.line,
        role.Accent: theme.accent,
    }
    palette = QPalette()
    for where, ink in inks.items():
        palette.setColor(where, QColor(ink))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, QColor(theme.faint))
    return palette


def _style_sheet(theme: Theme) -> str:
    """The style sheet with its `@names` filled: colours, the grid of 8 and the sizes of text."""
    text = resource("styles/window.qss").read_text(encoding="utf-8")
    words: dict[str, str] = {name: str(value) for name, value in asdict(theme).items()}
    for size in ("reading", "interface", "notes", "title"):
        words[f"size_{size}"] = f"{font(size).pointSizeF():.2f}pt"
    for arrow in ("up", "down"):
        words[f"arrow_{arrow}"] = resource(f"styles/arrow-{arrow}.svg").as_posix()
    words["check"] = resource(f"styles/check-{'light' if theme.name == 'light' else 'dark'}.svg").as_posix()
    for name in sorted(words, key=len, reverse=True):
        text = text.replace(f"@{name}", words[name])
    return text
