"""Plans and doings: "going to visit Kyoto in October", "hiking in the rain"."""

from app.domain.entity import Span
from app.memory.learn.reading.english.actions import Action
from app.memory.learn.reading.english.cast import Known
from app.memory.learn.reading.english.clauses import Clause
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.phrases import Phrase
from app.memory.learn.reading.english.scene import Scene
from app.memory.learn.reading.english.timing import Timing, timing


def intended(scene: Scene, clause: Clause, action: Action, when: Timing) -> bool:
    """A plan in so many words; "will" only with a date ahead and a name, else it is talk."""
    if action.negated or action.ended or clause.lead or action.lemma in _IDLE:
        return False
    if action.frame == "plan":
        return action.tense in ("future", "present", "bare", "past", "perfect")
    return action.tense == "future" and when.ahead(scene.today) and any(one.named for one in clause.phrases())


_IDLE = words(
    "need have be want keep try see know think love like miss let feel stop get_back say tell ask call text check"
)


def plan(scene: Scene, subject: Known, clause: Clause, when: Timing) -> None:
    """ "I'm going to visit Kyoto in October" is a plan: its verb and what follows, less the date."""
    action = clause.action
    if action is not None and action.tense == "future" and not action.frame and not when.ahead(scene.today):
        return  # "will" without a day is talk
    text = plan_text(scene, clause)
    if text and (subject is scene.cast.me or subject.kept or subject.kind == "person"):
        scene.fact(subject, "plans_to", text, Timing(start=when.start))


def plan_text(scene: Scene, clause: Clause) -> str:
    """The planned doing in its plain form ("move to Sendai"); empty when it points at something unsaid."""
    if clause.action is None or clause.action.participle or clause.action.passive:
        return ""
    rest = _rest(scene, clause, _parts(clause))
    return f"{clause.action.lemma.replace('_', ' ')} {rest}" if rest else ""


def doing(scene: Scene, clause: Clause) -> str:
    """The words of a clause that stands for a thing one likes: "hiking in the rain"."""
    assert clause.action is not None
    verb = scene.passage.words(clause.action.span)
    parts = _parts(clause, without="with")
    if any(one.det in ("your", "this", "that", "these", "those") for one in parts):
        return ""
    rest = _rest(scene, clause, parts)
    if parts:
        return f"{verb} {rest}" if rest else ""
    alone = clause.last - clause.action.last <= 1 or any(prep == "with" for prep, _ in clause.preps)
    return verb if alone else ""


def _parts(clause: Clause, without: str = "") -> list[Phrase]:
    return [*clause.objects, *(one for prep, many in clause.preps if prep != without for one in many)]


def _rest(scene: Scene, clause: Clause, parts: list[Phrase]) -> str:
    """What follows the verb, up to its last phrase, less the time words; empty where a pronoun stands in it."""
    assert clause.action is not None
    start = clause.action.span.end
    if not parts or any(one.pronoun for one in parts):
        return ""
    end = max(one.span.end for one in parts)
    text = scene.passage.text[start:end]
    for when in sorted(clause.whens, key=lambda when: -when.span.start):
        if start <= when.span.start < end:
            text = text[: when.span.start - start] + text[when.span.end - start :]
    return " ".join(text.split()).strip(" ,.;!")


_FEELING = words("like love enjoy adore hate dislike loathe detest prefer stand bear")


def feeling(scene: Scene, clause: Clause, subjects: list[Known], following: Clause | None) -> bool:
    """ "I love hiking in the rain": what is loved is a doing."""
    action = clause.action
    if (
        action is None
        or action.lemma not in _FEELING
        or clause.objects
        or following is None
        or following.action is None
    ):
        return False
    inner = following.action
    if not inner.participle or inner.first != action.last or action.tense == "past" or clause.preps:
        return False
    text = doing(scene, following)
    if not text:
        return False
    liked = scene.cast.common(text, "concept", Span(scene.span.start, scene.span.end))
    hated = action.lemma in ("hate", "dislike", "loathe", "detest") or action.negated
    for subject in subjects:
        if action.ended:
            scene.end(subject, "likes", liked, None)
        else:
            scene.fact(subject, "dislikes" if hated else "likes", liked, timing(clause.whens, action, scene.today))
    return True
