"""A clause: who does what, to whom, with which prepositions, and when."""

from dataclasses import dataclass, field

from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.dates import When
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase

REPORTING = words(
    "say tell claim mention report announce confirm explain add reply write think believe guess suppose hear know find "
    "imagine expect worry fear swear remember dream pretend wonder hope figure reckon assume suspect"
)


@dataclass(slots=True)
class Clause:
    """One clause. `lead`: the word that subordinates it ("if", "who", "to"); `reporter`: the clause that reports it.

    `implied`: no subject was said. `adverbs`: the adverbs in it. Token numbers: `first` up to `last`.
    """

    first: int
    last: int = 0
    lead: str = ""
    subjects: list[Phrase] = field(default_factory=list)
    action: Action | None = None
    objects: list[Phrase] = field(default_factory=list)
    preps: list[tuple[str, list[Phrase]]] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    adverbs: set[str] = field(default_factory=set)
    reporter: "Clause | None" = None
    implied: bool = False
    fresh: bool = True
    """Whether it opens the sentence or follows a full break, so that a missing subject is the speaker."""

    def phrases(self) -> list[Phrase]:
        """All its noun phrases."""
        return [*self.subjects, *self.objects, *(one for _, many in self.preps for one in many)]

    def without(self, phrase: Phrase) -> None:
        """Take a phrase out that turned out to be the subject of the next clause."""
        for group in (self.objects, *(many for _, many in self.preps)):
            if phrase in group:
                group.remove(phrase)
        self.preps = [(prep, many) for prep, many in self.preps if many]

    def swap(self, old: Phrase, new: Phrase) -> None:
        """Put one phrase in the place of another."""
        for group in (self.subjects, self.objects, *(many for _, many in self.preps)):
            group[:] = [new if one is old else one for one in group]
