"""A picture of the graph as a file for other programs: GraphML for graph tools, JSON for all others.

GraphML after Brandes, Eiglsperger, Herman, Himsolt and Marshall, "GraphML Progress Report" (2001): attributes are
declared as keys and given as data. XML 1.0 has no way to write most control characters, so they become spaces.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Literal

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import CategoryId, EntityId
from app.domain.lens import Place
from app.domain.secret import mask

Form = Literal["graphml", "json"]
Names = Mapping[CategoryId, str]
Places = Mapping[EntityId, Place]
Field = str | int | float | list[str] | None

_UNWRITABLE = re.compile("[^\\t\\n\\r\\u0020-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_MARKS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_NODE_KEYS: Mapping[str, str] = {
    "label": "string",
    "kind": "string",
    "tag": "string",
    "summary": "string",
    "categories": "string",
    "declared_by": "string",
    "mentions": "long",
    "depth": "long",
    "relations": "long",
    "not_shown": "long",
    "x": "double",
    "y": "double",
}
_EDGE_KEYS: Mapping[str, str] = {
    "label": "string",
    "text": "string",
    "state": "string",
    "since": "string",
    "until": "string",
    "taken_back": "string",
    "confidence": "double",
    "source": "string",
    "declared_by": "string",
    "agent": "string",
}


def written(graph: Neighbourhood, places: Places, form: Form, categories: Names) -> Iterator[bytes]:
    """The file in parts, UTF-8. Secrets are covered in all that is words. Same picture, same bytes."""
    parts = _graphml(graph, places, categories) if form == "graphml" else _json(graph, places, categories)
    for part in parts:
        yield part.encode()


def _graphml(graph: Neighbourhood, places: Places, categories: Names) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for element, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for name, kind in keys.items():
            yield f'  <key id="{element}_{name}" for="{element}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '  <graph id="memory" edgedefault="directed">\n'
    for node in graph.nodes:
        yield f'    <node id="n{node.entity.id}">\n{_data("node", _node(node, places, categories))}    </node>\n'
    for name, edge in _numbered(graph.edges):
        ends = f'source="n{edge.subject}" target="n{edge.object}"'
        yield f'    <edge id="{name}" {ends}>\n{_data("edge", _edge(edge))}    </edge>\n'
    yield "  </graph>\n</graphml>\n"


def _data(element: str, fields: Mapping[str, Field]) -> str:
    """What is known; an attribute that is not given is not known."""
    known = ((name, value) for name, value in fields.items() if value not in (None, "", []))
    return "".join(f'      <data key="{element}_{name}">{_escaped(value)}</data>\n' for name, value in known)


def _escaped(value: Field) -> str:
    text = "; ".join(value) if isinstance(value, list) else str(value)
    return _UNWRITABLE.sub(" ", text).translate(_MARKS)


def _json(graph: Neighbourhood, places: Places, categories: Names) -> Iterator[str]:
    """One line for each node and edge, so that the file can be read by eye and compared."""
    about = json.dumps({"format": "tsumugi graph", "version": 1, "about": graph.about, "not_shown": graph.hidden})
    yield about[:-1] + ', "nodes": [\n'
    yield ",\n".join(_line({"id": node.entity.id} | _node(node, places, categories)) for node in graph.nodes)
    yield '\n], "edges": [\n'
    ends = ((name, edge, {"subject": edge.subject, "object": edge.object}) for name, edge in _numbered(graph.edges))
    yield ",\n".join(_line({"id": name} | both | _edge(edge)) for name, edge, both in ends)
    yield "\n]}\n"


def _line(fields: Mapping[str, Field]) -> str:
    return json.dumps(fields, ensure_ascii=False)


def _node(node: GraphNode, places: Places, categories: Names) -> dict[str, Field]:
    entity, place = node.entity, places.get(node.entity.id)
    return {
        "label": _words(entity.name),
        "kind": entity.kind,
        "tag": _words(entity.tag),
        "summary": _words(entity.summary),
        "categories": [_words(categories[one]) for one in node.categories if one in categories],
        "declared_by": entity.declared_by,
        "mentions": entity.mention_count,
        "depth": node.depth,
        "relations": node.degree,
        "not_shown": node.hidden,
        "x": _finite(place[0]) if place else None,
        "y": _finite(place[1]) if place else None,
    }


def _finite(number: float) -> float | None:
    """A number that JSON can say."""
    return round(float(number), 4) if isfinite(number) else None


def _edge(edge: GraphEdge) -> dict[str, Field]:
    return {
        "label": _words(edge.predicate),
        "text": _words(edge.text),
        "state": edge.state,
        "since": edge.since.isoformat() if edge.since else None,
        "until": edge.until.isoformat() if edge.until else None,
        "taken_back": edge.expired_at.isoformat() if edge.expired_at else None,
        "confidence": round(float(edge.confidence), 4),
        "source": edge.source,
        "declared_by": edge.declared_by,
        "agent": _words(edge.agent),
    }


def _words(text: str) -> str:
    """Text that every file can hold: secrets covered, no half of a character."""
    return mask(text).encode("utf-8", "replace").decode() if text else ""


def _numbered(edges: Iterable[GraphEdge]) -> Iterator[tuple[str, GraphEdge]]:
    """With names of their own: `f12` for a fact, `s3` for a suggestion, `s3-2` for the second edge of one."""
    seen: dict[int, int] = {}
    for edge in edges:
        count = seen[edge.fact] = seen.get(edge.fact, 0) + 1
        name = f"f{edge.fact}" if edge.fact >= 0 else f"s{-edge.fact}"
        yield name if count == 1 else f"{name}-{count}", edge
