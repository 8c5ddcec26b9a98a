import pytest

from app.domain.text import fold
from app.memory.recall.demands import demands


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("What is my passport number?", "Passport no. 5512 came", "Left my passport in the folder"),
        ("What is my passport number?", "passport: 7 digits, 5512907", "The phone number of the desk is 555-0117"),
        ("What is the number on my library card?", "library card 4471", "Library shuts at five"),
        ("How much was the kettle?", "The kettle was 40 euros", "The kettle is loud"),
        ("内線番号は何番？", "内線は3187", "背番号12を刺繍した"),
        ("板はいくらだった？", "板は一枚8,400円", "板を切った"),
        ("祖母の命日は何日だった？", "祖母の命日は5月2日", "父の誕生日は5月2日"),
        ("What colour is my moped?", "The moped is dark green", "Ordered a cable for the moped"),
        ("What breed is Wilhelmina's dog?", "Wilhelmina's puppy is a whippet", "Wilhelmina's brother sells kennels"),
        ("Where does Ann's boss live?", "Ann's manager lives in Cork", "Ann lives in Cork"),
        ("Which shop sold me the sloes?", "The shop by the church had sloes", "Sloe gin needs sugar"),
    ],
)
def test_an_answer_meets_what_the_question_demands(question, answer, other):
    wanted = demands(fold(question))
    assert wanted.unmet(answer) == 0
    assert wanted.unmet(other) > 0


@pytest.mark.parametrize(
    "question",
    [
        "What did O'Brien want?",
        "Where is my key?",
        "What helped me sleep?",
        "Which animal was that about?",
        "合鍵はどこ？",
        "",
        "今の予定は？",
    ],
)
def test_most_questions_demand_nothing(question):
    assert demands(fold(question)).unmet("anything at all") == 0
