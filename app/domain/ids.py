"""Row numbers, each with a type of its own, and the references that people and agents write (`ep:12`).

A negative id is a *placeholder*: it names a row that the same `Plan` adds. `Store.commit` replaces it by the row's
real number and reports the pairs in `Change.ids`.
"""

import re
from dataclasses import dataclass
from typing import Literal, NewType

from app.domain.errors import BadReference

ConversationId = NewType("ConversationId", int)
NoteId = NewType("NoteId", int)
SessionId = NewType("SessionId", int)
EpisodeId = NewType("EpisodeId", int)
EntityId = NewType("EntityId", int)
AliasId = NewType("AliasId", int)
MentionId = NewType("MentionId", int)
FactId = NewType("FactId", int)
AnchorId = NewType("AnchorId", int)
CategoryId = NewType("CategoryId", int)
MembershipId = NewType("MembershipId", int)
CategoryLinkId = NewType("CategoryLinkId", int)
SuggestionId = NewType("SuggestionId", int)
DropId = NewType("DropId", int)
CitationId = NewType("CitationId", int)
ModelUseId = NewType("ModelUseId", int)
TraceId = NewType("TraceId", int)
SavedViewId = NewType("SavedViewId", int)

RefKind = Literal["ep", "ses"]
_REF = re.compile(r"(ep|ses):0*([1-9][0-9]{0,17})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """A stored record as people and agents name it: an episode (`ep:12`) or a session (`ses:3`)."""

    kind: RefKind
    id: int

    def __str__(self) -> str:
        """The canonical form: `ep:012` is written `ep:12`."""
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, text: str) -> "Ref":
        """Read `ep:12` or `ses:3`; leading zeros are dropped. Raises `BadReference`."""
        match = _REF.fullmatch(text.strip())
        if match is None:
            raise BadReference(text)
        kind: RefKind = "ep" if match[1] == "ep" else "ses"
        return cls(kind, int(match[2]))
