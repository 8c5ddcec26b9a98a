"""The picture's filters, links and aims, as values."""

import numpy as np

from app.domain.graph import GraphEdge, GraphNode, Neighbourhood
from app.domain.ids import EntityId, FactId
from tests.builders import entity, me
from ui.graph import aim
from ui.graph.camera import Camera
from ui.graph.overlay import link_words
from ui.graph.picture import Filters, Picture
from ui.graph.telling import link_tip, node_tip
from ui.saying import entity_name
from ui.words import speak

KINDS = ("person", "organization", "place")


def edge(a, b, predicate="works_at", state="current", id=1):
    return GraphEdge(FactId(id), EntityId(a), EntityId(b), predicate, f"<{a}> & {b}", state)


def picture(*edges, count=3, places=None):
    nodes = tuple(GraphNode(entity(f"E{n}", KINDS[n % 3], id=n), 0 if n == 1 else 1, 1) for n in range(1, count + 1))
    made = Picture(Neighbourhood(EntityId(1), nodes, edges))
    made.places = np.array(places if places is not None else [(n, 0) for n in range(count)], dtype=float)
    return made


def test_all_facts_of_a_pair_are_one_link():
    shown = picture(edge(1, 2, id=1), edge(2, 1, "employs", id=2), edge(1, 3, id=3))
    assert [(link.a, link.b, len(link.edges)) for link in shown.links] == [(0, 1, 2), (0, 2, 1)]
    assert shown.links[0].forward == (True, False)


def test_a_filter_hides_a_type_but_never_the_centre():
    shown = picture(edge(1, 2), edge(1, 3, id=2))
    shown.filter(Filters(frozenset({"organization", "place"})))
    assert shown.shown.tolist() == [True, False, True]
    assert shown.filtered == 1
    assert [(link.a, link.b) for link in shown.links] == [(0, 2)]


def test_hiding_what_ended_hides_who_is_left_alone():
    shown = picture(edge(1, 2, state="ended"), edge(1, 3, id=2), count=4)
    shown.filter(Filters(states=frozenset({"retracted", "ended"})))
    assert shown.shown.tolist() == [True, False, True, True]
    shown.filter(Filters())
    assert shown.filtered == 0
    assert len(shown.links) == 2


def test_a_link_with_one_current_fact_is_current():
    shown = picture(edge(1, 2, state="ended"), edge(1, 2, "uses", id=2))
    assert shown.links[0].current


def test_nothing_is_not_an_error():
    empty = Picture()
    assert len(empty.links) == 0
    assert empty.kinds() == []
    assert empty.filtered == 0
    assert aim.node_at(empty, empty.places, np.empty(0), 1, 1) is None
    assert aim.link_at(empty, empty.places, 1, 1) is None


def test_the_words_of_a_link_point_from_subject_to_object():
    link = picture(edge(2, 1)).links[0]
    assert link_words(link, left_to_right=True) == "← works at"
    assert link_words(link, left_to_right=False) == "works at →"
    speak("ja")
    try:
        assert link_words(link, left_to_right=False) == "勤務先 →"
    finally:
        speak("en")


def test_an_ended_fact_says_so_in_words():
    shown = picture(edge(1, 2, state="ended"))
    link = shown.links[0]
    assert link_words(link) == "works at (ended) →"
    assert "<s>&lt;1&gt; &amp; 2</s>" in link_tip(shown, link)


def test_a_fact_that_no_text_states_is_said_in_the_words_of_its_relation():
    shown = picture(GraphEdge(FactId(1), EntityId(2), EntityId(1), "works_at", ""))
    assert link_tip(shown, shown.links[0]) == "<qt>E2 works at E1</qt>"


def test_tips_take_nothing_of_the_users_for_markup():
    node = GraphNode(entity("<b>x</b>", id=1, tag="a & b"), 0, 1204, hidden=3)
    tip = node_tip(node)
    assert "&lt;b&gt;x&lt;/b&gt;" in tip
    assert "a &amp; b" in tip
    assert "1,204 neighbours" in tip
    assert "3 of them not shown" in tip


def test_the_user_is_named_in_the_users_language():
    assert entity_name(me()) == "You"


def test_arrows_follow_the_link_that_lies_that_way():
    shown = picture(edge(1, 2), edge(1, 3, id=2), places=[(0, 0), (2, 0.3), (0.2, 3)])
    assert aim.along(shown, 0, (1, 0)) == 1
    assert aim.along(shown, 0, (0, 1)) == 2
    assert aim.along(shown, 0, (-1, 0)) is None
    assert aim.along(shown, 1, (-1, 0)) == 0


def test_aims_take_the_nearest_node_and_skip_hidden_ones():
    shown = picture(edge(1, 2), places=[(0, 0), (10, 0), (50, 50)])
    radii = np.full(3, 5.0)
    assert aim.node_at(shown, shown.places, radii, 6, 0) == 1
    assert aim.node_at(shown, shown.places, radii, 30, 30) is None
    assert aim.link_at(shown, shown.places, 5, 3) is shown.links[0]
    assert aim.link_at(shown, shown.places, 20, 0) is None
    shown.filter(Filters(frozenset({"place"})))
    assert aim.node_at(shown, shown.places, radii, 10, 0) != 1


def test_zoom_holds_the_point_under_the_pointer():
    camera, size = Camera(), (640.0, 480.0)
    before = camera.to_plane(100, 50, size)
    camera.zoom(1.7, 100, 50, size)
    assert np.allclose(camera.to_plane(100, 50, size), before)
    camera.pan(30, -10)
    assert np.allclose(camera.to_plane(130, 40, size), before)


def test_fit_shows_everything_and_one_node_is_not_blown_up():
    camera, size = Camera(), (400.0, 300.0)
    places = np.array([(-30.0, 2.0), (50.0, 9.0)])
    camera.fit(places, size)
    at = camera.to_screen(places, size)
    assert (at > 0).all()
    assert (at < size).all()
    camera.fit(places[:1], size)
    assert camera.scale <= 110


def test_a_link_says_on_whose_word_it_stands_where_nobody_read_it():
    told = GraphEdge(FactId(1), EntityId(1), EntityId(2), "works_at", "x works at y", "current", "agent", "Claude")
    shown = picture(told)
    assert link_tip(shown, shown.links[0]) == "<qt>x works at y · Declared by Claude</qt>"
