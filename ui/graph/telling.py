"""Nodes and links in words, for tool tips, the list twin and the screen reader."""

from html import escape

from app.domain.graph import EdgeState, GraphEdge, GraphNode
from app.services import vocabulary
from ui.graph.picture import Link, Picture
from ui.saying import entity_name, on_whose_word
from ui.saying import kind_word as kind_word
from ui.widgets.labels import breakable
from ui.words import spoken, tr, trn

MOST = 8
"""Sentences in one tool tip."""


def stated(words: str, state: EdgeState) -> str:
    """A fact's words with what is to be known of it, where it does not simply hold."""
    if state == "ended":
        return tr("{label} (ended)", label=words)
    if state == "retracted":
        return tr("{label} (taken back)", label=words)
    return tr("{label}?", label=words) if state == "suggested" else words


def node_lines(node: GraphNode) -> list[str]:
    """Name, type and detail, and how much hangs on it."""
    detail = f" · {node.entity.tag}" if node.entity.tag else ""
    lines = [entity_name(node.entity), kind_word(node.entity.kind) + detail]
    lines.append(trn("{count} neighbour", "{count} neighbours", node.degree))
    if node.hidden:
        lines.append(trn("{count} of them not shown", "{count} of them not shown", node.hidden))
    return lines


def node_tip(node: GraphNode) -> str:
    """A node's tool tip, as rich text with nothing of the user's taken for markup."""
    name, *rest = (escape(breakable(line)) for line in node_lines(node))
    return f"<b>{name}</b><br>" + "<br>".join(rest)


def _whose(edge: GraphEdge) -> str:
    """On whose word it stands, where it was not just read in the user's own words."""
    return "" if edge.declared_by == "extractor" else f" · {escape(on_whose_word(edge.declared_by, edge.agent))}"


def link_spoken(picture: Picture, link: Link) -> str:
    """The facts of a link for the screen reader."""
    said = []
    for edge, forward in zip(link.edges[:MOST], link.forward, strict=False):
        ends = (link.a, link.b) if forward else (link.b, link.a)
        name, other = (picture.nodes[end].entity.name for end in ends)
        words = edge.text or vocabulary.sentence(edge.predicate, name, other, spoken(), edge.state == "ended")
        said.append(stated(words, edge.state))
    return ". ".join(said)


def link_tip(picture: Picture, link: Link) -> str:
    """The facts of a link as sentences; ended ones say so."""
    lines = []
    for edge, forward in zip(link.edges[:MOST], link.forward, strict=False):
        ends = (link.a, link.b) if forward else (link.b, link.a)
        names = [picture.nodes[end].entity.name for end in ends]
        over = edge.state == "ended"
        said = edge.text or vocabulary.sentence(edge.predicate, names[0], names[1], spoken(), over)
        text = escape(breakable(said))
        lines.append((f"<s>{text}</s> {escape(tr('(ended)'))}" if over else text) + _whose(edge))
    if len(link.edges) > MOST:
        lines.append(escape(trn("and {count} more", "and {count} more", len(link.edges) - MOST)))
    return "<qt>" + "<br>".join(lines) + "</qt>"
