"""Facts as people say them: when, how sure, on whose word, and the very words they come from."""

from datetime import date
from html import escape
from typing import TYPE_CHECKING

from app.domain import clock
from app.domain.entity import Entity
from app.domain.episode import Episode
from app.domain.fact import Fact
from app.services import vocabulary
from ui.saying import entity_name, fact_words, named, value_words
from ui.saying import on_whose_word as on_whose_word
from ui.when import date_text, ended_text, exact, since_text, world_text
from ui.words import spoken, tr

if TYPE_CHECKING:
    from app.services.memories import FactView, Source

QUOTE = 120
"""Characters of a quote; its tool tip has more."""


def today() -> date:
    """The day that "current" means."""
    return clock.now().date()


def is_over(fact: Fact, today: date) -> bool:
    """Whether the fact has ended. One that begins tomorrow has not."""
    return fact.invalid_at is not None and fact.invalid_at.first() <= today


def dated(fact: Fact) -> bool:
    """Whether it is known when it began or ended in the world."""
    return fact.valid_at is not None or fact.invalid_at is not None


def interval(fact: Fact, today: date) -> str:
    """`since March 2026`, `2020 – March 2021`, `until 2021`, a day alone of what happens once, or when it was said."""
    if fact.valid_at is not None and fact.invalid_at is not None:
        return f"{world_text(fact.valid_at, today)} – {world_text(fact.invalid_at, today)}"
    if fact.invalid_at is not None:
        return ended_text(fact.invalid_at)
    if fact.valid_at is None:
        return tr("said {date}", date=date_text(fact.said_at.astimezone().date(), today))
    if vocabulary.once(fact.predicate):
        return world_text(fact.valid_at, today)
    return since_text(fact.valid_at, today)


def confidence(fact: Fact) -> str:
    """How sure memory is, in words."""
    if fact.declared_by == "user":
        return tr("You said so yourself.")
    if fact.confidence >= 0.85:
        return tr("Read plainly in your words.")
    return tr("Probably meant so.") if fact.confidence >= 0.6 else tr("A guess from your words.")


def sentence(view: "FactView") -> str:
    """The fact as its source says it, or, where a person added it, in the relation's own words."""
    over, far = view.fact.invalid_at is not None, value_words(view.object)
    return fact_words(view.fact) or vocabulary.sentence(view.fact.predicate, view.subject, far, spoken(), over)


def fact_tip(view: "FactView") -> str:
    """The whole sentence, how sure it is, and the exact dates."""
    fact = view.fact
    lines = [sentence(view), f"{confidence(fact)} {on_whose_word(fact.declared_by, view.agent)}."]
    if fact.valid_at is not None:
        lines.append(tr("From {date}", date=fact.valid_at.text))
    if fact.invalid_at is not None:
        lines.append(tr("Until {date}", date=fact.invalid_at.text))
    lines.append(tr("Said {moment}", moment=exact(fact.said_at)))
    return "<qt>" + "<br>".join(escape(line) for line in lines) + "</qt>"


def relation_words(view: "FactView") -> str:
    """The relation read from the page's own entity: "works at", "employs"."""
    return vocabulary.label(view.fact.predicate, spoken(), back=not view.outgoing)


def far_name(view: "FactView") -> str:
    """What stands at the other end."""
    return named(value_words(view.object) if view.outgoing else view.subject)


def quote(source: "Source") -> str:
    """The very words, in quotation marks, cut where they are long."""
    return quoted(source.episode, source.span.start, source.span.end)


def quoted(episode: Episode, start: int, end: int) -> str:
    """Words of an episode; all of it where the place is empty."""
    words = " ".join((episode.text[start:end] or episode.text).split())
    if len(words) > QUOTE:
        words = words[:QUOTE].rstrip() + "…"
    return f"「{words}」" if spoken() == "ja" else f"“{words}”"


def around(episode: Episode, start: int, end: int, reach: int = 40) -> str:
    """A mention with some words on both sides, on one line."""
    left, right = max(0, start - reach), min(len(episode.text), end + reach)
    words = " ".join(episode.text[left:right].split())
    return ("…" if left else "") + words + ("…" if right < len(episode.text) else "")


def marked(episode: Episode, start: int, end: int, before: int = 24, after: int = 160) -> tuple[str, str, str]:
    """A mention in three parts: some words before it, the name, the words after it; on one line."""
    left = max(0, start - before)
    if left:  # not in the middle of a word, where words have gaps
        gap = episode.text.find(" ", left, start)
        left = gap + 1 if gap >= 0 else left
    parts = episode.text[left:start], episode.text[start:end], episode.text[end : end + after]
    first, name, last = (" ".join(part.split()) for part in parts)
    first += " " if first and parts[0][-1:].isspace() else ""
    last = (" " if last and parts[2][:1].isspace() else "") + last
    return ("…" if left else "") + first, name, last + ("…" if end + after < len(episode.text) else "")


def entity_line(entity: Entity) -> str:
    """A name with its few words of detail."""
    return f"{entity_name(entity)} · {entity.tag}" if entity.tag else entity_name(entity)
