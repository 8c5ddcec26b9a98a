"""A small memory in a real database, drawn, and the hand that works on it."""

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.ids import ConversationId, SessionId
from app.domain.plan import EXTRACTOR, Add, Plan
from app.domain.scope import OWNER
from tests.builders import anchor, conversation, entity, episode, fact, find, me, session
from tests.ui.desks import StoredWorkspace
from tests.ui.graph.byhand.doing import heard, spread
from ui.categories.asking import CategoryForm
from ui.graph.hands import Hands
from ui.graph.relating import RelateDialog
from ui.graph.view import GraphView
from ui.lanes import Lanes, Urgency
from ui.memories.dates import DateForm
from ui.memories.merging import MergeDialog

WORDS = "I met Alice Moreau, she moved to Acme in March. She was at Initech before."


def sample():
    """Me, Alice, Acme since March 2026, Initech before, Kyoto; Acorn, which nothing is known of."""
    people = [
        me(-10),
        entity("Alice Moreau", id=-11),
        entity("Acme", "organization", id=-12),
        entity("Initech", "organization", id=-13),
        entity("Kyoto", "place", id=-14),
        entity("Acorn", "thing", id=-15),
    ]
    facts = [
        fact(-11, "works_at", -12, id=-20, valid_at="2026-03", fact="Alice Moreau works at Acme"),
        fact(-11, "works_at", -13, id=-21, valid_at="2020", invalid_at="2026-03", fact="Alice worked at Initech"),
        fact(-11, "lives_in", -14, id=-22, fact="Alice lives in Kyoto"),
        fact(-10, "friend_of", -11, id=-23, fact="Alice Moreau is a friend"),
    ]
    moved = find(WORDS, "she moved to Acme in March")
    rows = [
        conversation(-1, title="Tuesday"),
        session(-2, -1),
        episode(WORDS, id=-5, session=SessionId(-2), conversation=ConversationId(-1), state="learned"),
        *people,
        *facts,
        anchor(-20, -5, (moved.start, moved.end), id=-30),
        anchor(-21, -5, (0, len(WORDS)), id=-31, ends=True),
        anchor(-22, -5, (0, 19), id=-32),
        anchor(-23, -5, (0, 19), id=-33),
    ]
    return Plan(tuple(Add(row) for row in rows), EXTRACTOR, "learn")


@pytest.fixture
def real_lanes(qapp, profile, changes):
    made = Lanes(lambda: StoredWorkspace(profile, sample), readers=2)
    made.wrote.connect(lambda written: [changes.announce(change) for change in written])
    made.start()
    yield made
    assert made.shutdown()


@pytest.fixture
def stored(qtbot, real_lanes):
    """Call with a function of the desk: what it reads once all that was written before is done."""

    def ask(read):
        answers = []
        real_lanes.write(read, answers.append, urgency=Urgency.IMPORT)
        qtbot.waitUntil(lambda: bool(answers), timeout=5000)
        return answers[0]

    return ask


@pytest.fixture
def ids(stored):
    return {row.name: row.id for row in stored(lambda desk: desk.view.entities.listed(OWNER))}


@pytest.fixture
def hands(qtbot, real_lanes, changes, ids):
    """The whole memory, its nodes far from one another, and the hand that works on it."""
    view = GraphView(real_lanes, changes)
    made = Hands(real_lanes, view)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    qtbot.waitExposed(view)
    view.open(None)
    qtbot.waitUntil(lambda: len(view.canvas.picture.nodes) == len(ids) and not view.feed.running, timeout=5000)
    spread(made)
    made.words = heard(made)
    yield made
    for dialog in QApplication.topLevelWidgets():
        if isinstance(dialog, RelateDialog | MergeDialog | QMenu | DateForm | CategoryForm):
            dialog.close()
