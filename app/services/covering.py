"""Rows as screens quote them: secrets covered. In clear they stand in the turn or note itself, and nowhere else."""

from dataclasses import replace

from app.domain.episode import Episode
from app.domain.fact import Fact, Value
from app.domain.secret import mask


def covered(episode: Episode) -> Episode:
    """The episode with each secret covered. Lengths stay, so places in it do as well."""
    return replace(episode, text=mask(episode.text))


def covered_fact(fact: Fact) -> Fact:
    """The fact with secrets covered in its sentence and in a value at its end."""
    far = fact.object
    shown = replace(far, text=mask(far.text)) if isinstance(far, Value) else far
    return replace(fact, fact=mask(fact.fact), object=shown)
