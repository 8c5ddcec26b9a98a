"""Sorting on a real store: what it makes, what it leaves alone, and that no proposal can break a rule."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.entity import ENTITY_KINDS, ME
from app.domain.ids import CategoryId
from app.domain.plan import USER, Add, Amend, Plan, Remove
from app.domain.scope import Scope
from app.memory.learn.categorise import Proposal
from tests.app.memory.tend.sorted_memory import Scripted, Sorted
from tests.builders import fact

PEOPLE = [("Anna", "person", "sister"), ("Dan", "person", "brother"), ("Ben", "person", "friend"), (ME, "person", "")]
PLACES = [("Leeds", "place", ""), ("Kyoto", "place", ""), ("France", "place", "")]
REST = [("Acme", "organization", "company"), ("pottery", "concept", "hobby"), ("guitar", "thing", "")]


@pytest.fixture
def memory(profile):
    made = Sorted(profile)
    yield made
    made.close()


def test_the_most_specific_concept_names_a_category(memory):
    memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    assert memory.members("Family") == ["Anna", "Dan"]
    assert memory.members("Cities") == ["Kyoto", "Leeds"]
    assert memory.members("Speaker") == [ME]
    assert memory.violations() == []


def test_what_cannot_be_grouped_is_promoted_and_found_by_the_next_of_its_kind(memory):
    memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    alone = memory.named("guitar")
    memory.add(("violin", "thing", ""))
    memory.sort()
    assert memory.named("Instruments").id == alone.id
    assert memory.members("Instruments") == ["guitar", "violin"]
    assert memory.violations() == []


def test_layers_are_built_while_they_compress(memory):
    memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    assert len(memory.names(1)) > len(memory.names(2)) > len(memory.names(3)) > 0
    assert memory.names(4) == []


def test_two_things_apart_need_no_second_layer(memory):
    memory.add(("Leeds", "place", ""), ("guitar", "thing", ""))
    memory.sort()
    assert memory.names(1) == ["Leeds", "guitar"]
    assert memory.names(2) == []
    assert memory.violations() == []


def test_facts_put_an_entity_where_its_name_would_not(memory):
    me, anna, leeds, york = memory.add(
        (ME, "person", ""), ("Anna", "person", ""), ("Xyz", "place", ""), ("Uvw", "place", "")
    )
    facts = [fact(anna, "sibling_of", me, -1), fact(me, "lives_in", leeds, -2), fact(anna, "lives_in", york, -3)]
    memory.write(Plan(tuple(Add(one) for one in facts), USER, "tell", undoable=False))
    memory.sort()
    assert memory.members("Homes") == ["Uvw", "Xyz"]
    assert memory.view.categories.get([CategoryId(memory.number("Anna"))], Scope())[memory.number("Anna")].tag == (
        "parents, siblings, children"
    )


def test_a_common_tag_names_what_no_concept_covers(memory):
    memory.add(("Bluebar", "thing", "zorb"), ("Redbar", "thing", "zorb"))
    memory.sort()
    assert memory.members("Zorb") == ["Bluebar", "Redbar"]


def test_names_are_in_the_language_of_the_user(profile):
    memory = Sorted(profile, "ja")
    memory.add(("花子", "person", "姉"), ("次郎", "person", "弟"), (ME, "person", ""), ("琴", "thing", "楽器"))
    memory.add(("三味線", "thing", "楽器"), ("京都", "place", ""), ("奈良", "place", ""))
    memory.sort()
    assert memory.members("家族") == ["次郎", "花子"]
    assert memory.members("話し手") == [ME]
    assert memory.members("楽器") == ["三味線", "琴"]
    assert memory.members("都市") == ["京都", "奈良"]
    assert memory.violations() == []
    memory.close()


def test_each_project_has_a_hierarchy_of_its_own(memory):
    memory.add(("Anna", "person", "sister"), ("Dan", "person", "brother"))
    memory.add(("Eva", "person", "sister"), ("Finn", "person", "brother"), scope=Scope(project="secret"))
    memory.sort()
    inside = [one for one in memory.categories() if one.scope.project == "secret"]
    assert inside and all("Anna" not in one.summary and "Dan" not in one.summary for one in inside)
    outside = [one for one in memory.categories() if not one.scope.project]
    assert all("Eva" not in one.summary + one.name for one in outside)
    assert memory.violations() == []


def test_adding_touches_the_categories_of_what_is_added_only(memory):
    memory.add(*PEOPLE, *PLACES, *REST, *[(f"Person {n}", "person", tag) for n, tag in enumerate(["friend"] * 30)])
    memory.add(*[(f"Town {n}", "place", "town") for n in range(30)])
    memory.sort()
    memory.changes.clear()
    added = memory.add(*[(f"Friend {n}", "person", "friend") for n in range(5)], ("Bern", "place", "city"))
    memory.sort()
    homes = {one.category for rows in _homes(memory, added).values() for one in rows}
    own = {one.id for one in memory.view.categories.ancestors(list(homes), Scope())}
    rows = {row.id for rows in _homes(memory, added).values() for row in rows}
    for change in memory.changes:
        for row in change.touched:
            assert (row.noun == "category" and row.id in own) or (row.noun == "membership" and row.id in rows)


def _homes(memory, entities):
    return memory.view.categories.memberships(entities, Scope())


def test_sorting_again_changes_nothing(memory):
    memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    assert not memory.step()


def test_what_a_deleted_entity_leaves_is_tidied(memory):
    anna, *_ = memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    memory.write(Plan((Remove("entity", anna),), USER, "remove", undoable=False))
    memory.sort()
    assert memory.violations() == []
    assert memory.members("Dan") == ["Dan"]


def test_a_model_names_what_it_is_asked_and_the_device_takes_the_rest(profile):
    def script(sorting):
        if sorting.layer > 1:
            return []
        return [Proposal(tuple(one.id for one in sorting.things if one.name in ("Anna", "Ben")), name="Climbers")]

    memory = Sorted(profile, first=Scripted(script))
    memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    assert memory.members("Climbers") == ["Anna", "Ben"]
    assert memory.members("Cities") == ["Kyoto", "Leeds"]
    assert all(len(asked.things) <= 8 for asked in memory.means.first.asked)
    assert memory.violations() == []
    memory.close()


NAMES = st.sampled_from(
    [
        "Friends",
        "Food and Drink",
        "things",
        "",
        "Family",
        "本・雑誌",
        "Speaker",
        "話し手",
        "x" * 300,
        "Music",
        "音楽と映画",
        "Misc",
    ]
) | st.text(max_size=12)
_ENTITY = st.tuples(
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8).filter(str.strip),
    st.sampled_from(ENTITY_KINDS),
    st.sampled_from(["", "sister", "friend", "city", "楽器", "zorb", "会社"]),
)


@st.composite
def _hostile(draw):
    """Proposals as a model out of its mind would make them: numbers of nothing, doubles, any name."""
    return [
        (
            draw(st.lists(st.integers(-3, 12), max_size=9)),
            draw(st.none() | st.integers(-50, 30)),
            draw(NAMES),
            draw(st.sampled_from(["", "a tag", "parents, siblings, children", "password is hunter2xyz"])),
        )
        for _ in range(draw(st.integers(0, 6)))
    ]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(_ENTITY, min_size=1, max_size=14), min_size=1, max_size=3), _hostile(), st.integers(0, 1))
def test_no_proposal_breaks_a_rule(tmp_path_factory, waves, hostile, absolute):
    def script(sorting):
        numbers = [one.id for one in sorting.things]
        for members, category, name, tag in hostile:
            chosen = [numbers[at % len(numbers)] if not absolute or at > 4 else at for at in members]
            yield Proposal(tuple(chosen), category, name, tag, "")

    memory = Sorted(tmp_path_factory.mktemp("hostile"), first=Scripted(lambda sorting: list(script(sorting))))
    try:
        for wave in waves:
            memory.add(*wave, (ME, "person", "")) if wave is waves[0] else memory.add(*wave)
            while memory.step():
                assert memory.violations() == []
        assert memory.view.categories.count_uncategorised(Scope()) == 0
    finally:
        memory.close()


def test_a_category_whose_name_was_forgotten_gets_one_again(memory):
    memory.add(*PEOPLE, *PLACES, *REST)
    memory.sort()
    blank = Amend("category", memory.number("Family"), {"name": "…", "tag": "parents, siblings, children"})
    memory.write(Plan((blank,), USER, "forget", undoable=False))
    memory.sort()
    assert memory.members("Family") == ["Anna", "Dan"]
    blank = Amend("category", memory.number("Family"), {"name": "…", "tag": ""})
    memory.write(Plan((blank,), USER, "forget", undoable=False))
    memory.sort()
    assert memory.members("Family") == ["Anna", "Dan"]
    assert memory.violations() == []


def test_of_two_places_that_bear_one_name_one_is_left(memory):
    guitar, gone = memory.add(("guitar", "thing", ""), ("Leeds", "place", ""))
    memory.sort()
    other = memory.number("Leeds")
    (row,) = memory.view.categories.memberships([gone], Scope())[gone]
    moved = (Amend("membership", row.id, {"entity": guitar}), Amend("category", other, {"name": "guitar"}))
    memory.write(Plan((*moved, Remove("entity", gone)), USER, "merge"))
    assert memory.names(1) == ["guitar", "guitar"]
    memory.sort()
    assert memory.names(1) == ["guitar"]
    assert memory.violations() == []
