"""Which entity a name means. Each row is a kind of case that people have reported, with names of our own."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.ids import EntityId
from app.domain.text import name_key
from app.memory.learn.resolve import Incoming, Known, compatible, resolve


def known(*names, kind="person"):
    """Entities from `name`, `(name, alias, ...)`, or `name/kind`."""
    made = []
    for number, entry in enumerate(names, 1):
        name, *aliases = (entry,) if isinstance(entry, str) else entry
        name, _, own = name.partition("|")
        made.append(Known(EntityId(number), name, own or kind, tuple(aliases)))
    return made


def decide(name, kind, entities, *aliases, title=""):
    decision = resolve(Incoming(name, kind, aliases, title), entities)
    return decision.entity if decision.answer == "same" else decision.answer


SAME = [
    ("mizeye", "organization", ["ＭｉｚＥｙｅ"]),
    ("스코프 랩스", "organization", ["스코프랩스"]),
    ("ﾐｽﾞｱｲ", "organization", ["ミズアイ"]),
    ("strasse", "place", ["Straße"]),
    (unicodedata.normalize("NFD", "Café Órbita"), "place", ["Café Órbita"]),
    (unicodedata.normalize("NFD", "バジルガーデン"), "organization", ["バジルガーデン"]),
    ("myservice", "thing", ["MyService"]),
    ("Marrow Stone Bakery", "organization", ["MarrowStone Bakery"]),
    ("Prof. Hilda Brandt", "person", ["Hilda Brandt"]),
    ("Hilda Brandt", "person", ["Prof. Hilda Brandt"]),
    ("城戸くん", "person", ["城戸", "木戸"]),
    ("水無瀬遥先生", "person", ["水無瀬遥"]),
    ("Pellworth Ltd.", "organization", ["Pellworth"]),
    ("Pellworth Optics GmbH & Co. KG", "organization", ["Pellworth Optics"]),
    ("Pellworth Co., Ltd.", "organization", ["Pellworth"]),
    ("アケボノ堂株式会社", "organization", ["アケボノ堂"]),
    ("㈱アケボノ堂", "organization", ["アケボノ堂"]),
    ("(有)アケボノ堂", "organization", ["アケボノ堂"]),
    ("Godot 4.3", "thing", ["Godot", "Godoc"]),
    ("Blender", "thing", ["Blender 4.2"]),
    ("Ubuntu 24.04 LTS", "thing", ["Ubuntu"]),
    ("Node 22", "thing", ["Node"]),
    ("sourdough starters", "thing", ["sourdough starter"]),
    ("berries", "thing", ["berry"]),
    ("kitchen shelves", "thing", ["kitchen shelf"]),
    ("glove", "thing", ["gloves"]),
    ("Cargo bikes", "thing", ["cargo bike"]),
    ("Bill Ashdown", "person", ["William Ashdown", "Willa Ash"]),
    ("Katherine Ashdown", "person", ["Kate Ashdown"]),
    ("Thaddeus", "person", ["Thaddeus Orme", "Ines Orme"]),
    ("Orme", "person", ["Thaddeus Orme"]),
    ("Mrs. Orme", "person", ["Ines Orme"]),
    ("久世", "person", ["久世直哉", "直井"]),
    ("直哉", "person", ["久世直哉"]),
    ("美冬", "person", ["安曇 美冬"]),
    ("フィグマ", "thing", ["Figma", "Miro"]),
    ("Terraform", "thing", ["テラフォーム"]),
    ("スティーブ・ヤマモト", "person", ["スティーブヤマモト"]),
    ("Zürich Film Club", "organization", ["Zurich Film Club"]),
    ("O’Brien", "person", ["O'Brien"]),
]


@pytest.mark.parametrize(("name", "kind", "names"), SAME)
def test_the_same(name, kind, names):
    assert decide(name, kind, known(*names, kind=kind)) == 1


NEW = [
    ("SR-2023-053", "thing", ["SR-2023-052"]),
    ("SB-2024-001 Rev B", "thing", ["SB-2024-001 Rev A"]),
    ("Annex 13 Amendment 17", "thing", ["Annex 13 Amendment 16"]),
    ("langfuse:3.224.4", "thing", ["langfuse:3"]),
    ("Godot 4.3", "thing", ["Godot 4.2"]),
    ("Pixel 9", "thing", ["Pixel 8", "Pixel"]),
    ("iPhone 16 Pro", "thing", ["iPhone 16"]),
    ("第31回写真展", "event", ["第30回写真展"]),
    ("Chapter 4", "thing", ["Chapter"]),
    ("김민석", "person", ["김민수"]),
    ("서울대", "organization", ["서울|place"]),
    ("田中電機", "organization", ["田中|person"]),
    ("香蕉", "thing", ["苹果"]),
    ("佐藤健一", "person", ["佐藤健"]),
    ("佐藤健", "person", ["佐藤健一"]),
    ("中島美嘉子", "person", ["中島美嘉"]),
    ("TypeScript", "thing", ["Type"]),
    ("Hampshire", "place", ["New Hampshire"]),
    ("ロス", "place", ["ロスアンゼルス"]),
    ("Bath", "place", ["Bath Spa"]),
    ("@fern/cli-next", "thing", ["@fern/cli-core"]),
    ("Greta Lindholm", "person", ["Ove Lindholm"]),
    ("Kento Mori", "person", ["Kenta Mori"]),
    ("Mrs. Okada", "person", ["Mr. Okada"]),
    ("not ready to ship", "concept", ["ready to ship"]),
    ("unsafe", "concept", ["safe"]),
    ("Apple", "person", ["Apple|organization"]),
    ("Acme", "organization", ["Alice|person"]),
    ("さくら", "organization", ["さくら|thing"]),
    ("Ada", "thing", ["Ada|person"]),
    ("Windows", "thing", ["Window", "Linux"]),
    ("スカイプ", "thing", ["Scope"]),
    ("C#", "thing", ["C", "C++"]),
]


@pytest.mark.parametrize(("name", "kind", "names"), NEW)
def test_a_new_one(name, kind, names):
    assert decide(name, kind, known(*names, kind=kind)) == "new"


ASK = [
    ("Victor", "person", ["Victor", "Victor"]),
    ("Sasha", "person", ["Sasha Ivers", "Sasha Kohl"]),
    ("Ms. Kohl", "person", ["Sasha Kohl", "Tess Kohl"]),
    ("Mr. Finch", "person", ["Harold Finch", "Desmond Finch"]),
    ("Mr Finch", "person", ["Harold Finch", "Finch Abara"]),
    ("Professor Finch", "person", ["Harold Finch", "Desmond K. Finch"]),
    ("小林さん", "person", ["小林奈々", "小林一茶"]),
    ("野間さん", "person", ["野間遥", "野間征一"]),
    ("野間くん", "person", ["野間征一", "野間遥"]),
    ("野間部長", "person", ["野間 遥", "野間征一"]),
    ("野間准教授", "person", ["野間遥", "野間征一郎"]),
    ("野間", "person", ["野間遥", "野間征一"]),
    ("佐々木先輩", "person", ["佐々木遥", "佐々木征一"]),
    ("森さん", "person", ["森遥香", "森征一"]),
    ("征一さん", "person", ["野間征一", "森征一"]),
    ("林さん", "person", ["林誠"]),
    ("齋藤一郎", "person", ["斉藤一郎"]),
    ("髙木工務店", "organization", ["高木工務店"]),
    ("トニー", "person", ["Tony"]),
    ("ズーム", "thing", ["Zoom"]),
    ("Bob", "person", ["Robert Quill"]),
    ("R. Quill", "person", ["Robert Quill"]),
    ("Quarrymil Tools", "organization", ["Quarrymill Tools"]),
    ("IOSA", "organization", ["International Optical Society Assembly"]),
    ("Phoenix", "organization", ["Phoenix|place"]),
    ("Teams", "thing", ["team"]),
]


@pytest.mark.parametrize(("name", "kind", "names"), ASK)
def test_a_question(name, kind, names):
    assert decide(name, kind, known(*names, kind=kind)) == "ask"


def test_a_weak_rival_alone_is_nobody():
    assert decide("野間", "person", known("野間遥")) == "new"
    assert decide("征一", "person", known("森征一")) == "new"


def test_a_question_lists_every_bearer():
    decision = resolve(Incoming("野間さん", "person"), known("野間遥", "野間征一", "野崎征一"))
    assert decision.candidates == (EntityId(1), EntityId(2))
    assert not decision.apart


def test_an_exact_name_beats_an_alias_and_an_alias_beats_likeness():
    assert decide("Liz", "person", known(("Elizabeth Marsh", "Liz"), "Liz")) == 2
    assert decide("Liz", "person", known("Liz Warne", ("Elizabeth Marsh", "Liz"))) == 2


def test_an_alias_of_two_is_a_question():
    assert decide("Mo", "person", known(("Mohamed", "Mo"), ("Maureen", "Mo"))) == "ask"


def test_an_alias_is_found_under_its_title():
    assert decide("Dr. Liz", "person", known(("Elizabeth Marsh", "Liz"))) == 1


def test_an_alias_stated_in_the_text_finds_the_old_name():
    assert decide("IOS学会", "organization", known("国際光学学会", kind="organization"), "国際光学学会") == 1


def test_a_kind_that_fits_exactly_is_preferred():
    entities = known("Kitchen refit|concept", "Kitchen refit|event")
    assert decide("Kitchen refit", "event", entities) == 2


def test_two_of_a_name_in_different_kinds():
    both = known("Ford|person", "Ford|organization")
    assert decide("Ford", "person", both) == 1
    assert decide("Ford", "organization", both) == 2


def test_a_title_beside_the_name_makes_a_family_name():
    assert decide("林", "person", known("林誠")) == "new"
    assert decide("林", "person", known("林誠"), title="さん") == "ask"


def test_a_school_may_be_read_as_a_place():
    assert decide("Northquay University", "place", known("Northquay University", kind="organization")) == 1


def test_a_question_of_likeness_leaves_the_name_apart():
    alike = resolve(Incoming("齋藤一郎", "person"), known("斉藤一郎"))
    assert (alike.answer, alike.apart, alike.candidates) == ("ask", True, (1,))
    equal = resolve(Incoming("Victor", "person"), known("Victor", "Victor"))
    assert (equal.answer, equal.apart, equal.candidates) == ("ask", False, (1, 2))


KINDS = ["person", "organization", "place", "thing", "event", "concept"]


@settings(deadline=None, derandomize=True)
@given(st.text(min_size=1, max_size=12), st.sampled_from(KINDS))
def test_every_name_is_itself(name, kind):
    if name_key(name) and "|" not in name:
        assert decide(name, kind, known(name, kind=kind)) == 1


@settings(deadline=None, derandomize=True)
@given(st.lists(st.text(alphabet="田中美咲康平さんAlexDr. 13", min_size=1, max_size=8), max_size=5), st.randoms())
def test_the_order_of_candidates_does_not_matter(names, random):
    entities = known(*(name.replace("|", "") for name in names))
    shuffled = entities[:]
    random.shuffle(shuffled)
    for name in names:
        assert decide(name, "person", entities) == decide(name, "person", shuffled)


@pytest.mark.parametrize("kind", KINDS)
def test_compatibility_is_symmetric(kind):
    assert compatible(kind, kind)
    for other in KINDS:
        assert compatible(kind, other) == compatible(other, kind)
    assert not compatible("person", "organization")
