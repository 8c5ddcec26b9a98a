"""A small memory in a real database behind real lanes; no model and no index is opened."""

import pytest
from PySide6.QtWidgets import QWidget

from app.domain.entity import Span
from app.domain.ids import ConversationId, EpisodeId, SessionId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from tests.builders import alias, anchor, conversation, entity, episode, fact, find, me, mention, session
from tests.ui import desks
from ui.changes import Changes
from ui.lanes import Lanes, Urgency
from ui.memories.panel import MemoryPanel

WORDS = "I met Alice Moreau, she moved to Acme in March. She was at Initech before."
NOTE = "アリスは京都に住んでいる。"


class StoredWorkspace(desks.StoredWorkspace):
    """Filled with the sample below."""

    def __init__(self, folder):
        super().__init__(folder, sample)


def sample():
    """Me, Alice (also Ali), Acme since March 2026, Initech before, Kyoto, a birthday; two episodes."""
    home = {"session": SessionId(-2), "conversation": ConversationId(-1), "state": "learned"}
    people = [
        me(-10),
        entity("Alice Moreau", id=-11, tag="climber"),
        entity("Acme", "organization", id=-12),
        entity("Initech", "organization", id=-13),
        entity("Kyoto", "place", id=-14),
        entity("Acorn", "thing", id=-15),
    ]
    facts = [
        fact(-11, "works_at", -12, id=-20, valid_at="2026-03", fact="Alice Moreau works at Acme"),
        fact(
            -11, "works_at", -13, id=-21, valid_at="2020", invalid_at="2026-03", fact="Alice Moreau worked at Initech"
        ),
        fact(-11, "lives_in", -14, id=-22, fact="アリスは京都に住んでいる"),
        fact(-10, "friend_of", -11, id=-23, fact="Alice Moreau is a friend", confidence=0.7),
        fact(-11, "birthday", "7 May", id=-24, fact="Alice Moreau's birthday is 7 May"),
    ]
    anchors = [
        anchor(-20, -5, span_of(WORDS, "she moved to Acme in March"), id=-30),
        anchor(-21, -5, span_of(WORDS, "She was at Initech before"), id=-31, ends=True),
        anchor(-22, -6, (0, len(NOTE)), id=-32),
    ]
    rows = [
        conversation(-1, title="Tuesday"),
        session(-2, -1),
        episode(WORDS, id=-5, **home),
        episode(NOTE, id=-6, **home),
        *people,
        alias("Ali", -11, id=-40, declared_by="user"),
        mention(-11, -5, span_of(WORDS, "Alice Moreau"), id=-41),
        mention(-12, -5, span_of(WORDS, "Acme"), id=-42),
        *facts,
        *anchors,
    ]
    return Plan(tuple(Add(row) for row in rows), EXTRACTOR, "learn")


def span_of(text, part) -> tuple[int, int]:
    span: Span = find(text, part)
    return span.start, span.end


@pytest.fixture
def changes(qapp):
    return Changes()


@pytest.fixture
def lanes(qapp, profile, changes):
    made = Lanes(lambda: StoredWorkspace(profile), readers=2)
    made.wrote.connect(lambda written: [changes.announce(change) for change in written])
    made.start()
    yield made
    assert made.shutdown()


@pytest.fixture
def stored(qtbot, lanes):
    """Call with a function of the desk: what it reads once all that was written before is done."""

    def ask(read):
        answers = []
        lanes.write(read, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=5000)
        return answers[0]

    return ask


@pytest.fixture
def ids(stored):
    """Numbers of the sample's entities by name."""
    return {row.name: row.id for row in stored(lambda desk: desk.view.entities.listed(OWNER))}


@pytest.fixture
def words_episode(stored):
    """The episode of `WORDS`."""
    return min(row.id for row in stored(lambda desk: desk.view.episodes.after(EpisodeId(0), OWNER, 10)))


@pytest.fixture
def panel(qtbot, lanes, changes):
    made = MemoryPanel(lanes, changes)
    qtbot.addWidget(made)
    made.resize(320, 760)
    made.show()
    return made


@pytest.fixture
def alice(qtbot, panel, ids):
    """The panel on Alice's page."""
    panel.show_entity(ids["Alice Moreau"])
    qtbot.waitUntil(lambda: len(panel.entity.facts.rows) == 5, timeout=5000)
    return panel


@pytest.fixture
def host(qtbot):
    """What the dialog belongs to; it goes by itself once it is closed."""
    made = QWidget()
    qtbot.addWidget(made)
    return made
