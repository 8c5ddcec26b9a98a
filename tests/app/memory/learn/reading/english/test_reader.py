"""How a turn is read: pronouns, slips, aliases, names, notes, spans, speakers."""

import pytest

from app.domain.draft import Turn
from app.memory.learn.extract import OnDeviceExtractor
from tests.app.memory.learn.reading.english.saying import SAID, read, written


def test_pronouns_point_into_the_turns_before() -> None:
    john = "This is my friend John, he is an engineer at Google."
    assert written(read(john)) == ["Me friend_of John", "John job_title engineer", "John works_at Google"]
    assert written(read(john, "He also has a friend named Mike.")) == ["John friend_of Mike"]


def test_a_pronoun_that_could_be_either_of_two_is_nobody() -> None:
    assert written(read("I met Robin and Kit. He plays the oboe.")) in (["Me knows Robin", "Me knows Kit"], [])


def test_a_slip_of_the_turn_before_is_a_correction() -> None:
    draft = read("My friend Wim lives in Nagoya.", "Sorry, I meant Toyama, not Nagoya.")
    assert [(one.wrong, one.right) for one in draft.corrections] == [("Nagoya", "Toyama")]
    assert written(draft) == []


def test_aliases_are_those_the_text_declares() -> None:
    aliases = {
        one.name: one.aliases for one in read("Katherine (Kate) and her brother Owen, aka Wen, live in Cork.").entities
    }
    assert aliases == {"Katherine": ("Kate",), "Owen": ("Wen",), "Cork": ()}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (
            "Penelope, also known as Penny and Nell, works at Vesta.",
            {"Penelope": ("Penny", "Nell"), "Vesta": ()},
        ),
        ("Robert, also known as Bob, and Carol live in Leeds.", {"Robert": ("Bob",), "Carol": (), "Leeds": ()}),
    ],
)
def test_two_other_names_are_no_second_person(text: str, known: dict[str, tuple[str, ...]]) -> None:
    assert {one.name: one.aliases for one in read(text).entities} == known


def test_a_person_and_a_firm_of_one_name_are_two() -> None:
    draft = read("My friend Apple works at Apple.")
    assert {(one.name, one.kind) for one in draft.entities} == {("Apple", "person"), ("Apple", "organization")}
    fact = next(fact for fact in draft.facts if fact.predicate == "works_at")
    assert (fact.subject_kind, fact.object_kind) == ("person", "organization")


def test_a_note_is_read_line_by_line_under_its_heading() -> None:
    draft = read(
        "# Book club\n- host: [[Marit Solberg]]\n- reading [[The Tin Orchard]] by [[Asa Quill]]\n"
        "- next meeting: 2026-05-02"
    )
    assert "Book club starts_on 2026-05-02" in written(draft)
    assert "Asa Quill created The Tin Orchard" in written(draft)
    assert ("Marit Solberg", "person") in {(one.name, one.kind) for one in draft.entities}


def test_document_numbers_are_kept_and_versions_are_not() -> None:
    draft = read("I use Python 3.13. Annex 13 Amendment 16 is part of SR-2023-052.")
    assert written(draft) == ["Me uses Python", "Annex 13 Amendment 16 part_of SR-2023-052"]


def test_spans_hold_the_words_that_say_it() -> None:
    text = "Hello. I live in Hove and I work at Kelp."
    draft = read(text)
    assert [text[fact.span.start : fact.span.end] for fact in draft.facts] == ["I live in Hove and", "I work at Kelp."]
    hove = next(one for one in draft.entities if one.name == "Hove")
    assert [text[span.start : span.end] for span in hove.spans] == ["Hove"]


def test_another_speaker_is_the_subject_of_their_words() -> None:
    turn = Turn("I work at Kelp and my sister Ana lives in Hove.", SAID, speaker="Gina")
    draft = OnDeviceExtractor().extract(turn, (), ())
    assert written(draft) == ["Gina works_at Kelp", "Gina sibling_of Ana", "Ana lives_in Hove"]


def test_a_sentence_is_written_for_each_fact() -> None:
    draft = read("Alice works at Acme. I used to live in Porto.")
    assert draft.facts[0].fact == "Alice works at Acme"
    assert draft.ends[0].fact == "You lived in Porto"


def test_what_is_left_out_says_why() -> None:
    reasons = {drop.reason for drop in read("Should I move to Oslo? I might work at Kelp. I don't work at Acme.").drops}
    assert reasons == {"question", "hypothetical", "negated"}


def test_a_pronoun_may_mean_whom_a_japanese_sentence_names() -> None:
    draft = read("昨日 Paloma Reyes さんに会った。She works at Kelp and lives in Graz.")
    assert {"Paloma Reyes works_at Kelp", "Paloma Reyes lives_in Graz"} <= set(written(draft))


def test_a_bare_first_name_stays_as_it_was_said() -> None:
    assert written(read("I met Victor Hale and his wife.", "Victor lives in Leeds.")) == ["Victor lives_in Leeds"]


def test_a_birthday_reads_as_a_day() -> None:
    assert [fact.fact for fact in read("Ana's birthday is 14 September.").facts] == ["Ana's birthday is 14 September"]


def test_a_corrected_name_is_a_correction_of_the_turn_before() -> None:
    draft = read(
        "My new manager is Fenwick, and he comes from Dunedin.", "Correction: his name is Fenton, not Fenwick."
    )
    assert [(one.wrong, one.right) for one in draft.corrections] == [("Fenwick", "Fenton")]
