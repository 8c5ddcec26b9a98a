"""Small parts that the pages share: words, buttons, empty states. Import them from here."""

from ui.widgets.controls import icon_button, link_button, push_button
from ui.widgets.empty import EmptyState
from ui.widgets.fields import text_field
from ui.widgets.flow import column, fit_height, grow, row
from ui.widgets.labels import Elided, label, rule, wrapped

__all__ = [
    "Elided",
    "EmptyState",
    "column",
    "fit_height",
    "grow",
    "icon_button",
    "label",
    "link_button",
    "push_button",
    "row",
    "rule",
    "text_field",
    "wrapped",
]
