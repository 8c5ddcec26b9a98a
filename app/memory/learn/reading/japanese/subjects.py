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
NOBODY = Reference("", "person", 0, 0)
"""Somebody who cannot be named."""
_POINTING = ("その", "あの", "この", "彼", "彼女", "あの人", "その人")
_OBJECT_TOPICS = (
    "辞める", "やめる", "退会する", "入る", "退団する", "退部する", "抜ける", "脱退する", "退職する", "退社する",
    "卒業する", "卒団する", "引退する", "離れる", "解約する", "去る",
)  # fmt: skip
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
    called = _called_upon(story, clause)
    if called is not None:
        return called if called.name else None
    if before is None and story.topic is None and "hearsay" in clause.flags:
        return None  # nobody tells of himself by hearsay
    return before or story.topic or MYSELF


def _called_upon(story: Story, clause: Clause) -> Reference | None:
    """あいつ、今は…; 友人の三枝、…で働いてる: a person without a particle before what is said of them.

    A bare name with a title may as well be who is spoken to: then it is nobody, unless it is hearsay.
    """
    first = clause.arguments[0] if clause.arguments else None
    if first is None or first.case or len(first.items) > 1 or not (clause.base or clause.noun):
        return None
    item = first.items[0]
    reference = story.read(item)
    if item.owners and (lexicon().job(item.text) or lexicon().has("forms.person_titles", item.text)):
        return reference if reference is not None and reference.person and story.settled(reference) else NOBODY
    if reference is None or reference.me or (reference.kind is None and not story.namer.likely_person(item.words)):
        return None
    if not reference.person and (reference.kind is not None or reference.species or reference.category):
        return None
    told = bool(reference.role) or lexicon().has("people.pronouns", item.text) or "hearsay" in clause.flags
    if not told:
        return NOBODY if reference.person else None
    known = replace(reference, kind="person", proof=reference.proof or "form")
    return known if story.settled(known) else NOBODY


def together(story: Story, clause: Clause) -> list[Reference]:
    """The people of a joint subject: 妹の美緒と弟の航は大学生. Not of what two people do to each other."""
    argument = clause.first("は", "が", "も")
    if argument is None or len(argument.items) < 2 or clause.base in _MUTUAL:
        return []
    people = story.read_all(argument.items)
    named = [person for person in people if person.person and not person.me and not person.nameless]
    return named if len(named) == len(argument.items) else []


def others_too(story: Story, clause: Clause, subject: Reference | None) -> list[Reference]:
    """妻も僕も猫アレルギー: the people beside the subject that も adds."""
    added = [argument for argument in clause.arguments if argument.case == "も"]
    if subject is None or len(added) < 2:
        return []
    people = [story.read(argument.items[0]) for argument in added]
    return [ref for ref in people if ref and ref.person and story.settled(ref) and ref.name != subject.name]


def _as_subject(story: Story, argument: Argument, clause: Clause) -> Reference | None:
    reference = story.read(argument.items[0])
    if argument.case == "が" and _marks_object(clause) and not (reference is not None and reference.me):
        return None
    if reference is None or (len(argument.items) > 1 and not reference.me):
        return None
    if reference.kind is None and _is_somebodys(story, argument, reference, clause):
        reference = story.read(argument.items[0]) or reference
    if reference.kind is None and _is_human(story, argument.items[0], reference, clause):
        reference = replace(reference, kind="person", proof=reference.proof or "form")
    known = reference.me or story.settled(reference)
    return reference if reference.person and known else None


_FOUNDS = ("立ち上げる", "創業する", "起業する", "設立する", "入院する", "亡くなる", "留学する")


def _is_somebodys(story: Story, argument: Argument, reference: Reference, clause: Clause) -> bool:
    """友達の東雲が…を立ち上げた: after a role, a common noun that does what people do is a name."""
    nominal, words = argument.items[0], lexicon()
    role = story.namer.role(nominal.owners[-1].text) if nominal.owners and nominal.links[-1] == "の" else ""
    deed = clause.base in _FOUNDS or any(words.has(f"forms.{g}", clause.base) for g in ("only_people", "human_deeds"))
    if not role or not deed or argument.case not in ("は", "が") or len(nominal.words) > 1:
        return False
    word = nominal.words[0]
    common = word.detail == "普通名詞.一般" and re.fullmatch("[一-鿿]{2,3}", word.text) is not None
    never = words.category(word.text) or words.ends("forms.people_ends", word.text) or words.job(word.text)
    if not common or never or words.has("values.plain_things", word.text) or words.ends("forms.groups", word.text):
        return False
    story.namer.christen(nominal, replace(reference, kind="person", proof="form", role=role, owner=None))
    return True


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
    if argument.case == "が" and _marks_object(clause):
        return False  # 村上春樹が好きで
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


def inanimate(story: Story, clause: Clause) -> bool:
    """Whether what does it is a thing and no one: 腰痛がひどくて、…."""
    argument = clause.first("が")
    if argument is None:
        return False
    words, text = lexicon(), argument.items[-1].text
    reference = story.read(argument.items[-1])
    human = words.ends("forms.people_ends", text) or words.category(text) == "person" or words.job(text)
    owned = any(owner.text in words.relations or owner.text in _POINTING for owner in argument.items[-1].owners)
    named = reference is None or reference.kind in ("person", "organization") or bool(reference.role)
    return not human and not owned and not named and not words.has("forms.human_deeds", clause.base)


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
