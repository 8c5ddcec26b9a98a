"""Nodes and links in words, for tool tips, the list twin and the screen reader."""

from html import escape

from app.domain.entity import EntityKind
from app.domain.graph import GraphNode
from ui.graph.picture import Link, display_name
from ui.words import tr, trn


def kind_word(kind: EntityKind) -> str:
    """The name of a type in the user's language."""
    return {
        "person": tr("Person"),
        "organization": tr("Organization"),
        "place": tr("Place"),
        "thing": tr("Thing"),
        "event": tr("Event"),
        "concept": tr("Concept"),
    }[kind]


def node_lines(node: GraphNode) -> list[str]:
    """Name, type and detail, and how much hangs on it."""
    detail = f" · {node.entity.tag}" if node.entity.tag else ""
    lines = [display_name(node.entity), kind_word(node.entity.kind) + detail]
    lines.append(trn("{count} neighbour", "{count} neighbours", node.degree))
    if node.hidden:
        lines.append(trn("{count} of them not shown", "{count} of them not shown", node.hidden))
    return lines


def node_tip(node: GraphNode) -> str:
    """A node's tool tip, as rich text with nothing of the user's taken for markup."""
    name, *rest = (escape(line) for line in node_lines(node))
    return f"<b>{name}</b><br>" + "<br>".join(rest)


def link_tip(link: Link) -> str:
    """The facts of a link as sentences; ended ones say so."""
    lines = []
    for edge in link.edges[:8]:
        text = escape(edge.text)
        lines.append(f"<s>{text}</s> {escape(tr('(ended)'))}" if edge.state == "ended" else text)
    if len(link.edges) > 8:
        lines.append(escape(trn("and {count} more", "and {count} more", len(link.edges) - 8)))
    return "<qt>" + "<br>".join(lines) + "</qt>"
