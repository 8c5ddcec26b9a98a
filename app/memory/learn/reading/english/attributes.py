"""What belongs to someone or something as a value: name, birthday, phone, e-mail, favourites, deadlines, starts."""

import re
from collections.abc import Callable

from app.domain.entity import EntityKind
from app.domain.text import name_key
from app.memory.learn.reading.english import contacts
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.dates import When
from app.memory.learn.reading.english.deadlines import DEADLINES, deadline
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import is_job, singular
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.names import elect

Reader = Callable[[Scene, Clause, Known, Timing], bool]
JOBS = words("job position role gig post internship apprenticeship placement offer traineeship fellowship employment")
_FAVOURITE = words("favourite favorite fave fav")
_PHONES = words("phone number mobile cell cellphone telephone landline")
_MAILS = words("email e-mail mail")
_HOMES = words("home city town")


def read(scene: Scene, clause: Clause, when: Timing) -> bool:
    """ "My favourite tea is oolong", "Mum's birthday is June 9", "The report deadline is 14 April"."""
    subject = clause.subjects[0] if len(clause.subjects) == 1 else None
    if subject is None or subject.pronoun or subject.named or clause.action is None or clause.action.negated:
        return False
    head = subject.head
    if head in DEADLINES or subject.words[-2:] == ("due", "date"):
        return deadline(scene, clause, subject)
    owner = _owner(scene, clause, subject)
    if owner is None:
        return False
    if any(word in _FAVOURITE for word in subject.words[:-1]):
        return _favourite(scene, clause, owner, subject, when)
    if head == "number" and not set(subject.words[:-1]) <= contacts.KINDS_OF_NUMBER:  # "passport number"
        return False
    return any(head in names and reader(scene, clause, owner, when) for names, reader in _READERS)


def _owner(scene: Scene, clause: Clause, subject: Phrase) -> Known | None:
    """Whose it is; a headline such as "Favourite season: winter" is the speaker's own."""
    owner = subject.owner or subject.of
    if owner is None:
        if subject.words == ("home",) and not subject.det:  # "Home is Antwerp these days"
            towns = [one for one in clause.objects if one.spotted is not None]
            return scene.cast.me if towns and elect(towns[0].spotted.name.votes) in ("place", None) else None  # type: ignore[union-attr]
        headline = clause.action is not None and clause.action.span.end == 0
        headline = headline or (subject.words[:1] == ("new",) and subject.head in _PHONES | _MAILS | {"address"})
        return scene.cast.me if headline and not subject.det else None
    return next(iter(scene.refer(owner, "person" if owner.named else None)), None)


def _favourite(scene: Scene, clause: Clause, owner: Known, subject: Phrase, when: Timing) -> bool:
    at = next(at for at, word in enumerate(subject.words) if word in _FAVOURITE)
    topic = "_".join(singular(word) if word == subject.head else word for word in subject.words[at + 1 :])
    if any(phrase.pronoun for phrase in clause.objects) or (subject.head.endswith("s") and len(clause.objects) < 2):
        return False
    values = [_value(scene, phrase) for phrase in clause.objects] or [_remainder(scene, clause)]
    for value in values:
        scene.fact(owner, f"favorite_{re.sub('[^a-z0-9_]+', '_', topic)}", value, when)
    return any(values)


def _remainder(scene: Scene, clause: Clause) -> str:
    """The words after the verb ("green"), less an adverb of time."""
    assert clause.action is not None
    if clause.action.span.end == 0:
        return ""
    text = scene.passage.text[clause.action.span.end : scene.span.end]
    return re.sub(
        r"^(?:still|now|always|probably|definitely)\s+|\s+(?:now|these days|at the moment)$", "", text.strip(" .,;!")
    )


def _value(scene: Scene, phrase: Phrase) -> str:
    if phrase.named and phrase.spotted is not None and not phrase.words:
        return phrase.spotted.name.text
    return scene.text(phrase)


def _name(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    phrase = next((one for one in clause.objects if one.named), None)
    if phrase is None or phrase.spotted is None:
        return False
    text = phrase.spotted.name.text
    if owner is scene.cast.me:
        scene.fact(owner, "name_is", text, when)
        scene.values.add(phrase.spotted.name.span)
        return True
    return _rename(scene, owner, phrase)


def _rename(scene: Scene, owner: Known, phrase: Phrase) -> bool:
    """ "My sister's name is Ana": who was called by a role gets a name."""
    assert phrase.spotted is not None
    if owner.tag == "kin":
        owner.tag, owner.spans, head = "", [phrase.spotted.name.span], owner.name
        owner.name = phrase.spotted.name.text
        role = scene.role(Phrase(0, 0, phrase.span, words=(head.lower(),)))
        if role is not None:
            scene.related([scene.cast.me], role, [owner])
        return True
    owner.aliases.append(phrase.spotted.name.text)
    owner.kept = True
    return True


def _birthday(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    dates = [day_text(scene, one) for one in clause.whens]
    if not any(dates):
        return False
    owner.kind = owner.kind or "person"
    scene.fact(owner, "birthday", next(one for one in dates if one), Timing())
    return True


def day_text(scene: Scene, when: When) -> str:
    """A day of the calendar as it was said: with its year, or `--06-09` without one."""
    time = when.resolve(scene.today, "future")
    said = scene.passage.words(when.span)
    if time is None or len(time.text) < 10:
        return ""
    return time.text if re.search(r"\d{4}|today|tomorrow|yesterday", said) else "-" + time.text[4:]


def _literal(predicate: str, shape: str) -> Reader:
    def reader(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
        for phrase in (*clause.objects, *(one for _, many in clause.preps for one in many)):
            text = scene.passage.words(phrase.core).strip()
            if re.fullmatch(shape, text):
                scene.fact(owner, predicate, text, when)
                return True
        return False

    return reader


def _title(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    phrase = next((one for one in clause.objects if one.words and not one.pronoun), None)
    if phrase is None or phrase.det in ("the", "that") or clause.action is None or clause.action.tense == "past":
        return False
    if clause.subjects[0].head != "title" and not is_job(singular(phrase.head)):
        return False
    scene.fact(owner, "job_title", scene.text(phrase), when)
    firms = [one for prep, many in clause.preps if prep in ("at", "for", "with") for one in many if one.named]
    for known in (firm for one in firms[:1] for firm in scene.refer(one, "organization")):
        scene.fact(owner, "works_at", known, when)
    return True


def _home(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    phrase = next(
        (
            one
            for one in (*clause.objects, *(p for prep, many in clause.preps if prep == "in" for p in many))
            if one.named
        ),
        None,
    )
    if phrase is None:
        return False
    for known in scene.refer(phrase, "place"):
        scene.fact(owner, "lives_in", known, when)
    return True


def _employer(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    """ "Work: Philips" in a note about oneself."""
    headline = clause.action is not None and clause.action.span.end == 0
    firms = [one for one in clause.objects if one.named and one.spotted is not None]
    if not headline or len(firms) != 1 or elect(firms[0].spotted.name.votes) not in ("organization", None):  # type: ignore[union-attr]
        return False
    for known in scene.refer(firms[0], "organization"):
        scene.fact(owner, "works_at", known, when)
    return True


def _address(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    text = _remainder(scene, clause)
    end = scene.passage.text.find(text, scene.span.start) + len(text)
    rest = re.match(r"(?:,\s*[A-Z0-9][\w'’-]*(?:\s[A-Z0-9][\w'’-]*)*)+", scene.passage.text[end:])
    text += rest[0] if rest is not None else ""
    if not re.search(r"\d", text) or "@" in text:
        return False
    scene.fact(owner, "address", text, when)
    return True


def _hobby(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
    liked = [scene.common(one, "concept") or next(iter(scene.refer(one)), None) for one in clause.objects]
    for known in liked:
        if known is not None:
            scene.fact(owner, "likes", known, when)
    return bool(liked)


_FIRST = words("native first mother home second")


def _listed(predicate: str, kind: EntityKind) -> Reader:
    """ "Languages: Welsh, Breton", "Allergies: penicillin"."""

    def reader(scene: Scene, clause: Clause, owner: Known, when: Timing) -> bool:
        said = clause.action is not None and clause.action.span.end != 0
        if said and not (clause.subjects and set(clause.subjects[0].words) & _FIRST):
            return False
        for phrase in clause.objects:
            known = next(iter(scene.refer(phrase, kind)), None) if not phrase.words else None
            known = known or scene.common(phrase, kind)
            if known is not None and name_key(known.name) not in ("none", "n/a", "nothing"):
                scene.fact(owner, predicate, known, Timing())
        return bool(clause.objects)

    return reader


_READERS = (
    (words("language languages tongue"), _listed("speaks", "concept")),
    (words("allergy allergies"), _listed("allergic_to", "thing")),
    (words("medication medications medicine medicines meds"), _listed("takes_medicine", "thing")),
    (words("name surname"), _name),
    (words("birthday bday"), _birthday),
    (_PHONES, _literal("phone", contacts.PHONE)),
    (_MAILS | {"address"}, _literal("email", contacts.MAIL)),
    (words("title") | JOBS | {"occupation", "profession"}, _title),
    (_HOMES, _home),
    (words("address"), _address),
    (words("work employer workplace"), _employer),
    (words("hobby hobbies interest interests passion passions pastime"), _hobby),
)


def read_change(scene: Scene, clause: Clause) -> bool:
    """ "The report deadline moved to 14 April", "I changed my name to Kit Arundel"."""
    action = clause.action
    assert action is not None
    if len(clause.subjects) == 1 and (
        clause.subjects[0].head in DEADLINES or clause.subjects[0].words[-2:] == ("due", "date")
    ):
        return deadline(scene, clause, clause.subjects[0])
    target = clause.objects[0] if clause.objects else None
    if action.lemma != "change" or target is None or target.head not in ("name", "surname") or target.owner is None:
        return False
    names = [one for prep, many in clause.preps if prep == "to" for one in many if one.named]
    if not names or names[0].spotted is None or scene.refer(target.owner) != [scene.cast.me]:
        return False
    scene.fact(scene.cast.me, "name_is", names[0].spotted.name.text, timing(clause.whens, action, scene.today))
    return True
