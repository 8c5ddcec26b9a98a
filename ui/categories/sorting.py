"""What a person does with places of the page, each asked for by a form where it needs one, each one step of undo."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import isValid

from app.domain.category import Category
from app.domain.ids import CategoryId
from ui.alerts import describe
from ui.categories import jobs
from ui.categories.acts import act_for, acts_of
from ui.categories.asking import CategoryForm, NameForm, SummaryForm
from ui.categories.carrying import Carried, meaning
from ui.categories.splitting import SplitDialog
from ui.categories.wording import category_words
from ui.lanes import Lanes
from ui.saying import entity_name
from ui.widgets.lines import Line
from ui.words import tr, trn

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy, Within

Places = Sequence[Carried]


class Sorting(QObject):
    """`said(str)`: it is done and can be undone. `refused(str)`: why it was not done. `open_wanted(EntityId)`,
    `graph_wanted(Carried)`, `rename_wanted(Carried)`: the page does these.

    `corner` says where a form stands.
    """

    said = Signal(str)
    refused = Signal(str)
    open_wanted = Signal(object)
    graph_wanted = Signal(object)
    rename_wanted = Signal(object)

    def __init__(self, lanes: Lanes, page: QWidget, corner: Callable[[], QPoint]) -> None:
        super().__init__(page)
        self._lanes, self._page, self._corner = lanes, page, corner
        self.known: Hierarchy | None = None
        self._acts: dict[str, Callable[[Places], object]] = {
            "open": lambda places: self.open_wanted.emit(places[0].entity),
            "graph": lambda places: self.graph_wanted.emit(places[0]),
            "rename": lambda places: self.rename_wanted.emit(places[0]),
            "new": self._new,
            "describe": self._describe,
            "merge": self._merge,
            "nest": self._nest,
            "split": self._split,
            "gather": self._gather,
            "delete": self._delete,
            "move": partial(self._move, further=False),
            "put": partial(self._move, further=True),
            "take_out": self._take_out,
        }

    # ── ways in: a menu, a key, a drop ────────────────────────────────────────────────────────────────────────
    def do(self, act: str, places: Places) -> None:
        """Do an act with the places that are chosen: with those of one kind, the first one's."""
        alike = [one for one in places if (one.layer == 0) == (places[0].layer == 0)]
        self._acts[act](alike)

    def key(self, event: QKeyEvent, places: Places) -> bool:
        """Whether a key does something with what is chosen; then it is done."""
        act = self.knows(event, places)
        if act and places:
            self.do(act, places)
        elif act:
            self._new(())
        return bool(act)

    @staticmethod
    def knows(event: QKeyEvent, places: Places) -> str:
        """The act that a key does; without anything chosen a new category can be made all the same."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(event.key() | held.value)
        if places:
            return act_for(places[0], pressed)
        return "new" if pressed == QKeySequence(Qt.Key.Key_Insert) else ""

    def menu(self, places: Places) -> QMenu:
        """What can be done with what is chosen, with the keys that do it too."""
        menu = QMenu(self._page)
        for act in acts_of(places[0]):
            action = menu.addAction(act.words)
            action.setShortcut(act.keys)
            action.triggered.connect(partial(self._on_menu, act.name, places))
            if act.ends:
                menu.addSeparator()
        return menu

    def _on_menu(self, act: str, places: Places, checked: bool = False) -> None:
        self.do(act, places)

    def drop(self, carried: Places, onto: Carried, further: bool) -> None:
        """Something was let go over a place."""
        drop = meaning(carried, onto, further)
        if drop is None:
            return
        if drop.meaning in ("move", "put") and (target := onto.category or onto.home) is not None:
            self._write_move(carried, target, drop.meaning == "put")
        elif drop.meaning == "nest" and onto.category is not None:
            self._write(partial(jobs.nest, carried[0], onto.category), tr("It is put there."))
        elif drop.meaning == "new_under":
            self._ask_new(carried, onto.category, leave=not further)
        elif drop.meaning == "new_with":
            self._ask_new((*carried, onto), None, leave=not further)
        else:
            self._together(carried[0], onto)

    def _together(self, one: Carried, other: Carried) -> None:
        """Two categories of one layer: which of the two things that may mean."""
        menu = QMenu(self._page)
        menu.addAction(
            tr("Make them one: “{one}” goes into “{other}”", one=one.name, other=other.name)
        ).triggered.connect(lambda: self._write_merge(other.category, one.category))
        menu.addAction(tr("New category above both…")).triggered.connect(lambda: self._gather((other, one)))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._corner())

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────────
    def _write(self, job: "partial[object]", words: str, form: "NameForm | SplitDialog | None" = None) -> None:
        """`form`: what it was asked with, and what says why it was not done; it goes once it is."""

        def done(_: object) -> None:
            self.said.emit(words)
            if form is not None and isValid(form):
                form.close()

        self._lanes.write(job, done, partial(self._on_refused, form))

    def _on_refused(self, form: "NameForm | SplitDialog | None", error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        elif form is not None and isValid(form) and form.isVisible():
            form.say(alert.sentence)
        else:
            self.refused.emit(alert.sentence)

    def rename(self, category: CategoryId, name: str, form: NameForm | None = None) -> None:
        """Give a category the name that was written."""
        self._write(partial(jobs.rename, category, name), tr("The category is renamed."), form)

    def ask_rename(self, place: Carried) -> None:
        """Where it cannot be written over in its place."""
        if (category := place.category) is not None:
            self._ask_name(tr("What is it called?"), place.name, partial(self.rename, category))

    def _new(self, places: Places) -> None:
        if not places or places[0].layer == 1:
            self._ask_new((), None, leave=False)
        elif places[0].layer > 1:
            self._ask_new((), places[0].category, leave=False)
        else:
            self._ask_new(places, None, leave=False)

    def _ask_new(self, members: Places, parent: CategoryId | None, leave: bool) -> None:
        words = tr("The category is there.")
        self._ask_name(
            tr("What is it called?"),
            "",
            lambda name, form: self._write(partial(jobs.make, name, members, parent, leave), words, form),
        )

    def _gather(self, places: Places) -> None:
        below = [one.category for one in places if one.category is not None]
        words = tr("The category is there.")
        self._ask_name(
            tr("What is it called?"),
            "",
            lambda name, form: self._write(partial(jobs.gather, name, below), words, form),
        )

    def _describe(self, places: Places) -> None:
        row, words = self._row(places[0]), tr("The category is described.")
        if row is not None:
            SummaryForm(
                tr("What is in “{name}”?", name=category_words(row.name)),
                row.summary,
                lambda text, form: self._write(partial(jobs.describe, row.id, text), words, form),
                self._page,
            ).ask(self._corner())

    def _delete(self, places: Places) -> None:
        if (category := places[0].category) is not None:
            self._write(partial(jobs.delete, category), tr("The category is deleted."))

    def _take_out(self, places: Places) -> None:
        words = tr("It is taken out.") if len(places) == 1 else tr("They are taken out.")
        self._write(partial(jobs.take_out, places), words)

    def _move(self, places: Places, further: bool) -> None:
        name = places[0].name if len(places) == 1 else trn("{count} entity", "{count} entities", len(places))
        asked = (
            tr("Where does {name} belong too?", name=name) if further else tr("Where does {name} belong?", name=name)
        )
        homes = {one.home for one in places}
        self._ask_category(asked, self._choices(1, homes), lambda to: self._write_move(places, to, further))

    def _write_move(self, places: Places, target: CategoryId, further: bool) -> None:
        if further:
            words = tr("It is put there.") if len(places) == 1 else tr("They are put there.")
        else:
            words = tr("It is moved.") if len(places) == 1 else tr("They are moved.")
        self._write(partial(jobs.move, places, target, further), words)

    def _nest(self, places: Places) -> None:
        place = places[0]
        question = tr("Under which one does “{name}” belong?", name=place.name)
        known = self._choices(0, {place.home, place.category})
        higher = [one for one in known if one.layer > place.layer]
        words = tr("It is put there.")
        self._ask_category(question, higher, lambda to: self._write(partial(jobs.nest, place, to), words))

    def _merge(self, places: Places) -> None:
        gone = places[0]
        question = tr("The same as which one? “{name}” goes into it.", name=gone.name)
        known = self._choices(gone.layer, {gone.category})
        self._ask_category(question, known, lambda to: self._write_merge(to, gone.category))

    def _write_merge(self, kept: CategoryId | None, gone: CategoryId | None) -> None:
        if kept is not None and gone is not None:
            self._write(partial(jobs.merge, kept, gone), tr("The two are one."))

    def _split(self, places: Places) -> None:
        """What is in it has to be read first."""
        row = self._row(places[0])
        if row is not None and self.known is not None and row.layer > 1:
            below = [self.known.branches[one] for one in self.known.branches[row.id].children]
            self._ask_split(row, [Line(("c", one.category.id), category_words(one.category.name)) for one in below])
        elif row is not None:
            self._lanes.read(partial(jobs.read_within, [row.id]), partial(self._on_within, row))

    def _on_within(self, row: Category, inside: "dict[CategoryId, Within]") -> None:
        entities = inside[row.id].entities
        self._ask_split(row, [Line(("e", one.id), entity_name(one), one.tag) for one in entities])

    def _ask_split(self, row: Category, lines: Sequence[Line]) -> None:
        def take(name: str, going: Sequence[int], dialog: SplitDialog) -> None:
            self._write(partial(jobs.split, row.id, name, going), tr("The category is two now."), dialog)

        SplitDialog(category_words(row.name), lines, take, self._page).open()

    # ── forms ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _row(self, place: Carried) -> Category | None:
        branch = self.known.branches.get(place.category) if self.known is not None and place.category else None
        return branch.category if branch is not None else None

    def _ask_name(self, question: str, first: str, take: Callable[[str, NameForm], object]) -> None:
        NameForm(question, first, take, self._page).ask(self._corner())

    def _ask_category(self, question: str, known: Sequence[Category], take: Callable[[CategoryId], object]) -> None:
        CategoryForm(question, known, take, self._page).ask(self._corner())

    def _choices(self, layer: int, but: set[CategoryId | None]) -> list[Category]:
        """The categories of a layer (0: of all) by name, but for some and those that stand for one entity alone."""
        known = self.known.branches.values() if self.known is not None else ()
        fits = [one.category for one in known if layer in (0, one.category.layer) and one.alone is None]
        return sorted((one for one in fits if one.id not in but), key=lambda category: category.name.casefold())
