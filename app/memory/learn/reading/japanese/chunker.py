"""From words to clauses: noun phrases are closed by their particles, clauses by their predicates."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.memory.learn.reading.japanese.dates import When
from app.memory.learn.reading.japanese.endings import read_ending
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.morphology import Word
from app.memory.learn.reading.japanese.phrases import Argument, Clause, Nominal

_ADVERBS = frozenset(
    "今 いま 現在 最近 以前 昔 普段 いつも 毎日 毎朝 毎晩 毎週 毎月 毎年 先日 この前 この間 こないだ 元々 もともと 前 もう また まだ ずっと 今は かつて 一番 "
    "いちばん 特に ついに やっと とうとう 今度 実は 本当 ほんと 全部 全然 結局 当時 将来 いつか 先 今回 初めて 久しぶり 近々 もうすぐ そろそろ ようやく".split()
)
_STATES = frozenset("好き 大好き 嫌い 大嫌い 苦手 得意 夢中 だいすき 大好物".split())
_SPEAKING = frozenset("言う いう 話す 書く 叫ぶ 答える 聞く 語る 呟く つぶやく 送る 教える".split())
_ANSWERED = (
    "母語",
    "母国語",
    "出身",
    "地元",
    "実家",
    "趣味",
    "名前",
    "職業",
    "仕事",
    "勤務先",
    "専攻",
    "誕生日",
    "好物",
    "住まい",
)
_BYNAMES = ("通称", "愛称", "略称", "別名", "あだ名", "旧姓")
_JOINING = frozenset("と や やら とか".split())
_CORRECTS = re.compile(
    r"[、,\s]*(?:…|\.\.\.)?(?:あ[、,っ]*)?(?:いや(?:いや)?|いえ|違う|違った|違いました|違いますね|もとい|訂正|間違えた|じゃなく(?:って|て)?|"
    r"ではなく(?:て)?|でなく(?:て)?|じゃない)[、,。\s]*(?:違う?|違った)?[、,\s]*(?:正しくは)?(?=\S)"
)
_STATIVE_ENDS = (
    "出身",
    "在住",
    "生まれ",
    "育ち",
    "担当",
    "メンバー",
    "会員",
    "社員",
    "一員",
    "同士",
    "年目",
    "歳",
    "才",
    "勤務",
    "卒",
    "暮らし",
    "好き",
)


def chunk(words: Sequence[Word], sentence: str, dates: dict[int, When]) -> list[Clause]:
    """The clauses of a sentence, in order. `dates` are its dates by the start of their word."""
    return _Chunker(words, sentence, dict(dates)).run()


class _Chunker:
    def __init__(self, words: Sequence[Word], sentence: str, dates: dict[int, When]) -> None:
        self.words = words
        self.sentence = sentence
        self.dates = dates
        self.at = 0
        self.clauses: list[Clause] = []
        self.clause = Clause()
        self.items: list[Nominal] = []
        self.adverbs: list[str] = []
        self._drop_phrase()

    def _drop_phrase(self) -> None:
        self.core: list[Word] = []
        self.owners: list[Nominal] = []
        self.links: list[str] = []
        self.named: Nominal | None = None
        self.relative: Clause | None = None
        self.gloss: Word | None = None
        self.epithet = ""

    def run(self) -> list[Clause]:
        while self.at < len(self.words):
            word = self._as_noun(self.words[self.at])
            step = {
                "date": self._date, "gloss": self._gloss, "particle": self._particle, "verb": self._verb, "adj": self._verb,
                "adjnoun": self._verb, "aux": self._copula, "mark": self._mark, "adverb": self._adverb,
                "adnominal": self._adnominal, "nominalizer": self._particle, "final": self._final, "link": self._link,
                "conj": self._conj,
            }.get(word.cls, self._nominal if word.nominal else self._skip)  # fmt: skip
            step(word)
        if self.core:
            self._predicate("", self.at)
        elif self.clause.arguments or self.clause.dates:
            self._close_clause()
        return self.clauses

    def _as_noun(self, word: Word) -> Word:
        """ゴンです: what the dictionary has as a sound is a name where a particle or です follows."""
        if word.cls not in ("adverb", "interj") or not _katakana(word.text) or self.at + 1 >= len(self.words):
            return word
        named = self.words[self.at + 1].cls in ("aux", "particle")
        return replace(word, cls="noun", known=False) if named else word

    # ── noun phrases ────────────────────────────────────────────────────────────────────────────────────────────────
    def _nominal(self, word: Word) -> None:
        if self.core and (self.core[0].cls == "date" or (self.gloss and word.cls != "suffix")):
            self._close("")
        if not self.core and self._is_adverb(word):
            self._adverb(word)
        elif word.text in _STATES:
            self._verb(word)
        elif "サ変" in word.detail and self._does(self.at + 1):
            self._verbal_noun(word)
        else:
            self._extend(word)

    def _extend(self, word: Word) -> None:
        if self.core and word.cls == "pronoun":
            self._close("")
        self.core.append(word)
        self.at += 1

    def _is_adverb(self, word: Word) -> bool:
        following = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        return word.text in _ADVERBS and not (following and following.cls == "suffix")

    def _does(self, at: int) -> bool:
        """Whether する, できる or 中 makes a verb of the noun before word `at`."""
        if at >= len(self.words):
            return False
        word = self.words[at]
        if word.text == "中" and word.cls in ("suffix", "noun"):
            return at + 1 >= len(self.words) or not self.words[at + 1].nominal
        return word.cls == "verb" and word.base in ("する", "できる", "なさる", "いたす", "致す")

    def _date(self, word: Word) -> None:
        if self.core:
            self._close("")
        self.core = [word]
        self.at += 1

    def _gloss(self, word: Word) -> None:
        if self.core:
            self.gloss = word
        self.at += 1

    def _phrase(self) -> Nominal:
        nominal = Nominal(
            tuple(self.core), tuple(self.owners), tuple(self.links), self.named, self.relative, self.gloss, self.epithet
        )
        self._drop_phrase()
        return nominal

    def _close(self, case: str) -> None:
        """End the phrase under way as an argument with this particle."""
        if self.core and self._taken_back(self.core[-1].end):
            return
        if self.core:
            self.items.append(self._phrase())
        if not self.items:
            return
        dates = [item for item in self.items if item.dated]
        for item in dates:
            self.clause.dates.append((self.dates[item.start], case))
        rest = _with_bynames(item for item in self.items if not item.dated)
        if rest:
            self.clause.arguments.append(Argument(rest, case))
        self.items = []

    def _taken_back(self, end: int) -> bool:
        """Drop the phrase if the next words correct it: "15日、いや18日"."""
        match = _CORRECTS.match(self.sentence, end)
        if match is None:
            return False
        after = next((i for i in range(self.at, len(self.words)) if self.words[i].start >= match.end()), None)
        if after is None or not (self.words[after].nominal or self.words[after].cls == "date"):
            return False
        self._carry_date(self.core[0], self.words[after])
        self.core, self.gloss = [], None
        self.at = after
        return True

    def _carry_date(self, wrong: Word, right: Word) -> None:
        old, new = self.dates.get(wrong.start), self.dates.get(right.start)
        if old and new and new.month is None and new.year is None and new.day is not None:
            self.dates[right.start] = replace(new, year=old.year, month=old.month)

    # ── particles ───────────────────────────────────────────────────────────────────────────────────────────────────
    def _particle(self, word: Word) -> None:
        run = [word.text]
        if word.text == "と" and "".join(w.text for w in self.words[self.at : self.at + 3]) == "として":
            self.at += 3
            self._close("として")
            return
        while self.at + len(run) < len(self.words) and self._still_particle(self.words[self.at + len(run)], run):
            run.append(self.words[self.at + len(run)].text)
        case = "".join(text for text in run if text not in ("だけ", "など", "ばかり", "なんか", "のみ", "ね", "さえ"))
        if self.core and self._copular(case, self.at + len(run)):
            self._predicate("", self.at)
            return
        if self.core and self._taken_back(self.core[-1].end):
            return
        if self.core and self._names(case, self.at + len(run)):
            return
        self.at += len(run)
        self._attach(case)

    def _still_particle(self, word: Word, run: list[str]) -> bool:
        return (
            word.cls == "particle"
            and run[-1] != "の"
            and not (run[-1] in _JOINING and word.text not in ("の", "は", "も"))
        )

    def _attach(self, case: str) -> None:
        if not self.core:
            return
        if case.endswith("の"):
            named, self.named = self.named, None
            owner = self._phrase()
            self.named = named
            if owner.dated:
                self.clause.dates.append((self.dates[owner.start], "の"))
                return
            kept = (*owner.owners, replace_owners(owner))
            self.owners, self.links = list(kept), [*owner.links, case]
        elif case in _JOINING and self._begins_phrase(self.at) and not self._quoted() and not self._acts(self.at):
            self.items.append(self._phrase())
        else:
            self._close(case)

    def _acts(self, at: int) -> bool:
        """Whether a verbal noun with する follows: "…と診断された"."""
        return "サ変" in self.words[at].detail and self._does(at + 1)

    def _quoted(self) -> bool:
        """Whether the quotation just read is somebody's words: "「…」と電話で言っていた"."""
        if self.core[-1].cls != "group":
            return False
        return any(word.base in _SPEAKING for word in self.words[self.at : self.at + 8])

    def _begins_phrase(self, at: int) -> bool:
        return at < len(self.words) and (self.words[at].nominal or self.words[at].cls in ("adnominal", "adjnoun"))

    def _copular(self, case: str, after: int) -> bool:
        """Whether で ends a statement ("前橋の出身で、") and does not mark a place or a means."""
        if case in ("では", "じゃ") and after < len(self.words) and self.words[after].base == "ない":
            return True
        if case != "で" or (after < len(self.words) and self.words[after].cls != "mark"):
            return False
        text = "".join(word.text for word in self.core)
        words = lexicon()
        topic = next((a.items[0].text for a in self.clause.arguments if a.case == "は"), "")
        answered = topic in words.relations or topic.endswith(_ANSWERED)
        return answered or text.endswith(_STATIVE_ENDS) or words.job(text) or text in words.relations

    def _names(self, case: str, after: int) -> bool:
        """Read "方位社という" and "夜の灯台って" as the name of the noun that follows."""
        if case not in ("と", "って", "とか") or after >= len(self.words):
            return False
        word = self.words[after]
        verb = word.cls == "verb" and word.base in ("いう", "言う", "云う")
        if verb and word.text in ("いう", "言う", "云う"):
            after += 1
        elif not (case == "って" and lexicon().category(word.text)):
            return False
        if not self._begins_phrase(after):
            return False
        named = self._phrase()
        self.named, self.at = named, after
        return True

    # ── predicates ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _verbal_noun(self, word: Word) -> None:
        if self.core:
            self._close("")
        self.at += 1
        self._predicate(word.text + "する", self.at + 1 if self.words[self.at].text != "中" else self.at)

    def _verb(self, word: Word) -> None:
        following = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        if word.cls == "adj" and following and following.nominal and not self.core:
            self.epithet = word.text  # 私の新しい上司: the adjective stands between and says nothing of its own
            self.at += 1
            return
        self.at += 1
        self._predicate(word.base, self.at)

    def _copula(self, word: Word) -> None:
        if not self.core or (word.text == "だ" and self._quotes_noun(self.at + 1)):
            self.at += 1
            return
        if word.text == "な" and self._begins_phrase(self.at + 1):
            self._drop_phrase()
            self.at += 1
            return
        self._predicate("", self.at)

    def _quotes_noun(self, at: int) -> bool:
        """糖尿病だと診断された: だ only closes the quoted noun."""
        return at + 1 < len(self.words) and self.words[at].text in ("と", "って") and self._acts(at + 1)

    def _predicate(self, base: str, at: int) -> None:
        """End the clause with the predicate whose stem ends before word `at`."""
        if self.core and self._taken_back(self.core[-1].end):
            return
        ending = read_ending(self.words, at, base, self.sentence)
        if not base and self.items:
            self._close_joined()
        noun = self._phrase() if self.core and not base else None
        self._close("")
        if noun is not None and noun.dated:
            self.clause.dates.append((self.dates[noun.start], "="))
        self.clause.predicate, self.clause.noun = ending.predicate, noun
        self.at = max(ending.after, self.at)
        if ending.predicate.link == "adnominal" and not (noun and noun.dated):
            self._modify()
            return
        self._close_clause()

    def _close_joined(self) -> None:
        """What と joined to a noun predicate are its companions: "同僚と友人です"."""
        items, self.items = self.items, []
        self.clause.arguments.append(Argument(tuple(item for item in items if not item.dated), "と"))

    def _modify(self) -> None:
        """Hang the finished clause on the noun that follows. Its topic belongs to the clause around it."""
        outer = Clause(adverbs=())
        inner = self._finish()
        outer.arguments = [argument for argument in inner.arguments if argument.case in ("は", "には", "では", "も")]
        inner.arguments = [argument for argument in inner.arguments if argument not in outer.arguments]
        self.clause = outer
        owners, links = self.owners, self.links
        self._drop_phrase()
        self.owners, self.links, self.relative = owners, links, inner

    def _finish(self) -> Clause:
        self.clause.adverbs = tuple(self.adverbs)
        self.adverbs = []
        done, self.clause = self.clause, Clause()
        return done

    def _close_clause(self) -> None:
        self._close("")
        self.clauses.append(self._finish())
        self._drop_phrase()

    # ── the rest ────────────────────────────────────────────────────────────────────────────────────────────────────
    def _mark(self, word: Word) -> None:
        if self.core and word.text[0] in "。.!?…":
            self._predicate("", self.at)
            return
        self.at += 1
        if word.text in ("・", "/", "&") and self.core and self._begins_phrase(self.at):
            if word.text == "・" and _katakana(self.core[-1].text) and _katakana(self.words[self.at].text):
                self.core.append(word)
            else:
                self.items.append(self._phrase())
        elif word.text in (":", "=", "→") and self.core and not self.clause.arguments:
            self._close("は")
        elif self.core and word.text[0] in "、,，":
            self._pause(word)
        else:
            self._close("")

    def _explains(self) -> bool:
        """大学生の娘、陽葵は: a role and, after the comma, the name."""
        if "".join(word.text for word in self.core) not in lexicon().relations or self.at >= len(self.words):
            return False
        following = self.words[self.at]
        return "人名" in following.detail or lexicon().has("people.given", following.text)

    def _pause(self, word: Word) -> None:
        """A comma after a bare noun: a parallel statement ("PCはUbuntu、エディタは…"), a list, or an adverb."""
        topic = any(argument.case in ("は", "も", "が", "では", "には") for argument in self.clause.arguments)
        if topic and self.core[0].cls != "date" and self._topic_ahead() and not self._taken_back(self.core[-1].end):
            self._predicate("", self.at - 1)
            return
        if self._explains():
            self._attach("の")
            return
        if self.core and self.core[0].cls != "date" and self._begins_phrase(self.at) and not topic:
            self.items.append(self._phrase())
            return
        self._close("")

    def _topic_ahead(self) -> bool:
        """Whether the next verb is preceded by a topic of its own."""
        for word in self.words[self.at : self.at + 14]:
            if word.cls in ("verb", "adj", "adjnoun", "mark"):
                return False
            if word.cls == "particle" and word.text in ("は", "も", "が"):
                return True
        return False

    def _adverb(self, word: Word) -> None:
        if self.core and self.core[0].cls != "date" and word.cls != "adverb":
            self._extend(word)
            return
        self._close("")
        self.adverbs.append(word.text)
        self.at += 1

    def _adnominal(self, word: Word) -> None:
        if self.core:
            self._close("")
        if word.text in ("その", "あの", "この"):
            self.owners.append(Nominal((word,)))
            self.links.append(word.text)
        self.at += 1

    def _final(self, word: Word) -> None:
        if self.core:
            self._predicate("", self.at)
            return
        self.at += 1

    def _link(self, word: Word) -> None:
        if self.core and word.text in ("と", "が", "で", "から"):
            self._particle(word)
            return
        self.at += 1

    def _conj(self, word: Word) -> None:
        """After a bracket or a date a particle looks like a conjunction to the morphology."""
        if self.core and word.text in ("が", "で", "と", "は", "も", "から"):
            self._particle(word)
            return
        self._skip(word)

    def _skip(self, word: Word) -> None:
        if self.core:
            self._close("")
        self.at += 1


def replace_owners(owner: Nominal) -> Nominal:
    """The owner alone, without the owners that stand before it."""
    return replace(owner, owners=(), links=())


def _with_bynames(items: Iterable[Nominal]) -> tuple[Nominal, ...]:
    """村瀬武史、通称たけちゃん: the second is a gloss of the first."""
    found: list[Nominal] = []
    for item in items:
        if found and item.text.startswith(_BYNAMES) and found[-1].gloss is None:
            gloss = replace(item.words[0], text=item.text, end=item.end, cls="gloss")
            found[-1] = replace(found[-1], gloss=gloss)
        else:
            found.append(item)
    return tuple(found)


def _katakana(text: str) -> bool:
    return re.fullmatch(r"[ァ-ヺー]+", text) is not None
