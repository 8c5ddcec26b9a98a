"""All reads over one connection, by group. A view stays on the thread that made it."""

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from app.storage.categories import Categories
from app.storage.connection import told
from app.storage.conversations import Conversations
from app.storage.deeds import Deeds
from app.storage.doubts import Doubts
from app.storage.entities import Entities
from app.storage.episodes import Episodes
from app.storage.facts import Facts
from app.storage.graphs import Graphs
from app.storage.journal import Journal
from app.storage.labels import Labels
from app.storage.lives import Lives
from app.storage.notes import Notes
from app.storage.remarks import Remarks
from app.storage.savedviews import SavedViews
from app.storage.soundness import Soundness, examined
from app.storage.suggestions import Suggestions
from app.storage.usage import Uses
from app.storage.walks import Walks


class View:
    """Reads that show what is committed. Every list takes a `Scope`."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.conversations = Conversations(connection)
        self.notes = Notes(connection)
        self.episodes = Episodes(connection)
        self.entities = Entities(connection)
        self.facts = Facts(connection)
        self.categories = Categories(connection)
        self.suggestions = Suggestions(connection)
        self.journal = Journal(connection)
        self.deeds = Deeds(connection)
        self.doubts = Doubts(connection)
        self.remarks = Remarks(connection)
        self.uses = Uses(connection)
        self.walks = Walks(connection)
        self.graphs = Graphs(connection)
        self.labels = Labels(connection)
        self.lives = Lives(connection)
        self.saved_views = SavedViews(connection)

    @contextmanager
    def steady(self) -> Iterator[None]:
        """All reads inside see the memory of one moment, whatever is written meanwhile. Keep it short."""
        with told():
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("COMMIT")

    def soundness(self) -> Soundness:
        """What is wrong with the file itself; it shows nothing of what is in it."""
        return examined(self._connection)

    def close(self) -> None:
        self._connection.close()
