"""Slips of the tongue: "June 9. No wait, June 19" inside a turn, "Sorry, I meant Toyama, not Nagoya" after one."""

import re
from dataclasses import replace

from app.domain.clock import WorldTime
from app.domain.draft import DraftCorrection, DraftFact
from app.domain.entity import Span
from app.domain.text import name_key
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.scene import Scene, sentence
from app.memory.learn.reading.relations import relations

_MARK = re.compile(
    r"(?:^|(?<=[\s,;–—-]))(?:oh\s+|oops,?\s+|argh,?\s+|ah,?\s+|er,?\s+)?(?:no,?\s+wait|wait,?\s+no|no,?\s+sorry|sorry,?\s+no|"
    r"(?:sorry|oops|no|wait|whoops|my\s+bad|apologies|correction)[,:–—-]*\s*(?:i\s+(?:meant?|wrote|got\s+that\s+wrong)|it['’]?s\s+actually|make\s+that|that\s+should\s+(?:be|read))|"
    r"i\s+meant?(?:\s+to\s+(?:say|write|type))?|scratch\s+that|correction|typo|make\s+that|or\s+rather|i\s+should\s+say|"
    r"actually,?\s+no|that\s+should\s+(?:be|read|have\s+been)|wait|oops|whoops|sorry|actually)\b[\s,:;.–—-]*"
    r"(?:i\s+meant?\s+|it['’]?s\s+|that['’]?s\s+|actually\s+|it\s+is\s+|make\s+that\s+)*",
    re.I,
)
_SURE = re.compile(
    r"wait|meant?\b|scratch|correction|typo|make\s+that|rather|should|no,?\s+sorry|sorry,?\s+no|actually,?\s+no", re.I
)
_DAYS = ("birthday", "due_on", "starts_on", "ends_on")


def find(text: str, span: Span) -> tuple[int, int] | None:
    """Where a self-correction begins in a sentence, and where its new value does."""
    for match in _MARK.finditer(text, span.start, span.end):
        if match.end() >= span.end:
            continue
        word = match[0].strip().lower()
        if _SURE.search(word) or match.start() > span.start or len(text[match.end() : span.end].split()) <= 4:
            return match.start(), match.end()
    return None


def only_mark(text: str, span: Span) -> bool:
    """Whether a sentence is nothing but the mark of a slip: "Typo!", "Wait, no."."""
    match = _MARK.match(text, span.start, span.end)
    return match is not None and not text[match.end() : span.end].strip(" .!,:;") and bool(_SURE.search(match[0]))


def correct(scene: Scene, clauses: list[Clause]) -> bool:
    """Take back what the words before got wrong. False when what follows is a sentence of its own."""
    clause = clauses[0] if clauses else None
    if clause is None or (clause.action is not None and clause.action.lemma != "be"):
        return False
    labels = clause.subjects if clause.action is not None and clause.subjects[:1] and clause.subjects[0].owner else []
    phrases = [phrase for one in clauses[:2] for phrase in one.phrases() if not phrase.pronoun and phrase not in labels]
    whens = [when for when in clause.whens if when.role != "noise"]
    if whens and not (phrases and phrases[0].named):
        old = whens[1].resolve(scene.today, "future") if len(whens) > 1 else None
        new = whens[0].resolve(scene.today, "future")
        return new is not None and _day(scene, new.text, scene.passage.words(whens[0].span), old.text if old else "")
    return bool(phrases) and _word(scene, phrases[0], phrases[1] if len(phrases) > 1 else None)


def _day(scene: Scene, new: str, said: str, old: str) -> bool:
    for at in range(len(scene.facts) - 1, -1, -1):
        fact = scene.facts[at]
        if fact.predicate in _DAYS:
            if re.fullmatch(r"(?:the\s+)?\d{1,2}(?:st|nd|rd|th)", said.strip(), re.I):  # only the day was wrong
                scene.facts[at] = _again(replace(fact, object=fact.object[:-2] + new[-2:]))
                return True
            value = "-" + new[4:] if fact.object.startswith("--") and not re.search(r"\d{4}", said) else new
            scene.facts[at] = _again(replace(fact, object=value))
            return True
        if fact.valid_at is not None and not old:
            scene.facts[at] = replace(fact, valid_at=WorldTime(new))
            return True
    if old:
        scene.corrections.append(DraftCorrection(old, new, scene.span))
    return bool(old)


def _word(scene: Scene, right: Phrase, wrong: Phrase | None) -> bool:
    text = _text(scene, right)
    if wrong is not None:
        before = _text(scene, wrong)
        hit = [
            at
            for at, fact in enumerate(scene.facts)
            if name_key(before) in (name_key(fact.object), name_key(fact.subject))
        ]
        if not hit:
            scene.corrections.append(DraftCorrection(before, text, scene.span))
            return True
        for at in hit:
            _put_right(scene, at, before, right)
        return True
    for last in range(len(scene.facts) - 1, -1, -1):
        if _swappable(scene.facts[last], right):
            _put_right(scene, last, scene.facts[last].object, right)
            return True
    return False


def _swappable(fact: DraftFact, right: Phrase) -> bool:
    """A name takes the place of a name, plain words that of plain words."""
    named = fact.object_is == "entity" and fact.object[:1].isupper()
    return fact.predicate not in _DAYS and (named or fact.predicate == "name_is") == right.named


def _put_right(scene: Scene, at: int, wrong: str, right: Phrase) -> None:
    fact = scene.facts[at]
    text = _text(scene, right)
    if name_key(fact.subject) == name_key(wrong):
        known = next(iter(scene.refer(right, fact.subject_kind)), None)
        scene.facts[at] = _again(replace(fact, subject=text))
    else:
        known = next(iter(scene.refer(right, fact.object_kind)), None) if fact.object_is == "entity" else None
        if known is None and fact.object_is == "entity":
            known = scene.cast.common(text, fact.object_kind or "concept", right.core)
        scene.facts[at] = _again(replace(fact, object=text))
    if known is not None:
        known.kept = True
    scene.forget(wrong)


def _again(fact: DraftFact) -> DraftFact:
    return replace(fact, fact=sentence(fact.subject, fact.predicate, fact.object, fact.invalid_at is not None))


def _text(scene: Scene, phrase: Phrase) -> str:
    if phrase.named and phrase.spotted is not None:
        return phrase.spotted.name.text
    return scene.text(phrase)


def settle(scene: Scene, since: int) -> None:
    """After "no wait, she lives in York": of one functional relation only the last value of the turn stands."""
    for fact in scene.facts[since:]:
        if not relations().of(fact.predicate).functional:
            continue
        for old in [
            one for one in scene.facts[:since] if (one.subject, one.predicate) == (fact.subject, fact.predicate)
        ]:
            scene.facts.remove(old)
            scene.forget(old.object)
