"""Asking a server for a form until it is filled in, within what the work may spend.

Not every server holds a model to a schema, and those that do not say so in many ways: a refusal, or words that are no
form. So the strictest way is tried first, what a server refuses is remembered, and every answer is read with care.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from app.domain.errors import Cancelled, ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Allowance, Message, Schema
from app.inference.providers.failing import CallFailed
from app.inference.providers.serving import Answer, Serving
from app.inference.providers.waiting import Stopped, pause
from app.inference.structured import Reading, Unusable, as_text, read, read_value

LONGEST_WAIT = 10.0
"""Seconds that a busy server may ask us to wait; longer, and the work is done without it."""
FORM_TIMEOUT = 90.0
"""Seconds in which a form must be filled in."""
_SHOWN_BACK = 4000
"""Characters of an unusable answer that are shown to the model again."""
_TRIES = 2


class _Ways:
    """The strictest way that each server and model has not refused; known until the program ends."""

    def __init__(self) -> None:
        self._at: dict[tuple[str, str], int] = {}
        self._lock = Lock()

    def of(self, server: Serving) -> int:
        with self._lock:
            return self._at.get((server.address.url, server.name), 0)

    def refused(self, server: Serving, way: int) -> bool:
        """Go on to the next way; False when there is none. Then it was not the way that was refused: begin anew."""
        further = way + 1 < len(server.ways)
        with self._lock:
            self._at[server.address.url, server.name] = way + 1 if further else 0
        return further


_WAYS = _Ways()


@dataclass(slots=True)
class _Patience:
    """What may still be tried again in one form."""

    telling: int = 1
    breaking: int = 1
    waiting: int = 1


class FormFiller:
    """A `StructuredModel` on a server. To be used by one thread at a time."""

    def __init__(self, server: Serving, stopped: Stopped) -> None:
        self._server = server
        self._stopped = stopped
        self.faults: tuple[str, ...] = ()
        """What had to be put right in the last form, in plain words; may quote nothing of it."""
        self.strict = False
        """Whether the server held the model to the schema in the last form."""

    def __repr__(self) -> str:
        return f"FormFiller({self._server!r})"

    @property
    def name(self) -> str:
        return self._server.name

    @property
    def local(self) -> bool:
        return self._server.local

    def fill(self, messages: Sequence[Message], schema: Schema, allowance: Allowance) -> Any:
        """A value that fits the schema. Raises `ModelUnavailable`, `Cancelled`."""
        if allowance.left <= 0:
            raise ModelUnavailable("No further call to the model is allowed here.")
        patience = _Patience()
        asked = list(messages)
        while True:
            answer = self._answer(asked, schema, allowance, patience)
            try:
                reading = _read(answer, schema)
            except Unusable as unusable:
                if not patience.telling or allowance.left <= 0:
                    raise ModelUnavailable(
                        "The model “{model}” did not keep to the form it was asked for.", model=self.name
                    ) from None
                patience.telling -= 1
                asked = [*messages, *_told(answer, unusable)]
            else:
                self.faults = reading.faults
                return reading.value

    def _answer(self, asked: Sequence[Message], schema: Schema, allowance: Allowance, patience: _Patience) -> Answer:
        """One answer, whatever calls it takes. Raises `ModelUnavailable`, `Cancelled`."""
        while True:
            way = _WAYS.of(self._server)
            self.strict = way == 0
            try:
                return self._called(asked, schema, self._server.ways[way], allowance)
            except CallFailed as failed:
                if not self._goes_on(failed, way, patience) or allowance.left <= 0:
                    raise failed.told from None
                if failed.reason == "busy":
                    pause(failed.wait or 0.0, self._stopped)

    def _called(self, asked: Sequence[Message], schema: Schema, way: str, allowance: Allowance) -> Answer:
        """One call, counted whatever comes of it: it has gone out. Raises `CallFailed`, `Cancelled`."""
        if self._stopped():
            raise Cancelled
        used = Usage()
        try:
            answer = self._server.ask(asked, schema, way)
            used = answer.used
        finally:
            allowance.spend(used.sent, used.received)
        return answer

    def _goes_on(self, failed: CallFailed, way: int, patience: _Patience) -> bool:
        """Whether another call may do better."""
        if failed.reason == "asked_wrong":
            return _WAYS.refused(self._server, way)
        if failed.reason == "busy":
            patience.waiting -= 1
            return patience.waiting >= 0 and failed.wait is not None and failed.wait <= LONGEST_WAIT
        if failed.reason == "broken":
            patience.breaking -= 1
            return patience.breaking >= 0
        return False


def _read(answer: Answer, schema: Schema) -> Reading:
    return read(answer.text, schema) if answer.value is None else read_value(answer.value, schema)


def _told(answer: Answer, unusable: Unusable) -> list[Message]:
    """What was said, and what was wrong with it."""
    said = answer.text if answer.value is None else as_text(answer.value)
    wrong = Message("user", f"That cannot be used: {unusable}. Answer again, with the JSON object alone.")
    return [Message("assistant", said[:_SHOWN_BACK]), wrong] if said.strip() else [wrong]
