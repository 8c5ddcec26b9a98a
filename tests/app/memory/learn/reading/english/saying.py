"""Turns said on Wednesday 11 March 2026, and what they teach written as lines.

A fact is written `subject predicate object @start ..end`, an end `- subject predicate object @when`.
"""

from datetime import datetime

from app.domain.draft import Draft, Turn
from app.memory.learn.extract import OnDeviceExtractor

SAID = datetime.fromisoformat("2026-03-11T12:00:00+00:00")


def read(*turns: str) -> Draft:
    """The draft of the last turn, the others being its context."""
    said = [Turn(text, SAID) for text in turns]
    return OnDeviceExtractor().extract(said[-1], said[:-1], ())


def written(draft: Draft) -> list[str]:
    """Facts, then ends, in the order read."""
    lines = []
    for fact in draft.facts:
        start = f" @{fact.valid_at.text}" if fact.valid_at else ""
        end = f" ..{fact.invalid_at.text}" if fact.invalid_at else ""
        lines.append(f"{fact.subject} {fact.predicate} {fact.object}{start}{end}")
    for end in draft.ends:
        when = f" @{end.ended_at.text}" if end.ended_at else ""
        lines.append(f"- {end.subject} {end.predicate} {end.object}{when}")
    return lines
