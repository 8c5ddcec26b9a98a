"""What has something in common gets its name from that; the rest is left."""

import numpy as np

from app.memory.learn.categorise import Sortable
from app.memory.tend.clusters import clusters


def _thing(number, name, tag=""):
    return Sortable(number, name, "thing", tag)


def _near(*numbers):
    return {number: np.array([1.0, 0.0], np.float32) for number in numbers}


def test_a_common_tag():
    (found,) = clusters([_thing(1, "Ao", "zorb"), _thing(2, "Bo", "Zorb"), _thing(3, "Co", "quux")], _near(1, 2, 3))
    assert (found.name, found.members) == ("Zorb", (1, 2))


def test_a_common_head_where_meanings_agree():
    things = [_thing(1, "Spring Regatta"), _thing(2, "Autumn Regatta"), _thing(3, "Kappa")]
    (found,) = clusters(things, _near(1, 2, 3))
    assert (found.name, found.members) == ("Regatta", (1, 2))
    far = {
        1: np.array([1.0, 0.0], np.float32),
        2: np.array([-1.0, 0.0], np.float32),
        3: np.array([0.0, 1.0], np.float32),
    }
    assert clusters(things, far) == []


def test_the_longest_common_ending_of_japanese_names():
    (found,) = clusters([_thing(1, "北斗高原"), _thing(2, "霧ヶ峰高原")], _near(1, 2))
    assert found.name == "高原"


def test_no_name_no_group():
    assert clusters([_thing(1, "Ao", "thing"), _thing(2, "Bo", "thing")], _near(1, 2)) == []
    assert clusters([_thing(1, "Ao"), _thing(2, "Bo")], _near(1, 2)) == []
    assert clusters([], {}) == []
