"""Who has a boss: a person. The boss or manager of a firm is at its head instead."""

from app.memory.learn.reading.english.cast import Cast
from app.memory.learn.reading.english.gazetteer import gazetteer
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import Role
from app.memory.learn.reading.names import elect

_HEAD_OF = Role("manages", flip=True, owner="organization")


def role_towards(role: Role, phrase: Phrase, owner: Phrase, cast: Cast) -> Role:
    """The role that `phrase` names towards its owner: "the manager of Crumb", "its boss" lead a firm.

    Of a name that nothing else is known of, "of" tells a firm and 's a person: "the manager of Crumb", "Oriel's boss".
    """
    if role.predicate != "reports_to":
        return role
    if owner.pronoun:
        return _HEAD_OF if owner.pronoun == "it" else role
    if not owner.named or owner.spotted is None:
        return role
    name = owner.spotted.name
    known = cast.named(name.text)
    kind = known.kind if known is not None and known.kept and known.kind is not None else elect(name.votes)
    stranger = kind != "person" and phrase.of is owner and not gazetteer().person(name.text)
    return _HEAD_OF if kind == "organization" or stranger else role
