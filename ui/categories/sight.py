"""What the map shows of the whole."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """What is seen: strips from `left` on, heights from `top` to `bottom`, parts of one."""

    left: float = 0.0
    top: float = 0.0
    bottom: float = 1.0

    def between(self, other: "View", part: float) -> "View":
        """On the way to another one."""
        return View(
            self.left + (other.left - self.left) * part,
            self.top + (other.top - self.top) * part,
            self.bottom + (other.bottom - self.bottom) * part,
        )
