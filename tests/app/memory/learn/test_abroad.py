"""Places abroad in both languages."""

import pytest

from app.memory.learn.abroad import elsewhere


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("ドイツ", {"germany"}),
        ("Germany", {"ドイツ"}),
        ("UK", {"イギリス", "英国"}),
        ("New Zealand", {"ニュージーランド"}),
        ("Leeds", set()),
    ],
)
def test_a_place_is_known_in_the_other_language(name: str, others: set[str]):
    assert elsewhere(name) == others
