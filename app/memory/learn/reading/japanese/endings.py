"""Where a predicate ends: the auxiliaries, helper verbs and formal nouns that follow a verb, and what comes after."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.morphology import Word
from app.memory.learn.reading.japanese.phrases import Predicate
from app.memory.learn.reading.japanese.tail import read_flags, read_link


@dataclass(frozen=True, slots=True)
class Ending:
    """A predicate, and the number of the first word after it."""

    predicate: Predicate
    after: int


class _Walk:
    """Goes along the words after a verb for as long as they belong to it."""

    def __init__(self, words: Sequence[Word], at: int) -> None:
        self.words = words
        self.at = at
        self.formal = False
        self.link = ""

    def run(self) -> None:
        while self.at < len(self.words) and not self.link and self._belongs():
            self.at += 1

    def _belongs(self) -> bool:
        word = self.words[self.at]
        if word.cls == "nominalizer" or (word.text == "の" and self._followed("は", "が", "を")):
            return self._nominalizer()
        if word.cls in ("aux", "link", "final"):
            return self._ending(word)
        if word.cls in ("verb", "adj"):
            return self._helper(word)
        if word.cls == "particle":
            return self._particle(word)
        return self._noun(word)

    def _ending(self, word: Word) -> bool:
        """Endings belong, but one that begins a clause of its own ("…て、") was cut by its comma before."""
        return not (word.text == "な" and word.cls == "aux" and self._next_nominal(1) and not self.formal)

    def _nominalizer(self) -> bool:
        if self._followed("は", "が", "も"):
            self.link = "the_one"
        elif self._followed("を", "に"):
            self.link = "act"
        else:
            self.formal = True
            return True
        return False

    def _helper(self, word: Word) -> bool:
        before = self.words[self.at - 1]
        if self.formal:
            return lexicon().has("forms.formal_verbs", word.base)
        if before.cls == "verb":
            return lexicon().has("forms.compound", word.base)
        if before.cls == "particle" and before.text in ("と", "って", "も", "か"):
            return lexicon().has("forms.thinking", word.base) or word.base in ("いい", "よい", "良い", "しれる", "なる")
        return lexicon().has("forms.helpers", word.base)

    def _particle(self, word: Word) -> bool:
        if self.formal:
            return word.text in (
                "に",
                "が",
                "は",
                "も",
                "と",
                "を",
                "で",
                "か",
                "って",
                "の",
            ) and not self._next_nominal(1)
        if word.text in ("と", "って") and lexicon().has("forms.thinking", self._next_base()):
            return True
        if word.text in ("で", "では", "じゃ"):
            return self._followed("は", "も") or self._next_base() in ("ない", "なくなる")
        if word.text in ("は", "も"):
            return self.words[self.at - 1].cls == "link" or self._next_base() in (
                "ない",
                "なくなる",
                "よい",
                "いい",
                "しれる",
                "する",
            )
        return lexicon().has("forms.tail_particles", word.text)

    def _noun(self, word: Word) -> bool:
        if word.text in ("中", "済み", "済", "ずみ") and self.words[self.at - 1].cls == "noun":
            return True
        if lexicon().has("forms.formal", word.text) and word.cls in ("noun", "aux", "nominalizer"):
            if word.text in ("こと", "もの") and self._followed("が") and self._next_base(2) in ("好き", "大好き"):
                self.link = "act"
                return False
            self.formal = True
            return True
        return False

    def _followed(self, *texts: str) -> bool:
        return self.at + 1 < len(self.words) and self.words[self.at + 1].text in texts

    def _next_base(self, ahead: int = 1) -> str:
        return self.words[self.at + ahead].base if self.at + ahead < len(self.words) else ""

    def _next_nominal(self, ahead: int) -> bool:
        return self.at + ahead < len(self.words) and self.words[self.at + ahead].nominal


def read_ending(words: Sequence[Word], at: int, base: str, sentence: str) -> Ending:
    """The predicate whose stem ends before word `at`. `base` is its dictionary form, "" for a noun with だ or です."""
    walk = _Walk(words, at)
    walk.run()
    stem_end = words[at - 1].end
    end = words[walk.at - 1].end if walk.at > at else stem_end
    stop = words[walk.at].start if walk.at < len(words) else len(sentence)
    tail = sentence[stem_end:end] + ("?" if "?" in sentence[end : end + 2] else "")
    flags = read_flags(tail if "音便" in words[at - 1].form else re.sub("^だ(?!っ)", "", tail), verb=bool(base))
    if any(word.base in ("れる", "られる") for word in words[at : walk.at]):
        flags.add("passive")
    if any(word.base in ("せる", "させる") for word in words[at : walk.at]):
        flags.add("causative")
    if walk.at == at:
        flags.add("stem")
    if _attributive_na(words, walk.at):
        return Ending(
            Predicate(
                base, sentence[words[at - 1].start : end], frozenset(flags), "adnominal", words[at - 1].start, end
            ),
            walk.at + 1,
        )
    link = walk.link or _link(words, at, walk.at, tail, sentence[end:stop])
    start = words[at - 1].start
    return Ending(Predicate(base, sentence[start:end], frozenset(flags), link, start, end), walk.at)


def _attributive_na(words: Sequence[Word], at: int) -> bool:
    """Whether な before a noun follows: "好きな映画"."""
    return at + 1 < len(words) and words[at].text == "な" and words[at].cls == "aux" and words[at + 1].nominal


def _link(words: Sequence[Word], at: int, after: int, tail: str, gap: str) -> str:
    nearest = words[after] if after < len(words) else None
    link = read_link(tail)
    if nearest is None or gap.strip():
        return link
    goes_on = words[after - 1].form.startswith("連用形") and words[after - 1].cls in ("verb", "aux")
    if (nearest.cls == "mark" or goes_on) and words[after - 1].form.startswith("連用形") and link == "end":
        return "te"
    if lexicon().has("forms.when", nearest.text) and link in ("end", "te") and words[after - 1].cls != "link":
        return "when"
    attributive = "連体" in words[after - 1].form or "終止" in words[after - 1].form
    heads = nearest.nominal or nearest.cls in ("adnominal", "adjnoun")
    if heads and attributive and link not in ("but", "so", "while"):
        return "adnominal"
    return "te" if after == at and link == "end" else link
