"""What is offered for a link: one fact, several, a suggestion, one that was taken back."""

from dataclasses import replace

import pytest

from tests.ui.graph.byhand.doing import top
from ui.graph.acts import Act, by_keys, menu
from ui.graph.picture import Link, Picture
from ui.memories.merging import MergeDialog


@pytest.fixture
def link(hands, ids):
    """Call with the states that the facts between Alice and Acme shall have."""
    both = {ids["Alice Moreau"], ids["Acme"]}
    edge = next(one for one in hands.canvas.picture.graph.edges if {one.subject, one.object} == both)
    ends = hands.canvas.picture.number(edge.subject), hands.canvas.picture.number(edge.object)

    def made(*states):
        edges = tuple(replace(edge, fact=number, state=state) for number, state in enumerate(states, 90))
        return Link(*ends, edges, (True,) * len(edges))

    return made


def words(acts):
    return [act.words for act in acts if act is not None]


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        ("current", ["Open its words", "It has ended…", "It was never true"]),
        ("ended", ["Open its words", "It was never true"]),
        ("retracted", ["Open its words"]),
    ],
)
def test_one_fact_offers_what_its_state_allows(hands, link, state, offered):
    assert words(hands.can.with_link(link(state)))[1 : 1 + len(offered) + 1] == [
        *offered,
        "Another relation between them…",
    ]


def test_of_several_facts_each_has_a_menu_and_no_key_means_any_of_them(hands, link):
    acts = hands.can.with_link(link("current", "ended"))
    assert words(acts)[:2] == ["Alice Moreau works at Acme", "Alice Moreau works at Acme (ended)"]
    assert [words(act.inner) for act in acts[:2]] == [
        ["Open its words", "It has ended…", "It was never true"],
        ["Open its words", "It was never true"],
    ]
    assert by_keys(acts, "Del") is None


def test_a_hub_of_facts_ends_with_a_way_to_all(hands, link):
    assert "All of them" in words(hands.can.with_link(link(*["current"] * 12)))


def test_a_suggestion_is_answered_by_comparing(qtbot, hands, ids, link):
    acts = hands.can.with_link(link("suggested"))
    assert words(acts)[0] == "Perhaps “Alice Moreau” and “Acme” are one"
    by_keys(acts, "G").call()
    assert top(MergeDialog)._head is not None
    assert (top(MergeDialog)._kept, top(MergeDialog)._gone) == (ids["Alice Moreau"], ids["Acme"])


def test_names_in_a_menu_are_no_marks_for_keys(hands, link):
    made = menu([Act("Tom & Ann"), None, Act("More", inner=(Act("R&D"),))], hands.canvas)
    assert [action.text() for action in made.actions()] == ["Tom && Ann", "", "More"]
    inner = made.actions()[2].menu()
    assert [action.text() for action in inner.actions()] == ["R&&D"]


def test_a_name_in_a_menu_is_no_longer_than_a_menu_should_be_wide(hands, link):
    picture, long = hands.canvas.picture, "W" * 256
    nodes = tuple(replace(node, entity=replace(node.entity, name=long)) for node in picture.nodes)
    hands.canvas.show_picture(Picture(replace(picture.graph, nodes=nodes)))
    assert max(map(len, words(hands.can.with_link(link("suggested"))))) < 170
    assert max(map(len, words(hands.can.with_link(link("current"))))) < 80
