"""After forgetting, the words are in no file of the profile: tables, journal, free pages, index, vectors, log."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.errors import BadInput
from app.domain.plan import Author
from app.domain.scope import EVERYONE
from app.services import chat, edits, forgetting, history, learning, notes
from app.services.forgetting import Going, What
from app.services.workspace import Workspace, WriteDesk
from app.storage.backup import backups, make_backup
from tests import builders as build
from tests.app.storage.acts import write
from tests.app.storage.dumps import faults
from tests.fakes import HashingEncoder, ScriptedExtractor


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path / "profile")
    made.encoder = HashingEncoder()  # type: ignore[assignment]
    yield made
    made.close()


@pytest.fixture
def desk(workspace: Workspace) -> Iterator[WriteDesk]:
    made = workspace.write_desk()
    yield made
    made.close()


def read(desk: WriteDesk, *readings: build.Reading) -> None:
    """Let the next turns be understood so."""
    script = {one.text: one.draft for one in readings}
    desk.workspace.extractor = lambda: ScriptedExtractor(script)  # type: ignore[method-assign,assignment,return-value]


def learn(desk: WriteDesk) -> None:
    for episode in learning.pending(desk):
        learning.learn_now(desk, episode)
    list(desk.catch_up())


def forget(desk: WriteDesk, kind: str, id: int = 0, **rest) -> Going:
    what = What(kind, id)  # type: ignore[arg-type]
    going = forgetting.preview(desk, what)
    list(forgetting.forget(desk, what, **rest))
    return going


def where(desk: WriteDesk, *words: str) -> list[str]:
    """Files that hold one of the words, in any case, in UTF-8 or UTF-16."""
    found = []
    for file in desk.workspace.profile.folder.rglob("*"):
        if file.is_file():
            data = file.read_bytes().lower()
            for word in words:
                forms = {word.casefold().encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")}
                found += [f"{file.name}: {word}" for form in forms if form in data]
    return found


def sound(desk: WriteDesk) -> bool:
    connection = desk.store._connection
    stray = connection.execute(
        "SELECT count(*) FROM facts WHERE declared_by = 'extractor' AND id NOT IN (SELECT fact FROM anchors)"
    ).fetchone()
    return not faults(connection) and stray == (0,) and not forgetting.owed(desk)


def test_a_message_goes_with_all_that_rests_on_it_alone(desk: WriteDesk):
    first, second = "My cousin Quillfeather lives in Zanzibarika.", "Alice lives in Oslo."
    read(
        desk,
        build.Reading(first)
        .entity("Quillfeather")
        .entity("Zanzibarika", "place")
        .fact("Quillfeather", "lives_in", "Zanzibarika"),
        build.Reading(second).entity("Alice").entity("Oslo", "place").fact("Alice", "lives_in", "Oslo"),
    )
    home = chat.start(desk)
    gone = chat.say(desk, home.id, first)
    chat.say(desk, home.id, second)
    learn(desk)
    assert where(desk, "quillfeather")
    going = forget(desk, "message", gone.id)
    assert (going.message_count, going.fact_count) == (1, 1)
    assert set(going.entities) == {"Zanzibarika", "Quillfeather"}
    assert desk.view.conversations.one(home.id, desk.scope).title == ""
    assert desk.view.episodes.count(EVERYONE) == 1
    assert sound(desk)
    assert not where(desk, "zanzibarika", "quillfeather")
    assert [row.fact for row in desk.view.facts.page(desk.scope, 0, 9)] == [second]


def test_answers_that_cite_or_repeat_it_go_with_it(desk: WriteDesk):
    home, other = chat.start(desk).id, chat.start(desk).id
    gone = chat.say(desk, home, "the vault code is 7731-xylophone")
    asked = chat.say(desk, other, "what was that code again?")
    said = [
        build.episode("It is 7731-xylophone.", -3, role="assistant", state="not_ours"),
        build.episode("Nothing of the kind.", -3, role="assistant", state="not_ours"),
    ]
    kept = [chat._store(desk, replace(one, conversation=other), Author("model", "m")) for one in said]
    list(desk.catch_up())
    going = forget(desk, "message", gone.id)
    assert going.answers == ("It is 7731-xylophone.",)
    assert desk.view.episodes.get([gone.id, asked.id, *(one.id for one in kept)], desk.scope).keys() == {
        asked.id,
        kept[1].id,
    }
    assert not where(desk, "7731", "xylophone")


def test_a_fact_that_others_state_too_stays_in_their_words(desk: WriteDesk):
    first, second = "Alice lives in Oslo, says Brunhildegard.", "Alice lives in Oslo."
    read(
        desk,
        *(
            build.Reading(one).entity("Alice").entity("Oslo", "place").fact("Alice", "lives_in", "Oslo")
            for one in (first, second)
        ),
    )
    home = chat.start(desk).id
    gone = chat.say(desk, home, first)
    chat.say(desk, home, second)
    learn(desk)
    going = forget(desk, "message", gone.id)
    assert (going.fact_count, going.kept_facts) == (0, 1)
    assert [row.fact for row in desk.view.facts.page(desk.scope, 0, 9)] == [second]
    assert sound(desk)
    assert not where(desk, "brunhildegard")


def test_a_passage_is_cut_out_of_its_note(desk: WriteDesk):
    note = notes.create(desk, "Walks")
    text = "# Walks\n\nThe hidden spring is at Glimmerbrook.\n\nBring water."
    notes.save(desk, note.id, "The hidden spring", text)
    passage = notes.settle(desk, note.id)[0]
    learn(desk)
    forget(desk, "message", passage)
    assert notes.opened(desk, note.id).text == "Bring water."
    assert notes.settle(desk, note.id) == []
    assert not where(desk, "glimmerbrook")


def test_an_entity_goes_with_the_words_that_name_it(desk: WriteDesk):
    first, second = "Met 鈴音花江 at the Grumblewick fair.", "Alice paints."
    read(desk, build.Reading(first).entity("鈴音花江"), build.Reading(second).entity("Alice"))
    home = chat.start(desk).id
    chat.say(desk, home, second)
    chat.say(desk, home, first)
    secret = chat.start(desk, off_record=True).id
    chat.say(desk, secret, "鈴音花江 again")
    note = notes.create(desk, "鈴音花江")
    learn(desk)
    who = desk.view.entities.by_key(["鈴音花江"], desk.scope)["鈴音花江"][0].entity
    edits.rename(desk, who.id, "Hanaé")
    edits.rename(desk, who.id, "鈴音花江")
    write(desk.store, build.entity("Alice's friends", "concept", id=90, tag="with 鈴音花江"))
    going = forget(desk, "entity", who.id)
    assert going.message_count == 2
    assert notes.opened(desk, note.id).title == ""
    assert desk.view.entities.one(90, desk.scope).tag == ""
    assert sound(desk)
    assert not where(desk, "鈴音花江", "Hanaé", "grumblewick")
    assert desk.view.entities.by_key(["alice"], desk.scope)


def test_a_chat_and_what_undo_knew_of_it(desk: WriteDesk):
    home = chat.start(desk).id
    chat.say(desk, home, "The Wobblethorpe affair")
    chat.rename(desk, home, "Wobblethorpe, at length")
    chat.rename(desk, home, "Another title")
    list(desk.catch_up())
    forget(desk, "conversation", home)
    assert not where(desk, "wobblethorpe")
    assert chat.conversations(desk) == []
    assert history.undo(desk) is None
    assert sound(desk)


def test_a_note_with_its_earlier_versions(desk: WriteDesk):
    note = notes.create(desk)
    for text in ("First Snorkelbury.", "Then Fizzlewhack.", "Now plain."):
        notes.save(desk, note.id, text[:8], text)
        notes.settle(desk, note.id)
        learn(desk)
    forget(desk, "note", note.id)
    assert not where(desk, "snorkelbury", "fizzlewhack", "now plain")
    assert sound(desk)


def test_what_was_deleted_can_be_forgotten_too(desk: WriteDesk):
    home = chat.start(desk).id
    chat.say(desk, home, "The Wobblethorpe affair")
    chat.delete(desk, home)
    assert where(desk, "wobblethorpe")
    assert forgetting.preview(desk, What("deleted")).undo_steps == 1
    forget(desk, "deleted")
    assert not where(desk, "wobblethorpe")
    assert history.undo(desk) is None


def test_everything(desk: WriteDesk):
    read(desk, build.Reading("Alice owns Wobblethorpe.").entity("Alice").entity("Wobblethorpe", "thing"))
    home = chat.start(desk).id
    chat.say(desk, home, "Alice owns Wobblethorpe.")
    notes.save(desk, notes.create(desk).id, "Wobblethorpe", "Wobblethorpe in a note")
    learn(desk)
    make_backup(desk.store._connection, desk.workspace.profile.backups, "test")
    going = forget(desk, "everything", with_backups=True)
    assert (going.message_count, going.chat_count, going.note_count, going.backups) == (1, 1, 1, 1)
    assert not where(desk, "wobblethorpe", "alice")
    assert sound(desk)
    later = chat.say(desk, chat.start(desk).id, "A new beginning")
    assert later.id > 1
    list(desk.catch_up())
    assert len(desk.workspace.text) == 1


def test_backups_stay_unless_asked(desk: WriteDesk):
    gone = chat.say(desk, chat.start(desk).id, "The Wobblethorpe affair")
    folder = desk.workspace.profile.backups
    make_backup(desk.store._connection, folder, "before")
    assert forget(desk, "message", gone.id).backups == 1
    assert {found.split(":")[0] for found in where(desk, "wobblethorpe")} == {backups(folder)[0].name}
    make_backup(desk.store._connection, folder, "after")
    assert b"wobblethorpe" not in backups(folder)[0].read_bytes().lower()


def test_broken_off_it_is_finished_later(desk: WriteDesk):
    gone = chat.say(desk, chat.start(desk).id, "The Wobblethorpe affair")
    list(desk.catch_up())
    work = forgetting.forget(desk, What("message", gone.id))
    while desk.view.episodes.one(gone.id, desk.scope):
        next(work)
    work.close()
    assert forgetting.owed(desk)
    list(forgetting.finish(desk))
    assert not where(desk, "wobblethorpe")
    assert not forgetting.owed(desk)


def test_what_cannot_be_forgotten_says_so(desk: WriteDesk):
    write(desk.store, build.me(7))
    for what in (What("message", 99), What("entity", 99), What("entity", 7), What("conversation", 9), What("note", 9)):
        with pytest.raises(BadInput):
            forgetting.preview(desk, what)
