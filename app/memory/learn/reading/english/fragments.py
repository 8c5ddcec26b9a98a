"""Turns of phrase that are no plain clause: "First day at X!", "Back in Y since May", "The divorce from Z is final"."""

from app.domain.clock import WorldTime
from app.domain.entity import EntityKind
from app.memory.learn.reading.english.attributes import JOBS
from app.memory.learn.reading.english.callings import alias, mutual, wedding
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import ORDINALS, words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.pursuits import built, degree, lessons, prescribed
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.slots import club_like, is_medicine, named_with
from app.memory.learn.reading.english.timing import Timing, timing
from app.memory.learn.reading.names import elect, known_kind

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
    "account": ("uses", words("with at on")),
    "subscription": ("uses", words("to of")),
}
_OVER = words(
    """end finish expire lapse cancel cancelled run_out final over done finished ended expired lapsed through terminate
    terminated give_up hand hand_in drop quit leave resign delete deleted deactivate deactivated close closed"""
)
_ALWAYS = words("divorce")
_NOTICES = words("notice resignation")
_HANDING = words("hand_in hand give submit put_in")
_NOWADAYS = words("back now still finally currently")


def read(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """Try each turn of phrase. Returns whether one was read."""
    return any(
        one(scene, clause, subjects)
        for one in (
            _spell,
            _died,
            _served,
            _back,
            _behind,
            _faded,
            _job_change,
            alias,
            mutual,
            wedding,
            lessons,
            degree,
            built,
            prescribed,
        )
    )


def _spell(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "First day at Quarrymill!", "My last day at Acme was Friday", "Third week at Kelda Foods"."""
    phrase = next((one for one in (*clause.subjects, *clause.objects) if one.head in _SPELLS), None)
    which = next((word for word in phrase.words if word in ORDINALS | {"last", "final", "new"}), "") if phrase else ""
    firms = named_with(clause, words("at with"))
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


def _died(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Our dog Rufus died": who kept it keeps it no longer."""
    action = clause.action
    if action is None or action.lemma not in ("die", "pass_away") or action.tense not in ("past", "perfect"):
        return False
    if action.negated or action.unreal:
        return False
    when = timing(clause.whens, action, scene.today)
    gone = {one.name for one in subjects}
    kept = [fact for fact in scene.facts if fact.predicate == "has_pet" and fact.object in gone]
    for fact in kept:
        scene.facts.remove(fact)
        keeper, pet = scene.cast.keeper(fact.subject), scene.cast.named(fact.object)
        if keeper is not None and pet is not None:
            scene.end(keeper, "has_pet", pet, when.start)
    return bool(kept)


def _served(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "spent four years at Lodestar Mill": a post that is over."""
    action = clause.action
    long = any(one.head in ("year", "years", "months", "decade", "decades") for one in clause.objects)
    if action is None or action.lemma != "spend" or action.tense != "past" or action.negated or not long:
        return False
    firms = named_with(clause, words("at with"))
    for known in (firm for one in firms for firm in scene.refer(one, "organization")):
        for subject in subjects:
            scene.fact(subject, "works_at", known, Timing(None, WorldTime.of(scene.today)))
    return bool(firms)


def _back(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "Back in the Ridge Runners since Saturday"; "Now at Kelda Foods"; "Still on magnesium"; "Finally on Fedora"."""
    if clause.action is not None or clause.subjects or clause.lead:
        return False
    return bool(clause.adverbs & _NOWADAYS) and any([_standing_on(scene, clause), _standing_in(scene, clause)])


def _standing_in(scene: Scene, clause: Clause) -> bool:
    places = named_with(clause, words("in at with")) if clause.adverbs & {"back", "now"} else []
    if not places:
        return False
    predicate, kind = where(places[0], clause.preps[0][0])
    when = timing(clause.whens, clause.action, scene.today)
    for known in scene.refer(places[0], kind) if predicate else []:
        scene.fact(scene.cast.me, predicate, known, when)
    return bool(predicate)


def _standing_on(scene: Scene, clause: Clause) -> bool:
    """Tools and medicines one is on, or off."""
    when = timing(clause.whens, clause.action, scene.today)
    done = False
    for prep, phrase in ((prep, one) for prep, many in clause.preps if prep in ("on", "off") for one in many):
        product = phrase.spotted is not None and known_kind(phrase.spotted.name.votes) == "thing"
        if not product and not is_medicine(scene, phrase, clause):
            continue
        known = next(iter(scene.refer(phrase, "thing")), None) or scene.common(phrase, "thing", plain=True)
        predicate = "uses" if product else "takes_medicine"
        if known is not None and prep == "off":
            scene.end(scene.cast.me, predicate, known, when.start)
        elif known is not None:
            scene.fact(scene.cast.me, predicate, known, when)
        done = done or known is not None
    return done


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
    if phrase.spotted is not None and kind != "person":  # "my Audible subscription"
        for one in owner:
            when = timing(clause.whens, action, scene.today)
            scene.end(one, predicate, scene.cast.called(phrase.spotted, kind), when.start)
        return True
    others = named_with(clause, preps) or ([phrase.of] if phrase.of is not None and phrase.of.named else [])
    when = timing(clause.whens, action, scene.today)
    for other in others:
        for known in scene.refer(other, kind):
            for one in owner:
                scene.end(one, predicate, known, when.start)
    return bool(others)


def _job_change(scene: Scene, clause: Clause, subjects: list[Known]) -> bool:
    """ "got a job at X as a Y", "quit my job at X"."""
    action = clause.action
    posts = [one for one in clause.objects if one.head in JOBS | _NOTICES]
    if action is None or not posts or action.negated or action.unreal or action.frame in ("wish", "plan"):
        return False
    gains = action.lemma in ("get", "take", "land", "accept", "start", "find", "begin")
    noticed = posts[0].head in _NOTICES
    gains = gains and not noticed
    loses = action.lemma in (_HANDING if noticed else words("leave quit lose give_up resign"))
    if not (gains or loses) or action.tense == "future":
        return False
    when = timing(clause.whens, action, scene.today)
    for subject in subjects:
        for phrase in named_with(clause, words("at with")):
            for known in scene.refer(phrase, "organization"):
                if gains:
                    scene.fact(subject, "works_at", known, when)
                else:
                    scene.end(subject, "works_at", known, when.start)
        for phrase in (one for prep, many in clause.preps if prep == "as" for one in many if gains):
            scene.fact(subject, "job_title", scene.text(phrase), when)
    return True
