"""Reads the Japanese sentences of a passage, one after the other, into one draft."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from app.domain.draft import Draft, DraftCorrection, Turn
from app.domain.entity import EntityKind, Span
from app.domain.text import has_cjk
from app.inference.protocols import NameSpan
from app.memory.learn.reading.japanese import morphology
from app.memory.learn.reading.japanese.being import BEING
from app.memory.learn.reading.japanese.chunker import chunk
from app.memory.learn.reading.japanese.dates import find
from app.memory.learn.reading.japanese.doing import DOING
from app.memory.learn.reading.japanese.frames import FRAMES, apply_frames
from app.memory.learn.reading.japanese.leaving import LEAVING
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Namer, Reference
from app.memory.learn.reading.japanese.page import Page
from app.memory.learn.reading.japanese.phrases import Argument, Clause, Nominal
from app.memory.learn.reading.japanese.plans import plan
from app.memory.learn.reading.japanese.scene import Scene
from app.memory.learn.reading.japanese.segments import split_words
from app.memory.learn.reading.japanese.slots import is_title
from app.memory.learn.reading.japanese.stating import state
from app.memory.learn.reading.japanese.story import Story
from app.memory.learn.reading.japanese.tone import is_fiction, modality, reason_to_drop
from app.memory.learn.reading.japanese.topics import topical
from app.memory.learn.reading.japanese.width import Folded, fold_width
from app.memory.learn.reading.markup import Passage, Sentence
from app.memory.learn.reading.markup import parse as parse_markup

_MEDICAL = re.compile(
    r"診断|薬|処方|病院|医者|先生に|通院|症|炎|錠|mg|食後|食前|皮膚科|内科|クリニック|治療|発作|服用|血圧|持病"
)
_CONTACT = (("phone", "電話|携帯|番号|TEL"), ("email", "メール|アドレス|メアド"))
_BACK = re.compile(r"彼女|彼[はがのもに]|その(?:人|夫|妻|子)|相手は|じゃなく|ではなく|間違|名前は")
_INSTEAD = re.compile(
    r"(?P<wrong>[^\s、。,はがをにでの「」]{1,20})(?:じゃなく(?:って|て)?|ではなく(?:て)?|でなく(?:て)?)[、,]?\s*"
    r"(?P<right>[^\s、。,はがを「」!]{1,20}?)(?:です|でした|だった|だ|の(?:間違い|誤り)(?:です|でした|だった)?)?[。!]?$"
)
_SLIP = re.compile(
    r"(?P<wrong>[^\s、。,はがを「」]{1,20})(?:は|というのは|と(?:言|書)(?:い|き)ましたが、?|って(?:言|書)(?:っ|い)たけど、?)(?:間違いで、?|嘘で、?|誤りで、?|正しくは)?"
    r"(?P<right>[^\s、。,はがを「」]{1,20})の(?:間違い|誤り|書き間違い|言い間違い)"
)
_APOLOGY = re.compile(r"すみません|すいません|ごめん|間違|失礼|訂正|違い?ま|違った|うっかり|正しくは|勘違い|言い間違")
_OCCASIONS = (
    "会",
    "祭",
    "計画",
    "プロジェクト",
    "イベント",
    "打ち合わせ",
    "会議",
    "研修",
    "ミーティング",
    "合宿",
    "旅行",
    "大会",
    "展示",
)
_MOST_QUOTED = 300
_NOBODY = Reference("", "person", 0, 0)
"""The subject of a clause that goes on about somebody who cannot be named."""
_AMENDS = re.compile(
    r"(?:あ+[、,っ]*)?(?:いや|いえ|違う|違った|違いました|訂正|ごめん(?:なさい)?|すみません|間違え(?:た|ました)|じゃなくて|もとい)[、,。!\s]"
)


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
    reader.corrections(context)
    return page.draft()


class _Reader:
    def __init__(self, passage: Passage, turn: Turn, page: Page, names: Sequence[NameSpan]) -> None:
        self.passage = passage
        self.today: date = turn.said_at.date()
        self.page = page
        self.names = names
        self.story = Story(Namer(self._vote), page, self.today)
        self.story.asked = frozenset(kind for kind, words in _CONTACT if re.search(words, passage.text))
        self.story.medical = _MEDICAL.search(passage.text) is not None

    def _vote(self, start: int, end: int) -> EntityKind | None:
        """The tagger's word on a stretch of the sentence being read."""
        span = self.page.folded.original(start, end)
        best = [
            n for n in self.names if n.start <= span.start < n.end and abs(n.end - span.end) <= 1 and n.score >= 0.6
        ]
        return max(best, key=lambda name: name.score).kind if best else None

    def recall(self, context: Sequence[Turn]) -> None:
        """Read the turns before for the people in them; what they say is thrown away."""
        scratch = Page(fold_width(""))
        for turn in [turn for turn in context if turn.role != "assistant"][-3:]:
            earlier = _Reader(parse_markup(turn.text), turn, scratch, ())
            earlier.story.person = self.story.person
            for sentence in earlier.passage.sentences:
                earlier.sentence(sentence)
            self.story.person, self.story.pet = earlier.story.person, earlier.story.pet
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
        self.stretch(fold_width(words, sentence.span.start))

    def _head(self, heading: str) -> None:
        if self.story.heading is None or self.story.heading.name != heading:
            at = self.passage.source.find(heading)
            kind: EntityKind | None = self.story.namer.by_form(heading)
            if kind is None and not heading.endswith(_OCCASIONS):
                self.story.heading = None
                return
            self.page.folded = Folded(heading, tuple(range(at, at + len(heading) + 1)))
            self.story.heading = Reference(
                heading, "event" if heading.endswith("会") else kind or "event", 0, len(heading), "form"
            )
            self.page.mention(self.story.heading, self.story.heading.kind or "event")
            self.story.heading = self.story.heading.carried()

    def stretch(self, folded: Folded) -> None:
        """Read one sentence, folded, or the inside of a quotation or of brackets."""
        self.page.folded = folded
        found = find(folded.text, self.today)
        words = split_words(folded.text, found, self._links(folded))
        clauses = chunk(words, folded.text, {dated.start: dated.when for dated in found})
        if _AMENDS.match(folded.text) and self._amend(clauses):
            return
        self._clauses(clauses, folded)

    def _amend(self, clauses: list[Clause]) -> bool:
        """あ、いや、3月31日でした: a new value for what was said last."""
        said = [clause for clause in clauses if clause.arguments or clause.noun or clause.dates]
        if len(said) != 1 or said[0].arguments or said[0].base or not self.page.facts:
            return False
        clause = said[0]
        if clause.dates:
            return self.page.amend_date(clause.dates[-1][0])
        noun = self.story.read(clause.noun) if clause.noun is not None else None
        return noun is not None and not noun.nameless and self.page.amend(noun)

    def _links(self, folded: Folded) -> list[tuple[int, int]]:
        """Wikilinks of the sentence, in its folded characters."""
        start, end = folded.origins[0], folded.origins[-1]
        inside = [link.span for link in self.passage.links if start <= link.span.start and link.span.end <= end]
        return [(folded.origins.index(span.start), folded.origins.index(span.end)) for span in inside]

    def _clauses(self, clauses: list[Clause], folded: Folded) -> None:
        subject: Reference | None = None
        cleft: Clause | None = None
        moods = modality(clauses, folded.text)
        for at, clause in enumerate(clauses):
            if clause.predicate is not None and clause.predicate.link in ("the_one", "act"):
                cleft = clause
                continue
            following = clauses[at + 1] if at + 1 < len(clauses) else None
            if cleft is not None:
                clause, subject, cleft = self._uncleft(cleft, clause), subject, None
            who = self.story.subject(clause, subject)
            if who == _NOBODY:
                who = None
            self.story.device = self.story.device and at > 0 or _speaks_of_device(clause)
            scene = Scene(clause, who, self.story, self.page, following, clause.cleft)
            reason = moods[at]
            if reason:
                self.page.drop(folded.text[slice(*scene.span)][:60], reason)
            else:
                self._facts(scene)
            subject = self._after(scene, subject)
            self._quotations(scene, folded, bool(reason))
            self.page.folded = folded

    def _uncleft(self, cleft: Clause, clause: Clause) -> Clause:
        """住んでいるのは横須賀です: the verb with its slot filled by the noun that follows. 使うのをやめた: stopped."""
        assert cleft.predicate is not None
        if cleft.predicate.link == "the_one" and clause.noun is not None and not clause.base:
            predicate = replace(cleft.predicate, flags=cleft.predicate.flags | (clause.flags - {"stem"}), link="end")
            return replace(cleft, predicate=predicate, cleft=clause.noun, dates=[*cleft.dates, *clause.dates])
        if clause.base in ("やめる", "止める", "辞める") and "past" in clause.flags:
            predicate = replace(cleft.predicate, flags=cleft.predicate.flags | {"stopped", "past"}, link="end")
            return replace(cleft, predicate=predicate, dates=[*cleft.dates, *clause.dates])
        return clause

    def _facts(self, scene: Scene) -> None:
        """Everything that one clause says."""
        self.story.introduce(scene.clause, scene.subject)
        self._relatives(scene)
        if plan(scene):
            return
        before = len(self.page.facts)
        if topical(scene):
            return
        if len(self.page.facts) == before and not scene.clause.base:
            state(scene)
        gapped = _gapped(scene) if len(self.page.facts) == before else None
        if gapped is not None:
            scene = gapped
        apply_frames(scene)
        for table in (LEAVING, DOING, BEING):
            handler = table.get(scene.clause.base)
            if handler is not None:
                handler(scene)

    def _relatives(self, scene: Scene) -> None:
        """Clauses inside noun phrases: 長崎にある出島製菓, 京都に住む姉の千晶."""
        items = [item for argument in scene.clause.arguments for item in argument.items]
        for item in (*items, *([scene.clause.noun] if scene.clause.noun else [])):
            for nominal in (item, *item.owners):
                if nominal.relative is not None and reason_to_drop(nominal.relative) == "":
                    self._relative(scene, nominal, nominal.relative)

    def _relative(self, scene: Scene, nominal: Nominal, relative: Clause) -> None:
        reference = self.story.read(nominal)
        self.story.introduce(relative, None)
        if reference is None or (reference.nameless and not self.story.settled(reference)):
            return
        if reference.person:
            inner = Scene(relative, reference, self.story, self.page)
        elif relative.base in ("ある", "位置する") and reference.proof == "form":
            bare = replace(nominal, relative=None)
            inner = Scene(
                replace(relative, arguments=[*relative.arguments, Argument((bare,), "が")]), None, self.story, self.page
            )
        else:
            who = self.story.subject(relative, scene.subject if scene.subject and scene.subject.me else None)
            inner = Scene(relative, who, self.story, self.page, None, replace(nominal, relative=None))
        apply_frames(inner)
        for table in (LEAVING, DOING, BEING):
            handler = table.get(relative.base)
            if handler is not None and relative.base not in ("好き", "大好き", "嫌い", "いる", "出る"):
                handler(inner)

    # ── what is carried on ──────────────────────────────────────────────────────────────────────────────────────────
    def _after(self, scene: Scene, before: Reference | None) -> Reference | None:
        """Who the next clause of the sentence is about when it does not say."""
        topic = any(argument.case in ("は", "も") for argument in scene.clause.arguments)
        who = scene.subject
        for argument in scene.clause.arguments:
            for reference in self.story.read_all(argument.items):
                if reference.person and not reference.me and self.story.settled(reference):
                    self.story.remember(reference, topical=False)
                if is_title(reference) and reference.kind != "organization":
                    self.story.work = reference.carried()
                if reference.species and any(
                    f.predicate == "has_pet" and f.object == reference.name for f in self.page.facts
                ):
                    self.story.pet = reference.carried()
        spoken = {item.start for argument in scene.clause.arguments for item in argument.items}
        if who is not None and (who.me or who.person) and (who.start in spoken or who.me):
            self.story.remember(who, topical=topic and (not who.me or who.end > 0))
        last = scene.clause.noun or scene.cleft
        noun = self.story.read(last) if last is not None else None
        if noun is not None and noun.person and not noun.me and not noun.nameless:
            self.story.remember(noun, topical=False)
        if noun is not None and is_title(noun):
            self.story.work = noun.carried()
        if who is None:
            return _NOBODY
        return who if who.person else before

    def _quotations(self, scene: Scene, folded: Folded, silent: bool) -> None:
        """A quotation with a named speaker is a statement of that speaker; brackets may hold a statement of their own."""
        items = [item for argument in scene.clause.arguments for item in argument.items]
        items += [scene.clause.noun] if scene.clause.noun else []
        for item in items:
            gloss = item.gloss
            if (
                gloss is not None
                and not silent
                and re.search(r"[はがをに]|在住|出身", gloss.text)
                and len(gloss.text) < _MOST_QUOTED
            ):
                self._inside(folded, gloss.start, gloss.end, None)
        speech = scene.clause.base in ("言う", "いう", "話す", "語る", "答える", "教える", "書く")
        speaker = scene.subject
        if not speech or silent or speaker is None or speaker.me or speaker.nameless:
            return
        for argument in scene.clause.all("と", "って"):
            for item in argument.items:
                if item.words[-1].cls == "group":
                    self._inside(folded, item.start, item.end, speaker)

    def _inside(self, folded: Folded, start: int, end: int, speaker: Reference | None) -> None:
        inner = Folded(folded.text[start + 1 : end - 1], folded.origins[start + 1 : end])
        saved = (self.story.topic, self.story.person, self.page.speaker)
        if speaker is not None:
            self.story.topic, self.page.speaker = None, speaker.name
        self.stretch(inner)
        self.story.topic, self.story.person, self.page.speaker = saved

    # ── corrections ─────────────────────────────────────────────────────────────────────────────────────────────────
    def corrections(self, context: Sequence[Turn]) -> None:
        """すみません、富山じゃなくて名古屋です: takes back what the speaker said in an earlier turn."""
        earlier = "\n".join(turn.text for turn in context if turn.role != "assistant")
        text = self.passage.text
        for sentence in self.passage.sentences:
            words = self.passage.words(sentence.span)
            match = _SLIP.search(words) or _INSTEAD.search(words)
            if match is None or not (match["wrong"] in earlier and _APOLOGY.search(text) or _APOLOGY.search(words)):
                continue
            wrong, right = match["wrong"].strip("「」"), match["right"].strip("「」")
            if wrong in earlier or not context:
                span = Span(sentence.span.start + match.start(), sentence.span.start + match.end())
                self.page.corrections.append(DraftCorrection(wrong, right, span))


def _speaks_of_device(clause: Clause) -> bool:
    devices = lexicon().sets["categories.device"]
    return any(item.text in devices for argument in clause.all("は", "を", "も") for item in argument.items)


def _gapped(scene: Scene) -> Scene | None:
    """会社ではPython、家ではGoを使う: the first noun shares the verb of the next clause."""
    clause, following = scene.clause, scene.following
    if clause.noun is None or clause.base or following is None or following.base not in FRAMES or not clause.arguments:
        return None
    shared = next((a.case for a in following.arguments if a.case in ("を", "に", "が", "で", "へ")), "")
    if not shared or "stem" not in clause.flags or following.predicate is None or reason_to_drop(following):
        return None
    filled = replace(
        clause,
        arguments=[*clause.arguments, Argument((clause.noun,), shared)],
        predicate=following.predicate,
        noun=None,
    )
    return replace(scene, clause=filled, following=None)


__all__ = ["MYSELF", "read"]
