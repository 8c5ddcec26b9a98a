"""The parts of a sentence: noun phrases with their particles, predicates with what their endings say, and clauses."""

from dataclasses import dataclass, field, replace

from app.memory.learn.reading.japanese.dates import When
from app.memory.learn.reading.japanese.morphology import Word


@dataclass(slots=True)
class Nominal:
    """A noun phrase. `words` is its core; what stands before it:

    `owners`: の-phrases, outermost first ("青嶺物産の" "友人の" 健太). `links`: the particles of each ("の", "からの").
    `named`: the name of an apposition ("方位社という" 測量会社). `gloss`: brackets after it.
    `relative`: a clause that modifies it ("長崎にある" 出島製菓).
    """

    words: tuple[Word, ...]
    owners: tuple["Nominal", ...] = ()
    links: tuple[str, ...] = ()
    named: "Nominal | None" = None
    relative: "Clause | None" = None
    gloss: Word | None = None
    epithet: str = ""
    """An adjective right before the core: 甘い of 甘い物."""

    @property
    def text(self) -> str:
        """The core as written, inner spaces kept."""
        return joined(self.words)

    @property
    def whole(self) -> str:
        """The core with all that owns or describes it, as one text: 夜の灯台."""
        owners = "".join(owner.text + link for owner, link in zip(self.owners, self.links, strict=True))
        return owners + self.epithet + self.text

    @property
    def last_owner(self) -> "Nominal | None":
        """The nearest の-phrase with its own ones: 助成金の報告書 of 助成金の報告書の締切."""
        return self.owner(len(self.owners) - 1) if self.owners else None

    def owner(self, number: int) -> "Nominal":
        """One of the の-phrases with those before it as its own."""
        return replace(self.owners[number], owners=self.owners[:number], links=self.links[:number])

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end

    @property
    def dated(self) -> bool:
        """Whether it is a date and nothing else."""
        return all(word.cls == "date" for word in self.words)


@dataclass(slots=True)
class Argument:
    """Noun phrases joined by と, や or a comma, and the particles after the last: "が", "には", "" for none."""

    items: tuple[Nominal, ...]
    case: str

    @property
    def bare(self) -> str:
        """The case particle without a topic mark: には -> に, でも -> で; は, も, が stay."""
        if (
            len(self.case) > 1
            and self.case[-1] in "はも"
            and self.case[:-1] in ("に", "へ", "で", "と", "から", "まで")
        ):
            return self.case[:-1]
        return self.case


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a clause says of its arguments.

    `base`: dictionary form of the verb or adjective, "退会する" for a verbal noun, "" for a noun predicate.
    `flags`: past, progressive, was, begun, stopped, negated, able, wish, unreal, doubt, plan, ask, request, hearsay,
    again, passive, causative, stem (it has no ending).
    `link`: how the clause goes on: end, te, but, so, adnominal, when, the_one (…のは), act (…のを).
    """

    base: str
    text: str
    flags: frozenset[str]
    link: str
    start: int
    end: int

    def has(self, *flags: str) -> bool:
        """Whether it carries any of the flags."""
        return not self.flags.isdisjoint(flags)


@dataclass(slots=True)
class Clause:
    """One predicate with its arguments. `noun` is the noun of a noun predicate."""

    arguments: list[Argument] = field(default_factory=list)
    predicate: Predicate | None = None
    noun: Nominal | None = None
    adverbs: tuple[str, ...] = ()
    dates: list[tuple[When, str]] = field(default_factory=list)
    cleft: Nominal | None = None
    """The noun that fills the open slot of "住んでいるのは横須賀です"."""

    def first(self, *cases: str) -> Argument | None:
        """The first argument in the order of the cases asked for."""
        for case in cases:
            for argument in self.arguments:
                if argument.bare == case:
                    return argument
        return None

    def all(self, *cases: str) -> list[Argument]:
        """Every argument that stands in one of the cases."""
        return [argument for argument in self.arguments if argument.bare in cases]

    @property
    def items(self) -> list[Nominal]:
        """Every noun phrase of the arguments, and the noun of the predicate."""
        found = [item for argument in self.arguments for item in argument.items]
        return [*found, self.noun] if self.noun is not None else found

    @property
    def flags(self) -> frozenset[str]:
        return self.predicate.flags if self.predicate else frozenset()

    @property
    def base(self) -> str:
        return self.predicate.base if self.predicate else ""


def joined(words: tuple[Word, ...]) -> str:
    """The text of words in a row, with the spaces between Latin words."""
    text = ""
    end = words[0].start if words else 0
    for word in words:
        text += " " * (word.start > end) + word.text
        end = word.end
    return text
