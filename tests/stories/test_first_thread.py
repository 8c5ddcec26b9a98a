"""Write, learn, recall, see: the whole line on real parts."""

from datetime import date, datetime

from app.domain.clock import WorldTime
from app.services import chat, edits, history, memories, notes, search
from tests.stories.conftest import Person

TODAY = date(2026, 3, 10)


def facts(turn) -> set[tuple[str, bool]]:
    return {(chip.fact.predicate, chip.ends) for chip in turn.chips}


def test_a_fact_is_learned_and_answered_with_the_very_words(person: Person):
    turn = person.says("My sister Alice works at Acme.")
    assert ("works_at", False) in facts(turn)
    answered = person.asks("Where does Alice work?")
    assert "Acme" in answered.text
    assert answered.citations
    cited = answered.citations[0]
    assert cited.episode == turn.episode.id
    assert f"[{cited.number}]" in answered.text


def test_a_move_ends_the_earlier_home_and_keeps_it_in_history(person: Person):
    person.says("今は岡山に住んでます。", datetime.fromisoformat("2025-05-10T12:00:00+09:00"))
    person.says("先月、松江に引っ越しました。", datetime.fromisoformat("2026-03-14T12:00:00+09:00"))
    me = memories.me(person.desk)
    assert me is not None
    page = memories.page(person.desk, me.id, date(2026, 3, 14))
    homes = {view.object: view.current for view in page.facts if view.fact.predicate == "lives_in"}
    assert homes == {"岡山": False, "松江": True}
    assert "松江" in person.asks("どこに住んでる？").text


def test_a_question_and_an_answer_teach_nothing(person: Person):
    person.says("My brother Nils lives in Oslo.")
    before = person.desk.view.facts.count(person.desk.scope)
    answered = person.asks("Does Nils live in Bergen?")
    chat.keep_answer(person.desk, person.home, answered)
    person.waits()
    assert person.desk.view.facts.count(person.desk.scope) == before


def test_memory_says_when_it_holds_nothing(person: Person):
    person.says("The bakery opens at seven.")
    answered = person.asks("Who won the chess tournament in Reykjavik?")
    assert answered.recollection.nothing
    assert not answered.citations


def test_what_was_learned_can_be_taken_back_and_brought_again(person: Person):
    turn = person.says("My friend Wim lives in Nagoya.")
    fact = next(chip.fact for chip in turn.chips if chip.fact.predicate == "lives_in")
    edits.retract_fact(person.desk, fact.id)
    assert "Nagoya" not in {v.object for v in memories.learned_from(person.desk, turn.episode.id, TODAY) if v.current}
    history.undo(person.desk)
    assert "Nagoya" in {v.object for v in memories.learned_from(person.desk, turn.episode.id, TODAY) if v.current}
    history.redo(person.desk)
    assert "Nagoya" not in {v.object for v in memories.learned_from(person.desk, turn.episode.id, TODAY) if v.current}


def test_an_end_by_hand_shows_in_the_past_tense(person: Person):
    person.says("Alice works at Acme.")
    alice = memories.listed(person.desk, "Alice").entities[0]
    fact = memories.page(person.desk, alice.id, TODAY).facts[0].fact
    edits.end_fact(person.desk, fact.id, WorldTime("2026-04-01"))
    assert memories.page(person.desk, alice.id, date(2026, 3, 31)).facts[0].current
    assert not memories.page(person.desk, alice.id, date(2026, 4, 1)).facts[0].current


def test_an_edited_passage_replaces_what_the_old_one_taught(person: Person):
    note = notes.create(person.desk, "People")
    notes.save(person.desk, note.id, "People", "Tobias plays the theremin.\n\nAlice works at Acme.")
    notes.settle(person.desk, note.id)
    person.waits()
    notes.save(person.desk, note.id, "People", "Tobias plays the cello.\n\nAlice works at Acme.")
    notes.settle(person.desk, note.id)
    person.waits()
    tobias = memories.listed(person.desk, "Tobias").entities[0]
    played = {v.object for v in memories.page(person.desk, tobias.id, TODAY).facts if v.fact.predicate == "plays"}
    assert played == {"cello"}
    alice = memories.listed(person.desk, "Alice").entities[0]
    assert any(v.object == "Acme" for v in memories.page(person.desk, alice.id, TODAY).facts)


def test_a_secret_stays_in_the_message_and_nowhere_else(person: Person):
    secret = "mochi-8841-Tsuki"
    turn = person.says(f"うちのWi-Fiのパスワードを {secret} に変えた。ルーターはArcherを使ってる。")
    assert secret in turn.episode.text
    assert not any(secret in chip.fact.fact for chip in turn.chips)
    assert not search.search(person.desk, secret).episodes
    assert not any(secret in entity.name for entity in memories.listed(person.desk).entities)


def test_everything_is_there_after_a_restart(person: Person, tmp_path):
    person.says("Alice works at Acme.")
    person.leaves()
    again = Person(tmp_path / "profile")
    try:
        assert "Acme" in again.asks("Where does Alice work?").text
    finally:
        again.leaves()
        person.workspace = again.workspace
        person.leaves = lambda: None  # type: ignore[method-assign]
