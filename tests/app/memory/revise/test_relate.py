"""Relations by hand where memory holds the same one twice, from either end."""

from app.domain.plan import EXTRACTOR, USER, Add, Plan
from app.domain.scope import OWNER
from app.memory.revise import relate
from app.memory.revise.relate import Relating
from tests.app.memory.revise.conftest import OWN, number
from tests.builders import fact


def test_what_is_stated_once_more_folds_the_two_that_are_there(peopled, edited):
    alice, bob = number(peopled, "Alice"), number(peopled, "Bob")
    peopled.store.commit(Plan((Add(fact(bob, "friend_of", alice, id=-1)),), EXTRACTOR, "learn"))
    for one, other in ((bob, alice), (alice, bob)):
        edited(relate.add(peopled.view, Relating(one, "friend_of", other), OWN, USER))
    rows = peopled.view.facts.of_entities([alice], OWNER)
    assert len([row for row in rows if {row.subject, row.object} == {alice, bob}]) == 1
