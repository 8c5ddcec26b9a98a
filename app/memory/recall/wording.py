"""Finds as sentences: facts from the templates of the relations, episodes as quotations with who said them when."""

from collections.abc import Mapping
from datetime import date

from app.domain.draft import Language
from app.domain.entity import ME, Entity
from app.domain.episode import Episode
from app.domain.fact import Fact, Value
from app.domain.ids import EntityId
from app.memory.learn.reading.relations import relations
from app.memory.recall.dates import day, interval, value

_YOU = {"en": "you", "ja": "あなた"}


def fact_sentence(fact: Fact, names: Mapping[EntityId, Entity], language: Language, today: date) -> str:
    """The fact in the question's language, as ended where it no longer holds, with its interval in brackets."""
    relation = relations().of(fact.predicate)
    subject, far = _end(fact.subject, names, language), _end(fact.object, names, language)
    ended = fact.invalid_at is not None and not fact.holds_on(today)
    mine = isinstance(fact.subject, int) and _is_me(EntityId(fact.subject), names)
    if language == "en" and mine:
        sentence = relation.sentence_you(far, ended)
    else:
        sentence = relation.sentence(subject, far, language, ended, _is_person(fact.object, names))
    when = interval(fact, language)
    if language == "ja":
        return f"{sentence}（{when}）" if when else sentence
    sentence = sentence[:1].upper() + sentence[1:]
    return f"{sentence} ({when})" if when else sentence


def as_of(sentence: str, said: date, language: Language) -> str:
    """A sentence whose fact has no dates of its own, with the day it was said."""
    return (
        f"{sentence}（{day(said, language)}の時点）"
        if language == "ja"
        else f"{sentence} (as of {day(said, language)})"
    )


def _is_person(end: object, names: Mapping[EntityId, Entity]) -> bool:
    return isinstance(end, int) and end in names and names[EntityId(end)].kind == "person"


def _is_me(id: EntityId, names: Mapping[EntityId, Entity]) -> bool:
    return id in names and names[id].name == ME


def _end(end: object, names: Mapping[EntityId, Entity], language: Language) -> str:
    if isinstance(end, Value):
        return value(end.text, language)
    if isinstance(end, int):
        known = names.get(EntityId(end))
        return (_YOU[language] if known.name == ME else known.name) if known else "…"
    return str(end)


def source_label(episode: Episode, language: Language) -> str:
    """Who said it and when: "On 7 March 2026 you wrote", "2026年3月7日の記録"."""
    when = day(episode.said_at.date(), language)
    if language == "ja":
        who = "アシスタント" if episode.role == "assistant" else episode.speaker or "あなた"
        return f"{when}のノート" if episode.note is not None else f"{when}、{who}の言葉"
    if episode.note is not None:
        return f"A note of {when} says"
    who = "the assistant" if episode.role == "assistant" else episode.speaker or "you"
    return f"On {when} {who} wrote"


def quoted(text: str, language: Language) -> str:
    """In the quotation marks of the language."""
    return f"「{text}」" if language == "ja" else f"“{text}”"
