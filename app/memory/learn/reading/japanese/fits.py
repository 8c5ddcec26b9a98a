"""What fits a slot, named as the frames name it: a town, a firm, a club, an instrument, a work."""

import re

from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.slots import beside, in_group, is_club, is_firm, is_place, is_product, is_title


def town(reference: Reference) -> bool:
    """A place that a verb of living names, or a word for beside it (郊外) that has one as its owner."""
    return is_place(reference) or (
        beside(reference) and reference.nominal is not None and bool(reference.nominal.owners)
    )


def sure_place(reference: Reference) -> bool:
    """A place that is known to be one."""
    return is_place(reference, strict=True)


def sure_firm(reference: Reference) -> bool:
    """An employer by more than its slot."""
    return is_firm(reference, strict=True)


def firm(reference: Reference) -> bool:
    """An employer by its slot, clubs and schools included."""
    return is_firm(reference)


def only_firm(reference: Reference) -> bool:
    """An employer that is no club."""
    return is_firm(reference, strict=True) and not is_club(reference)


def club(reference: Reference) -> bool:
    """Something one is a member of."""
    return is_club(reference)


def group_or_firm(reference: Reference) -> bool:
    """Either of the two."""
    return is_club(reference) or is_firm(reference, strict=True)


def instrument(reference: Reference) -> bool:
    return in_group("instruments", reference)


def sport(reference: Reference) -> bool:
    return in_group("sports", reference)


def playable(reference: Reference) -> bool:
    return instrument(reference) or sport(reference)


def work(reference: Reference) -> bool:
    """A work with a title."""
    return is_title(reference) or (is_product(reference) and re.search(r"[ァ-ヺA-Za-z]", reference.name) is not None)


def work_titled(reference: Reference) -> bool:
    """A work by its title, or a common noun with a name; no language that one writes in."""
    return is_title(reference)


def department(reference: Reference) -> bool:
    """A part of a firm: 広報部, 融資課."""
    return re.fullmatch(r".{2,}(?:部|課|室|局|係|本部|支店|支社|営業所)", reference.name) is not None


def project(reference: Reference) -> bool:
    """Something that is led and has a name of more than one word."""
    several = reference.nominal is not None and len(reference.nominal.words) > 1
    return not reference.person and (bool(reference.proof) or several)


def pet(reference: Reference) -> bool:
    """An animal, by its name or its species."""
    return bool(reference.species) or (
        bool(reference.category)
        and reference.nominal is not None
        and (reference.nominal.named is not None and reference.kind in (None, "thing"))
    )


def made(reference: Reference) -> bool:
    """Something made that has a name: a work or a product."""
    return is_title(reference) or is_product(reference)
