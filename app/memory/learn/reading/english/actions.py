"""Verb groups: "has been working", "used to live", "don't work any more", "'m allergic", "stopped using"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.domain.entity import Span
from app.memory.learn.reading.english import lexicon
from app.memory.learn.reading.english.auxiliaries import Auxiliaries, Tense, dropped_plan, may_stand_inside, tense_of
from app.memory.learn.reading.english.lexicon import words
from app.memory.learn.reading.english.tokens import Token

_NOWHERE = Span(0, 0)

_PHRASAL = words(
    """
    grow_up give_up drop_out step_down break_up split_up move_out move_in move_on sign_up pick_up come_from
    get_back go_back move_back settle_down settle_in hand_in pass_away join_up head_up set_up start_up lay_off
    let_go kick_off end_up switch_over move_over take_up look_after run_for work_out go_out hook_up fall_out
    start_out turn_in start_off finish_up take_over go_off bring_up come_out hang_out sell_off trade_in get_rid
    go_on wrap_up push_back run_out drop_off
    """
)
_ENDING = words("stop quit cease finish")
_STARTING = words("start begin resume keep continue restart")
_INTENDING = words("plan intend aim decide mean agree")
_WISHING = words("want hope wish need try consider dream wonder think expect like love hate prefer")


@dataclass(frozen=True, slots=True)
class Action:
    """A verb group over tokens `first` up to `last`.

    `lemma`: the main verb, with its particle ("grow_up") or state ("be_allergic"). `frame`: what the verb before it
    does to it: `end` (stopped using), `begin`, `plan` (going to move), `wish` (want to move), or nothing.
    """

    first: int
    last: int
    lemma: str
    tense: Tense
    negated: bool = False
    ended: bool = False
    """ "no longer", "used to", "any more"."""
    unreal: bool = False
    passive: bool = False
    progressive: bool = False
    frame: Literal["", "end", "begin", "plan", "wish"] = ""
    participle: bool = False
    """A clause without a finite verb: ", working as a planner"."""
    span: Span = _NOWHERE
    """Characters of the main verb and its helpers; after "stopped", "plan to" those of the second verb."""


class Actor:
    """Reads verb groups from the tokens of one sentence."""

    def __init__(self, tokens: Sequence[Token], blocked: frozenset[int]) -> None:
        self.tokens, self.blocked = tokens, blocked

    def low(self, at: int) -> str:
        """Lower-case text of a token, empty past either end or inside a date or name."""
        return self.tokens[at].low if 0 <= at < len(self.tokens) and at not in self.blocked else ""

    def action(self, at: int, after_noun: bool) -> Action | None:
        """The verb group that begins at a token. `after_noun`: a subject stands right before it."""
        helpers, main = self._helpers(at, after_noun)
        if (
            not helpers.seen
            and (not after_noun or self.low(at) in _PLACED)
            and (alone := self._bare_state(at)) is not None
        ):
            return alone
        if main is None:
            return self._bare_state(at)
        action = self._main(at, main, helpers)
        return self._chained(action) if action is not None else None

    def _bare_state(self, at: int) -> Action | None:
        """ "born in Limerick", "a bakery based in Hove"."""
        if self.low(at + 1) not in _BARE_STATES.get(self.low(at), ()):
            return None
        span = Span(self.tokens[at].start, self.tokens[at].end)
        return Action(at, at + 1, f"be_{self.low(at)}", "present", participle=True, span=span)

    def _helpers(self, at: int, after_noun: bool) -> tuple[Auxiliaries, int | None]:
        seen: list[str] = []
        first = self.low(at)
        while True:
            low = self.low(at)
            if low == "used" and self.low(at + 1) == "to" and self._shape(at + 2, "base"):
                seen += ["used to"]
                at += 2
            elif (
                low in ("going", "about", "gon")
                and self.low(at + 1) in ("to", "na")
                and "base" in self._shapes(at + 2)
                and seen
            ):
                seen += ["going to"]
                at += 2
            elif self._helps(at, after_noun) or (may_stand_inside(low) and (seen or after_noun)):
                seen.append(low)
                at += 1
            else:
                break
        started = first in lexicon.MODALS | lexicon.BE | lexicon.HAVE | lexicon.DO or first in lexicon.VERBS
        if not seen and not started:
            return Auxiliaries(seen), None
        return Auxiliaries(seen), at

    def _helps(self, at: int, after_noun: bool) -> bool:
        low = self.low(at)
        if low == "'s":
            return after_noun
        if low in lexicon.MODALS:
            return True
        if low in lexicon.BE or low in lexicon.DO or low in lexicon.HAVE:
            return self._helped(at + 1, low)
        return low in ("got", "getting", "get") and self.low(at + 1) in _GOT_STATES

    def _helped(self, at: int, helper: str) -> bool:
        """Whether a verb (after adverbs) follows that the helper belongs to; else the helper is the main verb."""
        while may_stand_inside(self.low(at)):
            at += 1
        shapes = self._shapes(at)
        if self.low(at) in lexicon.BE:
            return self.low(at) in ("been", "being", "be")
        if helper in lexicon.DO:
            return "base" in shapes
        if helper in lexicon.HAVE:
            return bool(shapes & {"participle", "past"})
        going = self.low(at) == "going" or self.low(at) in _GOT_STATES
        return going or (bool(shapes & {"ing", "participle", "past"}) and self.low(at) not in lexicon.STATES)

    def _shapes(self, at: int) -> frozenset[str]:
        return lexicon.VERBS.get(self.low(at), ("", frozenset()))[1]

    def _shape(self, at: int, shape: str) -> bool:
        return shape in self._shapes(at)

    def _main(self, first: int, at: int, helpers: Auxiliaries) -> Action | None:
        low = self.low(at)
        bare_be = bool(helpers.seen) and any(word in lexicon.BE for word in helpers.seen)
        if low in lexicon.STATES and (bare_be or helpers.has(words("get got getting become became"))):
            return self._finish(first, at + 1, "be_" + low, helpers, frozenset({"participle"}))
        if low in lexicon.BE:
            return self._be(first, at, helpers)
        if low == "like" and bare_be:
            return self._finish(first, at, "be", helpers, frozenset({"s"}))
        if low in lexicon.VERBS:
            lemma, shapes = lexicon.VERBS[low]
            if low == "got" and helpers.has(lexicon.HAVE):  # "have got" is "have"
                return self._finish(first, at + 1, "have", Auxiliaries([]), frozenset({"s"}))
            return self._finish(first, at + 1, lemma, helpers, shapes)
        if bare_be:  # "'s" or "was" with nothing verbal after it
            return self._finish(first, at, "be", helpers, frozenset({"s"}))
        have = any(word in lexicon.HAVE for word in helpers.seen)
        return self._finish(first, at, "have", helpers, frozenset({"s"})) if have else None

    def _be(self, first: int, at: int, helpers: Auxiliaries) -> Action:
        """The copula, with a state after it: "is (also) allergic"."""
        low, after, extra = self.low(at), at + 1, list[str]()
        while may_stand_inside(self.low(after)) and not (self.low(after) == "no" and self.low(after + 1) != "longer"):
            extra.append(self.low(after))
            after += 1
        inner = Auxiliaries([*helpers.seen, low, *extra])
        past = frozenset({"past"} if low in ("was", "were") else {"base"} if low == "be" else {"s"})
        if self.low(after) in lexicon.STATES:
            return self._finish(first, after + 1, "be_" + self.low(after), inner, past)
        return self._finish(first, after, "be", inner, past)

    def _finish(self, first: int, last: int, lemma: str, helpers: Auxiliaries, shapes: frozenset[str]) -> Action:
        particle = self.low(last)
        if f"{lemma}_{particle}" in _PHRASAL:
            lemma, last = f"{lemma}_{particle}", last + 1
        passive = self._passive(helpers, shapes, lemma)
        if (
            lemma in ("stand", "bear", "abide", "stomach")
            and helpers.negated
            and helpers.has(words("can ca could cannot"))
        ):
            lemma, helpers = "dislike", Auxiliaries([])
        return Action(
            first,
            last,
            lemma,
            tense_of(helpers, shapes),
            negated=helpers.negated and not helpers.ended,
            ended=helpers.ended,
            unreal=helpers.has(lexicon.UNREAL | _SHORT_OF) or self._ability(helpers, lemma) or dropped_plan(helpers),
            passive=passive,
            progressive="ing" in shapes,
            frame="plan"
            if "going to" in helpers.seen
            else "begin"
            if helpers.has(_GOT) and lemma.startswith("be_")
            else "",
            participle=not helpers.seen and "ing" in shapes,
            span=Span(self.tokens[first].start, self.tokens[max(first, last - 1)].end),
        )

    def _ability(self, helpers: Auxiliaries, lemma: str) -> bool:
        """ "can" tells what someone is able to do only of skills; "can't stand" is a dislike."""
        if not helpers.has(words("can ca cannot")):
            return False
        return lemma not in ("speak", "play", "read") and not (helpers.negated and lemma in ("stand", "bear"))

    def _passive(self, helpers: Auxiliaries, shapes: frozenset[str], lemma: str) -> bool:
        be = any(word in lexicon.BE | _GOT for word in helpers.seen) and " ".join(helpers.seen) != "'s been"
        return (
            be
            and bool(shapes & {"participle", "past"})
            and "ing" not in shapes
            and not lemma.startswith("be")
            and lemma not in ("go", "come", "have")
        )

    def _chained(self, action: Action) -> Action:
        """ "stopped using", "started to learn", "plan to move": the second verb is the one that says what."""
        at = action.last
        lemma = action.lemma.split("_")[0]
        to = self.low(at) == "to" and self._shape(at + 1, "base")
        ing = self._shape(at, "ing") and self.low(at) not in ("being",)
        if lemma in ("give_up",) or action.lemma == "give_up":
            lemma = "stop"
        if not to and not ing:
            return action
        frame = self._frame(lemma, to)
        if lemma == "finish" and lexicon.VERBS[self.low(at)][0] in ("read", "watch", "write", "build", "make"):
            frame = "begin"
        if not frame:
            return action
        inner = self.action(at + (1 if to else 0), after_noun=True)
        if inner is None:
            return action
        return replace(
            inner,
            first=action.first,
            tense=action.tense,
            negated=action.negated,
            ended=action.ended,
            unreal=action.unreal,
            frame=frame,
            participle=False,
        )

    def _frame(self, lemma: str, to: bool) -> Literal["", "end", "begin", "plan", "wish"]:
        if not to and lemma in _ENDING:
            return "end"
        if lemma in _STARTING:
            return "begin"
        if (to and lemma in _INTENDING) or (not to and lemma == "plan"):
            return "plan"
        return "wish" if (to and lemma in _WISHING) or lemma == "consider" else ""


_PLACED = words("born raised based located headquartered")
_SHORT_OF = words("almost nearly barely having")
_BARE_STATES = dict.fromkeys(("born", "raised", "located", "headquartered"), words("in on near")) | {
    "based": words("in near"),
    "fluent": words("in"),
    "bilingual": words("in"),
    "shaky": words("in"),
    "rusty": words("in"),
    "allergic": words("to"),
    "married": words("to"),
    "engaged": words("to"),
}
"""States that stand without "am", with the prepositions that they need: "born in Limerick, allergic to nuts"."""
_GOT = words("get got getting gotten")
_GOT_STATES = words("married engaged divorced hired promoted fired laid diagnosed prescribed made let elected")
