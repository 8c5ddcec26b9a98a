"""Questions teach nothing: who is only asked about is nobody new.

A reader keeps what a sentence names; whether the sentence asks is seen here, from its words alone. Names that memory
has are still found in it, so that the question shows on their pages.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.domain.draft import Draft, DraftEnd, DraftEntity, DraftFact, Turn
from app.domain.entity import Span
from app.domain.text import fold, name_key
from app.memory.learn.reading.markup import parse

_ASKS = re.compile(
    r"[?？][\"”’'」』）)\s]*$"
    r"|(?:です|ます|でしょう|だろう|ました|でした)か(?:ね|な)?[。!！\s]*$|(?:かな|かしら|っけ|教えて(?:ください|ほしい)?)[。!！\s]*$"
    r"|(?:は|が|の|って)(?:何|誰|だれ|なに|いつ|どこ|どれ|いくつ|いくら)[歳才人時日月年曜回]*(?:だ|だった|なの)?[。!！\s]*$"
    r"|^\W*(?:(?:and|so|but|ok|hey)\s+)?(?:(?:who|where|when|why)|(?:what|which|how|whose)(?:\s+[a-z]+){0,2}?)"
    r"(?:['’]s|\s+(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should))\b[^.]*$"
)


def asks(sentence: str) -> bool:
    """Whether a sentence is a question, with or without its mark."""
    return _ASKS.search(fold(sentence)) is not None


def unasked(draft: Draft, turn: Turn) -> Draft:
    """The draft less those whom no claim is about and whom only questions name."""
    asking = [one.span for one in parse(turn.text).sentences if asks(turn.text[one.span.start : one.span.end])]
    if not asking:
        return draft
    claims: list[DraftFact | DraftEnd] = [*draft.facts, *draft.ends]
    used = {name_key(name) for one in claims for name in (one.subject, one.object)}
    used |= {name_key(name) for one in draft.corrections for name in (one.wrong, one.right)}
    kept = [one for one in draft.entities if name_key(one.name) in used or not _only_asked(one, asking)]
    return replace(draft, entities=tuple(kept))


def _only_asked(entity: DraftEntity, asking: Sequence[Span]) -> bool:
    inside = [any(one.start <= at.start < one.end for one in asking) for at in entity.spans]
    return bool(inside) and all(inside)
