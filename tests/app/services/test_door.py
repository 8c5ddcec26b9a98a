"""Ways to a profile that another process may hold: who is found, who is kept out, what travels, how faults look."""

import json
import os
import socket
import stat
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import BadInput, ProfileBusy, Told
from app.services import door as doors
from app.services.door import FarDoor, OpenDoor, ask_to_hand_over
from app.services.host import Host, Progress
from app.services.request import Request
from app.services.wire import Notice, notice_in

ASK = Request("recall", {"query": "herons"}, "mcp", "Claude")


class Perform:
    """Does what the test says, and remembers what was asked."""

    def __init__(self, answer: Callable[[Request, Progress], Any] = lambda request, progress: "done") -> None:
        self.answer = answer
        self.asked: list[Request] = []

    def __call__(self, request: Request, progress: Progress) -> Any:
        self.asked.append(request)
        return self.answer(request, progress)


@pytest.fixture
def perform() -> Perform:
    return Perform()


@pytest.fixture
def host(profile: Path, perform: Perform) -> Iterator[Host]:
    made = Host(profile, perform)
    yield made
    made.close()


@pytest.fixture
def far(profile: Path, host: Host) -> Iterator[FarDoor]:
    made = FarDoor(profile)
    yield made
    made.close()


def raising(error: Exception) -> Callable[..., Any]:
    def answer(request: Request, progress: Progress) -> Any:
        raise error

    return answer


# ── what travels ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_request_and_its_answer_travel_whole(far: FarDoor, perform: Perform):
    perform.answer = lambda request, progress: {"texts": ["鷺", "a \ud800 b"], "none": None}
    assert far.call(ASK) == {"texts": ["鷺", "a \ud800 b"], "none": None}
    assert perform.asked == [ASK]


def test_errors_that_say_something_travel_with_their_words(far: FarDoor, perform: Perform):
    perform.answer = raising(BadInput("There is no operation “{name}”.", name="sing"))
    with pytest.raises(BadInput, match="There is no operation “sing”") as caught:
        far.call(ASK)
    assert (caught.value.message_id, caught.value.details) == ("There is no operation “{name}”.", {"name": "sing"})


@pytest.mark.parametrize("answer", [raising(ZeroDivisionError("a secret")), lambda request, progress: object()])
def test_a_fault_does_not_look_like_a_host_that_has_gone(far: FarDoor, perform: Perform, answer: Any):
    perform.answer = answer
    with pytest.raises(Told, match="Tsumugi could not do this") as caught:
        far.call(ASK)
    assert "secret" not in str(caught.value)
    perform.answer = lambda request, progress: "well again"
    assert far.call(ASK) == "well again"


def test_progress_travels_before_the_answer(far: FarDoor, perform: Perform):
    def answer(request: Request, progress: Progress) -> str:
        for step in (1, 2):
            progress({"done": step})
        return "done"

    perform.answer = answer
    told: list[Any] = []
    assert far.call(ASK, told.append) == "done" and told == [{"done": 1}, {"done": 2}]
    assert far.call(ASK) == "done", "who wants no progress is answered all the same"


# ── who is kept out ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_only_this_user_can_read_the_key_and_reach_the_socket(profile: Path):
    was = os.umask(0)
    try:
        host = Host(profile, Perform())
    finally:
        os.umask(was)
    address = Path(str(notice_in(profile).address))
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (profile / "door.json", address.parent)]
    host.close()
    assert modes == [0o600, 0o700]
    assert not (profile / "door.json").exists() and not address.parent.exists()


def test_who_does_not_know_the_key_is_not_served(profile: Path, host: Host, perform: Perform):
    notice = notice_in(profile)
    Notice(notice.address, b"another key").put_up(profile)
    with pytest.raises(ConnectionError):
        FarDoor(profile)
    notice.put_up(profile)
    assert perform.asked == []


@pytest.mark.parametrize(
    "words", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 64, struct.pack("!i", 2**30), b"\xff" * 512]
)
def test_hostile_bytes_disturb_nobody(profile: Path, host: Host, perform: Perform, words: bytes):
    address: Any = notice_in(profile).address
    family = socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX
    with socket.socket(family, socket.SOCK_STREAM) as line:
        line.connect(address)
        with suppress(OSError):
            line.sendall(words)
        far = FarDoor(profile)
        assert far.call(ASK) == "done"
        far.close()


@pytest.mark.parametrize("line", [b"not json", b"[]", b'{"operation": "store"}', b'{"arguments": 1}', b"7"])
def test_lines_that_are_no_request_end_only_their_own_wire(profile: Path, far: FarDoor, perform: Perform, line: bytes):
    stranger = FarDoor(profile)
    stranger._host.send_bytes(line)
    with pytest.raises(ConnectionError):
        stranger.call(ASK)
    stranger.close()
    assert far.call(ASK) == "done"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"address": 7, "key": "00"}', '{"address": "x", "key": "zz"}'])
def test_a_notice_that_cannot_be_read_is_no_host(profile: Path, text: str):
    (profile / "door.json").write_text(text)
    with pytest.raises(ConnectionError):
        FarDoor(profile)


def test_who_listens_but_does_not_greet_is_no_host(profile: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(doors, "PATIENCE", 0.1)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        Notice(line.getsockname(), b"key").put_up(profile)
        with pytest.raises(ConnectionError):
            FarDoor(profile)


# ── hosts that end ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_closing_host_answers_what_it_began(profile: Path, perform: Perform):
    begun, go_on = threading.Event(), threading.Event()

    def answer(request: Request, progress: Progress) -> str:
        begun.set()
        assert go_on.wait(5)
        return "done after all"

    perform.answer = answer
    host, far = Host(profile, perform), FarDoor(profile)
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(far.call(ASK)))
    asking.start()
    assert begun.wait(5)
    closing = threading.Thread(target=host.close)
    closing.start()
    go_on.set()
    asking.join(5)
    closing.join(5)
    assert answers == ["done after all"]
    with pytest.raises(ConnectionError):
        far.call(ASK)
    far.close()


def test_a_host_that_closes_does_not_wait_for_who_never_greeted(profile: Path, perform: Perform):
    host = Host(profile, perform)
    silent = Client(notice_in(profile).address)
    host.close()
    silent.close()


def test_a_new_host_clears_what_a_killed_one_left(profile: Path, perform: Perform):
    first = Host(profile, perform)
    left, notice = notice_in(profile), (profile / "door.json").read_bytes()
    first.close()
    if isinstance(left.address, str):
        Path(left.address).parent.mkdir(mode=0o700)
        Path(left.address).touch()
    (profile / "door.json").write_bytes(notice)
    with pytest.raises(ConnectionError):
        FarDoor(profile)
    second = Host(profile, perform)
    assert notice_in(profile) != left
    assert not isinstance(left.address, str) or not Path(left.address).parent.exists()
    second.close()


def test_a_notice_never_makes_a_host_delete_what_is_not_its_own(profile: Path, perform: Perform, tmp_path: Path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (profile / "door.json").write_text(json.dumps({"address": str(precious), "key": "00"}))
    Host(profile, perform).close()
    assert precious.read_text() == "mine"


def test_nobody_can_be_asked_to_hand_over_where_nobody_serves(profile: Path):
    assert not ask_to_hand_over(profile)


def test_hand_over_is_asked_for_and_a_refusal_is_no_error(profile: Path, host: Host, perform: Perform):
    assert ask_to_hand_over(profile)
    perform.answer = raising(BadInput())
    assert ask_to_hand_over(profile) and [request.operation for request in perform.asked] == ["hand_over"] * 2


# ── a door that stays open ────────────────────────────────────────────────────────────────────────────────────────


class Own:
    """A door in this process; `busy` times it cannot be had first."""

    def __init__(self, busy: int = 0) -> None:
        self.busy, self.opened, self.closed, self.asked = busy, 0, 0, list[Request]()

    def __call__(self, folder: Path) -> "Own":
        if self.busy > 0:
            self.busy -= 1
            raise ProfileBusy
        self.opened += 1
        return self

    def call(self, request: Request, progress: Progress | None = None) -> Any:
        self.asked.append(request)
        return "done here"

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doors, "MANNERS", 0.1)


def test_who_serves_is_asked_and_else_this_process_serves(profile: Path, perform: Perform):
    own, host = Own(), Host(profile, perform)
    door = OpenDoor(profile, own)
    assert door.call(ASK) == "done" and own.opened == 0
    host.close()
    assert door.call(ASK) == "done here" and own.opened == 1
    assert own.asked[0].again, "the host may have done it, and not had the time to say so"
    assert not perform.asked[0].again
    door.close()
    assert own.closed == 1


def test_a_host_that_takes_over_is_found_before_the_profile_is_taken(profile: Path, perform: Perform):
    own, first = Own(), Host(profile, perform)
    door = OpenDoor(profile, own)
    first.close()
    second = Host(profile, perform)
    assert door.call(ASK) == "done" and own.opened == 0
    door.close()
    second.close()


def test_a_profile_that_somebody_is_just_opening_is_waited_for(profile: Path):
    own = Own(busy=3)
    assert OpenDoor(profile, own).call(ASK) == "done here"


def test_a_profile_that_cannot_be_had_is_said_to_be_busy(profile: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doors, "PATIENCE", 0.1)
    with pytest.raises(ProfileBusy):
        OpenDoor(profile, Own(busy=10_000))
