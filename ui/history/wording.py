"""The acts of the journal in words: `add_alias` becomes "Added a name"."""

from collections.abc import Sequence
from typing import Any

from ui.saying import deed_words
from ui.words import tr, trn

EVERYDAY = frozenset({"say", "start_conversation", "create_note", "save_note"})
"""What the chat and the notes show already, and take back in their own ways."""


def act_text(label: str) -> str:
    """What was done, in the user's language; an act that is not known yet shows its own name."""
    acts = {
        "add_alias": tr("Added a name"),
        "remove_alias": tr("Removed a name"),
        "relate": tr("Added a relation"),
        "add_fact": tr("Added a relation"),
        "end_fact": tr("Ended a relation"),
        "retract_fact": tr("Took back a relation"),
        "edit_fact": tr("Changed a relation"),
        "add_entity": tr("Added to memory"),
        "rename": tr("Renamed"),
        "retype": tr("Changed the type"),
        "describe": tr("Described"),
        "merge": tr("Merged"),
        "split": tr("Made one two"),
        "keep_apart": tr("Kept two apart"),
        "accept_suggestions": tr("Accepted suggestions"),
        "dismiss_suggestions": tr("Dismissed suggestions"),
        "remove_entity": tr("Deleted from memory"),
        "forget_lesson": tr("Forgot what a message taught"),
        "accept_suggestion": tr("Accepted a suggestion"),
        "dismiss_suggestion": tr("Dismissed a suggestion"),
        "rename_conversation": tr("Renamed a chat"),
        "delete_conversation": tr("Deleted a chat"),
        "off_record": tr("Took a chat off the record"),
        "on_record": tr("Put a chat on the record"),
        "delete_note": tr("Deleted a note"),
        "forget_message": tr("Forgot a message for good"),
        "forget_entity": tr("Forgot somebody or something for good"),
        "forget_conversation": tr("Forgot a chat for good"),
        "forget_note": tr("Forgot a note for good"),
        "forget_everything": tr("Forgot everything for good"),
        "store": tr("Stored a record"),
        "declare": tr("Declared names and relations"),
        "withdraw": tr("Took back what was declared"),
    }
    return (acts | _on_categories() | _on_views()).get(label, label.replace("_", " "))


def _on_categories() -> dict[str, str]:
    return {
        "make_category": tr("Made a category"),
        "rename_category": tr("Renamed a category"),
        "describe_category": tr("Described a category"),
        "delete_category": tr("Deleted a category"),
        "merge_categories": tr("Merged categories"),
        "split_category": tr("Made a category two"),
        "gather_categories": tr("Put categories together"),
        "nest_category": tr("Put a category under another"),
        "move_entity": tr("Moved to another category"),
        "put_in_category": tr("Put in a category"),
        "take_out_of_category": tr("Took out of a category"),
        "rebuild_categories": tr("Sorted everything anew"),
    }


def _on_views() -> dict[str, str]:
    return {
        "save_view": tr("Saved a view"),
        "rename_view": tr("Renamed a view"),
        "replace_view": tr("Changed a view"),
        "delete_view": tr("Deleted a view"),
    }


def deed_text(entry: Any) -> str:
    """One step with what it was done to."""
    words = act_text(entry.label)
    if not entry.subject:
        return words
    # The words of a record are anybody's, and no fact as the journal writes one.
    subject = entry.subject if entry.label == "store" else deed_words(entry.subject)
    return tr("{act}: {subject}", act=words, subject=subject)


_NAMED = 3


def blocked_text(blockers: Sequence[Any]) -> str:
    """Why a step cannot be undone by itself: what rests on it."""
    if not blockers:
        return tr("What was learned since rests on this step. It cannot be undone by itself.")
    named = [f"“{deed_text(entry)}”" for entry in blockers[:_NAMED]]
    if len(blockers) > _NAMED:
        named.append(trn("{count} more", "{count} more", len(blockers) - _NAMED))
    return tr("Undo first what rests on it: {deeds}", deeds=", ".join(named))
