"""Recall as it is set up: with the models for memory work and for ordering, where there are any."""

from functools import lru_cache
from typing import cast

from app.domain.errors import BadInput, ModelUnavailable
from app.domain.question import RerankerKind
from app.inference.protocols import Reranker
from app.memory.recall.recaller import Aids
from app.services import models
from app.services.settings import Settings
from app.services.workspace import ReadDesk

UNUSABLE = "The model for memory work cannot be used as it is set up."


def aids(desk: ReadDesk) -> tuple[Aids, tuple[str, ...]]:
    """What recall may use, and notes about what could not be had: then the device does that part."""
    settings, notes = desk.settings, []
    try:
        model = models.memory_model(settings, desk.stopped)
    except (BadInput, ModelUnavailable):
        model = None
        notes.append(UNUSABLE)
    kind = cast(RerankerKind, settings.reranker)
    return Aids(desk.workspace.nodes, model, _cross(settings) if kind == "cross" else None, kind), tuple(notes)


@lru_cache(maxsize=1)
def _cross(settings: Settings) -> Reranker | None:
    """The cross-encoder, kept while the settings stay: to open it takes a second."""
    try:
        return models.reranker(settings)
    except ModelUnavailable:
        return None
