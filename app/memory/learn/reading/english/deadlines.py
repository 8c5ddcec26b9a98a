"""Days that something has: when it is due, starts, ends, and when someone was born."""

from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import named_with
from app.memory.learn.reading.english.timing import Timing, direction
from app.memory.learn.reading.names import elect, known_kind

DEADLINES = words("deadline due-date cutoff")


_CHANGES = words("be move extend push change shift set become postpone delay bring_up slip push_back")


_NOT_TOPICS = words("job name birthday title day week")


def deadline(scene: Scene, clause: Clause, subject: Phrase) -> bool:
    """ "The grant report deadline moved to 14 April", "the deadline for the thesis is 2 May"."""
    action = clause.action
    if action is None or action.lemma.removeprefix("be_") not in _CHANGES or action.negated or action.unreal:
        return False
    days = [one.resolve(scene.today, "future") for one in clause.whens if one.role != "noise"]
    date = None if not days else days[0] if action.lemma.startswith("be") else days[-1]  # "moved from 3 May to 17 May"
    topic = _topic(scene, clause, subject)
    if date is None or topic is None:
        return False
    scene.fact(topic, "due_on", date.text, Timing())
    return True


def _topic(scene: Scene, clause: Clause, subject: Phrase) -> Known | None:
    """What the deadline is of: the words before it, its owner, or what stands after "for"."""
    drop = 2 if subject.words[-2:] == ("due", "date") else 1
    own = subject.words[:-drop]
    after = (
        [subject.of]
        if subject.of is not None
        else [one for prep, many in clause.preps if prep in ("for", "on") for one in many]
    )
    if after and after[0] is not None:
        return thing(scene, after[0])
    if subject.owner is not None and not subject.owner.pronoun:
        return thing(scene, subject.owner)
    if subject.spotted is not None:
        return scene.cast.called(subject.spotted, "thing")
    text = " ".join(word for word in own if word not in ("new", "final", "next", "first", "old"))
    return scene.cast.common(text, "thing", subject.core) if text else None


def thing(scene: Scene, phrase: Phrase) -> Known | None:
    """A phrase as a thing that has a date; "it" is the last thing named."""
    named = scene.refer(phrase)
    if named:
        sure = phrase.spotted is not None and known_kind(phrase.spotted.name.votes) != "person"
        if named[0].kind == "person" and sure and not named[0].firm:  # only the tagger took it for one
            named[0].kind = "thing"
        return named[0] if named[0].kind != "person" else None
    if phrase.head in _NOT_TOPICS or (scene.role(phrase) is not None and phrase.owner is not None):
        return None
    return scene.common(phrase, "thing", plain=True)


def dated(scene: Scene, clause: Clause) -> bool:
    """ "The report is due on 31 March", "The course starts on Monday", "It ends in June"."""
    action = clause.action
    if action is None or action.unreal or action.negated or len(clause.subjects) != 1:
        return False
    predicate = _DATED.get(action.lemma) or _held(clause, action)
    if predicate is None and _moved(clause, action):
        return _new_day(scene, clause)
    if (
        predicate is None
        or (action.lemma == "be_due" and _for_something(clause, action))
        or (action.lemma in ("start", "begin") and named_with(clause, words("at with")))
        or action.participle
        or (clause.objects and action.lemma != "be_due")
        or action.tense in ("perfect",)
    ):
        return False
    subject = clause.subjects[0]
    if subject.head in DEADLINES:
        return deadline(scene, clause, subject)
    way = direction(action) if action.tense == "past" else "future"
    date = next(
        (one.resolve(scene.today, way) for one in clause.whens if one.role in ("at", "by", "since", "from")), None
    )
    topic = thing(scene, subject) if date is not None else None
    if topic is None or date is None:
        return False
    happens = predicate != "due_on" and action.lemma != "expire"  # a passport is no event
    if topic.kind in (None, "thing", "concept") and happens and not topic.foreign:
        topic.kind = "event"
    scene.fact(topic, predicate, date.text, Timing())
    return True


def _for_something(clause: Clause, action: Action) -> bool:
    """ "is due for renewal" tells of no hand-in."""
    return any(prep == "for" and many[0].first >= action.last for prep, many in clause.preps)


_GATHERINGS = words(
    """
    meeting wedding launch party concert exam interview flight festival conference workshop course class trip
    appointment surgery recital match game race hearing viva defence presentation demo release kickoff audition
    graduation funeral
    """
)


def _new_day(scene: Scene, clause: Clause) -> bool:
    topic, day = thing(scene, clause.subjects[0]), clause.whens[-1].resolve(scene.today, "future")
    if topic is None or day is None:
        return False
    topic.kind = "event" if topic.kind in (None, "thing", "concept") else topic.kind
    scene.fact(topic, "starts_on", day.text, Timing())
    return True


def _moved(clause: Clause, action: Action) -> bool:
    """ "The launch moved from 3 May to 17 May"."""
    subject = clause.subjects[0]
    shifted = action.lemma in ("move", "change", "shift", "postpone", "push", "push_back", "bring_up", "reschedule")
    named = subject.spotted is not None and elect(subject.spotted.name.votes) == "event"
    day = bool(clause.whens) and clause.whens[-1].role in ("at", "until")
    return shifted and (named or subject.head in _GATHERINGS) and day and not clause.objects


def _held(clause: Clause, action: Action) -> str | None:
    """ "The launch is on 3 July": a gathering has its day."""
    subject = clause.subjects[0]
    day = any(when.role == "at" and not when.bare for when in clause.whens)
    named = subject.spotted is not None and elect(subject.spotted.name.votes) == "event"
    if action.lemma != "be" or action.tense == "past" or clause.objects or not day:
        return None
    return "starts_on" if subject.head in _GATHERINGS or named else None


_DATED = {"be_due": "due_on"} | dict.fromkeys(("start", "begin", "kick_off", "open"), "starts_on")


_DATED |= dict.fromkeys(("end", "finish", "close", "run_out", "expire"), "ends_on")


def turning(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "My gran turns 90 on 2 June": the day of the year is her birthday."""
    action = clause.action
    if action is None or action.lemma != "turn" or action.negated or action.unreal or len(clause.objects) != 1:
        return False
    age = clause.objects[0].words
    if len(age) != 1 or not age[0].isdigit() or not clause.whens or not all(one.kind != "thing" for one in subjects):
        return False
    time = clause.whens[0].resolve(scene.today, direction(action))
    if time is None or len(time.text) < 10:
        return False
    for subject in subjects:
        subject.kind = subject.kind or "person"
        scene.fact(subject, "birthday", "-" + time.text[4:], Timing())
    return bool(subjects)


def born(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "was born on 3 May 1990": a whole day is a birthday."""
    if clause.action is None or clause.action.lemma != "be_born":
        return False
    for when in clause.whens:
        time = when.resolve(scene.today, "past")
        if time is not None and len(time.text) == 10:
            for subject in subjects:
                subject.kind = subject.kind or "person"
                scene.fact(subject, "birthday", time.text, Timing())
            return bool(subjects) and not clause.preps
    return False
