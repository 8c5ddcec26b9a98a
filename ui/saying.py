"""Names and facts as the window says them: the user is "You", a date reads as people say it."""

import re

from app.domain.draft import Language
from app.domain.entity import ME, DeclaredBy, Entity, EntityKind
from app.domain.fact import Fact, Value
from app.domain.secret import mask
from app.domain.text import has_cjk
from ui.when import written_day
from ui.words import spoken, tr

_DATE = re.compile(r"(?:\d{4}-\d{2}(?:-\d{2})?|--\d{2}-\d{2})", re.ASCII)
"""ISO-8601: a day, a month, or a day without its year. A bare number of four digits need not be a year."""


def named(name: str) -> str:
    """A name; the user's own is said in the user's language."""
    return tr("You") if name == ME else name


def entity_name(entity: Entity) -> str:
    """What an entity is called in lists, titles and drawings."""
    return named(entity.name)


def kind_word(kind: EntityKind) -> str:
    """The name of a type in the user's language."""
    return {
        "person": tr("Person"),
        "organization": tr("Organization"),
        "place": tr("Place"),
        "thing": tr("Thing"),
        "event": tr("Event"),
        "concept": tr("Concept"),
    }[kind]


def on_whose_word(declared_by: DeclaredBy, agent: str = "") -> str:
    """Who declared a name, a mention or a fact; `agent`: by what name, where that is known."""
    return {
        "user": tr("Added by you"),
        "extractor": tr("Read in your words"),
        "model": tr("Read by the model"),
        "agent": tr("Declared by {name}", name=agent) if agent else tr("Declared by an agent"),
    }[declared_by]


def value_words(text: str, language: Language | None = None) -> str:
    """A value that is a date, as people say it; any other as it is."""
    said = written_day(text.strip(), language or spoken()) if _DATE.fullmatch(text.strip()) else ""
    return said or text


def fact_words(fact: Fact) -> str:
    """The fact's sentence. It is in the language of its source, and so is a date that is its value."""
    sentence = fact.fact.rstrip(".。 ")
    if not isinstance(fact.object, Value):
        return sentence
    value = fact.object.text
    said = value_words(value, "ja" if has_cjk(sentence) else "en")
    return sentence if said == value else sentence.replace(value, said)


def deed_words(subject: str) -> str:
    """What a change was about. The journal keeps a fact as "Me lives_in Oslo": it is said as a sentence."""
    from app.services import vocabulary  # not before the window is shown

    subject = mask(subject)
    parts = subject.split(" ")
    for at in range(1, len(parts) - 1):
        if vocabulary.is_relation(parts[at]):
            near, far = " ".join(parts[:at]), " ".join(parts[at + 1 :])
            return vocabulary.sentence(parts[at], near, value_words(far), spoken())
    return subject.removesuffix(ME) + tr("You") if subject.endswith(f"= {ME}") else subject
