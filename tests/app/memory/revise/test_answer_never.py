"""What the user never wants to be asked again is not asked again, in whatever words it comes."""

from app.domain.scope import OWNER
from app.memory.revise import answer
from tests.app.memory.revise.conftest import OWN, USER
from tests.builders import Reading


def _open(memory):
    return memory.view.suggestions.open(OWNER, 10)


def _never(memory):
    (question,) = _open(memory)
    memory.store.commit(answer.dismiss(memory.view, question.id, OWN, USER, never=True))


def _victor(memory, month, place):
    text = f"Victor lives in {place}."
    reading = Reading(text).entity("Victor").entity(place, "place").fact("Victor", "lives_in", place)
    memory.tell(text, f"2025-{month:02d}-05", reading.draft)


def test_which_of_the_same_two_is_asked_once(memory):
    text = "I met Victor Hall and Victor Nowak."
    memory.tell(text, "2025-01-05", Reading(text).entity("Victor Hall").entity("Victor Nowak").draft)
    _victor(memory, 2, "Prague")
    _never(memory)
    _victor(memory, 3, "Ghent")
    assert _open(memory) == []
    text = "I met Victor Quill."
    memory.tell(text, "2025-04-05", Reading(text).entity("Victor Quill").draft)
    _victor(memory, 5, "Oslo")
    assert [one.kind for one in _open(memory)] == ["which_entity"]


def test_a_claim_of_the_assistant_is_put_once(memory):
    for at, text in (
        ("2025-01-05", "Since Nils works at Volvik, rest."),
        ("2025-01-06", "As Nils works at Volvik: go."),
    ):
        reading = Reading(text).entity("Nils").entity("Volvik", "organization").fact("Nils", "works_at", "Volvik")
        memory.tell(text, at, reading.draft, role="assistant")
        if _open(memory):
            _never(memory)
    assert _open(memory) == []
    assert len(memory.view.suggestions.refused("assistant_claim", OWNER)) == 1
