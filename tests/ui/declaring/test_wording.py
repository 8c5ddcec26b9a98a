from app.domain.association import Dropped
from ui import words
from ui.declaring.wording import refusal, refusals


def test_a_reason_is_told_in_the_persons_language_with_its_names():
    words.speak("ja")
    assert refusal("“Rosa {name}” already names another entity.") == "「Rosa {name}」はすでに別のものの名前です。"
    assert refusal("It is longer than 256 characters.") == "256文字を超えています。"


def test_a_reason_that_nobody_knows_stays_as_it_is():
    words.speak("ja")
    assert refusal("Something new.") == "Something new."


def test_each_reason_is_told_once():
    dropped = [Dropped("entities[0]", "It is empty."), Dropped("entities[1]", "It is empty."), Dropped("x", "Other.")]
    assert refusals(dropped) == "It is empty.\nOther."
