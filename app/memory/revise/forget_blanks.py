"""Where forgotten words would stand a second time: titles, notes, details, summaries, questions. Each is set right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.domain.entity import Entity
from app.domain.episode import Conversation, Episode, Note
from app.domain.ids import ConversationId, EntityId, NoteId
from app.domain.plan import Amend, Remove, Step
from app.domain.scope import Scope
from app.domain.text import fold
from app.memory.revise.forget_words import Traces
from app.memory.revise.views import less
from app.storage.view import View

_ALL = 1_000_000
_Rows = set[tuple[str, int]]
BLANK = "…"
"""Instead of a name that has to be something."""
_PARTS = ("name", "lens", "places", "pinned")


def blanks(
    view: View,
    episodes: Sequence[Episode],
    going: Sequence[Entity],
    traces: Traces,
    owners: Sequence[Step],
    scope: Scope,
) -> Iterator[Step]:
    """Amendments of what stays. `owners` are removed whole, so nothing of them is amended."""
    removed: _Rows = {(step.noun, step.id) for step in owners if isinstance(step, Remove)}
    yield from _notes(view, episodes, traces, removed, scope)
    yield from _titles(view, episodes, traces, removed, scope)
    yield from _details(view, {int(entity.id) for entity in going}, traces, scope)
    yield from _views(view, {entity.id for entity in going}, traces, scope)
    for category in view.remarks.categories(scope):
        found = {name: "" for name in ("tag", "summary") if traces.held_by(getattr(category, name))}
        if traces.held_by(category.name):
            found["name"] = BLANK
        if found:
            yield Amend("category", category.id, found)
    ids = {episode.id for episode in episodes}
    for one in view.remarks.suggestions(scope):
        if one.episode in ids or traces.held_by(one.payload) or traces.held_by(one.reason):
            yield Remove("suggestion", one.id)


def _details(view: View, going: set[int], traces: Traces, scope: Scope) -> Iterator[Step]:
    for entity in view.remarks.described(scope):
        found = {name: "" for name in ("tag", "summary") if traces.held_by(getattr(entity, name))}
        if found and entity.id not in going:
            yield Amend("entity", entity.id, found)


def _views(view: View, going: set[EntityId], traces: Traces, scope: Scope) -> Iterator[Step]:
    """A look that was kept loses what goes, and itself where it was about nothing else; its name where it tells."""
    for one in view.saved_views.listed(scope, limit=_ALL):
        left = less(one, going)
        if left is None:
            yield Remove("saved_view", one.id)
            continue
        lens = left.lens
        told = frozenset(name for name in lens.filters.predicates if traces.held_by(name))
        if told:
            lens = replace(lens, filters=replace(lens.filters, predicates=lens.filters.predicates - told))
        name = BLANK if traces.held_by(one.name) else one.name
        if (changed := replace(left, name=name, lens=lens)) != one:
            yield Amend("saved_view", one.id, {part: getattr(changed, part) for part in _PARTS})


def _titles(view: View, episodes: Sequence[Episode], traces: Traces, removed: _Rows, scope: Scope) -> Iterator[Step]:
    """A chat whose title repeats the words has none then. Titles elsewhere are a person's own: only names count."""
    touched = {episode.conversation for episode in episodes}
    for conversation in view.conversations.listed(scope, limit=_ALL):
        if ("conversation", int(conversation.id)) in removed:
            continue
        if _names_it(conversation, traces) or (conversation.id in touched and _from(conversation, episodes, traces)):
            yield Amend("conversation", ConversationId(conversation.id), {"title": ""})


def _names_it(conversation: Conversation, traces: Traces) -> bool:
    return Traces(names=traces.names).held_by(conversation.title)


def _from(conversation: Conversation, episodes: Sequence[Episode], traces: Traces) -> bool:
    """Whether the title was made of one of the texts."""
    title = fold(conversation.title).rstrip("…").strip()
    return bool(title) and (traces.held_by(conversation.title) or any(title in fold(one.text) for one in episodes))


def _notes(view: View, episodes: Sequence[Episode], traces: Traces, removed: _Rows, scope: Scope) -> Iterator[Step]:
    """Passages are cut out of the notes they stand in; a title that repeats them goes as well."""
    passages: dict[NoteId, list[str]] = {}
    for episode in episodes:
        if episode.note is not None and ("note", int(episode.note)) not in removed:
            passages.setdefault(episode.note, []).append(episode.text)
    for number, gone in passages.items():
        if note := view.notes.one(number, scope):
            yield from _cut(note, gone, traces)
    named = Traces(names=traces.names)
    for note in view.notes.listed(scope, limit=_ALL):
        if note.id not in passages and ("note", int(note.id)) not in removed and named.held_by(note.title):
            yield Amend("note", note.id, {"title": ""})


def _cut(note: Note, gone: Sequence[str], traces: Traces) -> Iterator[Step]:
    """The note less its passages."""
    text = note.text
    for words in gone:
        text = without(text, words)
    title = "" if _spoiled(note, gone, traces) else note.title
    if (text, title) != (note.text, note.title):
        yield Amend("note", note.id, {"text": text, "title": title})


def _spoiled(note: Note, gone: Sequence[str], traces: Traces) -> bool:
    title = fold(note.title).rstrip("…").strip()
    return bool(title) and (traces.held_by(note.title) or any(title in fold(words) for words in gone))


def without(text: str, passage: str) -> str:
    """The text less a passage, whose lines follow one another but for empty ones; as it was where it is not there."""
    lines, wanted = text.split("\n"), [line for line in passage.splitlines() if line.strip()]
    for first in range(len(lines)):
        last = _matched(lines, first, wanted)
        if last:
            rest = [*lines[:first], *lines[last:]]
            return "\n".join(rest).strip("\n") if first == 0 or last == len(lines) else "\n".join(rest)
    return text.replace(passage, "")


def _matched(lines: Sequence[str], first: int, wanted: Sequence[str]) -> int:
    """The line after the passage when it begins at `first`, else 0."""
    at = first
    for line in wanted:
        while at < len(lines) and at > first and not lines[at].strip():
            at += 1
        if at >= len(lines) or lines[at] != line:
            return 0
        at += 1
    return at if wanted else 0
