"""What the questions have done on the lanes, which import the services: the window does not wait for them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.domain.ids import EntityId, SuggestionId

if TYPE_CHECKING:
    from app.services.sides import Side
    from app.services.suggestions import Answered, Asked
    from app.services.workspace import ReadDesk, WriteDesk

    Contexts = dict[EntityId, Side]

SHOWN = 500
"""Questions that are listed; more are counted."""


def read_waiting(desk: "ReadDesk") -> "tuple[list[Asked], int]":
    """What waits for the person's word, and how much in all."""
    from app.services import suggestions

    return suggestions.waiting(desk, SHOWN), suggestions.count(desk)


def read_contexts(asked: "Asked", desk: "ReadDesk") -> "tuple[SuggestionId, Contexts]":
    """What is known of each side of a question, and where it is named."""
    from app.services import suggestions

    return asked.suggestion.id, suggestions.contexts(desk, asked)


def accept(number: SuggestionId, choice: int | None, desk: "WriteDesk") -> object:
    """Do what one suggests."""
    from app.services import suggestions

    return suggestions.accept(desk, number, choice)


def accept_changed(number: SuggestionId, claim: tuple[str, str, str], desk: "WriteDesk") -> object:
    """Keep a claim in other words: subject, predicate, object."""
    from app.services import suggestions

    return suggestions.accept(desk, number, claim=suggestions.Claim(*claim))


def dismiss(number: SuggestionId, never: bool, desk: "WriteDesk") -> object:
    """Wave one away."""
    from app.services import suggestions

    return suggestions.dismiss(desk, number, never)


def accept_all(numbers: Sequence[SuggestionId], desk: "WriteDesk") -> "Answered":
    """Do what several suggest, as one step of undo."""
    from app.services import suggestions

    return suggestions.accept_all(desk, numbers)


def dismiss_all(numbers: Sequence[SuggestionId], never: bool, desk: "WriteDesk") -> "Answered":
    """Wave several away, as one step of undo."""
    from app.services import suggestions

    return suggestions.dismiss_all(desk, numbers, never)
