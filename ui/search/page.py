"""The search page: a field with conditions, what they are as chips, and all that memory holds of it below."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QComboBox, QMenu, QVBoxLayout, QWidget

from app.domain.plan import Noun
from app.domain.query import Order, Term
from ui import theme
from ui.alerts import describe
from ui.changes import Changes, Freshness
from ui.lanes import Lanes, Task
from ui.search import jobs
from ui.search.answers import Answers
from ui.search.chips import Chips
from ui.search.field import SearchField
from ui.search.rows import Group, Row, counted, rows
from ui.search.wording import remark_words
from ui.widgets import column, icon_button, label, link_button, row, wrapped
from ui.widgets.calm import calm
from ui.words import tr

if TYPE_CHECKING:
    from app.services.search import Results

SEARCH_MS = 150
PAGE = 50
_NOUNS: frozenset[Noun] = frozenset({"episode", "entity", "alias", "fact", "note", "conversation"})


class SearchPage(QWidget):
    """`opened(kind, thing)`: a result, as the palette says it. `graph_wanted(str)`: the graph around this search.
    `left(str)`: back to the page that one came from."""

    opened = Signal(str, object)
    graph_wanted = Signal(str)
    left = Signal(str)

    def __init__(self, lanes: Lanes, changes: Changes) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes = lanes
        self._task: Task | None = None
        self._found: Results | None = None
        self._asked, self._before = "", "chat"
        self._limit = PAGE
        self._opened: frozenset[Group] = frozenset()
        self._anew = self._enter = False
        self._resume = -1
        self.field = SearchField()
        self.chips = Chips(lanes)
        self.order: QComboBox = calm(QComboBox())
        self.order.setAccessibleName(tr("Order of the results"))
        orders: tuple[tuple[Order, str], ...] = (
            ("best", tr("Best first")),
            ("newest", tr("Newest first")),
            ("oldest", tr("Oldest first")),
        )
        for order, words in orders:
            self.order.addItem(words, order)
        self.answers = Answers()
        self.view, self.guide = self.answers.view, self.answers.guide
        self._lay_out()
        self._wait = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._connect()
        self._fresh = Freshness(self, changes, _NOUNS, self.reload)
        changes.moved.connect(self._on_moved)

    def _lay_out(self) -> None:
        self.graph = link_button(tr("Graph around this"), self._want_graph)
        self.graph.setToolTip(tr("Show whom and what these results are about (Ctrl+Enter)"))
        self.help = icon_button("ask", tr("What you can type"), self._show_guide)
        self.help.setCheckable(True)
        self._count = label("", "small")
        self._remarks = wrapped("", "small")
        self._problem = wrapped("", "bad")
        self._again = link_button(tr("Try again"), self.reload)
        for hidden in (self._remarks, self._problem, self._again, self.graph):
            hidden.hide()
        head = row(label(tr("Search"), "title"), None, self.graph)
        tools = row(self.chips, self._count, self.order, gap=8)
        for one in (self._count, self.order):
            tools.setAlignment(one, Qt.AlignmentFlag.AlignTop)
        self._count.setMinimumHeight(self.order.sizeHint().height())
        problem = row(self._problem, self._again, gap=4)
        holder = QWidget()
        holder.setMaximumWidth(theme.column_width(84))
        lines: QVBoxLayout = column(
            head, row(self.field, self.help, gap=4), tools, self._remarks, problem, self.answers, gap=8
        )
        lines.setStretchFactor(self.answers, 1)
        holder.setLayout(lines)
        self.setLayout(row(holder, gap=0, margin=(24, 12, 24, 12)))

    def _connect(self) -> None:
        self._wait.timeout.connect(self._search)
        self.field.textChanged.connect(self._on_text)
        self.field.entered.connect(self._go_on)
        self.field.left_down.connect(self._go_on)
        self.field.graph_wanted.connect(self._want_graph)
        self.order.currentIndexChanged.connect(lambda _: self._search(anew=True))
        self.chips.taken_out.connect(self._take_out)
        self.chips.added.connect(self._add)
        self.chips.begun.connect(self._begin)
        self.guide.typed.connect(self._begin)
        self.answers.cleared.connect(self._clear)
        self.answers.unfiltered.connect(self._unfilter)
        self.view.chosen.connect(self._open)
        self.view.left_upwards.connect(self.field.setFocus)
        self.view.menu_wanted.connect(self._show_menu)

    # ── the query ─────────────────────────────────────────────────────────────────────────────────────────────
    def come_from(self, page: str) -> None:
        """The page that was shown before this one."""
        self._before = page if page != "search" else self._before

    def begin(self, text: str | None = None) -> None:
        """Into the field, with all of it marked; `text` stands in it then."""
        if text is not None:
            self.field.setText(text)
        self.chips.read_places()
        self.field.setFocus()
        self.field.selectAll()

    def text(self) -> str:
        return self.field.text().strip()

    def wanted_order(self) -> Order:
        order: Order = self.order.currentData()
        return order

    def reload(self) -> None:
        """Search again; what is marked stays."""
        self._search()

    def _on_text(self) -> None:
        from app.services import search  # not before the window is shown

        self.chips.show_terms(search.parsed(self.field.text()).filters)
        self.graph.setVisible(bool(self.text()))
        self._enter = False
        self._wait.start()

    def _search(self, anew: bool = False) -> None:
        self._wait.stop()
        if self._task is not None:
            self._task.cancel()
        text = self.text()
        if not text:
            self._forget()
            return
        if anew or text != self._asked:
            self._limit, self._opened, self._anew = PAGE, frozenset(), True
        self._asked = text
        job = partial(jobs.look, text, self.wanted_order(), self._limit)
        self._task = self._lanes.read(job, self._show, self._fail)

    def _forget(self) -> None:
        """Nothing is asked: nothing is kept on screen either."""
        self._asked, self._found, self._task = "", None, None
        self.view.show_rows(())
        self._say("")
        self._count.setText("")
        self._remarks.hide()
        self.help.setChecked(False)
        self._show_guide()

    def _on_moved(self) -> None:
        """Another part of memory is shown: what was found in this one is off the screen before anything is read."""
        if self._task is not None:
            self._task.cancel()
        self._asked, self._found, self._task = "", None, None
        self.view.show_rows(())
        self._count.setText("")

    def _show(self, found: "Results") -> None:
        self._found, self._task = found, None
        self._say("")
        said = [remark_words(remark) for remark in found.remarks]
        self._remarks.setText("\n".join(said))
        self._remarks.setVisible(bool(said))
        if self._anew:
            self.view.to_top()
        self._anew = False
        self.view.show_rows(rows(found, self.wanted_order(), self._opened))
        self._count.setText(counted(found) if found.total else "")
        self.view.setAccessibleDescription(counted(found))
        self._show_guide()
        if self._resume >= 0:
            self.view.mark_from(self._resume)
        if self._enter:
            self._go_down()
        self._enter, self._resume = False, -1

    def _fail(self, error: Exception) -> None:
        self._task, self._enter, self._resume = None, False, -1
        alert = describe(error)
        if alert.kind == "bug":
            self._lanes.failed.emit(error)
        self._say(alert.sentence)

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        for part in (self._problem, self._again):
            part.setVisible(bool(problem))

    def _take_out(self, term: Term) -> None:
        from app.services import search

        self.field.setText(search.parsed(self.field.text()).without(term))

    def _add(self, condition: str) -> None:
        self.field.type_more(f"{condition} ")

    def _begin(self, typing: str) -> None:
        """Something whose value is still to be typed: the cursor stands where."""
        self.help.setChecked(False)
        self.field.type_more(typing, back=1 if typing == '""' else 0)

    def _clear(self) -> None:
        self.field.clear()
        self.field.setFocus()

    def _unfilter(self) -> None:
        if self._found is not None:
            self.field.setText(self._found.query.bare)
            self.field.setFocus()

    # ── the results ───────────────────────────────────────────────────────────────────────────────────────────
    def _open(self, chosen: Row) -> None:
        assert chosen.goes is not None
        kind, thing = chosen.goes
        if kind == "fold":
            self._opened |= {thing}
            self._unfold()
        elif kind == "page":
            self._limit *= 2
            self._resume = self.view.currentIndex().row()
            self._search()
        else:
            self.opened.emit(kind, thing)

    def _unfold(self) -> None:
        """The row that stood for the others gives its place to the first of them."""
        at = self.view.currentIndex().row()
        if self._found is not None:
            self.view.show_rows(rows(self._found, self.wanted_order(), self._opened))
            self.view.setCurrentIndex(self.view.model().index(at, 0))

    def _show_menu(self, chosen: Row, at: QPoint) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.addAction(tr("Open"), partial(self._open, chosen))
        menu.addAction(tr("Copy"), partial(QGuiApplication.clipboard().setText, chosen.text))
        menu.addSeparator()
        menu.addAction(tr("Graph around this search"), self._want_graph)
        menu.popup(at)

    def _want_graph(self) -> None:
        if self.text():
            self.graph_wanted.emit(self.text())

    def _show_guide(self) -> None:
        """What may be typed, in place of the results, until the button is clicked again."""
        self.answers.show_found(self._found, self.help.isChecked())

    # ── keys ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _go_on(self) -> None:
        """Into the results; where those of what is typed are still to come, as soon as they are there."""
        if self._wait.isActive():
            self._search()
        self._enter = self._anew and self._task is not None
        if not self._enter:
            self._go_down()

    def _go_down(self) -> None:
        if self.answers.has_results() and (self.view.current() is not None or self.view.mark_first()):
            self.view.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._want_graph()
        elif event.key() == Qt.Key.Key_Escape:
            self._step_back()
        else:
            super().keyPressEvent(event)

    def _step_back(self) -> None:
        """From the results to the field, from a filled field to an empty one, from there to where one came from."""
        if not self.field.hasFocus():
            self.field.setFocus()
        elif self.field.text():
            self.field.clear()
        else:
            self.left.emit(self._before)
