import numpy as np
import pytest

from app.domain.ids import EpisodeId
from app.domain.question import Question
from app.memory.recall.classify import classify
from app.memory.recall.features import COLUMNS, named_share, places, question_share, speakers_meant, table
from app.memory.recall.relating import Named
from app.memory.recall.system1 import Finds, Pool
from app.storage.entities import NameMatch
from tests.builders import NOON, entity, episode


def asked(text):
    return classify(Question(text, NOON))


def named(text, *others):
    owner = entity(text, id=7)
    words = {EpisodeId(number): 1.0 for number in range(1, 9)}
    return Finds(named=Named((NameMatch(owner, "name", text),), {owner.id: others}), words=words)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Where is it?", 1),
        ("It is in the tin.", 0),
        ("It is here. Is it?", pytest.approx(7 / 18)),
        ("どこですか。", 1),
        ("缶の中にあります。", 0),
        ("", 0),
    ],
)
def test_how_much_of_a_text_asks(text, share):
    assert question_share(text) == share


def test_turns_of_the_one_speaker_who_is_meant_count():
    turns = [episode(speaker="Ann"), episode(speaker="Bo"), episode()]
    assert speakers_meant(asked("What did Ann buy?"), turns) == [1, 0, 0]
    assert speakers_meant(asked("What did Ann and Bo buy?"), turns) == [0, 0, 0]
    assert speakers_meant(asked("Which annual fee is due?"), turns) == [0, 0, 0]


def test_a_name_is_found_under_any_of_its_names_and_glued_to_kana():
    finds = named("Spotify", "スポティファイ")
    texts = ["Spotifyは解約した", "スポティファイを聴く", "Spotifyer", "nothing"]
    assert named_share(finds, [episode(text) for text in texts]) == [1, 1, 0, 0]


def test_those_who_speak_are_not_looked_for_in_what_they_say():
    assert named_share(named("Ann"), [episode("Ann!", speaker="Bo"), episode("yes", speaker="Ann")]) == [0, 0]


def test_neighbours_and_sessions_have_their_places_in_the_pool():
    turns = tuple(episode(id=number, session=session) for number, session in ((3, 1), (4, 1), (9, 2)))
    where = places(
        Pool(turns, before={EpisodeId(4): EpisodeId(3), EpisodeId(9): EpisodeId(8)}, after={EpisodeId(3): EpisodeId(4)})
    )
    assert (where.before, where.after, where.session) == ((-1, 0, -1), (1, -1, -1), (0, 0, 1))


def test_words_are_counted_against_the_best_find_and_lent_to_neighbours():
    turns = (episode("a", id=1), episode("b", id=2))
    pool = Pool(turns, before={EpisodeId(2): EpisodeId(1)}, after={EpisodeId(1): EpisodeId(2)})
    made = table(asked("what"), Finds(words={EpisodeId(1): 8.0, EpisodeId(2): 2.0}), pool, [])
    assert made.column("words").tolist() == [1, 0.25]
    assert made.column("words_before").tolist() == [0, 1]
    assert made.column("words_session").tolist() == [1, 1]


def test_what_follows_a_question_is_an_answer():
    turns = (episode("Where is it?", id=1), episode("In the tin.", id=2))
    pool = Pool(turns, before={EpisodeId(2): EpisodeId(1)})
    assert table(asked("where"), Finds(), pool, []).column("answers").tolist() == [0, 1]


def test_an_empty_pool_has_a_table():
    assert table(asked("where"), Finds(), Pool(), []).rows.shape == (0, len(COLUMNS))


def test_every_signal_is_a_number():
    made = table(asked("When did Ann go?"), named("Ann"), Pool((episode("yesterday"), episode("Ann", id=2))), [])
    assert np.isfinite(made.rows).all()
    assert made.column("dated").tolist() == [1, 0]
