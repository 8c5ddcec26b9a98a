"""The guided demo: the real window, driven through a scripted conversation in two languages, and what came of it.

Shown by `dev.py run` where there is no display. It types into the real composer, waits for the real background thread,
and prints the transcript, what was learned with the words it came from, answers with their citations, and screenshots.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain import clock
from app.domain.entity import ME
from app.domain.ids import ConversationId
from app.services import chat, memories, notes
from app.services.settings import Settings, save
from app.services.turns import TurnView
from app.services.workspace import ReadDesk
from ui.application import Running

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0

ENGLISH = (
    "I'm from Galway, I live in Leeds now and I work at Harbour Freight Lines as a route planner.",
    "My sister Elizabeth (Liz) lives in Utrecht. She plays the cello.",
    "I left Harbour Freight Lines on Friday. I start at Quarry Mill Press on Monday!",
    "Should I move to Oslo? Just daydreaming.",
    "Where does Liz live?",
    "Where did I work before?",
)
JAPANESE = (
    "妻の美咲と柴犬のきなこと暮らしています。",
    "同僚の山口大輔（だいちゃん）が先月、係長になった。",
    "来月1日に鎌倉へ引っ越します。",
    "だいちゃんの役職は？",
    "ペットの名前は何だっけ？",
)
NOTE = (
    "Kitchen refit",
    "# Kitchen refit\n\n- builder: [[Rosalind Okafor]]\n- starts 2027-06-01\n\nRosalind founded Okafor Joinery.",
)


class Guide:
    """Drives one window as a person would, and looks at what it shows."""

    def __init__(self, application: QApplication, profile: Path, shots: Path) -> None:
        self._application, self._shots = application, shots
        self.running = Running(application, profile)
        self.taken: list[tuple[Path, str]] = []

    def open(self) -> None:
        self.running.shell.window.resize(1360, 860)
        self.running.start()
        self.until(lambda: self.window.memory is not None, "the profile to open")

    @property
    def window(self):
        return self.running.shell.window

    def until(self, reached: Callable[[], bool], what: str) -> None:
        """Let the window live until something is so."""
        started = monotonic()
        while not reached():
            if monotonic() - started > PATIENCE:
                sys.exit(f"✗ the demo waited {PATIENCE:.0f} s for {what}")
            self.live(20)

    def live(self, milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def ask(self, job: Callable[[ReadDesk], object]) -> object:
        """The result of a read, done on a reading lane as everything is."""
        found: list[object] = []
        self.running.core.lanes.read(job, found.append)
        self.until(lambda: bool(found), "a read")
        return found[0]

    def type(self, text: str) -> None:
        """Type into the composer, press Enter, wait for the lesson and the answer."""
        field = self.window.chat.composer.field
        field.setFocus()
        field.insertPlainText(text)
        before = len(self.window.chat.transcript.turns())
        QTest.keyClick(field, Qt.Key.Key_Return)
        transcript = self.window.chat.transcript
        self.until(lambda: len(transcript.turns()) > before, "the turn to appear")
        self.live(300)
        self.until(lambda: self.running.core.loop.idle and not self._growing(), "the lesson and the answer")
        self.live(150)

    def _growing(self) -> bool:
        return any(turn.view is None for turn in self.window.chat.transcript.turns())

    def conversation(self) -> ConversationId:
        shown = self.window.chat.conversation
        assert shown is not None
        return shown.id

    def shoot(self, name: str, title: str) -> None:
        """A picture of the window as it is; the title says what it shows."""
        self.live(400)
        path = self._shots / f"{name}.png"
        self.window.grab().save(str(path))
        self.taken.append((path, title))

    def close(self) -> None:
        self.window.close()
        self.running.stop()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def say(text: str = "") -> None:
    print(text, flush=True)


def show_turn(view: TurnView) -> None:
    """One turn with what it taught and what it cites."""
    who = {"user": "you", "assistant": "tsumugi"}.get(view.episode.role, "note")
    say(f"  {who:>8}  {view.episode.text}".replace("\n", "\n            "))
    for chip in view.chips:
        words = view.episode.text[chip.span.start : chip.span.end].replace("\n", " ")
        dates = f" · since {chip.fact.valid_at.text}" if chip.fact.valid_at else ""
        ended = f" · until {chip.fact.invalid_at.text}" if chip.fact.invalid_at else ""
        say(f"            ◦ {'ended: ' if chip.ends else ''}{chip.fact.fact}{dates}{ended}   ← “{words}”")


def transcript(guide: Guide, title: str) -> None:
    views = guide.ask(partial(chat.transcript, conversation=guide.conversation()))
    say(f"\n{title}")
    for view in views:
        show_turn(view)
        for citation in view.citations:
            source = guide.ask(partial(chat.turn, episode=citation.episode))
            words = source.episode.text if source else ""
            if source and citation.span:
                words = words[citation.span.start : citation.span.end]
            say(f"            [{citation.number}] ep:{citation.episode} “{words}”".replace("\n", " "))


def known(guide: Guide) -> None:
    """What memory holds now, entity by entity, with sources."""
    listing = guide.ask(memories.listed)
    say(f"\nWhat was learned: {listing.total} entities")
    me = guide.ask(memories.me)
    others = [entity for entity in listing.entities if entity.name != ME]
    for entity in [*([me] if me else []), *others[:12]]:
        page = guide.ask(partial(memories.page, entity=entity.id, today=clock.now().date()))
        names = f" ({', '.join(alias.text for alias in page.aliases)})" if page.aliases else ""
        say(f"  {'You' if entity.name == ME else entity.name}{names} — {entity.kind}")
        for fact in (view for view in page.facts if view.outgoing):
            sources = ", ".join(f"ep:{source.episode.id}" for source in fact.sources)
            state = "" if fact.current else "to come: " if fact.fact.since() > clock.now().date() else "ended: "
            say(f"      {state}{fact.fact.fact}   [{sources}]")


def write_note(guide: Guide) -> None:
    guide.window.show_page("notes")
    title, text = NOTE

    def job(desk):
        note = notes.create(desk, title)
        notes.save(desk, note.id, title, text)
        notes.settle(desk, note.id)
        return note.id

    done: list[object] = []
    guide.running.core.lanes.write(job, done.append)
    guide.until(lambda: bool(done) and guide.running.core.loop.idle, "the note to be learned")
    guide.live(600)
    guide.until(lambda: guide.running.core.loop.idle, "the note to be learned")
    guide.running.shell.ways.go_to("note", done[0])


def tour(guide: Guide) -> None:
    """The whole demo."""
    guide.open()
    guide.shoot("1-first-start", "The first start: an empty page, the cursor in the composer")
    for line in ENGLISH:
        guide.type(line)
    transcript(guide, "A chat in English")
    guide.shoot("2-chat-english", "A chat in English: what was learned, answers with their sources")
    guide.window.chat.open_new()
    guide.live(200)
    for line in JAPANESE:
        guide.type(line)
    transcript(guide, "日本語のチャット")
    guide.shoot("3-chat-japanese", "A chat in Japanese")
    write_note(guide)
    guide.shoot("4-note", "A note, and what it taught")
    me = guide.ask(memories.me)
    guide.running.shell.ways.show_entity(me.id)
    guide.window.show_page("chat")
    guide.shoot("5-memory", "The memory panel: what is known about you, each fact with its words")
    guide.running.shell.show_page("graph")
    guide.live(2500)
    guide.shoot("6-graph", "The graph around that chat")
    known(guide)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=Path, default=ROOT / "shots" / "demo")
    parser.add_argument("--theme", default="light", choices=("light", "dark", "contrast"))
    parser.add_argument("--language", default="en", choices=("en", "ja"))
    given, _ = parser.parse_known_args()
    given.shots.mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("tsumugi")
    with tempfile.TemporaryDirectory(prefix="tsumugi-demo-") as folder:
        profile = Path(folder) / "demo"
        profile.mkdir()
        save(profile, Settings().with_changes({"theme": given.theme, "language": given.language}))
        say("Tsumugi — guided demo: the real window, offscreen; nothing leaves this machine.")
        guide = Guide(application, profile, given.shots)
        try:
            tour(guide)
        finally:
            guide.close()
    say("\nScreenshots")
    for path, title in guide.taken:
        say(f"  {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}   {title}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
