"""Who decides what kind of thing a name is."""

from app.domain.entity import Span
from app.inference.protocols import NameSpan
from app.memory.learn.reading.names import Name, Vote, elect, tagger_votes


def test_the_slot_of_the_relation_has_the_last_word() -> None:
    votes = (Vote("form", "person"), Vote("gazetteer", "person"))
    assert elect(votes, slot="organization") == "organization"


def test_form_beats_gazetteer_and_gazetteer_beats_the_tagger() -> None:
    form, place, thing = Vote("form", "organization"), Vote("gazetteer", "place"), Vote("tagger", "thing")
    assert elect((place, form)) == "organization"
    assert elect((thing, place)) == "place"
    assert elect((Vote("shape", "person"), thing)) == "thing"


def test_nobody_voted_is_no_kind() -> None:
    name = Name(Span(0, 4), "Kelp")
    assert name.kind is None
    assert name.score == 0


def test_a_sure_form_is_a_sure_name() -> None:
    assert Name(Span(0, 4), "Kelp", (Vote("form", "person"),)).score == 1


def test_the_tagger_votes_where_it_shares_half_of_the_name() -> None:
    tagged = [NameSpan(0, 10, "person", 0.9), NameSpan(20, 30, "place", 0.8)]
    assert tagger_votes(Span(2, 10), tagged) == (Vote("tagger", "person", 0.9),)
    assert tagger_votes(Span(0, 4), tagged) == ()
