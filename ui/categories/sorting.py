"""What a person does with the tree, each asked for by a form where it needs one, each one step of undo."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.domain.category import Category
from app.domain.ids import CategoryId
from ui.alerts import describe
from ui.categories import jobs
from ui.categories.asking import CategoryForm, NameForm
from ui.categories.model import Row
from ui.categories.tree import CategoryTree
from ui.lanes import Lanes
from ui.saying import entity_name
from ui.words import tr

if TYPE_CHECKING:
    from app.services.hierarchy import Hierarchy


class Sorting(QObject):
    """`said(str)`: it is done and can be undone. `refused(str)`: why it was not done."""

    said = Signal(str)
    refused = Signal(str)

    def __init__(self, lanes: Lanes, tree: CategoryTree) -> None:
        super().__init__(tree)
        self._lanes, self._tree = lanes, tree
        self.known: Hierarchy | None = None
        self._acts: dict[str, Callable[[Row], object]] = {
            "new": self._new,
            "describe": self._describe,
            "merge": self._merge,
            "delete": self._delete,
            "move": self._move,
            "put": self._put,
            "take_out": self._take_out,
        }
        tree.act_wanted.connect(lambda act, row: self._acts[act](row))
        tree.rows.renamed.connect(self._rename)

    def _write(self, job: "partial[object]", words: str) -> None:
        self._lanes.write(job, lambda _: self.said.emit(words), self._on_refused)

    def _on_refused(self, error: Exception) -> None:
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        else:
            self.refused.emit(alert.sentence)

    def _rename(self, category: CategoryId, name: str) -> None:
        self._write(partial(jobs.rename, category, name), tr("The category is renamed."))

    def _new(self, row: Row) -> None:
        members = [row.entity.id] if row.entity is not None else []
        words = tr("The category is there.")
        self._ask_name(
            tr("What is it called?"), "", lambda name: self._write(partial(jobs.make, name, members), words), row
        )

    def _describe(self, row: Row) -> None:
        if (category := row.category) is not None:
            words = tr("The category is described.")
            self._ask_name(
                tr("What is in “{name}”?", name=category.name),
                category.summary,
                lambda text: self._write(partial(jobs.describe, category.id, text), words),
                row,
            )

    def _delete(self, row: Row) -> None:
        if (category := row.category) is not None:
            self._write(partial(jobs.delete, category.id), tr("The category is deleted."))

    def _take_out(self, row: Row) -> None:
        home = row.home()
        if row.entity is not None and home is not None:
            self._write(partial(jobs.take_out, row.entity.id, home.id), tr("It is taken out."))

    def _put(self, row: Row) -> None:
        if (entity := row.entity) is not None:
            question = tr("Where does {name} belong too?", name=entity_name(entity))
            words = tr("It is put there.")
            self._ask_category(question, 1, row, lambda to: self._write(partial(jobs.put_in, entity.id, to), words))

    def _move(self, row: Row) -> None:
        entity, home = row.entity, row.home()
        if entity is not None and home is not None:
            question = tr("Where does {name} belong?", name=entity_name(entity))
            self._ask_category(
                question,
                1,
                row,
                lambda to: self._write(partial(jobs.move, entity.id, home.id, to), tr("It is moved.")),
            )

    def _merge(self, row: Row) -> None:
        if (gone := row.category) is not None:
            question = tr("The same as which one? “{name}” goes into it.", name=gone.name)
            words = tr("The two are one.")
            self._ask_category(
                question, gone.layer, row, lambda to: self._write(partial(jobs.merge, to, gone.id), words)
            )

    # ── forms ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _ask_name(self, question: str, first: str, take: Callable[[str], object], row: Row) -> None:
        form = NameForm(question, first, take, self._tree)
        form.ask(self._below(row))

    def _ask_category(self, question: str, layer: int, row: Row, take: Callable[[CategoryId], object]) -> None:
        form = CategoryForm(question, self._choices(layer, row), take, self._tree)
        form.ask(self._below(row))

    def _choices(self, layer: int, row: Row) -> list[Category]:
        """The categories of a layer by name, but for the one that the row stands for or under."""
        own = row.category or row.home()
        known = self.known.branches.values() if self.known is not None else ()
        found = [one.category for one in known if one.category.layer == layer and one.category != own]
        return sorted(found, key=lambda category: category.name.casefold())

    def _below(self, row: Row) -> Any:
        box = self._tree.visualRect(self._tree.rows.index_of(row))
        return self._tree.viewport().mapToGlobal(box.bottomLeft())
