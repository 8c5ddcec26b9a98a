"""How someone is reached: "reach me at a@b.example or on 020 …", "My details: a@b.example, mobile 07700 …"."""

import re

from app.domain.entity import Span
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing
from app.memory.learn.reading.names import elect

PHONE = r"\+?\(?\d[\d ()-]{4,}\d"
MAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_WORD = r"(?:contact|details|number|numbers|e-?mail|mail|mobile|cell|phone|tel|telephone|landline|address|info)"
_LITERAL = re.compile(
    r"(?<![\w.+-])(?P<mail>[\w.+-]++@[\w-]+(?:\.[\w-]+)+)|(?<![\w.@/-])(?P<phone>(?:\+\d|0)[\d ()-]{7,}\d)(?![\w@-])"
)
_KINDS = ("new", "phone", "mobile", "cell", "work", "home", "contact", "telephone", "office", "private", "personal")
KINDS_OF_NUMBER = frozenset((*_KINDS, "direct", "best"))
"""What a number one is reached at may be called."""
_KIND = "|".join(sorted(KINDS_OF_NUMBER))
_MINE = re.compile(
    rf"\b(?:my|our)\s+(?:(?:{_KIND})\s+){{0,2}}?{_WORD}\b|\b{_WORD}\s+for\s+me\b"
    r"|\b(?:reach|contact|call|ring|text|e-?mail|message|phone|get|find)\s+me\b",
    re.I,
)
_STALE = re.compile(
    r"\b(?:old|former|previous|not|never|no\s+longer|was|used\s+to|wrong|don['’]t|instead\s+of)\b", re.I
)
_PREDICATES = ("phone", "email")


def shape(text: str) -> str:
    """The predicate of a literal by its form: `email`, `phone`, or nothing."""
    return "email" if re.fullmatch(MAIL, text) else "phone" if re.fullmatch(PHONE, text) else ""


def leftovers(scene: Scene, clauses: list[Clause], span: Span) -> None:
    """File the addresses and numbers of a sentence that no clause has claimed, where it is clear whose they are."""
    text = scene.passage.text[span.start : span.end]
    found = [(match.lastgroup or "", match[0]) for match in _LITERAL.finditer(text)]
    known = {fact.object for fact in scene.facts}
    missing = [(kind, literal) for kind, literal in found if literal not in known]
    if not missing or _STALE.search(text):
        return
    owner = _owner(scene, clauses, text)
    for kind, literal in missing if owner is not None else []:
        if owner is not None:
            scene.fact(owner, "email" if kind == "mail" else "phone", literal, Timing())


def _owner(scene: Scene, clauses: list[Clause], text: str) -> Known | None:
    """Me by "my number", "reach me"; else the one person whose number or details the sentence names."""
    owners: list[Known] = []
    for phrase in (one for clause in clauses for one in clause.phrases()):
        whose = phrase.owner or phrase.of
        if whose is not None and re.fullmatch(_WORD, phrase.head, re.I) and not whose.pronoun:
            owners += [one for one in scene.refer(whose, "person" if whose.named else None) if one not in owners]
    owners += [one for one in _meant_for(scene, clauses) if one not in owners]
    if _MINE.search(text):
        return scene.cast.me if not owners else None
    if len(owners) == 1:
        return owners[0]
    people = [one for clause in clauses for phrase in clause.phrases() for one in _person(scene, phrase)]
    told = re.search(rf"\b{_WORD}\b|\(\s*(?:{_LITERAL.pattern})", text, re.I)
    if len({one.name for one in people}) == 1 and told is not None:
        return people[0]
    last = scene.facts[-1] if scene.facts else None
    if last is not None and last.predicate in _PREDICATES and re.match(rf"\W*(?:and\s+)?{_WORD}\b", text, re.I):
        return scene.cast.keeper(last.subject)
    return None


def _meant_for(scene: Scene, clauses: list[Clause]) -> list[Known]:
    """ "New email for Bea: …"."""
    found = []
    for clause in clauses:
        labels = [one for one in clause.phrases() if re.fullmatch(_WORD, one.head, re.I)]
        whom = [one for prep, many in clause.preps if prep == "for" for one in many if one.named and labels]
        found += [one for phrase in whom for one in scene.refer(phrase, "person")]
    return found


def _person(scene: Scene, phrase: Phrase) -> list[Known]:
    votes = phrase.spotted.name.votes if phrase.named and phrase.spotted is not None else ()
    role = scene.role(phrase)
    person = elect(votes) == "person" or (bool(votes is not None) and role is not None and role.kind == "person")
    return scene.glimpsed(phrase) if person and phrase.named else []


def reachable(scene: Scene, clause: Clause) -> bool:
    """ "Reach me on 0117 …", "email Ana at ana@x.org"."""
    action = clause.action
    if action is None or action.negated or action.lemma not in _REACHING:
        return False
    whom = scene.refer(clause.objects[0], "person") if clause.objects else []
    done = False
    for phrase in (one for prep, many in clause.preps if prep in ("at", "on", "via", "or") for one in many):
        predicate = shape(_text(scene, phrase))
        for known in whom if predicate else []:
            scene.fact(known, predicate, _text(scene, phrase), Timing())
            done = True
    return done


def _text(scene: Scene, phrase: Phrase) -> str:
    return scene.passage.words(phrase.core).strip()


_REACHING = frozenset(("reach", "call", "ring", "phone", "text", "email", "contact", "message", "get"))
