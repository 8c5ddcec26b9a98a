"""What a person does with categories: each is one step of undo, and no later sorting takes it back."""

import pytest

from app.domain.entity import ME
from app.domain.errors import BadInput
from app.domain.plan import USER
from app.domain.scope import OWNER
from app.memory.revise import recategorise
from app.memory.tend.rebuild import rebuilt
from tests.app.memory.tend.sorted_memory import Sorted

FIRST = [(ME, "person", ""), ("Anna", "person", "sister"), ("Dan", "person", "brother"), ("Ben", "person", "friend")]
MORE = [
    ("Eve", "person", "friend"),
    ("Acme", "organization", "company"),
    ("guitar", "thing", ""),
    ("cello", "thing", ""),
]
LATER = [
    ("Lena", "person", "sister"),
    ("Max", "person", "brother"),
    ("Ida", "person", "friend"),
    ("viola", "thing", ""),
]


@pytest.fixture
def memory(profile):
    made = Sorted(profile)
    made.entity = dict(zip((row[0] for row in FIRST + MORE), made.add(*FIRST, *MORE), strict=True))
    made.sort()
    yield made
    made.close()


@pytest.fixture
def edited(memory):
    """Commit a plan by hand; undo gives the very rows back, redo the edited ones."""

    def commit(plan):
        before = _rows(memory)
        memory.store.commit(plan)
        after = _rows(memory)
        assert after != before
        memory.store.undo()
        assert _rows(memory) == before
        memory.store.redo()
        assert _rows(memory) == after

    return commit


def _rows(memory):
    cursor = memory.store._connection
    tables = ("categories", "memberships", "category_links")
    return {name: sorted(cursor.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}


def _later(memory):
    added = memory.add(*LATER)
    memory.sort()
    assert memory.violations() == []
    return dict(zip((row[0] for row in LATER), added, strict=True))


def test_a_category_of_ones_own_is_filled_and_linked(memory, edited):
    edited(recategorise.make(memory.view, "Band", [memory.entity["guitar"], memory.entity["Ben"]], OWNER, USER))
    memory.sort()
    assert memory.members("Band") == ["Ben", "guitar"]
    assert memory.members("Friends") == ["Ben", "Eve"]
    assert memory.view.categories.parents([memory.number("Band")], OWNER)
    assert memory.violations() == []


def test_a_new_name_stays_and_the_next_of_the_concept_comes_there(memory, edited):
    edited(recategorise.rename(memory.view, memory.number("Family"), "My folks", OWNER, USER))
    _later(memory)
    assert memory.members("My folks") == ["Anna", "Dan", "Lena", "Max"]
    assert "Family" not in memory.names(1)


def test_a_summary_in_ones_own_words_stays(memory, edited):
    edited(recategorise.describe(memory.view, memory.number("Family"), "Us four", OWNER, USER))
    _later(memory)
    assert memory.named("Family").summary == "Us four"


def test_what_was_deleted_is_not_made_again(memory, edited):
    edited(recategorise.retire(memory.view, memory.number("Family"), OWNER, USER))
    _later(memory)
    assert "Family" not in memory.names(1)
    assert memory.homes(memory.entity["Anna"])
    assert memory.view.categories.retired(OWNER)[0].summary == ""


def test_what_was_deleted_is_not_made_again_in_the_other_language(memory, edited):
    edited(recategorise.retire(memory.view, memory.number("Family"), OWNER, USER))
    memory.means = type(memory.means)(memory.device, memory.device, "ja")
    _later(memory)
    assert "家族" not in memory.names(1)


def test_an_entity_taken_out_is_not_put_back(memory, edited):
    anna = memory.entity["Anna"]
    memory.add(("Lena", "person", "sister"))
    memory.sort()
    edited(recategorise.take_out(memory.view, anna, memory.number("Family"), OWNER, USER))
    _later(memory)
    assert "Anna" not in memory.members("Family")
    assert memory.homes(anna)
    edited(recategorise.put_in(memory.view, anna, memory.number("Family"), OWNER, USER))
    assert "Anna" in memory.members("Family")


def test_an_entity_is_moved_in_one_step(memory, edited):
    ben, source = memory.entity["Ben"], memory.number("Friends")
    edited(recategorise.move(memory.view, ben, source, memory.number("Family"), OWNER, USER))
    _later(memory)
    assert memory.homes(ben) == ["Family"]


def test_what_stood_alone_leaves_no_node_behind(memory, edited):
    acme = memory.entity["Acme"]
    assert memory.homes(acme) == ["Acme"]
    edited(recategorise.move(memory.view, acme, memory.number("Acme"), memory.number("Family"), OWNER, USER))
    assert memory.homes(acme) == ["Family"]
    assert "Acme" not in [one.name for one in memory.categories()]
    _later(memory)
    assert memory.homes(acme) == ["Family"]
    with pytest.raises(BadInput, match="already"):
        recategorise.move(memory.view, acme, memory.number("Family"), memory.number("Family"), OWNER, USER)


def test_a_category_keeps_its_name_while_it_holds_what_a_person_put_there(memory, edited):
    family, ben = memory.number("Family"), memory.entity["Ben"]
    edited(recategorise.move(memory.view, ben, memory.number("Friends"), family, OWNER, USER))
    for name in ("Anna", "Dan"):
        edited(recategorise.take_out(memory.view, memory.entity[name], family, OWNER, USER))
    memory.sort()
    assert memory.members("Family") == ["Ben"]
    assert memory.violations() == []
    _later(memory)
    assert "Ben" in memory.members("Family")


def test_two_categories_become_one(memory, edited):
    family, friends = memory.number("Family"), memory.number("Friends")
    edited(recategorise.merge(memory.view, family, friends, OWNER, USER))
    _later(memory)
    assert {"Anna", "Dan", "Ben", "Eve"} <= set(memory.members("Family"))
    assert "Friends" not in memory.names(1)


def test_two_upper_categories_become_one(memory, edited):
    layer = [one for one in memory.categories() if one.layer == 2]
    edited(recategorise.merge(memory.view, layer[0].id, layer[1].id, OWNER, USER))
    _later(memory)


def test_a_rebuild_is_shown_first_and_leaves_what_a_person_did(memory, edited):
    edited(recategorise.rename(memory.view, memory.number("Family"), "My folks", OWNER, USER))
    edited(recategorise.make(memory.view, "Band", [memory.entity["guitar"]], OWNER, USER))
    memory.means = type(memory.means)(memory.device, memory.device, "ja")
    shown = rebuilt(memory.view, memory.device, OWNER, "ja")
    assert "友人" in shown.added and "Friends" in shown.removed
    assert [(one.name, one.before, one.after) for one in shown.moved if one.name == "Ben"] == [
        ("Ben", ("Friends",), ("友人",))
    ]
    assert memory.names(1) != [] and "友人" not in memory.names(1)
    edited(shown.plan)
    assert memory.members("My folks") == ["Anna", "Dan"]
    assert memory.members("Band") == ["guitar"]
    assert memory.members("友人") == ["Ben", "Eve"]
    assert memory.violations() == []
    assert rebuilt(memory.view, memory.device, OWNER, "ja").plan is None


class TestRefused:
    def test_names(self, memory):
        for name in ("", "  ", "Friends"):
            with pytest.raises(BadInput):
                recategorise.make(memory.view, name, [], OWNER, USER)

    def test_the_category_of_the_user(self, memory):
        speaker = memory.number("Speaker")
        with pytest.raises(BadInput):
            recategorise.retire(memory.view, speaker, OWNER, USER)
        with pytest.raises(BadInput):
            recategorise.take_out(memory.view, memory.entity[ME], speaker, OWNER, USER)
        with pytest.raises(BadInput):
            recategorise.put_in(memory.view, memory.entity["Ben"], speaker, OWNER, USER)

    def test_a_node_that_stands_for_one_thing(self, memory):
        with pytest.raises(BadInput):
            recategorise.retire(memory.view, memory.number("Acme"), OWNER, USER)
        with pytest.raises(BadInput):
            recategorise.take_out(memory.view, memory.entity["Acme"], memory.number("Acme"), OWNER, USER)

    def test_what_is_gone(self, memory):
        number = memory.number("Family")
        memory.store.commit(recategorise.retire(memory.view, number, OWNER, USER))
        with pytest.raises(BadInput):
            recategorise.rename(memory.view, number, "Kin", OWNER, USER)

    def test_an_upper_layer_takes_no_entities(self, memory):
        upper = next(one for one in memory.categories() if one.layer == 2)
        with pytest.raises(BadInput):
            recategorise.put_in(memory.view, memory.entity["Ben"], upper.id, OWNER, USER)
        with pytest.raises(BadInput):
            recategorise.merge(memory.view, upper.id, memory.number("Family"), OWNER, USER)
