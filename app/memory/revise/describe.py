"""What somebody or something is, in a person's own words: a summary, and the few words beside the name."""

from app.domain.errors import BadInput
from app.domain.ids import EntityId
from app.domain.plan import Amend, Author, Expect, Plan
from app.domain.scope import Scope
from app.domain.text import clean
from app.memory.revise.reading import entity_of
from app.storage.view import View

MOST_SUMMARY = 2000
MOST_TAG = 80
"""Characters."""


def describe(view: View, entity: EntityId, summary: str, scope: Scope, author: Author) -> Plan:
    """Another summary; an empty one takes it away. Raises `BadInput` for one that is too long."""
    old, words = entity_of(view, entity, scope), clean(summary).strip()
    if len(words) > MOST_SUMMARY:
        raise BadInput("A summary has at most {most} characters.", most=str(MOST_SUMMARY))
    return _amended(entity, "summary", old.summary, words, author, old.name)


def detail(view: View, entity: EntityId, tag: str, scope: Scope, author: Author) -> Plan:
    """Other words of detail. Raises `BadInput` for more than a few."""
    old, words = entity_of(view, entity, scope), " ".join(clean(tag).split())
    if len(words) > MOST_TAG:
        raise BadInput("The few words beside a name have at most {most} characters.", most=str(MOST_TAG))
    return _amended(entity, "tag", old.tag, words, author, old.name)


def _amended(entity: EntityId, field: str, old: str, new: str, author: Author, name: str) -> Plan:
    expects = (Expect("entity", entity, {field: old}),)
    return Plan((Amend("entity", entity, {field: new}),), author, "describe", name, expects)
