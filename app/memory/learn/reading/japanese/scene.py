"""One clause with its people settled: who the subject is, what stands in which slot, and from when it holds."""

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.clock import WorldTime
from app.memory.learn.reading.japanese.dates import Direction, When
from app.memory.learn.reading.japanese.naming import MYSELF, Reference
from app.memory.learn.reading.japanese.page import Page, Period, Target
from app.memory.learn.reading.japanese.phrases import Clause, Nominal
from app.memory.learn.reading.japanese.story import Story

Fits = Callable[[Reference], bool]

_SOON = 92
"""Days in which an arranged change takes place."""


@dataclass(slots=True)
class Scene:
    """What the rules see. `modal` says that the clause is no statement (a question, a wish): rules then say nothing."""

    clause: Clause
    subject: Reference | None
    story: Story
    page: Page
    following: Clause | None = None
    cleft: Nominal | None = None
    """The noun that fills the open slot of "住んでいるのは横須賀です"."""

    @property
    def flags(self) -> frozenset[str]:
        return self.clause.flags

    @property
    def span(self) -> tuple[int, int]:
        """The characters of the clause."""
        starts = [item.start for argument in self.clause.arguments for item in argument.items]
        predicate = self.clause.predicate
        ends = [item.end for argument in self.clause.arguments for item in argument.items]
        if predicate is not None:
            starts.append(predicate.start)
            ends.append(predicate.end)
        if self.clause.noun is not None:
            starts.append(self.clause.noun.start)
            ends.append(self.clause.noun.end)
        return (min(starts), max(ends)) if starts else (0, 0)

    @property
    def denied(self) -> bool:
        """Whether the predicate says that it is not so, no more so, or done to the subject."""
        return bool(self.flags & {"negated", "passive", "stopped"})

    @property
    def done(self) -> bool:
        """Whether it happened or is going on, by itself or through the next clause ("入社して、…している")."""
        bare = "stem" in self.flags and self.clause.base.endswith("する")
        if bare or self.flags & {"past", "progressive", "begun"}:
            return True
        link = self.clause.predicate.link if self.clause.predicate else ""
        return link == "te" and self.following is not None and bool(self.following.flags & {"past", "progressive"})

    # ── slots ───────────────────────────────────────────────────────────────────────────────────────────────────────
    def find(self, fits: Fits, *cases: str) -> list[Reference]:
        """References in the first of the cases that has one that fits; a topic or a cleft noun may fill it too."""
        for case in cases:
            for argument in reversed(self.clause.all(case)):  # the one next to the verb first
                found = [ref for ref in self.story.read_all(argument.items) if fits(ref)]
                if found:
                    return found
        if self.cleft is not None:
            joined = [item for argument in self.clause.all("=") for item in argument.items]
            return [ref for ref in self.story.read_all((*joined, self.cleft)) if fits(ref)]
        return []

    def one(self, fits: Fits, *cases: str) -> Reference | None:
        """The first of `find`."""
        found = self.find(fits, *cases)
        return found[0] if found else None

    def topical(self, fits: Fits, *cases: str) -> list[Reference]:
        """Like `find`, and a topic that is not the subject ("合気道部はもう辞めた") may stand for it."""
        found = self.find(fits, *cases)
        if found:
            return found
        return [ref for ref in self.find(fits, "は", "も") if ref != self.subject and not ref.person]

    def whose(self, topic: Nominal) -> Reference | None:
        """Whose property a topic such as 出身 or 誕生日 is: its owner's, else the subject's."""
        owners = [owner for owner in topic.owners if owner.text not in ("今", "新しい", "現在")]
        if not owners:
            return self.subject if self.subject is not None else MYSELF
        if owners[-1].text in ("その", "この", "あの"):
            return self.story.person
        owner = self.story.read(owners[-1])
        known = owner is not None and owner.person and (owner.me or self.story.settled(owner))
        return owner if known else None

    # ── time ────────────────────────────────────────────────────────────────────────────────────────────────────────
    @property
    def direction(self) -> Direction:
        """Whether a date without its year lies behind or ahead."""
        flags = self.flags
        if "plan" in flags:
            return "future"
        if "past" in flags or ("progressive" in flags and "plan" not in flags):
            return "past"
        if self.clause.base and (self.clause.predicate and self.clause.predicate.link == "te") and self.following:
            return "past" if "past" in self.following.flags or "progressive" in self.following.flags else "future"
        return "future" if self.clause.base or "plan" in flags else "past"

    def dated(self, *cases: str) -> WorldTime | None:
        """The first date that stands in one of the cases."""
        for when, case in self.clause.dates:
            if case in cases:
                return self.day(when)
        return None

    def day(self, when: When) -> WorldTime | None:
        """The date in the direction of the clause; what was arranged (異動になった) may lie close ahead."""
        predicate = self.clause.predicate
        if predicate is not None and predicate.base.endswith("する") and predicate.text.startswith(("なり", "なっ")):
            coming = when.at("future")
            if coming is not None and 0 < (coming.first() - self.story.today).days < _SOON:
                return coming
        return self._nearest(when) if self._timeless else when.at(self.direction)

    @property
    def _timeless(self) -> bool:
        """Whether a noun says it, which may hold or be about to: 3月20日より新住所は宇都宮です."""
        return self.clause.noun is not None and not self.clause.base and "past" not in self.flags

    def _nearest(self, when: When) -> WorldTime | None:
        before, coming = when.at("past"), when.at("future")
        if before is None or coming is None:
            return coming or before
        today = self.story.today
        return coming if (coming.first() - today).days < (today - before.last()).days else before

    @property
    def happened(self) -> WorldTime | None:
        """When an event took or takes place."""
        return self.dated("に", "", "で", "は", "の", "から", "より", "には", "も")

    @property
    def since(self) -> WorldTime | None:
        """When a state began: から, or a length of time in this or the next clause ("住んで5年になる")."""
        lasting = self.lasting()
        return lasting if lasting is not None else self.dated("から", "より", "からは", "以来")

    def lasting(self) -> WorldTime | None:
        """When something began that goes on for a length of time: "…て1年になる"."""
        for clause in (self.clause, self.following):
            found = next((when for when, _ in clause.dates if when.lasting), None) if clause is not None else None
            if found is not None:
                return found.at()
        return None

    @property
    def until(self) -> WorldTime | None:
        return self.dated("まで", "までは", "までに")

    # ── saying ──────────────────────────────────────────────────────────────────────────────────────────────────────
    def tell(
        self, predicate: str, target: Target, since: WorldTime | None = None, until: WorldTime | None = None
    ) -> None:
        """State a fact of the subject."""
        if self.subject is not None:
            self.story.present(self.subject, self.span)
            self.page.tell(self.subject, predicate, target, self.span, Period(since, until))

    def finish(self, predicate: str, target: Target, at: WorldTime | None = None) -> None:
        """End a fact of the subject."""
        if self.subject is not None:
            self.story.present(self.subject, self.span)
            self.page.finish(self.subject, predicate, target, self.span, at)
