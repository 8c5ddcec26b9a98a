"""The English reader, sentence by sentence: tokens, dates and names, clauses, then what each clause says."""

import re
from collections.abc import Sequence

from app.domain.draft import Draft, Turn
from app.domain.entity import EntityKind, Span
from app.inference.protocols import NameSpan
from app.memory.learn.reading.english import (
    attributes,
    callings,
    contacts,
    copula,
    dates,
    deadlines,
    fragments,
    guards,
    having,
    page,
    plans,
    sketches,
    slips,
    speech,
    verbs,
)
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Cast, Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.frames import FRAMES
from app.memory.learn.reading.english.headlines import as_of, headlines, japanese_dates_in
from app.memory.learn.reading.english.naming import Spotted, Spotter
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.splitter import Splitter
from app.memory.learn.reading.english.teams import with_teams
from app.memory.learn.reading.english.tokens import tokenise
from app.memory.learn.reading.english.verbs import PERSONAL
from app.memory.learn.reading.markup import Passage, Sentence, parse

MAX_CONTEXT = 5
"""Turns before this one that pronouns may point into (design §4.1)."""
MAX_WORDS = 400
"""Words of one sentence that are read: beyond that it is a list or a paste, and lists are looked ahead in."""
_POINTS_BACK = re.compile(
    r"\b(?:he|she|they|it|him|her|them|his|their|there|(?:my|our)\s+(?:\w+\s+)?(?:brother|sister|wife|husband|partner|son|daughter|boss|mum|"
    r"mom|dad|friend|girlfriend|boyfriend|fianc[eé]e?|dog|cat))\b",
    re.I,
)


_HONOURED = re.compile(r"([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)\s*(?:さん|氏|くん|君|ちゃん|様|先生|先輩)")
"""People of the sentences in Japanese: an English "she" after one may mean them."""


def read(passage: Passage, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
    """What the English sentences of a passage say. Linear in the length of the passage."""
    scene = Scene(passage, turn.said_at.date(), _cast(turn, context))
    fiction = False
    others = [(match.end(), match[1]) for match in _HONOURED.finditer(passage.text)]
    for sentence in passage.sentences:
        while others and others[0][0] <= sentence.span.start:
            scene.cast.overheard(others.pop(0)[1])
        fiction = fiction or guards.opens_fiction(passage.words(sentence.span))
        if fiction:
            scene.span = sentence.span
            scene.drop("quote")
            continue
        _Reading(scene, sentence, names).run()
    return with_teams(scene.draft(), passage, turn.said_at.date())


def _cast(turn: Turn, context: Sequence[Turn]) -> Cast:
    """The people and things of the turns before, for pronouns only: nothing they said is a fact of this turn."""
    cast = Cast(turn.speaker)
    for earlier in context[-MAX_CONTEXT:] if _POINTS_BACK.search(turn.text) else ():
        passage = parse(earlier.text[:2000])
        scene = Scene(passage, earlier.said_at.date(), cast)
        for sentence in passage.sentences[:20]:
            _Reading(scene, sentence, ()).run()
        for known in cast.known:  # a first name in the next turn may be that of somebody else
            known.spans, known.kept, known.foreign = [], False, True
    cast.me.aliases = []
    return cast


class _Reading:
    """One sentence on its way through."""

    def __init__(self, scene: Scene, sentence: Sentence, tagged: Sequence[NameSpan]) -> None:
        self.scene, self.sentence, self.tagged = scene, sentence, tagged
        self.speech = guards.quoted(scene.passage, sentence)
        self.before: list[Phrase] = []
        """The subjects of the clause read last."""

    def run(self) -> None:
        """Read the sentence; a self-correction in it is read after what it corrects."""
        passage, span = self.scene.passage, self.sentence.span
        slip = slips.find(passage.text, span) or ((span.start, span.start) if self.scene.slipped else None)
        self.scene.slipped = slips.only_mark(passage.text, span)
        if slip is None:
            self._read(span)
            return
        if slip[0] > span.start:
            self._read(Span(span.start, slip[0]))
        self.scene.span = span
        since = len(self.scene.facts)
        rest = Span(slip[1], span.end)
        if not slips.correct(self.scene, self._clauses(rest)[0]):
            self._read(rest)
            slips.settle(self.scene, since)

    def _clauses(self, span: Span) -> tuple[list[Clause], dict[int, Spotted], list[Span]]:
        passage = self.scene.passage
        tokens = [
            token
            for token in tokenise(passage.text, span)[:MAX_WORDS]
            if not any(quote.start <= token.start and token.end <= quote.end for quote in self.speech)
        ]
        whens = dates.find(passage.text, span) or japanese_dates_in(passage.text, span, self.scene.today)
        opening = span.start == self.sentence.span.start
        spotted = Spotter(passage, tokens, self.tagged, opening).names()
        spotted = {at: one for at, one in spotted.items() if not _in_date(one, whens)}
        clauses = Splitter(tokens, spotted, whens).clauses() if tokens else []
        places = [Span(token.start, token.end) for token in tokens]
        return sketches.completed(headlines(clauses, self.sentence.heading)), spotted, places

    def _read(self, span: Span) -> None:
        clauses, spotted, places = self._clauses(span)
        reason = guards.sentence_reason(self.scene.passage.words(span))
        if reason == "quote":
            self.scene.span = span
            self.scene.drop(reason)
            return
        taken: set[int] = set()
        for at, clause in enumerate(clauses):
            self.scene.span = _span(clause, places, span)
            subjects = self._introduced(clause)
            if at in taken or (not reason and callings.told(self.scene, clause, subjects)):
                continue
            following = clauses[at + 1] if at + 1 < len(clauses) else None
            why = reason or guards.clause_reason(clause, clauses[:at], following)
            if why:
                self._left_out(clause, why)
            else:
                taken |= self._clause(clauses, at, subjects)
            if clause.subjects and clause.action is not None and clause.lead != "is":
                self.before = clause.subjects
        if not reason:
            contacts.leftovers(self.scene, clauses, span)
            self._standing(spotted)
            self._quoted(clauses)

    def _quoted(self, clauses: list[Clause]) -> None:
        """What a person named around a quotation says in it of themselves."""
        scene = self.scene
        quotes = [one for one in self.speech if speech.first_person(scene.passage.words(one))]
        who = speech.teller(scene, clauses) if quotes else None
        if who is None:
            return
        me, passage = scene.cast.me, scene.passage
        who.kind = "person"
        for quote in quotes:
            scene.passage, scene.cast.me = speech.opened(passage, quote), who
            for piece in speech.pieces(scene.passage, quote):
                before = len(scene.facts) + len(scene.ends)
                _Reading(scene, Sentence(piece), self.tagged).run()
                who.kept = who.kept or len(scene.facts) + len(scene.ends) > before
        scene.passage, scene.cast.me = passage, me

    def _left_out(self, clause: Clause, why: str) -> None:
        if clause.action is not None and (clause.action.lemma in FRAMES or clause.action.lemma in ("be", "have")):
            self.scene.drop(why)

    def _introduced(self, clause: Clause) -> list[Known]:
        """File what the phrases take for granted, subjects first: "his" in the rest may mean them."""
        self.scene.bound.clear()
        for phrase in clause.subjects:
            self.scene.introduce(phrase)
        for owner in (one.owner for one in clause.subjects if not one.named):
            if owner is not None and owner.pronoun in ("he", "she", "they"):
                self.scene.bound[owner.span] = self.scene.refer(owner)
        subjects = self._subjects(clause)
        for phrase in clause.phrases()[len(clause.subjects) :]:
            self.scene.introduce(phrase)
        for many in (clause.objects, *(group for _, group in clause.preps)):
            if len(many) > 1 and all(phrase.named for phrase in many):
                self.scene.cast.group([one for phrase in many for one in self.scene.glimpsed(phrase)])
        return subjects

    def _clause(self, clauses: list[Clause], at: int, subjects: list[Known]) -> set[int]:
        """File what one clause says. Returns the numbers of later clauses that it has used up."""
        clause, scene = clauses[at], self.scene
        if clause.action is not None and clause.action.participle and not clause.whens and at:
            clause.whens = [as_of(when, clauses[at - 1]) for when in clauses[at - 1].whens]
        following = clauses[at + 1] if at + 1 < len(clauses) else None
        if plans.feeling(scene, clause, subjects, following):
            return {at + 1}
        self._meaning(clause, subjects, following)
        page.credited(scene, clause)
        for known in reversed(subjects):
            scene.cast.focus(known)
        return set()

    def _meaning(self, clause: Clause, subjects: list[Known], following: Clause | None) -> None:
        scene, action = self.scene, clause.action
        if page.read(scene, self.sentence, clause):
            return
        if fragments.read(scene, clause, subjects) or action is None:
            return
        if deadlines.dated(scene, clause):
            return
        if deadlines.born(scene, clause, subjects) or deadlines.turning(scene, clause, subjects):
            return
        if action.lemma in ("be", "become") and copula.read_be(scene, clause, subjects):
            return
        if action.lemma == "have" and having.read_have(scene, clause, subjects):
            return
        if action.lemma not in ("be", "have") and attributes.read_change(scene, clause):
            return
        verbs.read_verb(scene, clause, subjects, following)

    def _subjects(self, clause: Clause) -> list[Known]:
        scene = self.scene
        action = clause.action
        if not clause.subjects and action is not None and (clause.fresh or action.participle):
            return self._unsaid(clause, action)
        slot = _subject_slot(clause)
        known = []
        for phrase in clause.subjects:
            known += [one for one in scene.refer(phrase, _person_slot(phrase, slot)) if one not in known]
        if (
            not known
            and len(clause.subjects) == 1
            and action is not None
            and action.lemma in ("be_part", "be_located", "be_based")
        ):
            plain = scene.common(clause.subjects[0], "concept", plain=True)
            known = [plain] if plain is not None else []
        scene.cast.group(known)
        return known

    def _unsaid(self, clause: Clause, action: Action) -> list[Known]:
        """Whom a clause without a subject speaks of: the speaker, or after a dash whoever the words before it did."""
        others = self.before if action.participle and clause.first else []
        if not others or any((one.owner or one).pronoun in ("i", "we", "me") for one in others):
            return [self.scene.cast.me]
        return [known for one in others for known in self.scene.refer(one)]

    def _standing(self, spotted: dict[int, Spotted]) -> None:
        """Names that stand there as names, though in no relation."""
        for one in spotted.values():
            kind = one.name.kind
            if one.sure and kind not in (None, "concept") and _certain(one) and one.name.span not in self.scene.values:
                self.scene.cast.called(one, None).kept = True


def _certain(one: Spotted) -> bool:
    """A title, a link, or votes that agree; a lone gazetteer word may be a common word with a capital."""
    linked = one.sure and all(vote.voter == "shape" for vote in one.name.votes)
    return bool(one.title) or linked or one.name.score >= 0.6


def _in_date(one: Spotted, whens: Sequence[dates.When]) -> bool:
    return any(when.span.start <= one.name.span.start < when.span.end for when in whens)


def _span(clause: Clause, places: Sequence[Span], sentence: Span) -> Span:
    inside = places[clause.first : clause.last]
    return Span(inside[0].start, inside[-1].end) if inside else sentence


def _subject_slot(clause: Clause) -> EntityKind | None:
    """Person, where the verb says something only of people."""
    action = clause.action
    if action is None or action.passive or action.lemma == "be":
        return None
    frames = FRAMES.get(action.lemma, ())
    return "person" if frames and all(frame.predicate in PERSONAL for frame in frames) else None


def _person_slot(phrase: Phrase, slot: EntityKind | None) -> EntityKind | None:
    if slot is None or phrase.spotted is None:
        return None
    kinds = {vote.kind for vote in phrase.spotted.name.votes}
    return "person" if "person" in kinds else None
