"""What outlives a window: the lanes, the broadcast, the loops, the window's own memory."""

from dataclasses import dataclass

from ui.changes import Changes
from ui.lanes import Lanes
from ui.learning import LearningLoop
from ui.memo import Memo
from ui.tending import TendingLoop


@dataclass(frozen=True, slots=True)
class Core:
    lanes: Lanes
    changes: Changes
    loop: LearningLoop
    memo: Memo
    tending: TendingLoop
