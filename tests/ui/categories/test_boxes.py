"""Where everything lies on the map: as high as what is in it, once under each of its categories."""

from app.domain.category import Category
from app.domain.ids import CategoryId, EntityId
from app.services.hierarchy import Branch, Hierarchy, Within
from tests.builders import NOON, entity
from ui.categories.boxes import Boxes


def _branch(number: int, name: str, layer: int, below: tuple[int, ...], count: int) -> Branch:
    return Branch(Category(CategoryId(number), name, layer, NOON), tuple(map(CategoryId, below)), count)


def _known() -> Hierarchy:
    rows = [_branch(1, "Life", 2, (2, 3), 4), _branch(2, "Work", 1, (), 3), _branch(3, "Play", 1, (), 1)]
    rows.append(_branch(4, "Rest", 1, (), 0))
    return Hierarchy({one.category.id: one for one in rows}, (CategoryId(1), CategoryId(4)), 0)


def _filled() -> Boxes:
    boxes = Boxes(_known())
    inside = Within(tuple(entity(name, id=number) for number, name in enumerate("ABC", 1)), frozenset({EntityId(2)}))
    boxes.take({CategoryId(2): inside})
    return boxes


def test_heights_are_shared_by_what_is_in_them() -> None:
    boxes = _filled()
    life, rest = boxes.under(boxes.root)
    assert (life.start, life.end, rest.end) == (0.0, 0.8, 1.0)
    work, play = boxes.under(life)
    assert (round(work.end, 3), round(play.end, 3), work.depth) == (0.6, 0.8, 1)
    assert [round(one.end - one.start, 3) for one in boxes.under(work)] == [0.2, 0.2, 0.2]


def test_entities_are_there_once_they_are_read() -> None:
    boxes = _filled()
    _, play = boxes.under(boxes.under(boxes.root)[0])
    assert boxes.lacks(play) and boxes.under(play) == []
    boxes.take({CategoryId(3): Within((entity("D", id=4),))})
    assert [one.entity.name for one in boxes.under(play) if one.entity] == ["D"]
    assert not boxes.lacks(boxes.under(boxes.root)[1])


def test_a_place_is_found_or_the_nearest_above_it() -> None:
    boxes = _filled()
    found = boxes.find(((1, 2), EntityId(2)))
    assert (found.entity and found.entity.name, found.placed, found.spot()) == ("B", True, ((1, 2), EntityId(2)))
    assert boxes.find(((1, 2), EntityId(99))).spot() == ((1, 2), None)
    assert boxes.find(((1, 77), None)).spot() == ((1,), None)
    assert [one.path() for one in found.line()] == [(1,), (1, 2), (1, 2)]


def test_strips_go_as_deep_as_what_is_there() -> None:
    boxes = _filled()
    life, rest = boxes.under(boxes.root)
    assert [boxes.columns(one) for one in (boxes.root, life, boxes.under(life)[0], rest)] == [3, 3, 2, 1]


def test_what_is_too_low_to_be_seen_is_left_out() -> None:
    boxes = _filled()
    names = [one.branch.category.name if one.branch else one.entity.name for one in boxes.seen(0.0, 1.0, (0.01, 0.01))]
    assert names == ["Life", "Work", "A", "B", "C", "Play", "Rest"]
    assert [one.depth for one in boxes.seen(0.0, 0.1, (0.01, 0.01))] == [0, 1, 2]
    assert [one.depth for one in boxes.seen(0.0, 1.0, (0.5, 0.5))] == [0, 1, 2, 1, 0]


def test_what_a_hand_takes_from_a_box() -> None:
    boxes = _filled()
    work = boxes.under(boxes.under(boxes.root)[0])[0]
    taken = boxes.under(work)[0].carried()
    assert taken is not None and (taken.name, taken.layer, taken.home, taken.alone) == ("A", 0, CategoryId(2), False)
    category = work.carried()
    assert category is not None and (category.layer, category.category, category.home) == (1, 2, 1)
    assert boxes.root.carried() is None
