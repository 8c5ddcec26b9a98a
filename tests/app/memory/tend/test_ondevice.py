"""What the rules of this device propose for one thing: facts, words, meaning, and the place of its kind."""

import pytest

from app.domain.errors import Cancelled
from app.domain.ids import CategoryId
from app.inference.embedder import OnDeviceEncoder
from app.memory.learn.categorise import KnownCategory, Sortable, Sorting, Tie
from app.memory.tend.fitting import shipped
from app.memory.tend.ondevice import OnDeviceCategoriser
from app.memory.tend.taxonomy import taxonomy
from tests.fakes import HashingEncoder


def _names(things, known=(), language="en", refused=(), encoder=None, layer=1):
    asked = Sorting(layer, tuple(things), tuple(known), language, tuple(refused))
    found = OnDeviceCategoriser(encoder or HashingEncoder()).propose(asked)
    return {one.name or one.category: one.members for one in found}


def _person(number=1, tag="", ties=()):
    return Sortable(number, f"P{number}", "person", tag, ties=tuple(ties))


def test_a_tag_says_where_somebody_belongs():
    assert _names([_person(tag="sister"), _person(2, "piano teacher")]) == {"Family": (1,), "Teachers": (2,)}


def test_a_fact_with_the_user_weighs_more_than_a_tag():
    friend = Tie("friend_of", "subject", "Me", "", with_me=True)
    assert list(_names([_person(tag="doctor", ties=[friend])])) == ["Friends", "Doctors"]


def test_words_in_the_name_of_a_person_say_nothing():
    assert _names([Sortable(1, "Rose Baker Garden", "person")]) == {"Acquaintances": (1,)}


def test_words_of_another_kind_say_nothing():
    assert "Parks" not in _names([Sortable(1, "Hyde Park", "event")])


def test_what_nothing_is_known_of_goes_to_the_place_of_its_kind():
    kinds = ("person", "organization", "place", "thing", "event", "concept")
    found = _names([Sortable(n, f"Zzq{n}", kind) for n, kind in enumerate(kinds)])
    assert list(found) == ["Acquaintances", "Organisations", "Locations", "Objects", "Events", "Topics"]


def test_a_category_of_ones_own_is_filled_by_its_name():
    own = KnownCategory(CategoryId(7), "Luthier")
    assert _names([_person(tag="luthier")], [own]) == {7: (1,)}


def test_what_a_person_deleted_is_not_proposed():
    assert "Family" not in _names([_person(tag="sister")], refused=["Family"])
    assert "Family" not in _names([_person(tag="sister")], refused=["家族"])


def test_categories_go_under_the_concept_above_theirs():
    family = taxonomy().table["family"]
    alone = Sortable(1, "Anna", None, family.tag["en"])
    named = Sortable(2, "友人", None, "")
    made = Sortable(3, "Jazz pianists", None, "pianists", kinds=("person",))
    assert _names([alone, named, made], layer=2) == {"Close people": (1, 2), "Public figures": (3,)}
    assert _names([Sortable(1, "Close people", None)], layer=3) == {"People": (1,)}
    assert _names([Sortable(1, "People", None)], layer=4) == {}


def test_names_are_in_the_language_asked_for():
    assert _names([_person(tag="sister")], language="ja") == {"家族": (1,)}


def test_meaning_finds_a_place_where_words_do_not():
    things = [
        Sortable(1, "marshmallows", "thing"),
        Sortable(2, "ibuprofen", "thing"),
        Sortable(3, "富士山登頂記", "thing"),
    ]
    found = _names(things, encoder=OnDeviceEncoder())
    assert found["Sweets"] == (1,)
    assert found["Medicines"] == (2,)


def test_a_stop_is_heard_between_readings():
    categoriser = OnDeviceCategoriser(HashingEncoder())
    categoriser.stop_when(lambda: True)
    with pytest.raises(Cancelled):
        categoriser.propose(Sorting(1, (Sortable(1, "Zzq", "thing"),), (), "en"))


def test_the_concepts_vectors_are_shipped_for_the_shipped_encoder_and_up_to_date():
    known = shipped(OnDeviceEncoder().fingerprint)
    assert [one.key for one in taxonomy().table.values() if one.about() not in known] == []
    assert shipped("another encoder") == {}
