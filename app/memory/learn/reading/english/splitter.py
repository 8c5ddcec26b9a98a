"""A sentence cut into clauses, left to right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.appositions import alike, apposed, apposition, gapped, origin
from app.memory.learn.reading.english.clauses import REPORTING, Clause
from app.memory.learn.reading.english.dates import When
from app.memory.learn.reading.english.lookahead import TWO_OBJECTS, Lookahead, described
from app.memory.learn.reading.english.naming import Spotted
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import is_job
from app.memory.learn.reading.english.tokens import Token

_LITERALS = frozenset(("phone", "email"))
_BREAKS = frozenset(";:–—=")


class Splitter:
    """Cuts the tokens of one sentence into clauses, left to right, with one token of look-ahead over phrases."""

    def __init__(self, tokens: Sequence[Token], names: Mapping[int, Spotted], whens: Sequence[When]) -> None:
        self.tokens = tokens
        self._ahead = Lookahead(tokens, names, whens)
        self._whens, self.phraser = self._ahead.whens, self._ahead.phraser
        self._clauses: list[Clause] = []
        self._now = Clause(0)
        self._outer: list[tuple[Clause, Phrase | None]] = []
        self._glue: list[str] = []
        """Commas and conjunctions since the last phrase or verb."""
        self._last: Phrase | None = None
        """The phrase that the token at hand stands right after."""

    def clauses(self) -> list[Clause]:
        """The clauses, in order; appositions are clauses with the verb "be"."""
        at = 0
        while at < len(self.tokens):
            at = self._step(at)
        while self._outer:  # a bracket that nobody closed
            self._shut(len(self.tokens))
        self._close(len(self.tokens))
        return sorted(self._clauses, key=lambda clause: clause.first)

    def _step(self, at: int) -> int:
        if at in self._whens:
            if self._opens_clause(self._ahead.past_when(at)):
                self._start(at)
            self._now.whens.append(self._whens[at])
            self._last = None
            return self._ahead.past_when(at)
        low = self.tokens[at].low
        for take in (self._mark, self._relative, self._subordinate, self._phrase, self._verb, self._preposition):
            after = take(at, low)
            if after > at:
                return after
        return self._small_word(at, low)

    def _opens_clause(self, after: int) -> bool:
        """ "…, and from May I report to her": time words after a conjunction go with what follows them."""
        if not self._glue or self._now.action is None:
            return False
        return self._ahead.clause_follows(after - (self.phraser.low(after) != ","))

    def _small_word(self, at: int, low: str) -> int:
        """Conjunctions, adverbs, and what is in another script."""
        if low == "any" and self.phraser.low(at + 1) == "more":
            self._now.adverbs.add("anymore")
            return at + 2
        if self.tokens[at].kind == "cjk":
            self._start(at + 1, fresh=True)
        elif low in lexicon.CONJUNCTIONS:
            self._glue.append(low)
        elif low in ("now", "currently") and self._opens_clause(at + 1):
            self._start(at)
            self._now.adverbs.add(low)
        elif lexicon.is_adverb(low) or low in lexicon.NEGATIONS or low in ("any", "no"):
            self._now.adverbs.add(low if low != "any" else "anymore")
        if not lexicon.is_adverb(low) and low not in lexicon.CONJUNCTIONS:
            self._last = None
        return at + 1

    def _mark(self, at: int, low: str) -> int:
        if self.tokens[at].kind != "mark" or low in "\"'“”‘’&$£€#@%+":
            return at + (self.tokens[at].kind == "mark" and low != "&")
        if low in _BREAKS or (low == "-" and self._ahead.spaced(at)):
            self._start(at + 1, fresh=True)
        elif low == "(":
            self._open(at)
        elif low == ")":
            self._shut(at)
        else:
            self._glue.append(",")
        return at + 1

    def _open(self, at: int) -> None:
        """Words in brackets are a clause of their own; the one around them goes on after them."""
        self._outer.append((self._now, self._last))
        self._now = Clause(at + 1)
        self._glue, self._last = [], None

    def _shut(self, at: int) -> None:
        if not self._outer:
            self._last = None
            return
        inner, (outer, last) = self._now, self._outer.pop()
        alone = inner.action is None and len(inner.subjects) == 1 and not inner.preps
        if alone and last is not None and last.named and described(inner.subjects[0]):
            inner.action = Action(at, at, "be", "present")
            inner.subjects, inner.objects = [last], inner.subjects
        self._close(at)
        self._now, self._last, self._glue = outer, last, []

    def _relative(self, at: int, low: str) -> int:
        """ "who", "which", "that" after a noun phrase: a clause about that phrase."""
        if low not in lexicon.RELATIVES or self._last is None or (low == "that" and "," in self._glue):
            return at
        about = self._last
        alike = [one for one in self._now.objects if one.also is not None and one.also == about.also]
        self._start(at + 1, lead=low)
        if low == "whose":
            owned = self.phraser.phrase(at + 1)
            if owned is None:
                return at + 1
            self._now.subjects = [replace(owned, owner=about, det="whose")]
            self._last = self._now.subjects[0]
            return owned.last
        following = self._ahead.actor.action(at + 1, after_noun=True)
        if low != "where" and following is not None:
            self._now.subjects = alike if about in alike else [about]
            self._last = about
        elif low != "where":
            self._now.objects = [about]
        return at + 1

    def _subordinate(self, at: int, low: str) -> int:
        if low == "that" and self._ahead.verb_follows(at + 1) is not None:
            return at
        if low in lexicon.SUBORDINATORS or (
            low in ("as", "since", "until", "before", "after")
            and (self._now.action is not None or not self._now.subjects or bool(self._glue))
            and self._ahead.clause_follows(at)
        ):
            self._start(at + 1, lead=low)
            return at + 1
        return at

    def _phrase(self, at: int, low: str) -> int:
        phrase = self.phraser.phrase(at)
        if phrase is None:
            return at
        phrase, after = self._ahead.with_of(phrase)
        if apposed(phrase, after, self._last, self._glue, self._now, self._ahead):
            return self._after_apposition(phrase, after)
        if gapped(self._now, phrase, self._glue, self.phraser.low(after)):
            action = self._now.action
            self._start(at)
            self._now.subjects, self._now.action = [phrase], action
            return self._placed(phrase, after)
        if self._apart(phrase, after):
            self._start(at)
        phrase, side = alike(self._last, phrase, self._glue, self._now, self._ahead)
        self._clauses += [side] if side is not None else []
        (self._now.subjects if self._now.action is None else self._now.objects).append(phrase)
        return self._placed(phrase, after)

    def _last_own(self) -> bool:
        """ "Got myself a boat"."""
        return self._last is not None and self._last.pronoun in ("me", "myself", "ourselves", "himself", "herself")

    def _apart(self, phrase: Phrase, after: int) -> bool:
        """Whether the phrase, after a comma or "and", begins something new instead of going on with a list."""
        action = self._now.action
        if not self._glue and action is not None:  # "I love that, Nate": a second object only where the verb takes two
            two = action.lemma in TWO_OBJECTS or (action.lemma == "get" and self._last_own())
            return bool(self._now.objects) and not two and not phrase.pronoun
        if not self._glue or (self._last is None and not self._now.preps and action is None):
            return False
        listed = (
            "," not in self._glue or "and" in self._glue or "or" in self._glue or self._ahead.list_goes_on(phrase.first)
        )
        if self._now.action is None and not self._now.preps:
            return not listed
        return not listed or self._ahead.verb_follows(self._ahead.past_preps(after)) is not None

    def _placed(self, phrase: Phrase, after: int) -> int:
        self._last, self._glue = phrase, []
        return after

    def _after_apposition(self, phrase: Phrase, after: int) -> int:
        """Go on with the named one as the referent."""
        first = self._last
        assert first is not None
        side, known, after = apposition(first, phrase, after, self._ahead)
        side.first = self._now.first if self._now.action is None else side.first  # who the subject is comes first
        self._clauses.append(side)
        self._now.swap(first, known)
        self._last, self._glue = known, []
        return after

    def _verb(self, at: int, low: str) -> int:
        unled = "," in self._glue and not self._now.subjects
        action = self._ahead.actor.action(at, after_noun=self._last is not None and not unled)
        if action is None or action.last <= at or self._no_verb(action, low):
            return at
        if unled and action.participle and self._now.action is None and self._now.phrases():
            self._start(at, fresh=self._now.fresh)  # "from Leipzig, based in Turin"
        if self.phraser.low(action.last) == "by" and action.last == action.first + 1 and action.tense == "past":
            action = replace(action, passive=True, participle=True)  # "Larkfield Studio, founded by Rosa"
        if self._now.action is not None:
            self._next_clause(at, action)
        self._now.action = action
        self._last, self._glue = None, []
        return action.last

    def _no_verb(self, action: Action, low: str) -> bool:
        """ "give me love", "looks like rain": words that are verbs elsewhere."""
        plain = action.last == action.first + 1 and action.tense == "bare"
        if plain and self._glue and action.last < len(self.tokens) and self.tokens[action.last].kind in _LITERALS:
            return True  # ", phone 020 7946 0111"
        if plain and self._glue == [","] and is_job(low) and not self.phraser.low(action.last).isalpha():
            return True  # "Linnea, nurse"
        if self._last is not None and self._last.pronoun in ("me", "him", "us", "them", "myself") and plain:
            return not self._glue
        led = self._last is None and not self._glue and self._now.action is not None
        return (plain and led) or (low == "like" and plain and (self._last is None or bool(self._glue)))

    def _next_clause(self, at: int, action: Action) -> None:
        """A second verb: its subject is the phrase right before it, or the subject of the clause before."""
        before, said = self._now, self._last
        if said is not None and not self._glue:
            reduced = action.participle or (self.phraser.low(action.last) == "by" and not action.passive)
            if not reduced:
                before.without(said)
            self._start(said.first if not reduced else at)
            told = reduced and before.action is not None and before.action.lemma == "be" and not said.named
            self._now.subjects = list(before.subjects) if told else [said]  # "I'm a nurse living in Graz"
            if not reduced and before.action is not None and before.action.lemma in REPORTING:
                self._now.reporter = before
            return
        subjects = before.subjects
        self._start(at)
        self._now.subjects = list(subjects)
        self._now.fresh = before.fresh and not subjects
        self._now.lead = before.lead if before.lead in ("if", "unless") else ""

    def _preposition(self, at: int, low: str) -> int:
        if low not in lexicon.PREPOSITIONS:
            return at
        if (
            low == "to"
            and (action := self._ahead.actor.action(at + 1, after_noun=True)) is not None
            and action.tense == "bare"
        ):
            self._start(at + 1, lead="to", heir=True)
            self._now.action = action
            return action.last
        inner = self.phraser.phrase(at + 1)
        if inner is None:
            return self._gerund(at, low)
        inner, after = self._ahead.with_of(inner)
        many = [inner]
        after = self._ahead.coordinated(many, after)
        if low == "from" and "originally" in self._now.adverbs and (self._now.action or self._now.subjects):
            self._clauses.append(origin(self._now, at, after, many))
            return self._placed(many[-1], after)
        self._now.preps.append((low, many))
        return self._placed(many[-1], after)

    def _gerund(self, at: int, low: str) -> int:
        """ "after leaving Acme", "by switching to uv"."""
        action = self._ahead.actor.action(at + 1, after_noun=False)
        if action is None or not action.participle:
            return at
        self._start(at + 1, lead=low, heir=True)
        self._now.action = action
        return action.last

    def _start(self, at: int, lead: str = "", fresh: bool = False, heir: bool = False) -> None:
        before = self._now
        self._close(at)
        self._now = Clause(at, lead=lead, fresh=fresh)
        if heir:
            self._now.subjects = list(before.subjects)
        self._glue, self._last = [], None

    def _close(self, at: int) -> None:
        self._now.last = at
        if self._now.action is not None or self._now.phrases() or self._now.whens:
            self._clauses.append(self._now)
