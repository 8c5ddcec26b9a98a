"""The extractor picks the reader of each sentence, merges what they say, and lets no secret through."""

import re
import time
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.clock import WorldTime
from app.domain.draft import Draft, Turn
from app.memory.learn.extract import OnDeviceExtractor, languages, merge
from app.memory.learn.reading.markup import MAX_READ, parse

SAID = datetime.fromisoformat("2026-05-18T22:00:00+09:00")


def read(text: str, **fields: str) -> Draft:
    return OnDeviceExtractor().extract(Turn(text, SAID, **fields), (), ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sentence", "readers"),
    [
        ("I met Ana in Leeds.", ("en",)),
        ("昨日 Rust Tokyo meetup に参加した。", ("ja",)),
        ("東京に住んでいます。", ("ja",)),
        ("I'm moving from Chiba to Sendai 来月1日。", ("en", "ja")),
        ("Kenji（ケンジ）は my older brother、今は Vancouver に住んでる。", ("en", "ja")),
        ("12:30", ("en",)),
    ],
)
def test_the_reader_is_picked_by_sentence(sentence: str, readers: tuple[str, ...]) -> None:
    assert languages(sentence) == readers


def test_an_english_sentence_takes_a_japanese_date() -> None:
    draft = read("引っ越し決定。I'm moving from Porto to Malmö 来月1日。")
    assert [(fact.predicate, fact.object, fact.valid_at) for fact in draft.facts] == [
        ("lives_in", "Malmö", WorldTime("2026-06-01"))
    ]
    assert [(end.object, end.ended_at) for end in draft.ends] == [("Porto", WorldTime("2026-06-01"))]


def test_a_sentence_in_both_languages_is_read_by_both() -> None:
    draft = read("Kenji（ケンジ）は my older brother、今は Vancouver に住んでる。")
    facts = {(fact.subject, fact.predicate, fact.object) for fact in draft.facts}
    assert facts == {("Me", "sibling_of", "Kenji"), ("Kenji", "lives_in", "Vancouver")}
    kenji = next(one for one in draft.entities if one.name == "Kenji")
    assert kenji.aliases == ("ケンジ",)


def test_the_assistant_is_never_a_source() -> None:
    assert read("Nils works at Volvik Motors.", role="assistant") == Draft()


@pytest.mark.parametrize("text", ["", "   \n ", "​"])
def test_nothing_said_is_nothing_read(text: str) -> None:
    assert read(text).facts == ()


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Nas login: admin / Plover!82-fen. I use Tailscale to reach it.", "Plover!82-fen"),
        ("My favourite password is Brook-Lamp-903.", "Brook-Lamp-903"),
        ("I work at Kelp, password Otter_55_tea.", "Otter_55_tea"),
        ("export DEMO_KEY=fk_demo_77aa-QQ and I deploy it with Docker.", "fk_demo_77aa-QQ"),
    ],
)
def test_a_secret_is_in_no_field_of_the_draft(text: str, secret: str) -> None:
    draft = read(text)
    assert draft.secrets
    kept = repr((draft.entities, draft.facts, draft.ends, draft.corrections, draft.drops))
    assert secret not in kept
    assert "\ufffc" not in kept
    assert "secret" in {drop.reason for drop in draft.drops}


def test_what_stands_beside_a_secret_is_still_learned() -> None:
    facts = read("staging box login is deploy / Wren-7719-kettle, and I use Ansible.").facts
    assert [(fact.predicate, fact.object) for fact in facts] == [("uses", "Ansible")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My GitHub password is hunter2-88xk.", set()),
        ("GitHubのパスワードはhunter2-88xkです。", set()),
        ("My GitHub password is hunter2-88xk. I use GitHub and Helix.", {"GitHub", "Helix"}),
        ("I work at Kelp, password Otter_55_tea.", {"Kelp"}),
    ],
)
def test_what_a_secret_is_for_is_no_entity(text: str, names: set[str]) -> None:
    assert {entity.name for entity in read(text).entities} == names


def test_code_and_addresses_teach_nothing() -> None:
    text = "Why?\n```\nI live in Rome\nimport requests\n```\nSee https://x.example/I-work-at-Kelp and `I use Vim`."
    assert read(text).facts == ()


WORDS = re.findall(
    r"\S+",
    """
    I my her his the a who that which whose where if and or but , . ; : ( ) " ' - — 's n't not no longer any more
    is was have has been be born called by of in at on to from with for as since until like love hate use work
    live move start stop leave join buy read meet marry divorce die teach going moved living founded written made
    sister brother wife friend boss dog name birthday deadline job favourite tea Ana Tom Kelp Hove Google Python
    3.13 Monday May 2019 June 9 yesterday next year two sorry wait mean aka Dr. Mum [[Ana]] # - `uv` 東京 は に
    住んでいる     。 0117 496 0812 a@b.org
    """,
)


@given(st.lists(st.sampled_from(WORDS), max_size=24), st.lists(st.sampled_from(WORDS), max_size=10))
@settings(max_examples=400, deadline=None)
def test_no_order_of_words_breaks_the_readers(words: list[str], before: list[str]) -> None:
    context = [Turn(" ".join(before), SAID)]
    text = " ".join(words)
    draft = OnDeviceExtractor().extract(Turn(text, SAID), context, ())
    for fact in (*draft.facts, *draft.ends):
        assert fact.subject
        assert fact.object
        assert 0 <= fact.span.start < fact.span.end <= len(text)
    for entity in draft.entities:
        assert entity.name
        assert all(0 <= span.start < span.end <= len(text) for span in entity.spans)


def test_the_same_words_give_the_same_draft() -> None:
    text = "I live in Hove with my wife Ana. We use Postgres."
    assert read(text) == read(text)


def test_what_two_readers_say_is_merged_once() -> None:
    passage = parse("I live in Hove.")
    draft = read("I live in Hove.")
    merged = merge([draft, draft], passage)
    assert merged.facts == draft.facts
    assert [one.name for one in merged.entities] == ["Hove"]


def test_a_long_paste_is_cut_and_says_so() -> None:
    long = "I live in Hove. " + "word and more words, " * 4000 + "I work at Kelp."
    assert len(long) > MAX_READ
    start = time.perf_counter()
    draft = read(long)
    assert time.perf_counter() - start < 20
    assert [fact.object for fact in draft.facts] == ["Hove"]
    assert "too_long" in {drop.reason for drop in draft.drops}


@pytest.mark.parametrize("text", ["a" * 200_000, "(" * 3000, "[[" * 3000, "and " * 3000, "Ana, " * 2000, "の" * 3000])
def test_odd_input_ends_in_good_time(text: str) -> None:
    start = time.perf_counter()
    read(text)
    assert time.perf_counter() - start < 20
