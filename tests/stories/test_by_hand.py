"""Memory set right by hand in the real window: nine things that people do, in both languages, light and dark."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from app.domain import clock
from app.domain.scope import OWNER
from app.services.settings import Settings, save
from tests.stories.byhand import PICTURES, Hand, fill
from tests.stories.cast import ENGLISH, JAPANESE
from ui import words
from ui.categories.asking import CategoryForm
from ui.graph.export import ExportDialog
from ui.graph.relating import RelateDialog
from ui.memories.dates import DateForm
from ui.memories.facts import FactRow
from ui.memories.merging import MergeDialog
from ui.memories.splitting import SplitDialog
from ui.words import tr

LOOKS = [("en", "light"), ("ja", "dark"), ("en", "dark"), ("ja", "light")]


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """Profiles that were told everything, made once a language."""
    made: dict[str, Path] = {}

    def give(language: str, theme: str) -> Path:
        if language not in made:
            made[language] = tmp_path_factory.mktemp(language) / "profile"
            fill(made[language], (ENGLISH if language == "en" else JAPANESE).lines, language, theme)
        return made[language]

    return give


@pytest.fixture
def hand(qapp: Any, qtbot: Any, told: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hand]:
    language, theme = request.param
    profile = tmp_path / "profile"
    shutil.copytree(told(language, theme), profile)
    save(profile, Settings(language=language, theme=theme))
    words.speak(language)
    person = Hand(qapp, profile, f"{request.node.originalname.removeprefix('test_')}-{language}-{theme}")
    person.cast = ENGLISH if language == "en" else JAPANESE  # type: ignore[attr-defined]
    person.folder = tmp_path  # type: ignore[attr-defined]
    yield person
    person.leave()


SEEN = LOOKS if PICTURES in os.environ else LOOKS[:2]
"""All four looks where pictures are wanted; two of them show each language and each theme."""
looks = pytest.mark.parametrize("hand", SEEN, indirect=True, ids=["-".join(one) for one in SEEN])


def ends(page: Any, held: bool = False) -> list[set[str]]:
    """The pairs that are linked in the picture; `held`: only by what holds on the day that it shows."""
    picture = page.view.canvas.picture
    names = [node.entity.name for node in picture.nodes]
    return [{names[link.a], names[link.b]} for link in picture.links if link.current or not held]


def held(page: Any) -> set[str]:
    """Everything that something in the picture still holds of."""
    return set().union(*ends(page, held=True))


def _opened(tree: Any, name: str) -> Any:
    """The row of something in the tree, which is opened down to it; None while rows are still being read."""
    tree.expandAll()
    model = tree.model()
    todo = [model.index(row, 0) for row in range(model.rowCount())]
    while todo:
        index = todo.pop()
        if index.data() == name:
            return index
        todo += [model.index(row, 0, index) for row in range(model.rowCount(index))]
    return None


def facts_of(hand: Hand, name: str) -> dict[str, Any]:
    """What the panel shows of somebody: its lines by the sentence."""
    entity = hand.window.memory.entity
    hand.wait(lambda: entity.heading.accessibleName().startswith(name))
    return {line.accessibleName(): line for line in entity.findChildren(FactRow) if line.isVisible()}


@looks
def test_a_wrong_alias_is_set_right(hand: Any) -> None:
    name, wrong, right = hand.cast.alias
    entity = hand.meet(name)
    hand.press(tr("+ another name"), entity)
    hand.write(hand.seen(QLineEdit, tr("Another name"), entity), wrong)
    hand.seen(QAbstractButton, tr("Remove the name {name}", name=wrong))
    hand.picture("wrong")
    hand.press(tr("Remove the name {name}", name=wrong))
    hand.press(tr("+ another name"), entity)
    hand.write(hand.seen(QLineEdit, tr("Another name"), entity), right)
    hand.seen(QAbstractButton, tr("Remove the name {name}", name=right))
    hand.picture("right")
    kept = hand.known(lambda view: view.entities.aliases([entity.entity], OWNER))[entity.entity]
    assert [one.text for one in kept] == [right]


@looks
def test_two_are_merged_and_the_merge_is_taken_back_after_a_restart(hand: Any) -> None:
    kept, gone = hand.cast.doubles
    entity = hand.meet(kept)
    hand.press(tr("Correct this entity"), entity)
    hand.choose(tr("It is the same as…"))
    field = hand.window.memory.entities.field
    hand.write(field, gone, enter=False)
    rows = hand.window.memory.entities.list
    hand.wait(lambda: rows.model().rowCount() == 1)
    hand.key(field, Qt.Key.Key_Return)
    dialog = hand.dialog(MergeDialog)
    hand.wait(dialog.merge.isEnabled)
    hand.picture("preview", dialog)
    hand.press(dialog.merge.text(), dialog)
    hand.wait(lambda: gone not in hand.names())
    hand.picture("one")
    hand.restart()
    hand.shell.show_page("history")
    hand.picture("history")
    hand.press(tr("Undo"), hand.window.history)
    hand.wait(lambda: {kept, gone} <= hand.names())
    hand.meet(gone)
    hand.picture("two")


@looks
def test_one_is_made_two(hand: Any) -> None:
    name, other = hand.cast.two
    entity = hand.meet(name)
    hand.press(tr("Correct this entity"), entity)
    hand.choose(tr("A part of this is another…"), "menu")
    dialog = hand.dialog(SplitDialog)
    hand.wait(lambda: dialog.mentions.count() == 2)
    hand.write(dialog.name, other, enter=False)
    hand.key(dialog.mentions, Qt.Key.Key_Space)
    hand.picture("ticked", dialog)
    hand.press(tr("Make them two"), dialog)
    hand.wait(lambda: {name, other} <= hand.names())
    hand.wait(lambda: len(facts_of(hand, other)) == 1)
    hand.picture("two")


@looks
def test_a_fact_ends_and_the_graph_of_last_month_still_has_it(hand: Any) -> None:
    name, firm = hand.cast.ends
    hand.meet(name)
    line = next(one for words_, one in facts_of(hand, name).items() if firm in words_)
    hand.press(line.menu_button.accessibleName(), line)
    hand.choose(tr("It has ended…"))
    hand.key(hand.dialog(DateForm).field, Qt.Key.Key_Return)
    hand.wait(lambda: ("works_at", firm, False) in hand.facts(name))
    page = hand.graph_around(name)
    hand.wait(lambda: firm not in held(page))
    hand.picture("now")
    hand.press(page.head.time.accessibleName(), page)
    hand.press(page.moments.bar._day.accessibleName(), page)
    hand.write(hand.dialog(DateForm).field, (clock.now().date() - timedelta(days=31)).isoformat())
    hand.wait(lambda: firm in held(page))
    hand.picture("last-month")


@looks
def test_a_relation_is_dragged_into_being(hand: Any) -> None:
    one, other = hand.cast.related
    page = hand.graph_around(hand.cast.ends[0])
    canvas = page.view.canvas
    hand.drag(canvas, hand.spot(one), hand.spot(other), Qt.KeyboardModifier.ShiftModifier)
    dialog = hand.dialog(RelateDialog)
    dialog.kind.pick("located_in", False)
    hand.picture("which", dialog)
    hand.press(tr("Add"), dialog)
    hand.wait(lambda: ("located_in", other, True) in hand.facts(one))
    hand.wait(lambda: {one, other} in ends(page))
    hand.picture("there")


@looks
def test_something_is_moved_to_another_category(hand: Any) -> None:
    name, category = hand.cast.moves
    hand.shell.show_page("categories")
    page = hand.window.categories
    tree = page.tree
    assert category not in hand.categories(name)
    hand.wait(lambda: tree.rows.rowCount() > 0)
    hand.wait(lambda: _opened(tree, name) is not None)
    tree.setCurrentIndex(_opened(tree, name))
    hand.key(tree, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    form = hand.dialog(CategoryForm)
    hand.write(form.field, category, enter=False)
    hand.picture("asked", form)
    hand.key(form.field, Qt.Key.Key_Return)
    hand.wait(lambda: category in hand.categories(name))
    hand.picture("moved")


@looks
def test_five_suggestions_are_accepted_by_keyboard(hand: Any) -> None:
    hand.shell.show_page("suggestions")
    inbox = hand.window.suggestions.inbox
    hand.wait(lambda: len(inbox.keys()) >= 5)
    hand.picture("asked")
    firm = hand.cast.firm
    before = len(hand.facts(firm))
    hand.key(inbox, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    hand.picture("marked")
    hand.key(inbox, Qt.Key.Key_A)
    hand.wait(lambda: len(hand.facts(firm)) == before + 5)
    hand.picture("accepted")
    hand.shell.undo()
    hand.wait(lambda: len(hand.facts(firm)) == before)


@pytest.mark.parametrize("hand", [LOOKS[1], LOOKS[3]], indirect=True, ids=["ja-dark", "ja-light"])
def test_somebody_is_found_by_another_name_in_japanese(hand: Any) -> None:
    name, _, alias = hand.cast.alias
    entity = hand.meet(name)
    hand.press(tr("+ another name"), entity)
    hand.write(hand.seen(QLineEdit, tr("Another name"), entity), alias)
    hand.seen(QAbstractButton, tr("Remove the name {name}", name=alias))
    hand.window.memory.show_list()
    hand.shell.open_palette()
    field = hand.seen(QLineEdit, tr("Find anything"))
    hand.write(field, alias[:3], enter=False)
    hand.wait(lambda: hand._offered(field, name))
    hand.picture("found", field.window())
    hand.key(field, Qt.Key.Key_Return)
    hand.wait(lambda: entity.heading.accessibleName().startswith(name) and entity.isVisible())
    hand.picture("shown")


@looks
def test_what_the_graph_shows_is_exported(hand: Any) -> None:
    page = hand.graph_around(hand.cast.ends[0])
    page.hands.export()
    dialog = hand.dialog(ExportDialog)
    hand.picture("export", dialog)
    for form, button in zip(("png", "svg", "graphml", "json"), dialog.forms.buttons(), strict=True):
        button.click()
        target = hand.folder / f"view.{form}"
        dialog.write(target)
        hand.wait(target.exists)
        hand.wait(dialog.choose.isEnabled)
    kept = json.loads((hand.folder / "view.json").read_text(encoding="utf-8"))
    assert hand.cast.ends[0] in json.dumps(kept, ensure_ascii=False)
    assert (hand.folder / "view.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (hand.folder / "view.svg").read_bytes()
