"""From words to clauses: noun phrases are closed by their particles, clauses by their predicates."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.memory.learn.reading.japanese.dates import When
from app.memory.learn.reading.japanese.endings import read_ending
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.lookahead import Lookahead, base_of, katakana
from app.memory.learn.reading.japanese.morphology import Word, WordClass
from app.memory.learn.reading.japanese.nounphrases import Builder, bare_deed, dropped_particle, with_bynames
from app.memory.learn.reading.japanese.phrases import Argument, Clause, Nominal

_JOINING = ("と", "や", "やら", "とか")


def chunk(words: Sequence[Word], sentence: str, dates: dict[int, When]) -> list[Clause]:
    """The clauses of a sentence, in order. `dates` are its dates by the start of their word."""
    return _Chunker(words, sentence, dict(dates)).run()


class _Chunker:
    def __init__(self, words: Sequence[Word], sentence: str, dates: dict[int, When]) -> None:
        self.words = words
        self.ahead = Lookahead(words)
        self.sentence = sentence
        self.dates = dates
        self.at = 0
        self.clauses: list[Clause] = []
        self.clause = Clause()
        self.items: list[Nominal] = []
        self.adverbs: list[str] = []
        self.phrase = Builder()
        self.steps: dict[WordClass, Callable[[Word], None]] = {
            "date": self._date, "gloss": self._gloss, "particle": self._particle, "nominalizer": self._particle,
            "verb": self._verb, "adjnoun": self._adj, "adj": self._adj, "aux": self._copula, "mark": self._mark,
            "adverb": self._adverb, "adnominal": self._adnominal, "final": self._copula, "link": self._link,
            "conj": self._link,
        }  # fmt: skip

    def run(self) -> list[Clause]:
        while self.at < len(self.words):
            word = self.words[self.at]
            if self.ahead.as_noun(self.at):
                word = replace(word, cls="noun", known=False)
            step = self.steps.get(word.cls, self._nominal if word.nominal else self._skip)
            step(word)
        if self.phrase.core:
            self._predicate("", self.at)
        elif self.clause.arguments or self.clause.dates:
            self._close_clause()
        return self.clauses

    def _nominal(self, word: Word) -> None:
        words = lexicon()
        if self.phrase.dated or (self.phrase.gloss and word.cls != "suffix"):
            self._close("")
        if not self.phrase.core and words.has("forms.adverbs", word.text) and not self.ahead.suffixed(self.at):
            self._adverb(word)
        elif words.has("forms.states", word.text):
            self._verb(word)
        elif self.ahead.acts(self.at):
            self._verbal_noun(word)
        else:
            self._extend(word)

    def _extend(self, word: Word) -> None:
        if word.cls == "pronoun":
            self._close_open()
        self.phrase.core.append(word)
        self.at += 1

    def _date(self, word: Word) -> None:
        self._close_open()
        self.phrase.core = [word]
        self.at += 1

    def _gloss(self, word: Word) -> None:
        if self.phrase.core:
            self.phrase.gloss = word
        self.at += 1

    def _take(self) -> Nominal:
        """The phrase under way, finished."""
        built, self.phrase = self.phrase.build(), Builder()
        return built

    def _close_open(self) -> None:
        """End a phrase that no particle closed."""
        if self.phrase.core:
            self._close("")

    def _close(self, case: str) -> None:
        """End the phrase under way, and what is joined to it, as an argument with this particle."""
        if self.phrase.core and self._taken_back():
            return
        if self.phrase.core:
            self.items.append(self._take())
        for item in self.items:
            if item.dated:
                self.clause.dates.append((self.dates[item.start], case))
        rest = with_bynames(item for item in self.items if not item.dated)
        if rest:
            self.clause.arguments.append(Argument(rest, case))
        self.items = []

    def _taken_back(self) -> bool:
        """Drop the phrase if the next words correct it: "15日、いや18日". A month said before is kept."""
        after = self.ahead.correction(self.sentence, self.phrase.end, self.at)
        if after is None:
            return False
        old, right = self.dates.get(self.phrase.core[0].start), self.words[after].start
        new = self.dates.get(right)
        if old and new and new.month is None and new.year is None and new.day is not None:
            self.dates[right] = replace(new, year=old.year, month=old.month)
        self.phrase.core, self.phrase.gloss = [], None
        self.at = after
        return True

    def _particle(self, word: Word) -> None:
        case, after = self.ahead.particles(self.at)
        if not self.phrase.core:
            self.at = after
            return
        topic = next((argument.items[0].text for argument in self.clause.arguments if argument.case == "は"), "")
        named_at = self.ahead.apposition(case, after)
        if self.ahead.ends_statement(case, after, self.phrase.text, topic):
            self._predicate("", self.at)
        elif self._taken_back():
            return
        elif named_at is not None:
            named = self._take()
            self.phrase.named, self.at = named, named_at
        else:
            self.at = after
            self._attach(case)

    def _attach(self, case: str) -> None:
        if case.endswith("の"):
            if self.phrase.dated and self.dates[self.phrase.core[0].start].weekday is None:
                self.clause.dates.append((self.dates[self._take().start], "の"))
            else:
                self.phrase = self.phrase.as_owner(case)
        elif case in _JOINING and self._joins():
            self.items.append(self._take())
        else:
            self._close(case)

    def _joins(self) -> bool:
        """Whether と lists: a noun follows that is no verb, and no quotation ends here."""
        quoted = self.phrase.core[-1].cls == "group" and self.ahead.speaks(self.at)
        return self.ahead.begins_phrase(self.at) and not quoted and not self.ahead.acts(self.at)

    def _verbal_noun(self, word: Word) -> None:
        self._close_open()
        self.at += 1
        self._predicate(word.text + "する", self.at + self.ahead.doing(self.at))

    def _verb(self, word: Word) -> None:
        self.at += 1
        self._predicate(base_of(word, self.clause), self.at)

    def _adj(self, word: Word) -> None:
        """An adjective before a noun belongs to it (私の新しい上司, 有効期限); any other is a predicate."""
        if word.cls == "adjnoun" and self.ahead.begins_noun(self.at + 1):
            self._extend(word)
        elif self.phrase.core or not self.ahead.has(self.at + 1) or not self.words[self.at + 1].nominal:
            self._verb(word)
        else:
            self.phrase.epithet = word.text
            self.at += 1

    def _copula(self, word: Word) -> None:
        if not self.phrase.core or (word.text == "だ" and self.ahead.quotes_noun(self.at + 1)):
            self.at += 1
        elif word.text == "な" and word.cls == "aux" and self.ahead.begins_phrase(self.at + 1):
            self.phrase = Builder()
            self.at += 1
        else:
            self._predicate("", self.at)

    def _predicate(self, base: str, at: int) -> None:
        """End the clause with the predicate whose stem ends before word `at`."""
        if self.phrase.core and self._taken_back():
            return
        if not base and (deed := bare_deed(self.phrase, self.clause)):
            self.phrase = Builder()
            base, at = deed.text + "する", self.ahead.after(deed)
        ending = read_ending(self.words, at, base, self.sentence)
        if not base and self.items:
            self._close_joined()
        noun = self._take() if self.phrase.core and not base else None
        self._close(dropped_particle(self.phrase, self.clause, base))
        if noun is not None and noun.dated:
            self.clause.dates.append((self.dates[noun.start], "="))
        self.clause.predicate, self.clause.noun = ending.predicate, noun
        self.at = max(ending.after, self.at)
        after = self.ahead.correction(self.sentence, ending.predicate.end, self.at)
        if after is not None:  # 富山に住んでいます、じゃなくて…: the clause is taken back
            self.clause, self.at = Clause(), after
        elif ending.predicate.link == "adnominal" and not (noun and noun.dated):
            self._modify()
        else:
            self._close_clause()

    def _close_joined(self) -> None:
        """What と joined to a noun predicate are its companions: "同僚と友人です"."""
        self.clause.arguments.append(Argument(tuple(item for item in self.items if not item.dated), "と"))
        self.items = []

    def _modify(self) -> None:
        """Hang the finished clause on the noun that follows. Its topic belongs to the clause around it."""
        inner = self._finish()
        topics = [argument for argument in inner.arguments if argument.case in ("は", "には", "では", "も")]
        inner.arguments = [argument for argument in inner.arguments if argument not in topics]
        self.clause = Clause(arguments=topics)
        self.phrase = Builder(owners=self.phrase.owners, links=self.phrase.links, relative=inner)

    def _finish(self) -> Clause:
        self.clause.adverbs = tuple(self.adverbs)
        self.adverbs = []
        done, self.clause = self.clause, Clause()
        return done

    def _close_clause(self) -> None:
        self._close("")
        self.clauses.append(self._finish())
        self.phrase = Builder()

    def _mark(self, word: Word) -> None:
        if self.phrase.core and word.text[0] in "。.!?…":
            self._predicate("", self.at)
            return
        self.at += 1
        if word.text == ":" and self.clause.arguments and not self.phrase.core:
            self._close_clause()  # 書類用に：… : what stands before says what it is for
        if not self.phrase.core:
            return
        if word.text in ("・", "/", "&") and self.ahead.begins_phrase(self.at):
            self._listed(word)
        elif word.text in (":", "=", "→") and not self.clause.arguments:
            self._close("" if lexicon().ends("forms.headlines", self.phrase.text) else "は")
        elif word.text[0] in "、,":
            self._pause()
        else:
            self._close("")

    def _listed(self, dot: Word) -> None:
        """ジャン・ポール is one name, 東京・大阪 are two."""
        if dot.text == "・" and katakana(self.phrase.core[-1].text) and katakana(self.words[self.at].text):
            self.phrase.core.append(dot)
        else:
            self.items.append(self._take())

    def _pause(self) -> None:
        """A comma after a bare noun: a parallel statement ("PCはUbuntu、エディタは…"), a list, or an adverb."""
        topic = any(argument.case in ("は", "も", "が", "では", "には") for argument in self.clause.arguments)
        heading = lexicon().has("forms.headlines", self.phrase.text)
        listed = not self.phrase.dated and not topic and not heading and self.ahead.lists(self.phrase.core[-1], self.at)
        parallel = topic and not self.phrase.dated and self.ahead.topic_before_verb(self.at)
        if parallel and not self._taken_back():
            self._predicate("", self.at - 1)
        elif not self.phrase.core:
            return
        elif self.ahead.says_all(self.phrase.core, self.clause, self.sentence[self.phrase.end :]):
            self._predicate("", self.at - 1)
        elif not self.phrase.dated and self.ahead.owned(self.phrase.text, self.at):
            self._attach("の")
        elif listed:
            self.items.append(self._take())
        else:
            self._close("")

    def _adverb(self, word: Word) -> None:
        if self.phrase.core and not self.phrase.dated and word.cls != "adverb":
            self._extend(word)
            return
        self._close("")
        self.adverbs.append(word.text)
        self.at += 1

    def _adnominal(self, word: Word) -> None:
        self._close_open()
        if word.text in ("その", "あの", "この"):
            self.phrase.owners.append(Nominal((word,)))
            self.phrase.links.append(word.text)
        self.at += 1

    def _link(self, word: Word) -> None:
        """After a bracket or a date a case particle may look like a conjunction to the morphology."""
        if self.phrase.core and word.text in ("が", "で", "と", "は", "も", "から"):
            self._particle(word)
        elif word.cls == "conj":
            self._skip(word)
        else:
            self.at += 1

    def _skip(self, word: Word) -> None:
        self._close_open()
        self.at += 1
