"""Names, dates and deeds as the window says them."""

import pytest

from tests.builders import entity, fact, me
from ui import words
from ui.chat.chips import chip_text
from ui.saying import deed_words, entity_name, fact_words, value_words


@pytest.mark.parametrize(("language", "name"), [("en", "You"), ("ja", "あなた")])
def test_the_user_is_called_so(language: str, name: str) -> None:
    words.speak(language)
    assert entity_name(me()) == name
    assert entity_name(entity("Mei")) == "Mei"


@pytest.mark.parametrize(
    ("written", "english", "japanese"),
    [
        ("--09-14", "14 September", "9月14日"),
        ("2026-06-20", "20 June 2026", "2026年6月20日"),
        ("2026-06", "June 2026", "2026年6月"),
        ("2026", "2026", "2026"),
        ("2026-13-40", "2026-13-40", "2026-13-40"),
        ("090-1234-5678", "090-1234-5678", "090-1234-5678"),
    ],
)
def test_a_date_reads_as_people_say_it(written: str, english: str, japanese: str) -> None:
    assert value_words(written, "en") == english
    assert value_words(written, "ja") == japanese


def test_a_date_in_a_fact_is_in_the_language_of_its_sentence() -> None:
    born = fact(1, "birthday", "--09-14", fact="Tom's birthday is --09-14")
    due = fact(2, "due_on", "2027-06-20", fact="企画書の締め切りは2027-06-20。")
    assert chip_text(born) == "Tom's birthday is 14 September"
    words.speak("ja")
    assert fact_words(born) == "Tom's birthday is 14 September"
    assert fact_words(due) == "企画書の締め切りは2027年6月20日"


def test_what_stands_in_a_name_is_no_date() -> None:
    assert fact_words(fact(1, "likes", 2, fact="Tom likes Expo 2025-04")) == "Tom likes Expo 2025-04"


def test_a_deed_of_the_journal_is_said_as_a_sentence() -> None:
    assert deed_words("Me lives_in New York") == "You live in New York"
    assert deed_words("Tom Lee works_at Acme Ltd") == "Tom Lee works at Acme Ltd"
    assert deed_words("Tom birthday --09-14") == "Tom's birthday is 14 September"
    assert deed_words("Nora = Me") == "Nora = You"
    assert deed_words("Trip to Oslo") == "Trip to Oslo"
    words.speak("ja")
    assert deed_words("Me job_title 設計") == "あなたの職業は設計"
