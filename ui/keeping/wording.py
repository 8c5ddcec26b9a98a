"""What the dialogs say: what is named, what goes with it, what stays."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ui.saying import named
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.forgetting import Going, Phase


def question(going: "Going") -> str:
    """The question at the head."""
    return {
        "message": tr("Forget this message for good?"),
        "entity": tr("Forget {name} for good?", name=going.title),
        "conversation": tr("Forget this chat for good?"),
        "note": tr("Forget this note for good?"),
        "deleted": tr("Forget what was deleted or changed?"),
        "everything": tr("Forget everything for good?"),
    }[going.what.kind]


def explanation(kind: str) -> str:
    """How it differs from deleting."""
    if kind == "entity":
        return tr(
            "Every message and passage that names it goes as well. To keep your words, choose “Delete from memory” "
            "instead: that can be undone. This cannot."
        )
    if kind == "deleted":
        return tr("A copy is kept of what you delete or change, so that you can undo it. These copies go now.")
    if kind == "everything":
        return tr("All chats, notes and all that was learned go. Settings stay. This cannot be undone.")
    return tr("Deleting keeps a copy, so that it can be undone. Forgetting keeps none, and cannot be undone.")


def goes(going: "Going") -> str:
    """What goes, a heading and lines for each kind."""
    return "\n\n".join(_parts(going)) or tr("Nothing else goes with it.")


def _parts(going: "Going") -> Iterator[str]:
    counts = (
        (going.chat_count, trn("{count} chat", "{count} chats", going.chat_count), ()),
        (going.note_count, trn("{count} note", "{count} notes", going.note_count), ()),
        (going.message_count, _messages(going.message_count), going.words),
        (going.answer_count, _answers(going.answer_count), going.answers),
        (going.fact_count, _facts(going.fact_count), going.facts),
        (going.entity_count, _entities(going.entity_count), tuple(map(named, going.entities))),
        (len(going.names), trn("{count} other name", "{count} other names", len(going.names)), going.names),
        (going.undo_steps, _steps(going.undo_steps), ()),
    )
    for count, heading, lines in counts:
        if count:
            more = [tr("… and {count} more", count=f"{count - len(lines):,}")] if lines and count > len(lines) else []
            yield "\n".join([heading, *(f"  • {line}" for line in lines), *more])


def _messages(count: int) -> str:
    return trn("{count} message or passage", "{count} messages and passages", count)


def _answers(count: int) -> str:
    return trn(
        "{count} answer that was given to it, cites it or repeats it",
        "{count} answers that were given to it, cite it or repeat it",
        count,
    )


def _facts(count: int) -> str:
    return trn("{count} relation known from nothing else", "{count} relations known from nothing else", count)


def _entities(count: int) -> str:
    return trn(
        "{count} person or thing known from nothing else", "{count} people and things known from nothing else", count
    )


def _steps(count: int) -> str:
    return trn("{count} change that could be undone", "{count} changes that could be undone", count)


def stays(going: "Going") -> str:
    """What stays although it rested on the same words."""
    if not going.kept_facts:
        return ""
    return trn(
        "{count} relation stays, because other words say it too.",
        "{count} relations stay, because other words say them too.",
        going.kept_facts,
    )


def copies(going: "Going") -> str:
    """The choice about backups."""
    return trn(
        "Also remove {count} backup made before, which still holds it",
        "Also remove {count} backups made before, which still hold it",
        going.backups,
    )


def outcome(clean: bool, backups_left: int) -> str:
    """The sentence at the end."""
    if not clean:
        return tr("It is out of memory. Some files are still in use; they are cleared at the next start.")
    if backups_left:
        return tr("It is forgotten. Only the backups made before still hold it.")
    return tr("It is forgotten. No file of this profile holds it any more.")


def phase(at: "Phase") -> str:
    """What is being done."""
    return {
        "memory": tr("Taking it out of memory…"),
        "index": tr("Clearing the search indexes…"),
        "files": tr("Clearing the files…"),
    }[at.name]
