"""What a picture says of a fact: when it holds and where it comes from; what entities are in; which doubts are open."""

import json
from datetime import date, datetime

from app.domain.category import Category, CategoryLink, Membership
from app.domain.episode import Note
from app.domain.scope import OWNER, Scope
from app.domain.secret import mask
from app.domain.suggestion import Suggestion
from app.memory.explore import edges as module
from app.memory.explore.edges import SAME, belonging
from tests.builders import NOON, anchor, conversation, entity, episode, fact, session


def only(memory, **more):
    return memory.holds(range(1, 3), (1, 2, more)).look(1).edges[0]


def test_a_stated_beginning_and_end_are_the_first_days_of_what_was_said(memory):
    edge = only(memory, valid_at="2019", invalid_at="2024-03")
    assert (edge.since, edge.until, edge.state) == (date(2019, 1, 1), date(2024, 3, 1), "ended")


def test_an_undated_fact_holds_from_the_speakers_own_day(memory):
    late = datetime.fromisoformat("2026-03-07T23:30:00-05:00")
    assert only(memory, at=late).since == date(2026, 3, 7)


def test_of_what_was_over_when_it_was_said_the_beginning_is_not_known(memory):
    edge = only(memory, invalid_at="2024")
    assert (edge.since, edge.until) == (None, date(2024, 1, 1))


def test_who_said_it_and_how_sure_it_is(memory):
    edge = only(memory, declared_by="model", confidence=0.6)
    assert (edge.declared_by, edge.confidence, edge.source) == ("model", 0.6, "chat")


def test_where_it_comes_from_is_told_by_the_first_words_that_state_it(memory):
    words = [episode("a", 1), episode("b", 2, note=1, conversation=None)]
    more = [{"declared_by": who} for who in ("extractor", "extractor", "agent", "user", "model")]
    memory.holds(range(1, 7), *((1, n, one) for n, one in enumerate(more, 2)))
    memory.add(conversation(-1), Note(-2, "", "b", NOON, NOON), session(-3, -1))
    memory.add(*words)
    anchors = [(1, 1), (1, 2), (2, 2), (3, 2), (4, 2)]
    memory.add(*(anchor(one, two, id=-at) for at, (one, two) in enumerate(anchors, 1)))
    sources = {edge.object: edge.source for edge in memory.look(1).edges}
    assert sources == {2: "chat", 3: "note", 4: "agent", 5: "hand", 6: "chat"}


def test_secrets_are_covered(memory):
    edge = only(memory, fact="My password is hunter2-Xk93!pQ.")
    assert "hunter2" not in edge.text and "•" in edge.text


def test_a_sentence_is_looked_at_for_secrets_once_and_a_secret_is_covered_each_time(monkeypatch):
    looked = []
    monkeypatch.setattr(module, "_known", set())
    monkeypatch.setattr(module, "_MOST_KNOWN", 2)
    monkeypatch.setattr(module, "mask", lambda text: looked.append(text) or mask(text))
    told = ["a", "a", "password: hunter2-Xk93", "password: hunter2-Xk93", "b", "c", "a"]
    assert ["hunter2" in module.covered(text) for text in told] == [False] * 7
    assert looked == ["a", "password: hunter2-Xk93", "password: hunter2-Xk93", "b", "c", "a"]


def asked(number, one, *others, state="open", kind="same_entity", scope=Scope()):
    payload = json.dumps({"name": "x", "entity": one, "candidates": others, "how": "spelling"})
    return Suggestion(number, kind, "The names differ in one letter.", payload, NOON, None, state, scope)


def test_open_questions_whether_two_are_one_are_edges_of_their_own(memory):
    memory.holds(range(1, 6), (1, 2))
    memory.add(
        asked(-1, 1, 2, 3, 1),
        asked(-2, 1, 4, state="never"),
        asked(-3, 2, 4, kind="which_entity"),
        asked(-4, 1, 5, scope=Scope(project="there")),
    )
    graph = memory.look(1, 3, 4, 5, scope=Scope())
    doubts = [edge for edge in graph.edges if edge.state == "suggested"]
    assert [(edge.fact, edge.subject, edge.object, edge.predicate) for edge in doubts] == [
        (-1, 1, 2, SAME),
        (-1, 1, 3, SAME),
    ]
    assert doubts[0].text == "The names differ in one letter."
    assert [node.degree for node in graph.nodes] == [1, 0, 0, 0, 1], "a doubt is no relation"
    assert memory.look(1, hidden={2}).edges == ()


def test_an_entity_is_in_its_categories_and_in_all_above_them(memory):
    memory.holds(range(1, 4))
    rows = [Category(-1, "Friends", 1, NOON), Category(-2, "People", 2, NOON), Category(-3, "Chess", 1, NOON)]
    there = Category(-4, "There", 2, NOON, scope=Scope(project="there"))
    gone = Category(-5, "Gone", 1, NOON, retired_at=NOON)
    made = memory.add(*rows, there, gone).ids
    friends, people, chess, far, retired = (made[-n] for n in range(1, 6))
    memory.add(
        CategoryLink(-1, people, friends, "extractor"),
        CategoryLink(-2, people, chess, "user", excluded=True),
        CategoryLink(-3, far, friends, "extractor"),
        Membership(-4, chess, 1, "extractor"),
        Membership(-5, friends, 1, "extractor"),
        Membership(-6, friends, 2, "user", excluded=True),
        Membership(-7, retired, 3, "extractor"),
        Membership(-8, chess, 3, "extractor"),
    )
    here = Scope()
    into = {node.entity.id: node.categories for node in memory.look(1, 2, 3, scope=here).nodes}
    assert into == {1: (friends, chess, people), 2: (), 3: (chess,)}
    assert belonging(memory.view, [1], OWNER)[1] == (friends, chess, people, far)


def test_an_edge_of_another_project_is_not_told(memory):
    memory.holds(range(1, 3), (1, 2))
    memory.add(fact(1, "likes", 2, id=-1, scope=Scope(project="there")), entity("x", id=-2))
    assert [edge.predicate for edge in memory.look(1, scope=Scope(project="here")).edges] == ["knows"]
    assert {edge.predicate for edge in memory.look(1).edges} == {"knows", "likes"}
