"""A password that somebody told stands in clear in the turn and the note where it was written, and in no other view."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain import clock
from app.domain.ids import EntityId, EpisodeId, SuggestionId
from app.domain.suggestion import Suggestion
from app.services import (
    chat,
    edits,
    evidence,
    explorer,
    forgetting,
    history,
    memories,
    notes,
    search,
    sides,
    suggestions,
    tracing,
)
from app.services.forgetting import What
from app.services.workspace import Workspace, WriteDesk
from tests import builders as build
from tests.app.storage.acts import write
from tests.fakes import HashingEncoder

SECRET = "hunter2-Xk93!pQ"
WORDS = f"My GitHub password is {SECRET} and nobody knows."
HOME, TURN, ANSWER, GITHUB, ANNA = 1, 1, 2, 1, 2


def asked() -> Suggestion:
    payload = json.dumps({"entity": GITHUB, "candidates": [ANNA], "name": "GitHub"})
    return Suggestion(SuggestionId(1), "same_entity", "", payload, build.NOON, EpisodeId(TURN))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[WriteDesk]:
    workspace = Workspace(tmp_path / "profile")
    workspace.encoder = HashingEncoder()  # type: ignore[assignment]
    made = workspace.write_desk()
    github, secret = build.find(WORDS, "GitHub"), build.find(WORDS, SECRET)
    write(made.store, build.conversation(), build.session(), undoable=False)
    write(
        made.store,
        build.episode(WORDS, TURN, state="learned"),
        build.episode("Noted [1].", ANSWER, role="assistant", state="not_ours"),
        build.entity("GitHub", "thing", id=GITHUB),
        build.entity("Anna", id=ANNA),
        build.mention(GITHUB, TURN, (github.start, github.end), id=1),
        build.fact(ANNA, "knows", GITHUB, 1, fact=WORDS),
        build.anchor(1, TURN, (0, secret.end), 1),
        asked(),
        undoable=False,
    )
    edits.rename(made, EntityId(ANNA), WORDS)
    edits.rename(made, EntityId(ANNA), "Anna")
    list(made.catch_up())
    yield made
    made.close()
    workspace.close()


def views(desk: WriteDesk) -> Iterator[tuple[str, object]]:
    """All that screens read but the words themselves."""
    today = clock.now().date()
    yield "page", [memories.page(desk, EntityId(one), today) for one in (GITHUB, ANNA)]
    yield "lesson", memories.learned_from(desk, TURN, today)
    yield "side", sides.side(desk, EntityId(GITHUB))
    yield "merge", sides.merge_preview(desk, EntityId(GITHUB), EntityId(ANNA))
    yield "questions", [(one, suggestions.contexts(desk, one)) for one in suggestions.waiting(desk)]
    yield "search", search.search(desk, "GitHub password").episodes
    yield "search page", [search.look(desk, words) for words in ("GitHub password", "from:me", "about:Anna")]
    yield "graph", [explorer.overview(desk), explorer.neighbourhood(desk, EntityId(GITHUB), 2)]
    yield "history", history.entries(desk)
    yield (
        "forgetting",
        [forgetting.preview(desk, What("message", TURN)), forgetting.preview(desk, What("entity", GITHUB))],
    )
    yield "sources", [evidence.sources(desk, ANSWER), tracing.inspect(desk, ANSWER)]
    turn = chat.turn(desk, TURN)
    assert turn is not None
    yield "chips", [turn.chips, turn.quotes, turn.named, chat.conversations(desk)]


def test_it_is_covered_in_every_view(desk: WriteDesk):
    shown = {name: repr(view) for name, view in views(desk)}
    assert [name for name, text in shown.items() if SECRET in text] == []
    for name in ("page", "side", "questions", "search", "graph", "history", "forgetting", "chips"):
        assert "•" * len(SECRET) in shown[name], name


def test_it_stands_where_it_was_written(desk: WriteDesk):
    turn = chat.turn(desk, TURN)
    assert turn is not None
    assert turn.episode.text == WORDS
    note = notes.create(desk)
    notes.save(desk, note.id, "", WORDS)
    assert notes.opened(desk, note.id).text == WORDS
