"""Every error that Tsumugi raises on purpose.

    TsumugiError
    ├── Told               says something to the user: plain words in `message_id`, facts in `details`
    │   ├── ProfileBusy        another window holds the profile
    │   ├── NewerFile          the database was written by a newer version
    │   ├── DamagedFile        the database cannot be read
    │   ├── StorageFull        no space left, or the disk refused to write
    │   ├── ModelUnavailable   the model cannot be reached, refused, or answered nonsense
    │   ├── BadReference       `ep:x` and the like
    │   └── BadInput           a name too long, an empty alias, ...
    ├── Outdated           what the plan assumed no longer holds: think again
    ├── UndoConflict       a later change stands in the way of an undo
    └── Cancelled          the user stopped it: silent

`Told.message_id` is an English sentence that the window passes through `tr()`; `{name}` fields come from `details`.
"""


class TsumugiError(Exception):
    """Root of all errors raised on purpose."""


class Told(TsumugiError):
    """An error whose sentence is meant for the person at the screen."""

    message_id = "Something did not work."

    def __init__(self, message_id: str | None = None, **details: str) -> None:
        self.message_id = message_id or self.message_id
        self.details = details
        super().__init__(self.message_id.format_map(details) if details else self.message_id)


class ProfileBusy(Told):
    message_id = "This profile is already open in another window."


class NewerFile(Told):
    message_id = "This memory was written by a newer version of Tsumugi. Please update the app to open it."


class DamagedFile(Told):
    message_id = "The memory file cannot be read. A backup may help; nothing has been changed."


class StorageFull(Told):
    message_id = "The disk is full or refuses to write. Your text is still here; free some space and try again."


class ModelUnavailable(Told):
    message_id = "The model could not be reached."


class BadReference(Told):
    def __init__(self, text: str) -> None:
        super().__init__("“{text}” is not a reference. It looks like ep:12 or ses:3.", text=text[:40])


class BadInput(Told):
    message_id = "This cannot be used as it is."


class Outdated(TsumugiError):
    """Raised by `Store.commit` when an expectation of the plan no longer holds."""


class UndoConflict(TsumugiError):
    """Raised when rows that an undo or redo would touch have changed since."""


class Cancelled(TsumugiError):
    """Raised inside long work after the user stopped it."""
