"""Where a look begins: what a chat, a note or some finds are about, and nobody who may not be read."""

from hypothesis import given
from hypothesis import strategies as st

from app.domain.entity import ME
from app.domain.episode import Note
from app.domain.scope import OWNER, Scope
from app.memory.explore.surroundings import MOST, of_conversation, of_note, telling
from app.storage.graphs import Named
from tests.builders import NOON, anchor, conversation, entity, episode, mention, session

NAMED = st.builds(
    Named, st.integers(1, 50), st.integers(1, 20), st.integers(1, 9), st.integers(0, 99), st.sampled_from([ME, "Ann"])
)


def chat(memory, *texts, **more):
    memory.add(conversation(-1, **more), session(-2, -1))
    for number, text in enumerate(texts, 1):
        memory.add(episode(text, -number, **more))


def test_what_was_said_last_and_most_goes_first(memory):
    memory.holds(range(1, 5))
    chat(memory, "one", "two", "three")
    told = [(1, 1), (2, 1), (2, 2), (2, 3), (3, 3)]
    memory.add(*(mention(who, where, (at, at + 1), id=-at) for at, (who, where) in enumerate(told, 1)))
    assert of_conversation(memory.view, 1, OWNER) == (2, 3, 1)


def test_both_ends_of_what_was_said_count_though_nobody_was_named(memory):
    memory.holds(range(1, 4), (1, 2))
    chat(memory, "he works there")
    memory.add(anchor(1, 1, id=-1))
    assert set(of_conversation(memory.view, 1, OWNER)) == {1, 2}


def test_the_user_comes_last(memory):
    made = memory.add(entity(ME, id=-1), entity("Ann", id=-2)).ids
    me, ann = made[-1], made[-2]
    chat(memory, "I met Ann")
    memory.add(*(mention(me, 1, (at, at + 1), id=-at) for at in range(1, 9)), mention(ann, 1, (20, 23), id=-20))
    assert of_conversation(memory.view, 1, OWNER) == (ann, me)


def test_words_that_nobody_has_learned_yet_name_somebody_too(memory):
    made = memory.add(entity("Ann", id=-1), entity("Bob", id=-2)).ids
    chat(memory, "Does Bob know?", "And Ann?")
    assert of_conversation(memory.view, 1, OWNER) == (made[-1], made[-2])


def test_not_more_than_a_picture_can_begin_from(memory):
    memory.holds(range(1, 40))
    chat(memory, "all of them")
    memory.add(*(mention(n, 1, (n, n + 1), id=-n) for n in range(1, 40)))
    assert len(of_conversation(memory.view, 1, OWNER)) == MOST


def test_a_note_as_it_stands_now(memory):
    memory.holds(range(1, 4))
    memory.add(Note(-1, "E3", "E1 and all", NOON, NOON), session(-2, None, note=-1))
    memory.add(episode("E2", -1, conversation=None, note=1, replaced_at=NOON))
    memory.add(mention(2, 1, id=-1))
    assert of_note(memory.view, 1, OWNER) == (3, 1)
    assert of_note(memory.view, 9, OWNER) == ()


def test_what_may_not_be_read_is_no_beginning(memory):
    there = Scope(project="there")
    memory.holds(range(1, 3))
    far = memory.add(entity("There", id=-1, scope=there)).ids[-1]
    chat(memory, "E1 met There")
    memory.add(mention(1, 1, (0, 2), id=-1), mention(far, 1, (7, 12), id=-2))
    assert of_conversation(memory.view, 1, Scope(project="here")) == (1,)
    assert set(of_conversation(memory.view, 1, OWNER)) == {1, far}
    assert of_conversation(memory.view, 1, Scope(agent="other")) == ()


def test_a_chat_of_another_project_begins_nowhere(memory):
    there = Scope(project="there")
    memory.holds(range(1, 3))
    chat(memory, "E1", scope=there)
    memory.add(mention(1, 1, (0, 2), id=-1))
    assert of_conversation(memory.view, 1, Scope(project="here")) == ()


def test_a_retracted_fact_makes_nobody_a_subject(memory):
    memory.holds(range(1, 3), (1, 2, {"expired_at": NOON}))
    chat(memory, "hm")
    memory.add(anchor(1, 1, id=-1))
    assert of_conversation(memory.view, 1, OWNER) == ()


@given(st.lists(NAMED, unique_by=lambda one: one.entity))
def test_each_is_told_once_the_user_last_in_any_order_given(found):
    order = telling(found)
    assert sorted(order) == sorted(one.entity for one in found)
    assert order == telling(found[::-1])
    users = [one.name == ME for number in order for one in found if one.entity == number]
    assert users == sorted(users)
