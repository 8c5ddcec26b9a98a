"""Turns of phrase that are no plain clause: "First day at X!", "Back in Y since May", "The divorce from Z is final"."""

from app.domain.clock import WorldTime
from app.domain.entity import EntityKind
from app.memory.learn.reading.english import attributes
from app.memory.learn.reading.english.attributes import JOBS
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import ORDINALS, words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.roles import TOOL_ROLES, singular
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.english.verbs import club_like
from app.memory.learn.reading.names import elect
from app.memory.learn.reading.relations import relations

_SPELLS = words("day week month year shift semester term")
_FADING: dict[str, tuple[str, frozenset[str]]] = {
    "divorce": ("married_to", words("from with")),
    "marriage": ("married_to", words("to with")),
    "engagement": ("partner_of", words("to with")),
    "relationship": ("partner_of", words("with")),
    "contract": ("works_at", words("at with")),
    "job": ("works_at", words("at with")),
    "internship": ("works_at", words("at with")),
    "time": ("works_at", words("at with")),
    "employment": ("works_at", words("at with")),
    "membership": ("member_of", words("at of in with")),
    "subscription": ("uses", words("to of")),
}
_OVER = words(
    "end finish expire lapse cancel cancelled run_out final over done finished ended expired lapsed through terminate terminated"
)
_ALWAYS = words("divorce")


def read(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """Try each turn of phrase. Returns whether one was read."""
    return any(
        one(scene, clause, subjects)
        for one in (_spell, _back, _behind, _faded, _job_change, _alias, _mutual, _lessons, _degree, _built)
    )


def told(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """What holds even as a request: "call me Kit", "you can reach me on 0117 …"."""
    if attributes.reachable(scene, clause, subjects):
        return True
    action = clause.action
    asked = action is not None and action.lemma == "call" and not clause.subjects
    return (
        asked
        and len(clause.objects) == 2
        and clause.objects[1].named
        and _give(scene, clause.objects[0], clause.objects[1])
    )


def _with(clause: Clause, preps: frozenset[str]) -> list[Phrase]:
    return [one for prep, many in clause.preps if prep in preps for one in many if one.named]


def _spell(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "First day at Quarrymill!", "My last day at Acme was Friday", "Third week at Kelda Foods"."""
    phrase = next((one for one in (*clause.subjects, *clause.objects) if one.head in _SPELLS), None)
    which = next((word for word in phrase.words if word in ORDINALS | {"last", "final", "new"}), "") if phrase else ""
    firms = _with(clause, words("at with"))
    if not which or not firms or phrase is None or phrase.det in ("the", "a"):
        return False
    when = timing(clause.whens, clause.action, scene.today)
    for known in scene.refer(firms[0], "organization"):
        if which in ("last", "final"):
            scene.end(scene.cast.me, "works_at", known, when.start or WorldTime.of(scene.today))
        else:
            start = when.start or (
                WorldTime.of(scene.today) if which == "first" and phrase.head in ("day", "shift") else None
            )
            scene.fact(scene.cast.me, "works_at", known, Timing(start))
    return True


def _back(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Back in the Ridge Runners since Saturday"; "Now at Kelda Foods"."""
    if clause.action is not None or clause.subjects or not clause.adverbs & {"back", "now"} or clause.lead:
        return False
    places = _with(clause, words("in at with"))
    if not places:
        return False
    predicate, kind = where(places[0], clause.preps[0][0])
    when = timing(clause.whens, clause.action, scene.today)
    for known in scene.refer(places[0], kind) if predicate else []:
        scene.fact(scene.cast.me, predicate, known, when)
    return bool(predicate)


def where(phrase: Phrase, prep: str) -> tuple[str, EntityKind]:
    """What being "in X" or "at X" for good means."""
    own = elect(phrase.spotted.name.votes) if phrase.spotted is not None else None
    if club_like(phrase):
        return "member_of", "organization"
    if own == "organization" or (prep in ("at", "with") and own is None):
        return "works_at", "organization"
    return ("lives_in", "place") if own == "place" or (own is None and prep == "in") else ("", "concept")


def _behind(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Tern Analytics is behind me", "I'm done with Acme" is a frame."""
    action = clause.action
    if action is None or action.lemma != "be_behind" or not clause.objects or action.negated:
        return False
    whose = scene.refer(clause.objects[0])
    named = [one for one in clause.subjects if one.named]
    when = timing(clause.whens, action, scene.today)
    for phrase in named:
        predicate = "member_of" if club_like(phrase) else "works_at"
        for known in scene.refer(phrase, "organization"):
            for person in whose:
                scene.end(person, predicate, known, when.start)
    return bool(named and whose)


def _faded(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "The divorce from Florian is final", "my contract with Acme ended", "cancelled my membership at Hagane"."""
    action = clause.action
    phrase = next((one for one in (*clause.subjects, *clause.objects) if one.head in _FADING and not one.named), None)
    if phrase is None or action is None or action.negated or action.unreal:
        return False
    predicate, preps = _FADING[phrase.head]
    said = {action.lemma.removeprefix("be_")} | {word for one in clause.objects for word in one.words} | clause.adverbs
    if not said & _OVER and phrase.head not in _ALWAYS:
        return False
    kind: EntityKind = (
        "person" if predicate in ("married_to", "partner_of") else "thing" if predicate == "uses" else "organization"
    )
    owner = scene.refer(phrase.owner) if phrase.owner is not None else [scene.cast.me]
    others = _with(clause, preps) or ([phrase.of] if phrase.of is not None and phrase.of.named else [])
    when = timing(clause.whens, action, scene.today)
    for other in others:
        for known in scene.refer(other, kind):
            for one in owner:
                scene.end(one, predicate, known, when.start)
    return bool(others)


def _job_change(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "got a job at X as a Y", "quit my job at X"."""
    action = clause.action
    posts = [one for one in clause.objects if one.head in JOBS]
    if action is None or not posts or action.negated or action.unreal or action.frame in ("wish", "plan"):
        return False
    gains = action.lemma in ("get", "take", "land", "accept", "start", "find", "begin")
    loses = action.lemma in ("leave", "quit", "lose", "give_up", "resign")
    if not (gains or loses) or action.tense == "future":
        return False
    when = timing(clause.whens, action, scene.today)
    for subject in subjects:
        for phrase in _with(clause, words("at with")):
            for known in scene.refer(phrase, "organization"):
                if gains:
                    scene.fact(subject, "works_at", known, when)
                else:
                    scene.end(subject, "works_at", known, when.start)
        for phrase in (one for prep, many in clause.preps if prep == "as" for one in many if gains):
            scene.fact(subject, "job_title", scene.text(phrase), when)
    return True


def _alias(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Everyone calls her Liz", "he goes by Bram", "call me Kit", "my cat is called Pudding"."""
    action = clause.action
    if action is None or action.negated or action.unreal:
        return False
    if action.lemma in ("call", "name", "nickname", "dub") and len(clause.objects) == 2 and clause.objects[1].named:
        return _give(scene, clause.objects[0], clause.objects[1])
    named = next((one for one in clause.objects if one.named), None)
    if action.lemma in ("be_called", "be_named") and named is not None and len(clause.subjects) == 1:
        return _give(scene, clause.subjects[0], named)
    by = _with(clause, words("by as"))
    if by and (action.lemma == "go" or action.lemma == "be_known") and len(clause.subjects) == 1:
        return _give(scene, clause.subjects[0], by[0])
    return False


_LESSONS = words("lesson lessons class classes course courses")
_DEGREES = words(
    "phd degree master's masters master ba bsc ma msc mba doctorate bachelor's bachelors diploma apprenticeship"
)
_DRILLS = words("karate judo yoga pilates aikido taekwondo gymnastics ballet crossfit kendo capoeira parkour")


def _lessons(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "I take piano lessons", "I do karate"."""
    action, phrase = clause.action, clause.objects[0] if clause.objects else None
    if action is None or phrase is None or action.negated or action.unreal or action.tense in ("past", "future"):
        return False
    if action.lemma == "do" and phrase.head in _DRILLS and len(phrase.words) == 1:
        known = scene.common(phrase, "concept")
    elif (
        action.lemma in ("take", "have", "attend", "do")
        and phrase.head in _LESSONS
        and (len(phrase.words) > 1 or phrase.spotted)
    ):
        text = scene.text(phrase).rsplit(None, 1)[0]
        known = scene.cast.common(text, "concept", phrase.core) if text.lower() not in ("some", "my", "the") else None
    else:
        return False
    for subject in subjects:
        if known is not None:
            scene.fact(
                subject, "plays" if action.lemma == "do" and phrase.head in _DRILLS else "learns", known, Timing()
            )
    return known is not None


def _degree(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "I'm doing a PhD in linguistics at Selby University", "has a degree in law from Selby"."""
    action = clause.action
    phrase = next((one for one in clause.objects if one.head in _DEGREES or one.words[-2:-1] == ("degree",)), None)
    if action is None or phrase is None or action.negated or action.unreal or action.frame in ("wish", "plan"):
        return False
    done = action.lemma in ("have", "get", "earn", "finish", "complete", "receive") and not action.progressive
    when = timing(clause.whens, action, scene.today)
    for subject in subjects:
        for prep, many in clause.preps:
            for one in many:
                if prep in ("at", "from") and one.named:
                    for school in scene.refer(one, "organization"):
                        scene.fact(subject, "graduated_from" if done else "studies_at", school, when)
                elif prep == "in" and not done:
                    subject_matter = scene.common(one, "concept")
                    if subject_matter is not None:
                        scene.fact(subject, "studies", subject_matter, when)
    return bool(clause.preps)


def _built(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Our backend is written in Go", "my blog runs on Hugo"."""
    action, phrase = clause.action, clause.subjects[0] if len(clause.subjects) == 1 else None
    if action is None or phrase is None or phrase.named or action.negated or action.unreal or action.tense == "future":
        return False
    ours = phrase.owner is not None and phrase.owner.pronoun in ("i", "we")
    if (
        not ours
        or singular(phrase.head) not in TOOL_ROLES
        or action.lemma not in ("write", "build", "run", "power", "host", "make", "use")
    ):
        return False
    tools = [one for prep, many in clause.preps if prep in ("in", "with", "on", "by") for one in many if one.named]
    tools += [one for one in clause.objects if one.named and action.lemma == "use"]
    for tool in tools:
        for known in scene.refer(tool, "thing"):
            scene.fact(scene.cast.me, "uses", known, Timing())
    return bool(tools)


_MUTUAL = {"be_married": "married_to", "marry": "married_to", "wed": "married_to", "be_engaged": "partner_of"}
_PARTING = {"be_divorced": "married_to", "divorce": "married_to", "separate": "married_to", "split_up": "partner_of"}
_PARTING |= {"be_separated": "married_to", "break_up": "partner_of"}


def _mutual(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Petra and Ilse are married", "Sam and I got divorced", "Ana and Bea are sisters"."""
    action = clause.action
    if action is None or len(subjects) != 2 or action.negated or action.unreal or clause.preps:
        return False
    when = timing(clause.whens, action, scene.today)
    first, second = subjects
    first.kind, second.kind = first.kind or "person", second.kind or "person"
    if action.lemma in _PARTING and not clause.objects:
        scene.end(first, _PARTING[action.lemma], second, when.start)
        return True
    predicate = _MUTUAL.get(action.lemma, "") if not clause.objects else ""
    role = scene.role(clause.objects[0]) if action.lemma == "be" and len(clause.objects) == 1 else None
    if role is not None and clause.objects[0].owner is None and relations().of(role.predicate).symmetric:
        predicate = role.predicate
    if predicate:
        scene.fact(first, predicate, second, when)
    return bool(predicate)


def _give(scene: Scene, whom: Phrase, name: Phrase) -> bool:
    assert name.spotted is not None
    text = name.spotted.name.text
    scene.values.add(name.spotted.name.span)
    role = scene.role(whom)
    owner = whom.owner
    if role is not None and owner is not None and not whom.named:
        bearer = scene.cast.called(name.spotted, role.kind)
        bearer.tag = whom.head
        scene.related(scene.refer(owner), role, [bearer])
        return True
    for known in scene.refer(whom):
        if text not in known.aliases and text != known.name:
            known.aliases.append(text)
        known.kept = known.kept or known is not scene.cast.me
        return True
    return False
