"""Notes keep their words apart: undo, saving, and what is learned."""

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QTextCursor
from shiboken6 import isValid

from app.domain.clock import now
from app.domain.episode import Note
from app.domain.errors import StorageFull
from app.domain.ids import NoteId
from ui.changes import Changes
from ui.notes.documents import Documents, first_line
from ui.notes.editor import NoteEditor
from ui.notes.page import NotesPage


class Lane:
    """Takes jobs and answers when told to."""

    def __init__(self) -> None:
        self.jobs: list[Any] = []

    def write(self, job: Any, done: Any = None, failed: Any = None, **rest: Any) -> None:
        self.jobs.append(SimpleNamespace(job=job, done=done, failed=failed))

    read = write


def note(id: int, text: str, title: str = "") -> Note:
    moment = now()
    return Note(NoteId(id), title or first_line(text), text, moment, moment)


@pytest.fixture
def lane() -> Lane:
    return Lane()


@pytest.fixture
def documents(qapp: Any, lane: Lane) -> Documents:
    return Documents(lane)  # type: ignore[arg-type]


@pytest.fixture
def editor(qtbot: Any) -> NoteEditor:
    made = NoteEditor()
    qtbot.addWidget(made)
    return made


def _kept(job: Any) -> tuple[str, str]:
    """Title and text that a saving job carries."""
    _, title, text = job.job.args
    return title, text


def test_undo_in_one_note_never_reaches_into_another(qtbot: Any, documents: Documents, editor: NoteEditor) -> None:
    first, second = documents.open(note(1, "alpha")), documents.open(note(2, "beta"))
    editor.show_paper(first)
    qtbot.keyClicks(editor, "typed in A ")
    editor.show_paper(second)
    for _ in range(5):
        qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert second.document.toPlainText() == "beta"
    assert first.document.toPlainText() == "typed in A alpha"
    editor.show_paper(first)
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert first.document.toPlainText() == "alpha"


def test_opening_a_note_leaves_nothing_to_undo_and_nothing_to_save(documents: Documents, lane: Lane) -> None:
    paper = documents.open(note(1, "as stored\n\nwith two parts"))
    assert not paper.document.isUndoAvailable()
    documents.save_all()
    assert lane.jobs == []


def test_typing_is_saved_after_a_pause(qtbot: Any, documents: Documents, lane: Lane, editor: NoteEditor) -> None:
    editor.show_paper(documents.open(note(1, "")))
    qtbot.keyClicks(editor, "Minutes")
    qtbot.waitUntil(lambda: len(lane.jobs) == 1, timeout=3000)
    assert _kept(lane.jobs[0]) == ("Minutes", "Minutes")


def test_words_typed_while_saving_are_saved_too(documents: Documents, lane: Lane) -> None:
    paper = documents.open(note(1, "one"))
    paper.document.setPlainText("one two")
    documents.save_all()
    paper.document.setPlainText("one two three")
    documents.save_all()
    assert len(lane.jobs) == 1
    lane.jobs[0].done(note(1, "one two"))
    documents.save_all()
    assert _kept(lane.jobs[1])[1] == "one two three"


def test_a_full_disk_loses_nothing(documents: Documents, lane: Lane) -> None:
    refused: list[object] = []
    documents.refused.connect(lambda id, error: refused.append(error))
    paper = documents.open(note(1, "one"))
    paper.document.setPlainText("one two")
    documents.save_all()
    lane.jobs[0].failed(StorageFull())
    assert isinstance(refused[0], StorageFull)
    documents.save_all()
    assert _kept(lane.jobs[1])[1] == "one two"


def test_a_version_from_elsewhere_can_be_undone_by_typing_undo(documents: Documents) -> None:
    paper = documents.open(note(1, "mine"))
    paper.replace(note(1, "theirs"))
    assert paper.document.toPlainText() == "theirs"
    paper.document.undo()
    assert paper.document.toPlainText() == "mine"


def test_unsaved_words_win_over_what_is_read_again(documents: Documents) -> None:
    paper = documents.open(note(1, "stored"))
    paper.document.setPlainText("typed and not saved")
    assert documents.open(note(1, "stored")).document.toPlainText() == "typed and not saved"


def test_a_title_follows_the_first_line_until_one_is_typed(documents: Documents) -> None:
    paper = documents.open(note(1, "# Kickoff\n\nwords"))
    assert paper.now()[0] == "Kickoff"
    paper.document.setPlainText("# Kickoff, second part")
    assert paper.now()[0] == "Kickoff, second part"
    documents.retitle(paper, "Plan")
    assert paper.now()[0] == "Plan"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("\n\n## 次の会議\nx", "次の会議"),
        ("- [ ] call Mia", "[ ] call Mia"),
        ("> quoted", "quoted"),
        ("x" * 100, "x" * 59 + "…"),
    ],
)
def test_first_line(text: str, title: str) -> None:
    assert first_line(text) == title


def test_secrets_are_covered_until_the_cursor_comes(qtbot: Any, documents: Documents, editor: NoteEditor) -> None:
    from ui import theme

    text = "hello\nThe wifi password is hunter2-Correct9"
    paper = documents.open(note(1, text))
    editor.show_paper(paper)

    def covered() -> bool:
        block = paper.document.findBlockByNumber(1)
        return any(part.format.background().color() == theme.color("faint") for part in block.layout().formats())

    qtbot.waitUntil(covered)
    cursor = editor.textCursor()
    cursor.setPosition(len("hello\nThe"))
    editor.setTextCursor(cursor)
    assert not covered()
    cursor.setPosition(0)
    editor.setTextCursor(cursor)
    qtbot.waitUntil(covered)


def test_many_pasted_lines_are_styled_a_little_at_a_time(qtbot: Any, documents: Documents, editor: NoteEditor) -> None:
    editor.show_paper(documents.open(note(1, "# Log")))
    qtbot.wait(1)  # Qt styles a new document once by itself
    editor.moveCursor(QTextCursor.MoveOperation.End)
    pasted = QMimeData()
    pasted.setText("\n" + "\n".join(f"- entry {number}" for number in range(3_000)))
    editor.insertFromMimeData(pasted)
    assert not styled(editor, 3_000), "all of them at once would hold the window up"
    lines = QTextCursor(editor.document().findBlockByNumber(1))
    lines.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor, 20)
    lines.removeSelectedText()
    qtbot.waitUntil(lambda: styled(editor, 2_980))
    assert all(styled(editor, line) for line in range(2_981))


def styled(editor: NoteEditor, line: int) -> bool:
    return bool(editor.document().findBlockByNumber(line).layout().formats())


def test_a_million_characters_in_one_line_open_in_time(editor: NoteEditor, documents: Documents) -> None:
    import time

    begun = time.process_time()
    editor.show_paper(documents.open(note(1, "x" * 1_000_000)))
    editor.grab()
    assert time.process_time() - begun < 6  # quadratic time would be minutes


def test_marks_stand_beside_the_passages_that_taught(editor: NoteEditor, documents: Documents) -> None:
    text = "First passage.\n\nSecond passage.\n\nSecond passage."
    editor.show_paper(documents.open(note(1, text)))
    editor.show_marks(["First passage.", "Second passage."])
    assert editor.marks == ((0, 0), (1, 16))
    editor.show_marks(["First passage.\nJoined across a blank line."])
    assert editor.marks == ((0, 0),)
    editor.show_marks(["gone"])
    assert editor.marks == ()


def test_the_editor_lets_go_of_a_note_that_goes(qapp: Any, documents: Documents, editor: NoteEditor) -> None:
    documents.leaving.connect(editor.let_go)
    gone = documents.open(note(1, "Buy tea."))
    editor.show_paper(gone)
    documents.forget(NoteId(1))
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(gone)
    assert (isValid(editor.document()), editor.toPlainText()) == (True, "")
    editor.show_paper(documents.open(note(2, "Buy rice.")))
    assert editor.toPlainText() == "Buy rice."


def test_a_note_that_is_deleted_while_it_is_shown_leaves_its_page_without_it(qtbot: Any, lane: Lane) -> None:
    page = NotesPage(lane, Changes())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page._show(note(1, "Buy tea."))
    page.close_note(NoteId(1))
    assert page.editor.toPlainText() == ""
