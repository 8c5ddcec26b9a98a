"""What a test of a model has shown: whether it fills in forms, and how it reads a sentence that is always the same."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.domain.entity import ENTITY_KINDS
from app.services import vocabulary
from ui.graph.telling import kind_word
from ui.widgets import label, wrapped
from ui.widgets.flow import clear, column
from ui.widgets.labels import Tone
from ui.words import spoken, tr

if TYPE_CHECKING:
    from app.services.models import Sample, Trial


class TrialView(QWidget):
    """Hidden until there is something to show."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = column(gap=2, margin=(8, 0, 0, 0))
        self.setLayout(self._lines)
        self.hide()

    def show_trial(self, trial: "Trial") -> None:
        """The lines of one test."""
        clear(self._lines)
        words, tone = _structured(trial.structured)
        self._lines.addWidget(wrapped(words, tone))
        if trial.sample is not None:
            self._lines.addSpacing(4)
            self._lines.addWidget(label(tr("It read a sample sentence like this:"), "section"))
            for line in sample_lines(trial.sample):
                self._lines.addWidget(wrapped(line, "small"))
        self.show()


def _structured(how: str) -> tuple[str, Tone]:
    """Whether it can do the work of memory."""
    if how == "schema":
        return tr("It fills in forms as memory needs them."), "good"
    if how == "repaired":
        return tr("It fills in forms, with corrections. Memory work will do, but more slowly."), "warn"
    return tr("It does not fill in forms. It can answer, but not do the work of memory."), "warn"


def sample_lines(sample: "Sample") -> list[str]:
    """The sentence, then who is in it, then what holds between them."""
    quoted = f"「{sample.text}」" if spoken() == "ja" else f"“{sample.text}”"
    names = [_entity(name, kind) for name, kind in sample.entities]
    facts = [vocabulary.sentence(predicate, one, other, spoken(), False) for one, predicate, other in sample.relations]
    return [quoted, *([" · ".join(names)] if names else []), *facts]


def _entity(name: str, kind: str) -> str:
    known = next((one for one in ENTITY_KINDS if one == kind), None)
    return tr("{name} ({kind})", name=name, kind=kind_word(known) if known else kind)
