"""What a noun phrase names: the name without titles and versions, the kind of thing, and what stands around it."""

import re
from dataclasses import dataclass, field, replace

from app.domain.entity import ME, EntityKind
from app.memory.learn.reading.japanese.kinds import (
    Votes,
    by_form,
    is_post,
    judge,
    likely_person,
    likely_pet,
    names_a_person,
    without_count,
    without_version,
)
from app.memory.learn.reading.japanese.lexicon import Lexicon, lexicon
from app.memory.learn.reading.japanese.morphology import Word
from app.memory.learn.reading.japanese.phrases import Nominal, joined

_FORMER = ("元", "前", "旧", "故", "もと")
_ELDERS = (
    "おばあちゃん", "おじいちゃん", "おばあさん", "おじいさん", "おばさん", "おじさん", "お姉さん", "お兄さん",
    "お母さん", "お父さん", "ママ", "パパ",
)  # fmt: skip
"""What strangers are called too: 須藤さんというおばあちゃん."""
_GLOSS_MARK = re.compile(
    r"(?:通称|愛称|略称|別名|略して|旧姓|以下|あだ名は?|ニックネームは?|本名は?|または|aka)[、,:・ ]*"
)
_NICKNAME = re.compile(r"[ァ-ヺー・ ]+|[ぁ-んー]+|[A-Za-z][\w.'’ -]*|.+(?:ちゃん|くん|さん|たん|坊|君)")
_ENGLISH_ROLES = {
    "brother": "兄弟", "sister": "姉妹", "wife": "妻", "husband": "夫", "mother": "母", "father": "父",
    "mom": "母", "mum": "母", "dad": "父", "son": "息子", "daughter": "娘", "friend": "友人", "colleague": "同僚",
    "coworker": "同僚", "boss": "上司", "manager": "上司", "cousin": "いとこ", "girlfriend": "恋人",
    "boyfriend": "恋人",
    "fiancé": "婚約者", "fiancée": "婚約者", "neighbor": "隣人", "neighbour": "隣人",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reference:
    """Whom or what a noun phrase stands for.

    `proof`: what shows that it is a name at all: form (title, suffix, quotation, link), list, morphology, or "" for a
    plain noun. `role`: "姉" of 姉の千晶; `nameless` when there is nothing but the role. `owner`: whose role it is.
    """

    name: str
    kind: EntityKind | None
    start: int
    end: int
    proof: str = ""
    aliases: tuple[str, ...] = ()
    role: str = ""
    species: str = ""
    category: str = ""
    pronoun: bool = False
    nameless: bool = False
    former: bool = False
    owner: Nominal | None = None
    nominal: Nominal | None = field(default=None, compare=False)

    @property
    def me(self) -> bool:
        return self.name == ME

    @property
    def person(self) -> bool:
        return self.kind == "person"

    def carried(self) -> "Reference":
        """The same, as later sentences know it: where it stood belongs to its own sentence."""
        role = self.role if self.nameless else ""
        return replace(self, start=0, end=0, nominal=None, owner=None, role=role)


MYSELF = Reference(ME, "person", 0, 0, proof="form")


def full(reference: Reference) -> Reference:
    """A common thing by its whole name: 助成金の報告書, 火曜の定例; not what a person or a firm owns."""
    nominal = reference.nominal
    if nominal is None or not nominal.owners or reference.proof == "form" or nominal.named is not None:
        return reference
    plain = [by_form(owner.text) is None and owner.relative is None for owner in nominal.owners]
    personal = [_personal(owner) for owner in nominal.owners]
    if (
        not all(plain)
        or any(personal)
        or nominal.owners[0].text in ("次", "今度", "今回", "次回", "前回", "今")
        or set(nominal.links) != {"の"}
    ):
        return reference
    text = "".join(owner.text + "の" for owner in nominal.owners) + reference.name
    return replace(reference, name=text, start=nominal.owners[0].start)


def _personal(owner: Nominal) -> bool:
    """Whether a person owns it: 母の, 私の, 山口さんの."""
    words = lexicon()
    titled = words.has("people.honorifics", owner.words[-1].text)
    return titled or owner.text in words.relations or words.has("people.me", owner.text)


class Namer:
    """Reads noun phrases of one passage. `votes` is the tagger's word on a stretch, in characters of the sentence."""

    def __init__(self, votes: Votes) -> None:
        self.words: Lexicon = lexicon()
        self.votes = votes
        self.seen: dict[int, tuple[Nominal, Reference | None]] = {}

    def read(self, nominal: Nominal) -> Reference | None:
        """What the phrase stands for, or nothing for dates, opaque stretches and empty cores.

        Every rule asks anew, so what was read is kept; `forget` before the next sentence.
        """
        kept = self.seen.get(id(nominal))
        if kept is None:
            kept = self.seen[id(nominal)] = (nominal, self._read(nominal))
        return kept[1]

    def christen(self, nominal: Nominal, reference: Reference) -> None:
        """Settle what the phrase stands for, after the rest of the sentence has shown it."""
        self.seen[id(nominal)] = (nominal, reference)

    def forget(self) -> None:
        """Let go of the phrases of the last sentence."""
        self.seen.clear()

    def _read(self, nominal: Nominal) -> Reference | None:
        if nominal.dated or "\ufffc" in nominal.text:
            return None
        if nominal.named is not None:
            return self._apposed(nominal, nominal.named)
        text = nominal.text
        if self.words.has("people.me", text):
            return replace(MYSELF, start=nominal.start, end=nominal.end)
        role = "" if self._titled_surname(nominal.words) else self.role(text)
        if self.words.has("people.pronouns", text) and not nominal.owners:
            return Reference(text, "person", nominal.start, nominal.end, pronoun=True, role=role, nominal=nominal)
        if role:
            return Reference(
                role, "person", nominal.start, nominal.end, role=role, nameless=True,
                former=self._former(nominal.words), owner=self._owner(nominal), nominal=nominal,
            )  # fmt: skip
        return self._named(nominal)

    def _titled_surname(self, words: tuple[Word, ...]) -> bool:
        """小川先輩 is somebody by name, 会社の先輩 is not."""
        named = len(words) > 1 and "人名" in words[0].detail and self.words.has("people.honorifics", words[-1].text)
        return named and all("人名" in word.detail for word in words[:-1])

    def role(self, text: str) -> str:
        """The role word of a phrase such as 姉, 元同僚, my older brother; empty if it names none."""
        if text in self.words.relations:
            return text
        english = re.fullmatch(r"(?:my|our) (?:\w+ )?(\w+)", text)
        if english:
            return _ENGLISH_ROLES.get(english[1].casefold(), "")
        bare = text.removeprefix("ご").removeprefix("お")
        for prefix in (*_FORMER, "実", "新", "うちの", "一番上の", "現"):
            if bare.startswith(prefix) and bare.removeprefix(prefix) in self.words.relations:
                return bare.removeprefix(prefix)
        return next((bare[-n:] for n in (4, 3, 2) if len(bare) > n and bare[-n:] in self.words.relations), "")

    def _former(self, words: tuple[Word, ...]) -> bool:
        return (len(words) > 1 and words[0].text in _FORMER) or words[0].text.startswith(("元", "旧", "故"))

    def _apposed(self, nominal: Nominal, named: Nominal) -> Reference | None:
        """方位社という測量会社: the name of the one, the kind of the other."""
        inner = self._named(named)
        if inner is None:
            return None
        head = nominal.text
        role = "" if head in _ELDERS else self.role(head)
        kind: EntityKind | None = "person" if role or head in _ELDERS else self.words.category(head)
        species = head if self.words.has("pets.species", head) else ""
        return replace(
            inner, kind="thing" if species else kind or inner.kind, proof="form", role=role, species=species,
            category=head, owner=self._owner(nominal), nominal=nominal,
        )  # fmt: skip

    def _owner(self, nominal: Nominal) -> Nominal | None:
        return nominal.owners[-1] if nominal.owners else None

    def _named(self, nominal: Nominal) -> Reference | None:
        words, honorific = self._without_title(nominal.words)
        if len(words) > 1 and self.words.has("people.bynames", words[0].text):
            words = words[1:]
        group = next((word for word in words if word.cls == "group"), None)
        if group is not None:
            return self._titled(nominal, words, group, honorific)
        words = without_version(without_count(words))
        if not words:
            return None
        glued = words[0].text in self.words.relations and len(words) > 1 and len(joined(words[1:])) > 1
        if glued and self.likely_person(words[1:]):
            return self._after_role(nominal, words)
        name, alias = self._also_called(words)
        start, end = words[0].start, words[-1].end
        reference = Reference(name, None, start, end, aliases=alias, nominal=nominal)
        return self._with_owner(self._with_gloss(self._judged(reference, words, honorific), nominal), nominal)

    def _after_role(self, nominal: Nominal, words: tuple[Word, ...]) -> Reference:
        """友人エレナ, 妹美緒: a role and a name without の between."""
        rest = words[1:]
        reference = Reference(joined(rest), "person", rest[0].start, rest[-1].end, "form", role=words[0].text)
        return replace(reference, owner=self._owner(nominal), nominal=nominal)

    def _judged(self, reference: Reference, words: tuple[Word, ...], honorific: bool) -> Reference:
        """The kind of a name: a title makes it a person unless it is a common noun (お客さん)."""
        name = reference.name
        if honorific:
            common = self.words.has("people.never_named", name) or self.words.category(name) or self.words.job(name)
            common = common or (reference.nominal is not None and is_post(words, reference.nominal.words[-1]))
            return replace(reference, kind="person", proof="" if common else "form", nameless=bool(common))
        if self.words.has("pets.species", name):
            return replace(reference, kind="thing", species=name)
        kind, proof = judge(words, self.votes)
        return replace(reference, kind=kind, proof=proof)

    def likely_person(self, words: tuple[Word, ...]) -> bool:
        """Whether the words look like a person's name."""
        return likely_person(words, self.votes)

    def _without_title(self, words: tuple[Word, ...]) -> tuple[tuple[Word, ...], bool]:
        titled = False
        while len(words) > 1 and self.words.has("people.honorifics", words[-1].text) and words[-1].cls != "group":
            words, titled = words[:-1], True
        if len(words) > 1 and words[0].cls == "prefix" and words[0].text in ("新", "現", *_FORMER) and titled:
            words = words[1:]
        return words, titled

    def _also_called(self, words: tuple[Word, ...]) -> tuple[str, tuple[str, ...]]:
        """だいちゃんこと山口大輔: the second is the name."""
        for at, word in enumerate(words):
            if word.text == "こと" and 0 < at < len(words) - 1:
                return joined(words[at + 1 :]), (joined(words[:at]),)
        return joined(words), ()

    def _titled(self, nominal: Nominal, words: tuple[Word, ...], group: Word, honorific: bool) -> Reference | None:
        """『ハガネ』, スポーツクラブ『ハガネ』, 映画の『夜の灯台』."""
        at = words.index(group)
        if not group.text or (group.detail != "link" and len(group.text) > 40):
            return None
        before = joined(words[:at])
        after = joined(words[at + 1 :])
        category = before or after or (nominal.owners[-1].text if nominal.owners else "")
        start, end = (group.start, group.end) if group.detail == "link" else (group.start + 1, group.end - 1)
        name = group.text + after if after and not self.words.category(after) else group.text
        reference = Reference(
            name, self.words.category(category), start, end, "form", category=category, nominal=nominal
        )
        if honorific or self.role(before):
            reference = replace(reference, kind="person", role=self.role(before))
        if reference.kind is None:
            surely: EntityKind | None = "person" if group.detail == "link" and names_a_person(group.text) else None
            reference = replace(reference, kind=self.votes(start, end) or by_form(group.text) or surely)
        return self._with_owner(self._with_gloss(reference, nominal), nominal)

    def _with_gloss(self, reference: Reference, nominal: Nominal) -> Reference:
        text = nominal.gloss.text if nominal.gloss else ""
        if not text or len(text) > 24:
            return reference
        role = self.role(text)
        if role and (text.startswith((role, *_FORMER, "ご", "お")) or text.endswith("の" + role)):
            return replace(reference, kind="person", role=role, proof="form")
        category = self.words.category(text)
        if category:
            return replace(reference, kind=reference.kind or category, category=text, proof="form")
        stated = _GLOSS_MARK.match(text)
        alias = text[stated.end() :] if stated else text
        if (stated and alias) or (
            _NICKNAME.fullmatch(alias) and not self.words.job(alias) and alias not in self.words.places
        ):
            return replace(reference, aliases=(*reference.aliases, alias))
        return reference

    def _with_owner(self, reference: Reference, nominal: Nominal) -> Reference:
        """Take the role, species or category from 姉の千晶, 柴犬のきなこ, 映画の『…』."""
        if not nominal.owners or nominal.links[-1] != "の":
            return reference
        before = nominal.owners[-1]
        role, text = self.role(before.text), before.text
        further = nominal.owners[-2] if len(nominal.owners) > 1 else None
        if further is not None and f"{further.text}の{text}" in self.words.relations:
            role, further = f"{further.text}の{text}", None  # 会社の先輩
        if self.words.has("pets.species", text):
            if reference.proof != "form" and not likely_pet(nominal.words, reference.name, self.votes):
                return reference
            return replace(reference, kind="thing", species=text, proof="form", owner=further)
        human = reference.kind in (None, "person", "place") and not reference.category
        if role and human and (reference.proof == "form" or self.likely_person(nominal.words)):
            former = self._former(before.words)
            return replace(reference, kind="person", role=role, proof="form", owner=further, former=former)
        return replace(reference, owner=before)
