"""One entity as a column to compare: its names, what is known of it, where it is named."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.domain.entity import Entity
from app.domain.secret import mask
from ui.memories import wording
from ui.saying import entity_name, kind_word
from ui.when import exact, moment_text
from ui.widgets import column, wrapped
from ui.widgets.lines import Line, LineView
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.memories import FactView, MentionView
    from app.services.sides import Side

FACTS = 40
"""Facts of one side that are listed; more are counted."""


class SideLook(QWidget):
    """Shows one side; nothing in it can be changed."""

    def __init__(self) -> None:
        super().__init__()
        self._name, self._about = wrapped("", "strong"), wrapped("", "small")
        self.lines = LineView()
        self.setLayout(column(self._name, self._about, self.lines, gap=4))

    def show_side(self, side: "Side") -> None:
        """Another entity."""
        entity = side.entity
        self._name.setText(entity_name(entity))
        self._about.setText(about(entity))
        self.lines.setAccessibleName(f"{entity_name(entity)}, {about(entity)}")
        self.lines.show_lines(_lines(side))


def about(entity: Entity) -> str:
    """Type, detail, and how often it is named."""
    named = trn("named {count} time", "named {count} times", entity.mention_count) if entity.mention_count else ""
    return " · ".join(part for part in (kind_word(entity.kind), entity.tag, named) if part)


def _lines(side: "Side") -> list[Line]:
    lines: list[Line] = []
    if side.aliases:
        lines.append(Line(None, tr("also called")))
        lines += [Line(("alias", one.id), one.text, wording.on_whose_word(one.declared_by)) for one in side.aliases]
    if side.facts:
        lines.append(Line(None, tr("known")))
        lines += [fact_line(view) for view in side.facts[:FACTS]]
        if len(side.facts) > FACTS:
            more = len(side.facts) - FACTS
            lines.append(Line(("more", 0), trn("{count} more", "{count} more", more)))
    if side.mentions:
        lines.append(Line(None, tr("named in")))
        lines += [mention_line(view) for view in side.mentions]
    if side.categories:
        lines.append(Line(None, tr("among")))
        lines += [Line(("category", one.id), one.name) for one in side.categories]
    return lines


def fact_line(view: "FactView") -> Line:
    """A fact as a sentence, with its interval below."""
    today = wording.today()
    return Line(("fact", view.fact.id), wording.sentence(view), wording.interval(view.fact, today))


def mention_line(view: "MentionView") -> Line:
    """The words around a name, with when they were said; a secret in them stays covered."""
    span, episode = view.mention.span, view.episode
    words = mask(wording.around(episode, span.start, span.end))
    return Line(("mention", view.mention.id), words, moment_text(episode.said_at), exact(episode.said_at))
