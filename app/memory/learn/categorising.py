"""A model proposes categories: one call for a batch, with the things and the categories there are as numbered data.

It only proposes; what comes of it is checked where categories are made. No number of the store is shown or believed:
the model sees its own, from 1, and one that it was not shown counts for nothing.
"""

from collections.abc import Sequence
from typing import Any

from app.domain.draft import Language
from app.domain.entity import DeclaredBy
from app.domain.ids import CategoryId
from app.domain.secret import mask
from app.domain.text import clean
from app.inference.protocols import Allowance, Message, Schema, StructuredModel
from app.memory.learn.categorise import MODEL_BATCH, KnownCategory, Proposal, Sortable, Sorting
from app.memory.learn.form import TEXT, closed, listing
from app.memory.prompts import fenced, prompt

MOST_KNOWN = 150
"""Categories of the layer that a model is shown."""
_LINE = 300
_NAMES = 5
_INTEGER = {"type": "integer"}
_FORM: Schema = closed(
    categories=listing(closed(category=_INTEGER, name=TEXT, tag=TEXT, summary=TEXT, members=listing(_INTEGER)))
)
_WHAT = {
    "en": ("people, organizations, places, things, events and concepts", "categories of a lower layer"),
    "ja": ("人・組織・場所・物・出来事・概念", "下の階層のカテゴリー"),
}
_NONE = {"en": "(none)", "ja": "（なし）"}


class ModelCategoriser:
    """Puts at most `batch` things a call under categories. `allowance` is what one run of sorting may spend."""

    by: DeclaredBy = "model"
    batch: int = MODEL_BATCH

    def __init__(self, model: StructuredModel, allowance: Allowance) -> None:
        self._model = model
        self.allowance = allowance

    def propose(self, sorting: Sorting) -> Sequence[Proposal]:
        """Raises `ModelUnavailable`, also when no call is left, and `Cancelled`. No call where there is nothing to
        sort."""
        if not sorting.things:
            return ()
        known = sorting.known[:MOST_KNOWN]
        answer = self._model.fill(_messages(sorting, known), _FORM, self.allowance)
        rows = answer.get("categories") if isinstance(answer, dict) else None
        read = [_proposal(row, sorting.things, known) for row in (rows if isinstance(rows, list) else [])]
        return [one for one in read if one is not None]


def _messages(sorting: Sorting, known: Sequence[KnownCategory]) -> list[Message]:
    language: Language = sorting.language
    refused = ", ".join(_one_line(name) for name in sorting.refused[:MOST_KNOWN]) or _NONE[language]
    rules = prompt(
        "categorise",
        language,
        what=_WHAT[language][0 if sorting.layer <= 1 else 1],
        refused=refused,
    )
    things = [f"{number}. {_thing(one)}" for number, one in enumerate(sorting.things, 1)]
    categories = [f"{number}. {_category(one)}" for number, one in enumerate(known, 1)] or [_NONE[language]]
    told = f"{fenced(chr(10).join(categories), 'categories')}\n\n{fenced(chr(10).join(things), 'things')}"
    return [Message("system", rules), Message("user", told)]


def _thing(one: Sortable) -> str:
    kind = f" ({one.kind})" if one.kind else ""
    return _one_line(f"{one.name}{kind}: {one.words()}")


def _category(one: KnownCategory) -> str:
    about = "; ".join(part for part in (one.tag, one.summary, ", ".join(one.members[:_NAMES])) if part)
    return _one_line(f"{one.name}: {about}" if about else one.name)


def _one_line(text: str) -> str:
    return " ".join(mask(clean(text)).split()).replace("<", "‹")[:_LINE]


def _proposal(row: Any, things: Sequence[Sortable], known: Sequence[KnownCategory]) -> Proposal | None:
    """A row of the answer with the store's numbers; None without a member or a category that it may mean."""
    if not isinstance(row, dict):
        return None
    listed = row.get("members")
    members = [things[number - 1].id for number in _numbers(listed, len(things))]
    mine = _numbers([row.get("category")], len(known))
    category: CategoryId | None = known[mine[0] - 1].id if mine else None
    name, tag, summary = (_said(row.get(part)) for part in ("name", "tag", "summary"))
    if not members or (category is None and not name):
        return None
    return Proposal(tuple(members), category, name, tag, summary)


def _numbers(listed: Any, most: int) -> list[int]:
    found = [one for one in listed if type(one) is int and 0 < one <= most] if isinstance(listed, list) else []
    return list(dict.fromkeys(found))


def _said(value: Any) -> str:
    return " ".join(clean(value).split())[:_LINE] if isinstance(value, str) else ""
