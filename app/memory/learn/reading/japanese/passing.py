"""Who an unsaid subject is right after a sentence about somebody with が: "妹の恵理が引っ越した。犬を飼っている。"

A topic (は) stays until another one comes. A が brings somebody in for the moment only, and a diary soon goes on with
its writer. So it reaches one sentence further, and only what is told as a state, or as a step in a life, is taken as
that person's. What somebody did ("式に出席した") is left to the writer, as it is where nobody was brought in.
"""

from collections.abc import Sequence

from app.memory.learn.reading.japanese.keys import KEYS
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import Reference
from app.memory.learn.reading.japanese.phrases import Clause
from app.memory.learn.reading.japanese.story import Story

_STEPS = (
    "引っ越す", "引っ越しする", "移住する", "転居する", "就職する", "転職する", "入社する", "退職する", "退社する",
    "卒業する", "入学する", "進学する", "結婚する", "離婚する", "婚約する",
)  # fmt: skip
_ABLE = ("好き", "大好き", "嫌い", "大嫌い", "苦手", "得意", "堪能", "流暢", "話せる", "弾ける")
_WRITERS = ("考える", "思う", "悩む", "迷う", "探す", "手伝う", "もらう", "くれる", "あげる", "待つ")
"""What the writer is the likelier one to do: 転職を考えている."""
_NOW = ("今", "いま", "現在", "最近", "普段", "ふだん", "今は")


def brought_in(story: Story, clauses: Sequence[Clause], subject: Reference | None) -> Reference | None:
    """Whom the next sentence may go on with. `subject`: of the last clause of the sentence that was read."""
    if subject is None or subject.me or not subject.person or not story.settled(subject) or story.topic is not None:
        return None
    if story.passing is not None and subject.name == story.passing.name:
        return story.passing
    marked = [argument.items[0] for clause in clauses for argument in clause.all("が") if len(argument.items) == 1]
    return subject.carried() if any(item.start <= subject.start < item.end for item in marked) else None


def goes_on(story: Story, clause: Clause) -> Reference | None:
    """The person brought in before, if an unsaid subject of `clause` may well be that person."""
    who = story.passing
    if who is None or story.topic is not None or _turns_away(story, clause, who):
        return None
    return who if clause.base in _STEPS or _is_state(clause) or _is_property(clause) else None


def _turns_away(story: Story, clause: Clause, who: Reference) -> bool:
    """Whether the clause has a topic, a day set against others (明日は), a wish, or that person beside another."""
    if clause.flags & {"wish", "plan", "request", "unreal", "doubt", "ask", "passive"} or clause.base in _WRITERS:
        return True
    if any(case in ("は", "には", "も") for _, case in clause.dates):
        return True
    topics = [argument.items[0].text for argument in clause.all("は") if argument.items]
    if any(topic not in KEYS and topic not in _NOW for topic in topics):
        return True
    told = [nominal for item in clause.items for nominal in (item, *item.owners)]
    others = [*(nominal.text for nominal in told), *clause.adverbs]
    joint = any(text.startswith("一緒") or lexicon().has("people.pronouns", text) for text in others)
    return joint or who.name in others


def _is_state(clause: Clause) -> bool:
    if clause.flags & {"past", "was"}:
        return False
    if clause.noun is not None and not clause.base:
        return not clause.noun.dated and "サ変" not in clause.noun.words[-1].detail
    return "progressive" in clause.flags or clause.base in _ABLE


def _is_property(clause: Clause) -> bool:
    """仕事は看護師だ: a property that nobody else is said to have."""
    topic = clause.first("は")
    return topic is not None and topic.items[0].text in KEYS and clause.noun is not None and "past" not in clause.flags
