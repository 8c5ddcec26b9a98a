"""Reads the Japanese sentences of a passage, one after the other, into one draft."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from app.domain.draft import Draft, Turn
from app.domain.entity import EntityKind
from app.domain.text import has_cjk
from app.inference.protocols import NameSpan
from app.memory.learn.reading.japanese import morphology
from app.memory.learn.reading.japanese.chunker import chunk
from app.memory.learn.reading.japanese.dates import find
from app.memory.learn.reading.japanese.kinds import by_form
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Namer, Reference
from app.memory.learn.reading.japanese.page import Page
from app.memory.learn.reading.japanese.passing import brought_in, goes_on
from app.memory.learn.reading.japanese.phrases import Argument, Clause
from app.memory.learn.reading.japanese.rules import read_clause
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.segments import split_words
from app.memory.learn.reading.japanese.slips import amend, amends, corrections
from app.memory.learn.reading.japanese.standing import stands
from app.memory.learn.reading.japanese.story import Story
from app.memory.learn.reading.japanese.subjects import NOBODY, inanimate, others_too, subject_of, together
from app.memory.learn.reading.japanese.tone import is_fiction, modality
from app.memory.learn.reading.japanese.width import Folded, fold_width
from app.memory.learn.reading.markup import Passage, Sentence
from app.memory.learn.reading.markup import parse as parse_markup

_MEDICAL = re.compile(
    r"病気|診断|薬|処方|病院|医者|先生に|通院|症|炎|錠|mg|食後|食前|皮膚科|内科|クリニック|治療|発作|服用|血圧|持病"
)
_CONTACT = (("phone", "電話|携帯|番号|TEL"), ("email", "メール|アドレス|メアド"))
_BACK = re.compile(r"彼女|彼[はがのもに]|その(?:人|夫|妻|子)|相手は|じゃなく|ではなく|間違|名前は")
_OCCASION = re.compile(r"(?:会|祭|計画|プロジェクト|イベント|打ち合わせ|会議|研修|ミーティング|合宿|旅行|大会|展示)$")
_SPEECH = ("言う", "いう", "話す", "語る", "答える", "教える", "書く")
_MOST_QUOTED = 300
_MOST_SAID = 2000
"""Characters of one sentence that are read: what goes on for longer is no sentence."""


def read(passage: Passage, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
    """What the Japanese sentences of `passage` say. Without a morphology the draft is empty and says so.

    `context` is used to know whom a pronoun means and what a correction takes back, never as a source of facts.
    """
    page = Page(fold_width(""), turn.speaker)
    if not morphology.available():
        page.drop(passage.source[:40], "no_morphology")
        return page.draft()
    reader = _Reader(passage, turn, page, names)
    if _BACK.search(passage.text):
        reader.recall(context)
    for sentence in passage.sentences:
        reader.sentence(sentence)
    page.corrections += corrections(passage, context, turn.said_at.date())
    return page.draft()


class _Reader:
    def __init__(self, passage: Passage, turn: Turn, page: Page, names: Sequence[NameSpan]) -> None:
        self.passage = passage
        self.page = page
        self.names = names
        self.link_starts = [link.span.start for link in passage.links]
        self.story = Story(Namer(self._vote), page, turn.said_at.date())
        self.story.asked = frozenset(kind for kind, words in _CONTACT if re.search(words, passage.text))
        self.story.medical = _MEDICAL.search(passage.text) is not None

    def _vote(self, start: int, end: int) -> EntityKind | None:
        """The tagger's word on a stretch of the sentence being read."""
        span = self.page.folded.original(start, end)
        sure = [name for name in self.names if name.score >= 0.6 and name.start <= span.start < name.end]
        near = [name for name in sure if abs(name.end - span.end) <= 1]
        return max(near, key=lambda name: name.score).kind if near else None

    def recall(self, context: Sequence[Turn]) -> None:
        """Read the turns before for the people in them; what they say is thrown away."""
        scratch = Page(fold_width(""))
        for turn in [turn for turn in context if turn.role != "assistant"][-3:]:
            earlier = _Reader(parse_markup(turn.text), turn, scratch, ())
            earlier.story.person = self.story.person
            for sentence in earlier.passage.sentences:
                earlier.sentence(sentence)
            self.story.person, self.story.pet = earlier.story.person, earlier.story.pet
            self.story.keeper = earlier.story.keeper
            self.story.wedding = earlier.story.wedding
            self.story.known.update(earlier.story.known)

    # ── sentences ───────────────────────────────────────────────────────────────────────────────────────────────────
    def sentence(self, sentence: Sentence) -> None:
        """Read one sentence. A heading names what its lines are about."""
        words = self.passage.words(sentence.span)
        if sentence.block == "heading" or not words.strip():
            return
        if sentence.heading and has_cjk(sentence.heading):
            self._head(sentence.heading)
        if is_fiction(words):
            self.page.drop(words[:40], "quote")
            return
        if sentence.block == "item":  # each line of a list stands by itself
            self.story.passing = None
        self.stretch(fold_width(words[:_MOST_SAID], sentence.span.start))

    def _head(self, heading: str) -> None:
        """Take a heading such as 読書会 as what "次回は…" below it is about."""
        if self.story.heading is not None and self.story.heading.name == heading:
            return
        occasion = _OCCASION.search(heading) is not None
        kind = "event" if occasion else by_form(heading)
        if kind is None:
            self.story.heading = None
            return
        at = self.passage.source.find(heading)
        self.page.folded = Folded(heading, tuple(range(at, at + len(heading) + 1)))
        head = Reference(heading, kind, 0, len(heading), "form")
        self.page.mention(head, kind)
        self.story.heading = head.carried()

    def stretch(self, folded: Folded) -> None:
        """Read one sentence, folded, or the inside of a quotation or of brackets."""
        self.page.folded = folded
        self.story.namer.forget()
        if stands(folded, self.page, self._vote):
            self.story.begun = True
            return
        found = find(folded.text, self.story.today)
        words = split_words(folded.text, found, self._links(folded))
        clauses = chunk(words, folded.text, {dated.start: dated.when for dated in found})
        if not (amends(folded.text) and amend(clauses, self.story, self.page)):
            self._clauses(clauses, folded)
        self.story.begun = True

    def _links(self, folded: Folded) -> list[tuple[int, int]]:
        """Wikilinks of the sentence, in its folded characters."""
        start, end = folded.origins[0], folded.origins[-1]
        first, last = bisect_left(self.link_starts, start), bisect_left(self.link_starts, end)
        inside = [link.span for link in self.passage.links[first:last] if link.span.end <= end]
        return [(bisect_left(folded.origins, span.start), bisect_left(folded.origins, span.end)) for span in inside]

    def _clauses(self, clauses: list[Clause], folded: Folded) -> None:
        subject: Reference | None = None
        cleft: Clause | None = None
        moods = modality(clauses, folded.text)
        self.story.device = False
        scene: Scene | None = None
        for at, clause in enumerate(clauses):
            if clause.predicate is not None and clause.predicate.link in ("the_one", "act"):
                cleft = clause
                continue
            whole = _uncleft(cleft, clause) if cleft is not None else clause
            cleft = None
            following = clauses[at + 1] if at + 1 < len(clauses) else None
            scene = self._scene(whole, subject, following)
            if moods[at]:
                self.page.drop(folded.text[slice(*scene.span)][:60], moods[at])
                if moods[at] == "question":  # what a question takes for granted: 兄の仁に何を贈ろう？
                    self.story.introduce(scene.clause, scene.subject)
            else:
                read_clause(scene)
                for person in together(self.story, scene.clause) if scene.subject is None else ():
                    read_clause(replace(scene, subject=person))
                for person in others_too(self.story, scene.clause, scene.subject):
                    read_clause(replace(scene, subject=person))
            subject = self._go_on(scene, subject)
            self._brackets(scene, folded, moods[at])
            self.page.folded = folded
        last = scene.subject if scene is not None and not any(moods) else None
        self.story.passing = brought_in(self.story, clauses, last)

    def _scene(self, clause: Clause, before: Reference | None, following: Clause | None) -> Scene:
        who = subject_of(self.story, clause, before or goes_on(self.story, clause))
        self.story.device = self.story.device or _speaks_of_device(clause)
        return Scene(clause, None if who == NOBODY else who, self.story, self.page, following, clause.cleft)

    def _go_on(self, scene: Scene, before: Reference | None) -> Reference | None:
        """Who the next clause of the sentence is about when it does not say."""
        self.story.carry(scene.clause, scene.subject)
        link = scene.clause.predicate.link if scene.clause.predicate else ""
        aside = (
            link in ("so", "but", "if", "when") or (link == "te" and inanimate(self.story, scene.clause))
        ) and scene.clause.first("は", "も") is None
        if scene.subject is None:
            return before if aside else NOBODY  # 膝が治ったので、…: the knee is not who comes back
        return scene.subject if scene.subject.person else before

    # ── brackets ────────────────────────────────────────────────────────────────────────────────────────────────────
    def _brackets(self, scene: Scene, folded: Folded, mood: str) -> None:
        """A quotation with a named speaker is a statement of that speaker; a gloss may hold a statement of its own."""
        if mood:
            return
        for item in scene.clause.items:
            gloss = item.gloss
            if gloss is not None and len(gloss.text) < _MOST_QUOTED and re.search("[はがをに]|在住|出身", gloss.text):
                self._inside(folded, gloss.start, gloss.end, None)
        speaker = scene.subject
        if scene.clause.base not in _SPEECH or speaker is None or speaker.me or speaker.nameless:
            return
        for argument in scene.clause.all("と", "って"):
            for item in argument.items:
                if item.words[-1].cls == "group":
                    self._inside(folded, item.start, item.end, speaker)

    def _inside(self, folded: Folded, start: int, end: int, speaker: Reference | None) -> None:
        inner = Folded(folded.text[start + 1 : end - 1], folded.origins[start + 1 : end])
        saved = (self.story.topic, self.story.person, self.page.speaker)
        passing, self.story.passing = self.story.passing, None
        if speaker is not None:
            self.story.topic, self.page.speaker = None, speaker.name
        self.stretch(inner)
        self.story.topic, self.story.person, self.page.speaker = saved
        self.story.passing = passing


def _uncleft(cleft: Clause, clause: Clause) -> Clause:
    """住んでいるのは横須賀です: the verb with its slot filled by the noun that follows. 使うのをやめた: stopped."""
    predicate = cleft.predicate
    if predicate is None:
        return clause
    dates = [*cleft.dates, *clause.dates]
    if predicate.link == "the_one" and _only_dates(clause):
        told = replace(predicate, flags=predicate.flags | (clause.flags - {"stem", "past"}), link="end")
        return replace(cleft, predicate=told, dates=[(when, "に" if case == "=" else case) for when, case in dates])
    if predicate.link == "the_one" and clause.noun is not None and not clause.base:
        told = replace(predicate, flags=predicate.flags | (clause.flags - {"stem"}), link="end")
        joined = [Argument(argument.items, "=") for argument in clause.all("と")]
        return replace(cleft, predicate=told, cleft=clause.noun, dates=dates, arguments=[*cleft.arguments, *joined])
    ends = clause.base in ("やめる", "止める", "辞める") and clause.predicate is not None
    if ends and clause.predicate and ("past" in clause.flags or clause.predicate.link == "te"):
        told = replace(predicate, flags=predicate.flags | {"stopped", "past"}, link="end")
        return replace(cleft, predicate=told, dates=dates)
    return clause


def _only_dates(clause: Clause) -> bool:
    """Whether a clause answers when: (住んでいたのは)2018年から2019年まで."""
    nothing = clause.noun is None or clause.noun.dated
    return bool(clause.dates) and not clause.base and not clause.arguments and nothing


def _speaks_of_device(clause: Clause) -> bool:
    devices = lexicon().sets["categories.device"]
    return any(item.text in devices for argument in clause.all("は", "を", "も") for item in argument.items)
