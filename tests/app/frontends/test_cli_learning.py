"""What `add --learn` says: whatever became of the words, it is said in a line."""

from datetime import date, timedelta

from app.domain import clock
from app.frontends import printing
from tests.app.frontends.terminal import Terminal


def said(terminal: Terminal, text: str) -> list[str]:
    """The lines below the reference."""
    return terminal.says("add", text, "--learn").splitlines()[1:]


def test_words_that_teach_nothing_are_told_so_with_the_reason(terminal: Terminal):
    assert said(terminal, "Nice weather.") == ["Nothing was learned from it."]
    assert said(terminal, "Does Victor like tea?") == ["Nothing was learned from it: a question."]
    assert said(terminal, "Perhaps Rin works at Sony.") == ["Nothing was learned from it: only supposed."]
    assert said(terminal, "My password is hunter2zzQ!9 ok") == ["Nothing was learned from it: a secret."]


def test_a_question_that_was_opened_is_told(terminal: Terminal):
    for text in ("Victor Hugo works at Acme.", "Victor Adler works at Bosch."):
        terminal.says("add", text, "--learn")
    assert said(terminal, "Victor has a dog.") == [
        "It opened a question: answer it on the Questions page of the window."
    ]


def test_facts_that_end_are_told_whether_words_or_another_fact_ended_them(terminal: Terminal):
    terminal.says("add", "I work at Acme. I like tea.", "--learn")
    today = clock.now().date().isoformat()
    assert said(terminal, "I work at Bosch.") == [
        "learned: You work at Bosch #3",
        f"ended: You work at Acme until {today} · #1",
    ]
    assert said(terminal, "I don't like tea anymore.") == [f"ended: You like tea until {today} · #2"]


def test_a_day_to_come_is_no_since_and_what_happens_once_goes_on_for_no_time(terminal: Terminal):
    today = clock.now().date()
    assert said(terminal, "I bought a bicycle yesterday.") == [
        f"learned: You bought bicycle on {today - timedelta(days=1)} · #1"
    ]
    assert said(terminal, f"I will live in Berlin from January {today.year + 1}.") == [
        f"learned: You live in Berlin from {today.year + 1}-01 · #2"
    ]


def test_what_happened_in_a_month_or_a_year_says_in():
    def time(predicate: str, since: str | None, until: str | None = None) -> str:
        row = {"subject": "Me", "object": "Acme", "fact": "", "id": 1}
        return printing.interval({**row, "predicate": predicate, "valid_at": since, "invalid_at": until})

    assert time("founded", "2019") == "in 2019" and time("visited", "2019-05") == "in 2019-05"
    assert time("works_at", "2019", "2020") == "since 2019 until 2020"
    assert time("works_at", None) == "" and time("works_at", date.max.isoformat()) == f"from {date.max}"


def test_words_that_wait_or_failed_are_told():
    row = {"error": "", "asks": False, "facts": [], "ended": [], "left_out": []}
    assert printing.learned({**row, "state": "waiting"}) == ["Not learned yet: it is learned in the background."]
    assert printing.learned({**row, "state": "waiting", "error": "No answer came."}) == [
        "Not learned yet: No answer came. It is tried again."
    ]
    assert printing.learned({**row, "state": "failed", "error": "Why."}) == ["could not be learned: Why."]
    loose = [{"words": "Perhaps Rin works there.", "reason": "hypothetical"}, {"words": "", "reason": "secret"}]
    assert printing.learned({**row, "state": "learned", "asks": True, "left_out": loose})[1:] == [
        "left out: “Perhaps Rin works there.” (only supposed)",
        "left out: a secret",
    ]
