"""An answer that is ready after its words were forgotten is not kept: it would bring them back."""

import pytest

from app.domain.errors import BadInput
from app.domain.ids import EpisodeId
from app.services import chat, forgetting
from app.services.forgetting import What
from tests.stories.conftest import Person


@pytest.fixture
def person(tmp_path):
    someone = Person(tmp_path / "profile")
    yield someone
    someone.leaves()


def forget(person: Person, episode: int) -> None:
    for _ in forgetting.forget(person.desk, What("message", episode)):
        pass


def kept_words(person: Person) -> str:
    rows = person.desk.view.episodes.of_conversation(person.home, person.desk.scope, limit=100)
    return " ".join(row.text for row in rows)


@pytest.mark.parametrize("text", ["Vrendo lives in Kalmor.", "ヴレンドはカルモアに住んでいます。"])
def test_the_source_of_an_answer_is_forgotten_while_it_is_made(person, text):
    source = person.says(text).episode
    answered = person.asks("Where does Vrendo live?" if text.isascii() else "ヴレンドはどこに住んでいる？")
    assert answered.citations
    forget(person, source.id)
    with pytest.raises(BadInput, match="rests on"):
        chat.keep_answer(person.desk, person.home, answered)
    assert "Kalmor" not in kept_words(person) and "カルモア" not in kept_words(person)


def test_the_question_is_forgotten_while_it_is_answered(person):
    person.says("Vrendo lives in Kalmor.")
    answered = person.asks("Where does Vrendo live?")
    forget(person, answered.question)
    with pytest.raises(BadInput, match="rests on"):
        chat.keep_answer(person.desk, person.home, answered)


def test_what_has_nothing_to_do_with_it_may_go(person):
    other = person.says("Quixly bought a boat.").episode
    person.says("Vrendo lives in Kalmor.")
    answered = person.asks("Where does Vrendo live?")
    if EpisodeId(other.id) not in {hit.episode.id for hit in answered.recollection.episodes}:
        forget(person, other.id)
    assert "Kalmor" in chat.keep_answer(person.desk, person.home, answered).text
