"""A picture as a file: sound whatever the names hold, whole, without secrets, the same each time."""

import json
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.exchange.graphs import written
from tests.builders import entity

NS = "{http://graphml.graphdrawing.org/xmlns}"


def picture(*names, edges=(), **more):
    nodes = tuple(
        GraphNode(entity(name, id=at, mention_count=3), at - 1, 1, 2, (7, 8)) for at, name in enumerate(names, 1)
    )
    return Neighbourhood(nodes[0].entity.id if nodes else 0, nodes, tuple(edges), **more)


def read(graph, form, places=None, categories=None):
    """Nodes and edges of a file as plain values, by their numbers."""
    data = b"".join(written(graph, places or {}, form, categories or {}))
    if form == "json":
        found = json.loads(data)
        return {one["id"]: one for one in found["nodes"]}, {one["id"]: one for one in found["edges"]}
    tree = ElementTree.fromstring(data)
    keys = {key.get("id"): key.get("attr.name") for key in tree.iter(f"{NS}key")}

    def told(element):
        return {keys[one.get("key")]: one.text or "" for one in element.iter(f"{NS}data")} | dict(element.attrib)

    nodes = {int(one.get("id")[1:]): told(one) for one in tree.iter(f"{NS}node")}
    return nodes, {one.get("id"): told(one) for one in tree.iter(f"{NS}edge")}


@pytest.mark.parametrize("form", ["graphml", "json"])
def test_all_that_the_picture_knows_is_in_it(form):
    edge = GraphEdge(
        5,
        1,
        2,
        "works_at",
        "Ann works at Acme.",
        "ended",
        since=date(2019, 1, 1),
        until=date(2024, 3, 1),
        source="note",
    )
    nodes, edges = read(picture("Ann", "Acme", edges=[edge]), form, {1: (0.123456, -2.0)}, {7: "Friends"})
    assert (nodes[1]["label"], float(nodes[1]["x"]), float(nodes[1]["y"])) == ("Ann", 0.1235, -2)
    assert int(nodes[1]["not_shown"]) == 2 and int(nodes[2]["mentions"]) == 3
    assert "Friends" in nodes[1]["categories"]
    assert nodes[2].get("x") is None
    told = edges["f5"]
    assert [told[key] for key in ("label", "text", "state", "since", "until", "source")][:5] == [
        "works_at",
        "Ann works at Acme.",
        "ended",
        "2019-01-01",
        "2024-03-01",
    ]
    assert told.get("agent") in (None, "")


def test_each_edge_stands_between_its_nodes():
    graph = picture("Ann", "Acme", edges=[GraphEdge(5, 2, 1, "employs", "")])
    tree = ElementTree.fromstring(b"".join(written(graph, {}, "graphml", {})))
    edge = next(tree.iter(f"{NS}edge"))
    assert (edge.get("source"), edge.get("target")) == ("n2", "n1")
    assert read(graph, "json")[1]["f5"]["subject"] == 2


@pytest.mark.parametrize("form", ["graphml", "json"])
def test_two_edges_of_one_suggestion_have_names_of_their_own(form):
    doubts = [GraphEdge(-3, 1, other, "same_as", "", "suggested") for other in (2, 3)]
    assert list(read(picture("A", "B", "C", edges=doubts), form)[1]) == ["s3", "s3-2"]


@given(st.text(min_size=1), st.text())
def test_it_is_sound_whatever_the_names_hold(name, text):
    graph = picture(name, edges=[GraphEdge(1, 1, 1, name, text)])
    for form in ("graphml", "json"):
        nodes, edges = read(graph, form)
        assert len(nodes) == len(edges) == 1


@pytest.mark.parametrize(
    "name", ["<b>&\"'</b>", "]]>", "日本語 森田さくら", "a\nb\tc\rd", "👩‍👩‍👧", "x" * 500, "&#0;", "<!--", "<?xml?>"]
)
@pytest.mark.parametrize("form", ["graphml", "json"])
def test_names_come_back_as_they_were(name, form):
    assert read(picture(name), form)[0][1]["label"] == name


def test_what_xml_cannot_say_becomes_a_space():
    nodes, _ = read(picture("a\x00b\x1fc\ufffed\ud800"), "graphml")
    assert nodes[1]["label"] == "a b c d?"


@pytest.mark.parametrize("form", ["graphml", "json"])
def test_secrets_are_covered_in_names_too(form):
    secret = "hunter2-Xk93!pQ"
    words = f"My password is {secret}."
    graph = picture(words, edges=[GraphEdge(1, 1, 1, words, words)])
    graph = replace(
        graph, nodes=(replace(graph.nodes[0], entity=replace(graph.nodes[0].entity, tag=words, summary=words)),)
    )
    data = b"".join(written(graph, {}, form, {7: words}))
    assert secret.encode() not in data and "•".encode() in data


@pytest.mark.parametrize("form", ["graphml", "json"])
def test_nothing_is_a_file_too_and_the_same_picture_the_same_bytes(form):
    assert read(picture(), form) == ({}, {})
    graph = picture("A", "B", edges=[GraphEdge(1, 1, 2, "knows", "")])
    assert list(written(graph, {}, form, {})) == list(written(graph, {}, form, {}))


def test_a_node_without_a_place_is_told_without_one():
    graph = picture("A", "B", "C")
    nodes, _ = read(graph, "json", {1: (float("nan"), float("inf")), 2: (0, -1.5)})
    assert [(node["x"], node["y"]) for node in nodes.values()] == [(None, None), (0.0, -1.5), (None, None)]


def test_what_is_not_shown_is_counted():
    data = json.loads(b"".join(written(picture("A", hidden=12, about=(1,)), {}, "json", {})))
    assert (data["not_shown"], data["about"]) == (12, [1])
