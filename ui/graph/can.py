"""What can be done with a node, with several, with what joins two, with the whole picture: as acts with their keys."""

from functools import partial
from typing import TYPE_CHECKING

from app.domain.graph import GraphEdge
from app.domain.ids import EntityId
from app.services import vocabulary
from ui.graph.acts import Act, Acts
from ui.graph.picture import Link
from ui.saying import entity_name
from ui.words import spoken, tr, trn

if TYPE_CHECKING:
    from ui.graph.hands import Hands

_MOST = 8
"""Facts of one link that stand in its menu."""
_WIDEST = 70
"""Letters of a fact in a menu."""


class Can:
    """Lists acts; `hands` does them."""

    def __init__(self, hands: "Hands") -> None:
        self._hands = hands

    def with_node(self, entity: EntityId) -> Acts:
        """With one node."""
        hands, view = self._hands, self._hands.view
        held = entity in hands.canvas.pinned
        return (
            Act(tr("Open"), partial(view.entity_activated.emit, entity), "Enter"),
            Act(tr("Look around from here"), partial(view.open, entity), "Space"),
            None,
            Act(tr("Show its neighbours"), partial(view.expand, entity), "E"),
            Act(tr("Fold its neighbours away"), partial(view.collapse, entity), "C"),
            Act(tr("Stop expanding here"), partial(view.close_off, entity), "X"),
            Act(tr("Focus on it"), partial(view.focus, entity), "F"),
            Act(tr("Keep it in its place"), partial(view.pin, entity), "P", on=held),
            Act(tr("Hide"), partial(view.leave_out, entity), "H"),
            None,
            Act(tr("Rename…"), partial(hands.rename, entity), "F2"),
            Act(tr("Make a relation…"), partial(hands.relate, entity), "R"),
            Act(tr("Add to a category…"), partial(hands.sort, (entity,)), "T"),
            Act(tr("Delete from memory"), partial(hands.deeds.delete, entity), "Del"),
        )

    def with_many(self, marked: frozenset[EntityId]) -> Acts:
        """With all that is marked; with two, what joins them."""
        hands, view, many = self._hands, self._hands.view, sorted(marked)
        held = marked <= hands.canvas.pinned
        pair: Acts = ()
        if len(many) == 2:
            pair = (
                Act(tr("Make these two one…"), partial(hands.merge, many[1], many[0]), "G"),
                Act(tr("Relate these two…"), partial(hands.relate, *many), "R"),
                None,
            )
        return (
            *pair,
            Act(trn("Focus on {count}", "Focus on {count}", len(many)), partial(view.focus, *many), "F"),
            Act(tr("Look around them"), partial(view.open_about, tuple(many)), "Space"),
            Act(tr("Show their neighbours"), partial(view.expand, *many), "E"),
            Act(tr("Keep them in their places"), partial(view.pin, *many), "P", on=held),
            Act(trn("Hide {count}", "Hide {count}", len(many)), partial(view.leave_out, *many), "H"),
            None,
            Act(tr("Add to a category…"), partial(hands.sort, tuple(many)), "T"),
            Act(tr("Unmark all"), partial(hands.canvas.mark, ()), "Esc"),
        )

    def with_link(self, link: Link) -> Acts:
        """With what joins two: of several facts each has a menu of its own."""
        hands, edges = self._hands, link.edges
        ends = self._ends_acts(edges[0])
        if len(edges) == 1:
            return (
                Act(self._sentence(edges[0]), partial(hands.choose, edges[0].subject), head=True),
                *self._edge_acts(edges[0]),
                None,
                *ends,
            )
        inner = [Act(self._sentence(edge), inner=tuple(self._edge_acts(edge, keys=False))) for edge in edges[:_MOST]]
        more = Act(tr("All of them"), partial(hands.choose, edges[0].subject)) if len(edges) > _MOST else None
        return (*inner, more, None, *ends)

    def _edge_acts(self, edge: GraphEdge, keys: bool = True) -> list[Act]:
        hands, deeds = self._hands, self._hands.deeds
        if edge.state == "suggested":
            return [
                Act(tr("Compare and answer…"), partial(hands.merge, edge.object, edge.subject), "G" if keys else "")
            ]
        acts = [Act(tr("Open its words"), partial(deeds.open_source, edge.fact), "O" if keys else "")]
        if edge.state == "current":
            acts.append(Act(tr("It has ended…"), partial(hands.end, edge), "D" if keys else ""))
        if edge.state != "retracted":
            acts.append(Act(tr("It was never true"), partial(deeds.take_back, edge.fact), "Del" if keys else ""))
        return acts

    def _sentence(self, edge: GraphEdge) -> str:
        """The fact in words, as long as a menu should be wide."""
        ends = self._hands.entity(edge.subject), self._hands.entity(edge.object)
        if edge.state == "suggested":
            one, other = (entity_name(end) if end else "" for end in ends)
            return tr("Perhaps “{name}” and “{other}” are one", name=_short(one), other=_short(other))
        name, other = (end.name if end else "" for end in ends)
        words = edge.text or vocabulary.sentence(edge.predicate, name, other, spoken(), edge.state == "ended")
        words = _short(words)
        return tr("{label} (ended)", label=words) if edge.state == "ended" else words

    def _ends_acts(self, edge: GraphEdge) -> Acts:
        hands = self._hands
        more = Act(tr("Another relation between them…"), partial(hands.relate, edge.subject, edge.object), "R")
        both = hands.entity(edge.subject), hands.entity(edge.object)
        opened = (Act(_short(entity_name(one)), partial(hands.choose, one.id)) for one in both if one is not None)
        return (more, None, *opened)

    def with_all(self) -> Acts:
        """With the whole picture."""
        hands, canvas, view = self._hands, self._hands.canvas, self._hands.view
        equal = Act(tr("Show all as equals again"), view.restore_focus, "Esc")
        return (
            *([equal] if view.focus_of else []),
            Act(tr("Show everything"), canvas.fit, "0"),
            Act(tr("Arrange anew"), view.settle, "A"),
            Act(tr("Mark by dragging"), hands.turn_selecting, "S", on=canvas.gestures.selecting),
            Act(tr("Mark everything"), hands.mark_all, "Ctrl+A"),
            Act(tr("Export what is shown…"), hands.export, "Ctrl+E"),
        )


def _short(words: str) -> str:
    """As much as a menu has room for."""
    return words if len(words) <= _WIDEST else words[:_WIDEST].rstrip() + "…"
