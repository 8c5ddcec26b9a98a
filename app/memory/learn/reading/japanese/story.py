"""Who is being talked about: topics, pronouns, and the people that roles introduce ("妻の美咲")."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from app.domain.clock import WorldTime
from app.domain.entity import EntityKind
from app.memory.learn.reading.japanese.lexicon import lexicon
from app.memory.learn.reading.japanese.naming import MYSELF, Namer, Reference
from app.memory.learn.reading.japanese.page import Page
from app.memory.learn.reading.japanese.phrases import Clause, Nominal
from app.memory.learn.reading.japanese.slots import is_firm, is_place, is_title


@dataclass(slots=True)
class Story:
    """What is carried from clause to clause and from sentence to sentence of one passage."""

    namer: Namer
    page: Page
    today: date = date.min
    known: dict[str, EntityKind] = field(default_factory=dict)
    topic: Reference | None = None
    passing: Reference | None = None
    """Whom the sentence before brought in with が; see `passing.py`."""
    person: Reference | None = None
    pet: Reference | None = None
    keeper: str = ""
    """Whose `pet` is, as far as it was said."""
    wedding: tuple[Reference, str, WorldTime | None] | None = None
    """Whose marriage was told without a partner, as which relation and when: the next sentence may say "相手は…"."""
    heading: Reference | None = None
    work: Reference | None = None
    """The work or thing spoken of last: "著者は…" is its author."""
    newcomer: str = ""
    """The role of somebody just introduced without a name: 彼女ができた, 娘が生まれた."""
    begun: bool = False
    """Whether a sentence was read before this one."""
    titles: dict[str, Reference] = field(default_factory=dict)
    """Who "教授" or "先輩" is from here on, once 帆足教授 was named."""
    device: bool = False
    """Whether the sentence speaks of a device or a kind of tool: "エディタは…"."""
    asked: frozenset[str] = frozenset()
    """Kinds of contact that the passage speaks of: phone, email."""
    medical: bool = False
    """Whether the passage speaks of illness, so that what is drunk daily is a medicine."""

    # ── references ──────────────────────────────────────────────────────────────────────────────────────────────────
    def read(self, nominal: Nominal) -> Reference | None:
        """The reference of a phrase, with pronouns resolved and names met before recognised."""
        reference = self.namer.read(nominal)
        if reference is None:
            return None
        bearer = self.titles.get(nominal.text) if not nominal.owners and nominal.relative is None else None
        if bearer is not None and not nominal.epithet and nominal.named is None:
            return replace(bearer, start=reference.start, end=reference.end, pronoun=False)
        if reference.pronoun and self.person is not None:
            return replace(self.person, start=reference.start, end=reference.end)
        if reference.pronoun:
            return replace(reference, pronoun=False, nameless=True) if reference.role else None
        if reference.nameless and reference.owner is not None:
            return self._someones(reference, reference.owner)
        if reference.kind is None and reference.name in self.known:
            return replace(reference, kind=self.known[reference.name], proof="form")
        return reference

    def read_all(self, items: Iterable[Nominal]) -> list[Reference]:
        """The references of phrases that stand side by side."""
        return [reference for reference in map(self.read, items) if reference is not None]

    def _someones(self, reference: Reference, owner: Nominal) -> Reference | None:
        """千晶の夫: a person without a name, called by whose they are. 友人の母 is nobody that can be told apart."""
        if owner.text in ("母方", "父方", "実", "一番上", "上", "下"):
            return reference
        if owner.text in ("その", "あの", "この"):
            said = self.person
        else:
            said = self.read(owner)
            if said is not None and not said.person:
                return reference
        if said is None or (said.nameless and not self.settled(said)):
            return replace(reference, role="", nameless=True)
        return reference if said.me else replace(reference, name=f"{self.page.name(said)}の{reference.name}")

    # ── subjects ────────────────────────────────────────────────────────────────────────────────────────────────────

    def settled(self, reference: Reference) -> bool:
        """Whether one can tell who it is: a name, or a role that one person has ("母")."""
        return not reference.nameless or lexicon().has("forms.unique_roles", reference.role)

    # ── people ──────────────────────────────────────────────────────────────────────────────────────────────────────
    def introduce(self, clause: Clause, subject: Reference | None) -> None:
        """State what the phrases of the clause say by themselves: roles, places of firms, other names."""
        for argument in clause.arguments:
            if argument.bare in ("と", "って") and clause.base in ("呼ぶ", "いう", "言う", "申す"):
                continue  # another name of somebody, and nobody else
            for item in argument.items:
                itself = subject is not None and item.start <= subject.start < item.end + 1 and subject.end > 0
                self.introduce_phrase(item, None if itself or argument.case in ("は", "も") else subject)
        if clause.cleft is not None:
            self.introduce_phrase(clause.cleft, None)
        topic = clause.first("は", "が")
        named = topic is not None and topic.items[0].text in ("名前", "本名", "氏名")
        if clause.noun is not None and not named:
            self.introduce_phrase(clause.noun, None)

    def introduce_phrase(self, nominal: Nominal, subject: Reference | None) -> None:
        """One phrase. `subject` is whose wife 妻の美咲 is, when somebody else is spoken of."""
        reference = self.read(nominal)
        for number in range(len(nominal.owners)):
            self._introduce_owner(nominal.owner(number))
        if reference is None or reference.me:
            return
        for owner in nominal.owners if reference.person and self.settled(reference) else ():
            self.place(reference, owner)
        self._keep(reference)
        if reference.role and not reference.nameless and not reference.pronoun:
            self.relate(reference, subject)
        elif reference.species and reference.species != reference.name:
            self._pet(reference, subject)
        elif reference.owner is not None:
            self._belongs(reference, reference.owner)
        self._notice(reference)

    def _notice(self, reference: Reference) -> None:
        """Whom "彼女" means from here on."""
        if reference.person and not reference.nameless and reference.proof:
            self.person = reference.carried()
            words = reference.nominal.words if reference.nominal is not None else ()
            if len(words) > 1 and lexicon().has("forms.person_titles", words[-1].text):
                self.entitle(words[-1].text, reference)

    def entitle(self, title: str, reference: Reference) -> None:
        """Remember whom a title means; two bearers make it nobody's."""
        if lexicon().has("forms.person_titles", title):
            other = self.titles.get(title)
            if other is None or other.name == reference.name:
                self.titles[title] = reference.carried()
            else:
                del self.titles[title]

    def _introduce_owner(self, owner: Nominal) -> None:
        reference = self.read(owner)
        if reference is None or reference.me or reference.nameless:
            return
        if reference.kind and reference.proof in ("form", "list"):
            self._keep(reference)
            if reference.role and reference.person:
                self.relate(reference, None)

    def place(self, person: Reference, owner: Nominal) -> None:
        """スペイン在住の友人エレナ, 上海出身のエンジニア: where somebody lives or is from, said beside the name."""
        match = re.fullmatch(r"(.+?)(在住|出身|生まれ|育ち)", owner.text)
        if match is None or match[1] not in self.namer.words.places or match[2] == "育ち":
            return
        town = Reference(match[1], "place", owner.start, owner.start + len(match[1]), "list")
        self.page.tell(person, "lives_in" if match[2] == "在住" else "from_place", town, (owner.start, owner.end))

    def _keep(self, reference: Reference) -> None:
        kind = reference.kind if reference.proof and not reference.nameless else None
        if kind is None or reference.name in lexicon().categories or (reference.species == reference.name):
            return
        if kind == "person" and reference.proof == "morphology" and reference.name not in self.known:
            return
        self.page.mention(reference, kind)
        self.known.setdefault(reference.name, kind)

    def relate(self, reference: Reference, subject: Reference | None) -> None:
        """State the relation that a role word names: 妻の美咲 is married to the owner of the role."""
        predicate = lexicon().relations.get(reference.role, "")
        owner = self._whose(reference, subject)
        if not predicate or owner is None or reference.former or owner.name == reference.name:
            return
        self.page.tell(owner, predicate, reference, (reference.start, reference.end))

    def present(self, subject: Reference, span: tuple[int, int]) -> None:
        """Of a subject that is called by a role alone ("母"), state the role."""
        if not subject.nameless or not subject.role or subject.former or not self.settled(subject):
            return
        owner = self._whose(subject, None)
        predicate = lexicon().relations.get(subject.role, "")
        if owner is not None and predicate:
            if owner.nameless and owner.name != subject.name:
                self.present(owner, span)
            self.page.tell(owner, predicate, subject, span)

    def _pet(self, reference: Reference, subject: Reference | None) -> None:
        """柴犬のきなこ is the speaker's, or whose it is said to be."""
        owner = subject or MYSELF
        if reference.owner is not None:
            said = self.read(reference.owner)
            if said is None or not said.person or (said.nameless and not said.me):
                return
            owner = said
        if not owner.nameless:
            self.page.tell(owner, "has_pet", reference, (reference.start, reference.end))
            self.pet = reference.carried()

    def _whose(self, reference: Reference, subject: Reference | None) -> Reference | None:
        """Whose 妻 it is: the owner said before it, else a third person who is the subject, else the speaker."""
        if reference.owner is not None:
            text = reference.owner.text
            if text in ("その", "あの", "この"):
                return self.person
            said = self.read(reference.owner)
            if said is not None and said.person and (said.me or self.settled(said)):
                return said
            if text in ("双子", "一卵性", "二卵性", "年子", "血"):
                return MYSELF if subject is None or subject.me else None
            if re.fullmatch("[一二三四五六\\d](?:児|人の?子|男|女)", text):
                return None  # 二児の母
            if text in ("隣", "友達", "近所") or (said is not None and said.person):
                return None
        if subject is None or subject.me:
            return MYSELF
        near = lexicon().relations.get(reference.role) in ("married_to", "partner_of", "parent_of", "engaged_to")
        return subject if near else None

    def _belongs(self, reference: Reference, owner: Nominal) -> None:
        """長崎の出島製菓 is in Nagasaki; 北斗企画の橋本さん works there; 看護師の橋本さん is a nurse."""
        said = self.read(owner)
        if said is None or said.me or said.pronoun:
            return
        span = (owner.start, reference.end)
        if reference.kind == "organization" and reference.proof == "form" and is_place(said, strict=True):
            self.page.tell(reference, "located_in", said, span)
        elif reference.person and reference.proof == "form" and not reference.nameless:
            if said.kind == "organization" and is_firm(said, strict=True):
                self.page.tell(reference, "works_at", said, span)
            elif lexicon().job(owner.text):
                self.page.tell(reference, "job_title", owner.text, span)

    def is_own(self, nominal: Nominal) -> bool:
        """Whether a property is nobody else's: 名前, 私の名前, 戸籍上の名前."""
        owners = self.read_all(nominal.owners)
        return all(owner.me or (not owner.person and not owner.species) for owner in owners)

    def alias(self, called: Reference, name: Reference) -> None:
        """Keep another name that the text declares."""
        self.page.mention(replace(called, aliases=(*called.aliases, name.name)), called.kind or "person")

    # ── what is carried on ──────────────────────────────────────────────────────────────────────────────────────────
    def carry(self, clause: Clause, subject: Reference | None) -> None:
        """Remember from a clause whom and what the next ones may mean."""
        self._meet(clause)
        spoken = {item.start for argument in clause.arguments for item in argument.items}
        for argument in clause.arguments:
            for reference in self.read_all(argument.items):
                self._carry_one(reference)
        if subject is not None and (subject.me or (subject.person and subject.start in spoken)):
            topic = any(argument.case in ("は", "も") for argument in clause.arguments)
            self.remember(subject, topical=topic and (not subject.me or subject.end > 0))
        last = clause.noun or clause.cleft
        noun = self.read(last) if last is not None else None
        subject_said = clause.first("は")
        if subject_said is not None and noun is not None and noun.person and not noun.nameless and not noun.me:
            self.entitle(subject_said.items[0].text, noun)  # うちの店長は黒木さん
        if noun is not None and not noun.nameless:
            self._carry_one(noun)

    def _meet(self, clause: Clause) -> None:
        if clause.base not in ("できる", "生まれる", "いる", "迎える", "引き取る", "もらう", "譲り受ける"):
            return
        for argument in clause.all("が", "を"):
            for reference in self.read_all(argument.items):
                if reference.species and reference.owner is None and "past" in clause.flags:
                    self.pet, self.keeper = reference.carried(), ""
                self.newcomer = reference.role if reference.nameless else ""

    def _carry_one(self, reference: Reference) -> None:
        if reference.person and not reference.me and self.settled(reference):
            self.remember(reference, topical=False)
        if is_title(reference) and reference.kind not in ("organization", "person"):
            self.work = reference.carried()
        keepers = [f.subject for f in self.page.facts if f.predicate == "has_pet" and f.object == reference.name]
        if reference.species and keepers:
            self.pet, self.keeper = reference.carried(), keepers[-1]

    def remember(self, reference: Reference | None, topical: bool) -> None:
        """Whom "彼女" and an unsaid subject will mean from here on."""
        if reference is None:
            return
        if reference.me:
            if topical:
                self.topic = None
            return
        if reference.person:
            self.person = reference.carried()
            self.known[reference.name] = "person"
        if topical:
            self.topic = reference.carried() if reference.person else self.topic
