from app.services import chat, learning
from tests.stories.conftest import NOON, Person


def test_a_failure_waits_for_three_tries_and_then_for_the_user(person: Person):
    episode = chat.say(person.desk, person.home, "Alice works at Acme.", NOON)
    for attempt in range(1, learning.MAX_ATTEMPTS + 1):
        found = learning.fail(person.desk, episode.id, "The model is missing.")
        assert found is not None
        assert found.attempts == attempt
    assert found.state == "failed"
    assert found.learn_error == "The model is missing."
    assert learning.pending(person.desk) == []
    learning.retry(person.desk, episode.id)
    assert learning.pending(person.desk) == [episode.id]
    person.waits()
    turn = chat.turn(person.desk, episode.id)
    assert turn is not None
    assert turn.chips


def test_what_was_learned_is_not_learned_again(person: Person):
    episode = person.says("Alice works at Acme.").episode
    assert learning.think(person.desk, episode.id) is None
    learning.retry(person.desk, episode.id)
    person.waits()
    assert person.desk.view.facts.count(person.desk.scope) == 1


def test_an_episode_that_is_gone_is_nothing_to_learn(person: Person):
    episode = chat.say(person.desk, person.home, "Alice works at Acme.", NOON)
    chat.delete(person.desk, person.home)
    assert learning.think(person.desk, episode.id) is None
    assert learning.fail(person.desk, episode.id, "gone") is None
    assert learning.learn_now(person.desk, episode.id) is None
