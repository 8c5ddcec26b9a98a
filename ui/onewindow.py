"""One window a profile: a second start knocks at the first, which comes to the front, and ends."""

from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

WAIT_MS = 400


class OneWindow(QObject):
    """`knocked` when somebody starts the program again."""

    knocked = Signal()

    def __init__(self, profile: Path) -> None:
        super().__init__()
        self._name = "tsumugi-" + blake2b(str(profile.resolve()).encode(), digest_size=10).hexdigest()
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_knock)

    def first(self) -> bool:
        """Whether this is the first start; otherwise the first one has been told to come forward."""
        knock = QLocalSocket()
        knock.connectToServer(self._name)
        if knock.waitForConnected(WAIT_MS):
            knock.disconnectFromServer()
            return False
        QLocalServer.removeServer(self._name)  # left over from a start that was killed
        self._server.listen(self._name)
        return True

    def close(self) -> None:
        """Let go of the name."""
        self._server.close()

    def _on_knock(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.disconnectFromServer()
            socket.deleteLater()
        self.knocked.emit()
