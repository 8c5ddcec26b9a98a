"""References as people and agents write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import BadReference
from app.domain.ids import Ref


@pytest.mark.parametrize(
    ("text", "ref"), [("ep:12", Ref("ep", 12)), ("ep:012", Ref("ep", 12)), (" ses:3\n", Ref("ses", 3))]
)
def test_a_reference_is_read(text: str, ref: Ref):
    assert Ref.parse(text) == ref


@pytest.mark.parametrize(
    "text", ["", "12", "ep", "ep:", "ep:0", "ep:-1", "ep:1x", "EP:1", "ep: 1", "ep:１", "note:1", "ep:" + "9" * 19]
)
def test_what_is_no_reference_is_told(text: str):
    with pytest.raises(BadReference) as told:
        Ref.parse(text)
    assert text[:40] in str(told.value)


@given(st.sampled_from(["ep", "ses"]), st.integers(1, 10**17))
def test_the_canonical_form_reads_back(kind: str, number: int):
    assert Ref.parse(str(Ref(kind, number))) == Ref(kind, number)
