"""The chat page: the title, the transcript, and the composer below it."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.entity import Span
from app.domain.episode import Conversation, Episode
from app.domain.ids import ConversationId, EpisodeId
from ui import theme
from ui.changes import Changes
from ui.chat import jobs
from ui.chat.care import Care
from ui.chat.composer import Composer
from ui.chat.exchange import Exchange
from ui.chat.mark import OffRecordMark
from ui.chat.transcript import PAGE, Transcript
from ui.chat.welcome import Welcome
from ui.lanes import Lanes
from ui.learning import LearningLoop
from ui.memo import Memo
from ui.widgets import column, link_button, row
from ui.widgets.title import TitleField
from ui.words import tr

if TYPE_CHECKING:
    from app.services.reading import Place
    from app.services.turns import TurnView


class ChatPage(QWidget):
    """`opened(ConversationId | None)`, `entity_wanted(EntityId)`, `lesson_wanted(EpisodeId)`, `question_wanted`,
    `note_wanted(Episode, Span | None)`."""

    opened = Signal(object)
    entity_wanted = Signal(object)
    lesson_wanted = Signal(object)
    question_wanted = Signal()
    note_wanted = Signal(object, object)

    def __init__(self, lanes: Lanes, changes: Changes, memo: Memo, loop: LearningLoop) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lanes, self._memo = lanes, memo
        self.conversation: Conversation | None = None
        self._off_record = False
        self._wanted: ConversationId | None = None
        self.transcript, self.composer, self.welcome = Transcript(), Composer(), Welcome()
        self.exchange = Exchange(lanes, self.transcript, self.composer)
        self.care = Care(lanes, changes, self.transcript, loop)
        self._title = TitleField()
        self._mark = OffRecordMark()
        self._latest = link_button(tr("Jump to the latest"), self._reopen)
        self._lay_out()
        self._connect()
        self._show_head(None, False)
        self.composer.restore(memo.get(self._draft_name()))

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.transcript)
        holder = QWidget()
        holder.setMaximumWidth(theme.column_width() + 24)
        holder.setLayout(column(row(None, self._latest, None), self.composer, gap=4))
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row(self._title, self._mark, gap=8, margin=(24, 12, 24, 4)))
        lines.addWidget(self._stack, 1)
        lines.addLayout(row(holder, gap=0, margin=(24, 4, 24, 16)))

    def _connect(self) -> None:
        self._title.editingFinished.connect(self._rename)
        self.transcript.older_wanted.connect(self._read_older)
        self.composer.sent.connect(self._say)
        self.composer.edited.connect(self.keep_draft)
        self.exchange.said.connect(self._on_said)
        self.care.entity_wanted.connect(self.entity_wanted)
        self.care.question_wanted.connect(self.question_wanted)
        self.care.lesson_wanted.connect(self.lesson_wanted)
        self.care.source_wanted.connect(self.reveal)
        self.care.everything_wanted.connect(self._ask_everything)

    # ── which conversation ────────────────────────────────────────────────────────────────────────────────────
    def open_new(self, off_record: bool = False) -> None:
        """An empty page; the conversation begins with its first turn."""
        self._wanted = None
        self._change_to(None, off_record)
        self.transcript.show_turns((), more=False)
        self.welcome.show_record(not off_record)
        self._stack.setCurrentWidget(self.welcome)
        self.composer.field.setFocus()

    def open(self, conversation: ConversationId) -> None:
        """A conversation, at its end."""
        self._wanted = conversation
        self._lanes.read(partial(jobs.read_conversation, conversation, PAGE), self._show)

    def reveal(self, episode: EpisodeId, span: Span | None) -> None:
        """The very words: a turn is shown with them marked; a note's passage is asked for."""
        self._lanes.read(partial(jobs.read_place, episode), partial(self._show_place, span))

    def _reopen(self) -> None:
        if self.conversation is not None:
            self.open(self.conversation.id)

    def _show(self, found: "tuple[Conversation, list[TurnView]]") -> None:
        conversation, views = found
        if conversation.id != self._wanted:
            return
        self._change_to(conversation, conversation.off_record)
        self.transcript.show_turns(views, more=len(views) == PAGE)
        self._stack.setCurrentWidget(self.transcript)
        self.exchange.show(conversation.id)
        if not self.isHidden():  # another page has been gone to meanwhile: the keyboard stays there
            self.composer.field.setFocus()

    def _show_place(self, span: Span | None, found: "Place") -> None:
        episode, spans = found.episode, (span,) if span else ()
        if episode.conversation is None:
            self.note_wanted.emit(episode, span)
        elif self.conversation is None or self.conversation.id != episode.conversation:
            job = partial(jobs.read_conversation, episode.conversation, 0)
            self._lanes.read(job, partial(self._show_elsewhere, found, spans))
        elif not self.transcript.reveal(episode.id, spans):
            self._show_stretch(found, spans)

    def _show_elsewhere(
        self, found: "Place", spans: tuple[Span, ...], read: "tuple[Conversation, list[TurnView]]"
    ) -> None:
        self._wanted = read[0].id
        self._change_to(read[0], read[0].off_record)
        self._show_stretch(found, spans)

    def _show_stretch(self, found: "Place", spans: tuple[Span, ...]) -> None:
        self.transcript.show_turns(found.turns, more=True)
        self._latest.setVisible(found.later)
        self._stack.setCurrentWidget(self.transcript)
        self.transcript.reveal(found.episode.id, spans)

    def _change_to(self, conversation: Conversation | None, off_record: bool) -> None:
        self.keep_draft()
        self._show_head(conversation, off_record)
        self.composer.restore(self._memo.get(self._draft_name()))
        self.exchange.show(None)
        self.opened.emit(conversation.id if conversation else None)

    def _show_head(self, conversation: Conversation | None, off_record: bool) -> None:
        self.conversation, self._off_record = conversation, off_record
        self._title.setText(conversation.title if conversation else "")
        self._title.setCursorPosition(0)
        self._title.setPlaceholderText(tr("New chat") if conversation is None else tr("Untitled"))
        self._title.setReadOnly(conversation is None)
        self._mark.setVisible(off_record)
        self._latest.hide()

    def refresh_head(self, conversation: Conversation) -> None:
        """The chat on screen, if it is this one, goes off the record or comes back."""
        if self.conversation is not None and self.conversation.id == conversation.id:
            self._show_head(conversation, conversation.off_record)

    def _rename(self) -> None:
        title, conversation = self._title.text().strip(), self.conversation
        if conversation and title and title != conversation.title:
            self._lanes.write(partial(jobs.rename, conversation.id, title))

    def _read_older(self) -> None:
        before = self.transcript.oldest()
        if self.conversation is not None and before is not None:
            job = partial(jobs.read_older, self.conversation.id, before, PAGE)
            self._lanes.read(job, partial(self._show_older, self.conversation.id))

    def _show_older(self, conversation: ConversationId, views: "list[TurnView]") -> None:
        if self.conversation is not None and self.conversation.id == conversation:
            self.transcript.prepend(views, more=len(views) == PAGE)

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────────
    def _draft_name(self) -> str:
        return f"draft {self.conversation.id}" if self.conversation else "draft new"

    def keep_draft(self) -> None:
        """Remember what is not sent yet."""
        self._memo.keep(self._draft_name(), self.composer.draft())

    def _say(self, text: str) -> None:
        self.exchange.say(self.conversation.id if self.conversation else None, self._off_record, text)

    def _ask_everything(self, question: Episode) -> None:
        if self.conversation is not None:
            self.exchange.ask(self.conversation.id, question, everywhere=True)

    def _on_said(self, conversation: Conversation, view: "TurnView") -> None:
        if self.conversation is not None and self.conversation.id != conversation.id:
            return
        self._wanted = conversation.id
        was_new, apart = self.conversation is None, not self._latest.isHidden()
        self._show_head(conversation, conversation.off_record)
        if was_new:
            self._memo.keep("draft new", None)
            self.opened.emit(conversation.id)
        if apart:
            self.open(conversation.id)
            return
        self.transcript.append(view)
        self._stack.setCurrentWidget(self.transcript)
        self.exchange.show(conversation.id)
