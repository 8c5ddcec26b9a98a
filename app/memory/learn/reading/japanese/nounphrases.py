"""A noun phrase under construction, and what makes one phrase of two."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.morphology import Word
from app.memory.learn.reading.japanese.phrases import Clause, Nominal


@dataclass(slots=True)
class Builder:
    """Collects the words of a phrase and what stands before it; see `Nominal` for the fields."""

    core: list[Word] = field(default_factory=list)
    owners: list[Nominal] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    named: Nominal | None = None
    relative: Clause | None = None
    gloss: Word | None = None
    epithet: str = ""

    @property
    def text(self) -> str:
        """The core so far, without spaces."""
        return "".join(word.text for word in self.core)

    @property
    def end(self) -> int:
        """Where the core ends in the sentence."""
        return self.core[-1].end

    @property
    def dated(self) -> bool:
        """Whether the core is a date."""
        return bool(self.core) and self.core[0].cls == "date"

    def build(self) -> Nominal:
        """The finished phrase."""
        return Nominal(
            tuple(self.core), tuple(self.owners), tuple(self.links), self.named, self.relative, self.gloss, self.epithet
        )

    def as_owner(self, link: str) -> "Builder":
        """The beginning of the next phrase, which this one owns. A name with という goes to the noun at the end."""
        owner = replace(self.build(), named=None)
        kept = [*owner.owners, replace(owner, owners=(), links=())]
        return Builder(owners=kept, links=[*owner.links, link], named=self.named)


def with_bynames(items: Iterable[Nominal]) -> tuple[Nominal, ...]:
    """村瀬武史、通称たけちゃん: the second is a gloss of the first."""
    found: list[Nominal] = []
    bynames = tuple(lexicon().sets["people.bynames"])
    for item in items:
        if found and item.text.startswith(bynames) and found[-1].gloss is None:
            gloss = replace(item.words[0], text=item.text, end=item.end, cls="gloss")
            found[-1] = replace(found[-1], gloss=gloss)
        else:
            found.append(item)
    return tuple(found)


def bare_deed(phrase: Builder, clause: Clause) -> Word | None:
    """朝凪商事に出社。 W800を所有、 金曜に退職済み。: a noun of action that does without する."""
    core = phrase.core
    said = [argument for argument in clause.arguments if argument.case not in ("", "の")] or clause.dates
    if phrase.owners or not said or not core or not lexicon().has("forms.bare_deeds", core[0].text):
        return None
    return core[0] if len(core) == 1 or core[1].text in ("済み", "済", "ずみ") else None


def dropped_particle(phrase: Builder, clause: Clause, base: str) -> str:
    """The particle that talk leaves out before a verb: ヨガ始めた, パクチー苦手. People may as well be who does it."""
    words = lexicon()
    if not phrase.core or phrase.dated or not base or clause.first("を", "が") is not None:
        return ""
    last = phrase.core[-1]
    human = (
        last.cls == "pronoun"
        or any("人名" in word.detail for word in phrase.core)
        or phrase.text in words.sets["people.given"]
    )
    if human or words.has("people.honorifics", last.text) or words.has("people.me", phrase.text):
        return ""
    if phrase.text in words.relations or words.ends("forms.people_ends", phrase.text):
        return ""
    if words.has("forms.drops_o", base):
        return "を"
    return "が" if words.has("forms.object_ga", base) and base not in ("いる", "ある") else ""
