"""The extractor with a model: one call a turn, put together with what the device reads by itself.

The device reads first, and what it reads stands when there is no call left or the model fails: `extract` then raises
and the learner takes the device's draft. No secret leaves the device, and no word that is not in the turn comes back.
"""

import re
from collections.abc import Sequence

from app.domain.draft import Draft, Turn
from app.inference.protocols import Allowance, NameSpan, StructuredModel
from app.memory.learn.answer import draft_of
from app.memory.learn.blend import blend
from app.memory.learn.extract import Extractor
from app.memory.learn.form import FORM, messages, sent
from app.memory.learn.places import places

_WORDS = re.compile(r"\w")


class ModelExtractor:
    """Reads a turn on the device and by one call of a model (and its retry, if the allowance has a call left)."""

    def __init__(self, model: StructuredModel, device: Extractor, allowance: Allowance) -> None:
        self._model = model
        self._device = device
        self._allowance = allowance

    def extract(self, turn: Turn, context: Sequence[Turn], names: Sequence[NameSpan]) -> Draft:
        """What both read, not yet validated. Raises `ModelUnavailable` or `Cancelled`; no call for text without words.

        The assistant's turns are the device's alone: they are never a source.
        """
        device = self._device.extract(turn, context, names)
        part = sent(turn.text)
        if turn.role == "assistant" or not _WORDS.search(part) or self._allowance.left <= 0:
            return device
        answer = self._model.fill(messages(turn, context), FORM, self._allowance)
        where = places(part)
        return blend(device, draft_of(answer, turn, where), where)
