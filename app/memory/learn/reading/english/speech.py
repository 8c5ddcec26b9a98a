"""What a person of the turn says of themselves in quotation marks: 'Orla said, "I live in Bruges now."'."""

import re
from dataclasses import replace

from app.domain.entity import Span
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import named_with
from app.memory.learn.reading.markup import Passage

_SAYING = words("say tell text write email message reply announce add confirm mention report phone call answer ring")
_PAPERS = words("postcard card letter message text email mail note voicemail dm news word reply line update text")
_OWN = re.compile(r"\b(?:I|I['’](?:m|ve|ll|d)|my|we|we['’](?:re|ve|ll))\b", re.I)
_STOP = re.compile(r"(?<=[.!?])\s+")


def teller(scene: Scene, clauses: list[Clause]) -> Known | None:
    """The one person whom the words around a quotation give it to, if they name one."""
    for clause in clauses:
        found = _saying(scene, clause) if clause.action is not None else _sender(scene, clause)
        people = [one for one in found if one is not scene.cast.me and one.kind in ("person", None)]
        if len(people) == 1:
            return people[0]
    return None


def _saying(scene: Scene, clause: Clause) -> list[Known]:
    action = clause.action
    if action is None or action.lemma not in _SAYING or action.negated or action.unreal or clause.lead:
        return []
    if action.tense == "future" or action.frame:
        return []
    if not clause.subjects and action.tense == "bare" and action.lemma in _PAPERS:  # "Message from Tom: …"
        return [one for phrase in named_with(clause, words("from")) for one in scene.refer(phrase, "person")]
    if not clause.subjects:  # '"I work at Kelp", said Ana'
        return [one for phrase in clause.objects if phrase.named for one in scene.refer(phrase, "person")]
    return [one for phrase in clause.subjects for one in scene.refer(phrase, "person" if phrase.named else None)]


def _sender(scene: Scene, clause: Clause) -> list[Known]:
    """ "Postcard from my friend Odalys: …", "Tom: …"."""
    lone = clause.subjects[0] if len(clause.subjects) == 1 else None
    if lone is None:
        return []
    if lone.named and not clause.preps and not clause.objects:
        return scene.refer(lone, "person")
    senders = [one for prep, many in clause.preps if prep == "from" for one in many]
    return scene.refer(senders[0], "person") if lone.head in _PAPERS and len(senders) == 1 else []


def first_person(text: str) -> bool:
    """Whether a quotation speaks of its speaker."""
    return _OWN.search(text) is not None


def pieces(passage: Passage, quote: Span) -> list[Span]:
    """The sentences inside a quotation."""
    text, found, at = passage.words(quote), [], quote.start
    for part in _STOP.split(text):
        start = passage.text.index(part, at)
        found.append(Span(start, start + len(part)))
        at = start + len(part)
    return found


def opened(passage: Passage, quote: Span) -> Passage:
    """The passage with one quotation read as plain text."""
    return replace(passage, quotes=tuple(one for one in passage.quotes if one != quote))
