"""Finding anything by a few letters: people and things by any name, notes, chats, categories, views, and words said.

Names are found by their beginning, by any of their words, by how they sound in Japanese, and with a slip or two; words
that were said by what was typed so far. The best fit comes first: whoever types a whole name and Enter goes there.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from app.domain.entity import Span
from app.domain.episode import Episode
from app.domain.ids import CategoryId, ConversationId, EntityId, NoteId, SavedViewId
from app.domain.plainly import plainly
from app.domain.scope import Scope
from app.domain.secret import mask
from app.domain.text import fold, has_cjk, name_key, tokens
from app.memory.recall.snippets import marks, snippet
from app.services import memories
from app.services.hierarchy import repeating
from app.services.workspace import ReadDesk
from app.storage.labels import Label, Sort
from app.storage.labelshelf import BEGINS, EXACT, WORD_BEGINS, Hit, Shelf, Typed

Kind = Literal["entity", "note", "chat", "category", "view", "words"]
MOST = 8
"""Of each kind."""
_LONGEST = 200
_MOST_HITS = 24
_LEAST_WORD = 2
_KINDS: dict[Sort, Kind] = {
    "entity": "entity",
    "note": "note",
    "conversation": "chat",
    "category": "category",
    "saved_view": "view",
}
_USER = ("you", "me", "myself", "あなた", "自分", "私", "わたし")
"""What the user may type to find themselves: the window says "You"."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was found. `marks` are spans of `title` that were typed, of `detail` in `detail_marks`.

    `detail`: the name by which an entity was found, or the words that hold what was typed. `row` is the domain value:
    of `words` the episode. `way`: how well it fits, 0 for a whole name, the better the lower.
    """

    kind: Kind
    id: int
    title: str
    row: Any
    way: int = 0
    marks: tuple[Span, ...] = ()
    detail: str = ""
    detail_marks: tuple[Span, ...] = ()
    span: Span | None = None
    """Of words: where they stand in the episode."""


def warm(desk: ReadDesk) -> None:
    """Read all names, so that the first letter typed does not wait for it."""
    desk.workspace.labels.catch_up(desk.view)


def find(desk: ReadDesk, text: str) -> tuple[Found, ...]:
    """What fits, the best first, at most `MOST` of each kind; what was used last of each where nothing is typed."""
    typed = text[:_LONGEST].strip()
    if not typed:
        return tuple(_latest(desk))
    warm(desk)
    hits = desk.workspace.labels.search(typed, desk.scope, _MOST_HITS)
    found = [*_user(desk, typed), *_shown(desk, typed, hits), *_words(desk, text[:_LONGEST].lstrip())]
    return tuple({(one.kind, one.id): one for one in reversed(found)}.values())[::-1]


def closest(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Which of some names fit what was typed, the best first, with how well: commands, say. All when it is empty."""
    typed = Typed.of(text[:_LONGEST])
    if not typed.key:
        return [(number, EXACT) for number in range(len(names))]
    shelf = Shelf([Label("category", place, "category", place, name, 0, Scope()) for place, name in enumerate(names)])
    hits = list(shelf.plain(typed, _always, len(names))) or list(shelf.misspelt(typed, _always))
    best: dict[int, int] = {}
    for hit in sorted(hits, key=Hit.order):
        best.setdefault(hit.label.id, hit.way)
    return list(best.items())


def spots(title: str, text: str) -> tuple[Span, ...]:
    """Where in a title stands what was typed: as a whole, else its words."""
    key = plainly(fold(text))
    exact = _beginnings(title, [key])
    return exact or _beginnings(title, key.split()) or marks(title, tokens(text))


def _beginnings(title: str, parts: Sequence[str]) -> tuple[Span, ...]:
    """Where each part begins a word of the title, in order; none when one of them begins none."""
    folded = plainly(title.casefold())
    if len(folded) != len(title):
        return ()
    found: list[Span] = []
    for part in parts:
        at = next((m.start() for m in re.finditer(re.escape(part), folded) if _begins(folded, m.start())), -1)
        if at < 0:
            return ()
        found.append(Span(at, at + len(part)))
    return tuple(sorted(found, key=lambda span: span.start))


def _begins(text: str, at: int) -> bool:
    return at == 0 or has_cjk(text[at]) or not text[at - 1].isalnum()


def _always(_: int) -> bool:
    return True


def _latest(desk: ReadDesk) -> Iterator[Found]:
    for entity in desk.view.entities.listed(desk.scope, limit=MOST):
        yield Found("entity", entity.id, entity.name, entity)
    for note in desk.view.notes.listed(desk.scope, limit=MOST):
        yield Found("note", note.id, mask(note.title), note)
    for chat in desk.view.conversations.listed(desk.scope, limit=MOST):
        yield Found("chat", chat.id, mask(chat.title), chat)
    for view in desk.view.saved_views.listed(desk.scope, limit=MOST):
        yield Found("view", view.id, view.name, view)


def _user(desk: ReadDesk, text: str) -> Iterator[Found]:
    key = fold(text)
    user = memories.me(desk) if any(word.startswith(key) for word in _USER) else None
    if user is not None:
        yield Found("entity", user.id, user.name, user, EXACT if key in _USER else BEGINS)


def _shown(desk: ReadDesk, text: str, hits: Sequence[Hit]) -> Iterator[Found]:
    left = dict.fromkeys(_KINDS, MOST) | {"category": 3 * MOST}
    chosen: list[Hit] = []
    for hit in hits:
        if left[hit.label.sort]:
            left[hit.label.sort] -= 1
            chosen.append(hit)
    rows = {sort: _rows(desk, sort, [hit.label.id for hit in chosen if hit.label.sort == sort]) for sort in _KINDS}
    shown = dict.fromkeys(_KINDS, 0)
    for hit in chosen:
        row = rows[hit.label.sort].get(hit.label.id)
        if row is not None and shown[hit.label.sort] < MOST:
            shown[hit.label.sort] += 1
            yield _found(text, hit, row)


def _found(text: str, hit: Hit, row: Any) -> Found:
    label = hit.label
    title = mask(row.title if label.sort in ("note", "conversation") else row.name)
    other = label.source == "alias" and name_key(label.text) != name_key(title)
    detail = label.text if other else ""
    return Found(_KINDS[label.sort], label.id, title, row, hit.way, spots(title, text), detail, spots(detail, text))


def _rows(desk: ReadDesk, sort: Sort, ids: Sequence[int]) -> dict[int, Any]:
    """The rows behind labels, as far as they may be read and are still there; of categories what the tree shows."""
    view, scope = desk.view, desk.scope
    if sort == "entity":
        return dict(view.entities.get([EntityId(id) for id in ids], scope).items())
    if sort == "category":
        known = view.categories.get([CategoryId(id) for id in ids], scope)
        passed_over = repeating(desk, known)
        return {id: row for id, row in known.items() if id not in passed_over}
    one: dict[Sort, Callable[[int], Any]] = {
        "note": lambda id: view.notes.one(NoteId(id), scope),
        "conversation": lambda id: view.conversations.one(ConversationId(id), scope),
        "saved_view": lambda id: view.saved_views.one(SavedViewId(id), scope),
    }
    return {id: one[sort](id) for id in ids}


def _words(desk: ReadDesk, text: str) -> Iterator[Found]:
    """Turns and passages that hold what was typed; the last word may go on."""
    wanted = list(dict.fromkeys(tokens(text)))
    if not wanted or (len(wanted) == 1 and not has_cjk(text) and len(wanted[0]) < _LEAST_WORD):
        return
    last = wanted[-1]
    goes_on = not text[-1:].isspace() and not has_cjk(last) and fold(text).endswith(last)
    terms, beginning = (wanted[:-1], last) if goes_on else (wanted, "")
    ids = desk.workspace.text.typed(terms, beginning, desk.scope, MOST)
    episodes = desk.view.episodes.get(ids, desk.scope)
    for episode in (episodes[id] for id in ids if id in episodes):
        yield _said(episode, terms, beginning)


def _said(episode: Episode, terms: Sequence[str], beginning: str) -> Found:
    text = mask(episode.text)
    whole = {word for word in tokens(text) if word.startswith(beginning)} if beginning else set()
    part = snippet(text, [*terms, *whole], length=110)
    places = marks(text, [*terms, *whole])
    spoken = places[0] if places else None
    return Found("words", episode.id, "", episode, WORD_BEGINS, (), part.text, part.marks, spoken)
