"""Who a clause is about: the one with は or が, the one before when nobody is said, or nobody that can be named."""

import re
from dataclasses import replace

from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.phrases import Argument, Clause, Nominal
from app.memory.learn.reading.japanese.story import Story

_MARKS = ("は", "が", "も", "って", "には", "では")
_MUTUAL = ("結婚する", "離婚する", "別れる", "付き合う", "知り合う", "婚約する", "入籍する", "なる")
_PLACES_OF_WORK = ("家", "会社", "学校", "自宅", "実家", "職場", "大学")
_POINTING = ("その", "あの", "この", "彼", "彼女", "あの人", "その人")
_OBJECT_TOPICS = ("辞める", "やめる", "退会する", "入る")
"""Verbs whose topic may as well be the object: 合気道部はもう辞めた."""


def subject_of(story: Story, clause: Clause, before: Reference | None) -> Reference | None:
    """The subject, or nothing when it is somebody who cannot be named (then nothing may be said of the speaker)."""
    stranger = False
    for argument in clause.arguments:
        if argument.case not in _MARKS or not argument.items:
            continue
        found = _as_subject(story, argument, clause)
        if found is not None:
            return found
        stranger = stranger or _stranger(story, argument, clause)
    if stranger:
        return None
    if before is None and story.topic is None and "hearsay" in clause.flags:
        return None  # nobody tells of himself by hearsay
    return before or story.topic or MYSELF


def together(story: Story, clause: Clause) -> list[Reference]:
    """The people of a joint subject: 妹の美緒と弟の航は大学生. Not of what two people do to each other."""
    argument = clause.first("は", "が", "も")
    if argument is None or len(argument.items) < 2 or clause.base in _MUTUAL:
        return []
    people = story.read_all(argument.items)
    named = [person for person in people if person.person and not person.me and not person.nameless]
    return named if len(named) == len(argument.items) else []


def _as_subject(story: Story, argument: Argument, clause: Clause) -> Reference | None:
    reference = story.read(argument.items[0])
    if argument.case == "が" and _marks_object(clause) and not (reference is not None and reference.me):
        return None
    if reference is None or (len(argument.items) > 1 and not reference.me):
        return None
    if reference.kind is None and _is_human(story, argument.items[0], reference, clause):
        reference = replace(reference, kind="person", proof=reference.proof or "form")
    known = reference.me or story.settled(reference)
    return reference if reference.person and known else None


def _marks_object(clause: Clause) -> bool:
    """Whether が marks what is liked or can be done and not who likes it."""
    lone = len(clause.arguments) == 1 and clause.base in ("いる", "ある")
    return lexicon().has("forms.object_ga", clause.base) and not lone


def _is_human(story: Story, nominal: Nominal, reference: Reference, clause: Clause) -> bool:
    """Whether what is said of it makes it a person: X is a nurse, X is my brother, X lives there."""
    foreign = reference.proof == "shape" and re.search("[A-Za-zァ-ヺ]", reference.name) is not None
    if not story.namer.likely_person(nominal.words) and not foreign and not reference.aliases:
        return False
    if clause.noun is None or clause.noun.dated:
        return lexicon().has("forms.only_people", clause.base)
    text = clause.noun.text
    return bool(story.namer.role(text)) or lexicon().job(text) or text.endswith(("出身", "在住", "生まれ"))


def _stranger(story: Story, argument: Argument, clause: Clause) -> bool:
    """Whether the argument is a subject without a name."""
    words, text = lexicon(), argument.items[0].text
    reference = story.read(argument.items[0])
    owners = [owner.text for owner in argument.items[0].owners]
    if any(owner in words.relations or owner in _POINTING for owner in owners):
        return True  # 兄の車は…: whatever is said is not said of the speaker
    if reference is None:
        return words.has("people.pronouns", text) or argument.case == "が"
    human = words.ends("forms.people_ends", text) or words.category(text) == "person" or words.job(text)
    if reference.person or human:
        return True
    if argument.case == "が":
        return not words.has("forms.object_ga", clause.base)
    if not reference.me and (reference.kind is None or reference.species):
        return _acts_itself(argument, clause)
    return reference.kind in ("organization", "event") and clause.base not in _OBJECT_TOPICS


def _acts_itself(argument: Argument, clause: Clause) -> bool:
    """Whether a plain noun with は is the one who does it: 祖父母は島根に住む, 猫は魚が好き; not 平日は, エディタは."""
    words, nominal = lexicon(), argument.items[0]
    text = nominal.text
    group = text not in _PLACES_OF_WORK and bool(words.ends("forms.groups", text))
    theme = words.ends("forms.themes", text) or words.has("categories.device", text) or text in words.favorites
    if theme and not group:
        return False
    if words.has("forms.human_deeds", clause.base):
        return True
    objects = [other for other in clause.all("を", "が") if other is not argument]
    if not objects or "サ変" in nominal.words[-1].detail:
        return False
    return group or not words.has("forms.using", clause.base)
