"""What someone is at: lessons, degrees, and what their own things are built with."""

from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.roles import TOOL_ROLES, singular
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import is_medicine, named_with
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.names import known_kind

_LESSONS = words("lesson lessons class classes course courses")


_DEGREES = words(
    "phd degree master's masters master ba bsc ma msc mba doctorate bachelor's bachelors diploma apprenticeship"
)


_DRILLS = words("karate judo yoga pilates aikido taekwondo gymnastics ballet crossfit kendo capoeira parkour")


def lessons(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
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


def degree(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "I'm doing a PhD in linguistics at Selby University", "has a degree in law from Selby"."""
    action = clause.action
    phrase = next((one for one in clause.objects if one.head in _DEGREES), None)
    if action is None or phrase is None or action.negated or action.unreal or action.frame in ("wish", "plan"):
        return False
    done = action.lemma in ("have", "get", "earn", "finish", "complete", "receive") and not action.progressive
    when = timing(clause.whens, action, scene.today)
    schools = [school for one in named_with(clause, words("at from")) for school in scene.refer(one, "organization")]
    fields = [scene.common(one, "concept") for prep, many in clause.preps if prep == "in" and not done for one in many]
    for subject in subjects:
        for school in schools:
            scene.fact(subject, "graduated_from" if done else "studies_at", school, when)
        for one in fields:
            if one is not None:
                scene.fact(subject, "studies", one, when)
    return bool(clause.preps)


_HAPPENING = words("happen live run sit go do get_do stay work")


def built(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Our backend is written in Go", "my blog runs on Hugo"."""
    action, phrase = clause.action, clause.subjects[0] if len(clause.subjects) == 1 else None
    if action is None or phrase is None or phrase.named or action.negated or action.unreal or action.tense == "future":
        return False
    ours = phrase.owner is not None and phrase.owner.pronoun in ("i", "we")
    tools = [one for prep, many in clause.preps if prep in ("in", "with", "on", "by") for one in many if one.named]
    if ours and action.lemma in _HAPPENING and scene.role(phrase) is None:  # "all my writing happens in Typst"
        tools = [one for one in tools if one.spotted is not None and known_kind(one.spotted.name.votes) == "thing"]
    elif (
        not ours
        or singular(phrase.head) not in TOOL_ROLES
        or action.lemma not in ("write", "build", "run", "power", "host", "make", "use")
    ):
        return False
    tools += [one for one in clause.objects if one.named and action.lemma in ("use", "run")]
    for tool in tools:
        for known in scene.refer(tool, "thing"):
            scene.fact(scene.cast.me, "uses", known, Timing())
    return bool(tools)


def prescribed(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Dr. Aubert put me on lisinopril", "she prescribed me sertraline"."""
    action = clause.action
    if (
        action is None
        or action.lemma not in ("put", "start", "prescribe", "switch", "diagnose")
        or action.negated
        or action.unreal
    ):
        return False
    if not clause.objects or action.passive:
        return False
    if action.lemma == "diagnose":
        return _diagnosed(scene, clause)
    drugs = [one for prep, many in clause.preps if prep in ("on", "to") for one in many]
    drugs += clause.objects[1:] if action.lemma == "prescribe" else []
    when = timing(clause.whens, action, scene.today)
    done = False
    for patient in scene.refer(clause.objects[0], "person"):
        for drug in drugs:
            if is_medicine(scene, drug, clause) or action.lemma == "prescribe":
                known = scene.common(drug, "thing") or next(iter(scene.refer(drug, "thing")), None)
                if known is not None:
                    scene.fact(patient, "takes_medicine", known, when)
                    done = True
    return done


def _diagnosed(scene: Scene, clause: Clause) -> bool:
    """ "The doctor diagnosed me with ADHD"."""
    when = timing(clause.whens, clause.action, scene.today)
    ailments = [one for prep, many in clause.preps if prep == "with" for one in many]
    for patient in scene.refer(clause.objects[0], "person"):
        for one in ailments:
            known = scene.common(one, "concept") or next(iter(scene.refer(one, "concept")), None)
            if known is not None:
                scene.fact(patient, "diagnosed_with", known, when)
    return bool(ailments)
