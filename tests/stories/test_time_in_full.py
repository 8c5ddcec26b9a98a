"""Time in full, told in sentences: whatever the order of telling, what holds on a day is the same."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from app.domain.entity import ME
from app.memory.learn.extract import OnDeviceExtractor
from app.memory.learn.learner import Aid
from tests.app.memory.learn.forms import end, entity, form, relation
from tests.fakes import ScriptedModel
from tests.remembering import Memory

Told = list[tuple[str, str]]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    made = Memory(tmp_path / "profile", OnDeviceExtractor())
    yield made
    made.close()


def intervals(memory: Memory, who: str, predicate: str) -> list[tuple[str, str, str]]:
    """Name, first day, and the text of the end, in order of time."""
    rows = [
        (name, fact.since().isoformat(), fact.invalid_at.text if fact.invalid_at else "")
        for fact, name in memory.facts(who, predicate)
    ]
    return sorted(rows, key=lambda row: row[1])


def tell(memory: Memory, *told: tuple[str, str]) -> None:
    for at, text in told:
        memory.tell(text, at)


# ── one order, and every other ─────────────────────────────────────────────────────────────────────────────────────

JOBS: Told = [
    ("2024-02-01", "Alice works at Acme."),
    ("2025-02-01", "Alice works at Initech."),
    ("2026-02-01", "Alice works at Acme again."),
]
HOMES: Told = [
    ("2024-02-01", "アリスは京都に住んでいる。"),
    ("2025-02-01", "アリスは大阪に住んでいる。"),
    ("2026-02-01", "アリスは京都に住んでいる。"),
]
LEFT: Told = [
    ("2024-02-01", "Kiran lives in Whitefield."),
    ("2025-02-01", "Kiran moved from Whitefield to Rye."),
    ("2025-06-01", "Kiran works at Acme."),
]


@pytest.mark.parametrize("told", [JOBS, HOMES, LEFT], ids=["jobs", "homes", "a move"])
def test_in_whatever_order_notes_come_in_the_same_holds(told: Told, tmp_path: Path):
    seen = set()
    for number, order in enumerate(permutations(told)):
        memory = Memory(tmp_path / str(number), OnDeviceExtractor())
        tell(memory, *order)
        who = {"Alice": "Alice", "Kiran": "Kiran"}.get(told[0][1].split()[0], "アリス")
        seen.add(tuple(row for kind in ("works_at", "lives_in") for row in intervals(memory, who, kind)))
        memory.close()
    assert len(seen) == 1


def test_a_fact_that_comes_back_has_two_intervals(memory: Memory):
    tell(memory, *JOBS)
    assert intervals(memory, "Alice", "works_at") == [
        ("Acme", "2024-02-01", "2025-02-01"),
        ("Initech", "2025-02-01", "2026-02-01"),
        ("Acme", "2026-02-01", ""),
    ]


@pytest.mark.parametrize(
    ("there", "back", "again"),
    [
        ("Alex is assigned to Payments.", "Alex is assigned to Billing.", "Alex is assigned to Payments again."),
        ("Smoking is allowed.", "Smoking is not allowed.", "Smoking is allowed."),
        ("本番デプロイは許可されている。", "本番デプロイは許可されていない。", "本番デプロイは許可されている。"),
    ],
    ids=["teams", "allowed", "許可"],
)  # fmt: skip
def test_there_and_back(memory: Memory, there: str, back: str, again: str):
    tell(memory, ("2026-01-10", there), ("2026-03-10", back), ("2026-06-10", again))
    who, predicate = ("Alex", "assigned_to") if "Alex" in there else (there.split(" is ")[0].split("は")[0], "status")
    found = intervals(memory, who, predicate)
    assert [(since[5:7], until[5:7]) for _, since, until in found] == [("01", "03"), ("03", "06"), ("06", "")]
    assert found[0][0] == found[2][0] != found[1][0]


# ── endings ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_ending_before_its_beginning(memory: Memory, order: tuple[int, int]):
    told = [("2024-02-01", "Alice started at Acme in 2020."), ("2025-02-01", "Alice left Acme in 2024.")]
    tell(memory, *(told[at] for at in order))
    assert memory.ask("Alice", "works_at", "2022-06-01") == ["Acme"]
    assert memory.ask("Alice", "works_at", "2025-06-01") == []


def test_a_note_filled_in_later_is_of_its_own_time(memory: Memory):
    tell(memory, ("2026-03-01", "Alice works at Initech."), ("2024-03-01", "Alice works at Acme."))
    assert intervals(memory, "Alice", "works_at") == [
        ("Acme", "2024-03-01", "2026-03-01"),
        ("Initech", "2026-03-01", ""),
    ]


def test_nothing_said_or_valid_later_holds_before(memory: Memory):
    tell(memory, ("2026-03-01", "Alice works at Acme since 2019."), ("2026-03-02", "Alice lives in Rye."))
    assert memory.ask("Alice", "works_at", "2018-12-31") == []
    assert memory.ask("Alice", "works_at", "2019-01-01") == ["Acme"]
    assert memory.ask("Alice", "lives_in", "2026-03-01") == []


def test_what_will_be_is_not_yet(memory: Memory):
    tell(memory, ("2026-03-07", "I live in Leeds."), ("2026-03-08", "I will move to Rome in May."))
    assert memory.ask(ME, "lives_in", "2026-04-01") == ["Leeds"]


def test_a_correction_was_never_true(memory: Memory):
    tell(memory, ("2026-03-07", "I live in Nagoya."), ("2026-03-07T12:05:00", "Sorry, I meant Toyama, not Nagoya."))
    assert memory.ask(ME, "lives_in") == ["Toyama"]


def test_no_interval_is_ever_turned_round(memory: Memory):
    tell(
        memory,
        ("2026-03-07", "Alice works at Acme since 2024-06."),
        ("2026-03-08", "Alice left Acme in 2023."),
        ("2026-03-09", "Alice works at Initech since 2024."),
    )
    for fact, _ in memory.facts("Alice", "works_at"):
        assert fact.valid_at is None or fact.invalid_at is None or fact.invalid_at.first() >= fact.since()


@pytest.mark.parametrize("since", ["2024", "2024-01", "2024-01-01"])
def test_years_months_and_days_compare(memory: Memory, since: str):
    tell(memory, ("2026-03-07", f"Alice works at Acme since {since}."), ("2026-03-08", "Alice works at Initech."))
    assert memory.ask("Alice", "works_at", "2024-01-01") == ["Acme"]
    assert memory.ask("Alice", "works_at", "2026-03-08") == ["Initech"]


def test_other_facts_of_the_same_person_survive(memory: Memory):
    tell(memory, ("2026-01-01", "Kiran lives in Whitefield."), ("2026-01-02", "Kiran works at Acme."))
    tell(memory, ("2026-01-03", "Asha lives in Whitefield."), ("2026-02-01", "Kiran moved from Whitefield to Rye."))
    assert memory.ask("Kiran", "works_at", "2026-03-01") == ["Acme"]
    assert memory.ask("Asha", "lives_in", "2026-03-01") == ["Whitefield"]
    assert memory.ask("Kiran", "lives_in", "2026-03-01") == ["Rye"]


def test_half_an_hour_before_midnight_is_that_local_day(memory: Memory):
    tell(memory, ("2026-03-07T23:30:00+02:00", "I left Acme today."))
    ((fact, _),) = memory.facts(ME, "works_at")
    assert fact.invalid_at is not None
    assert fact.invalid_at.text == "2026-03-07"


# ── the same with a model ──────────────────────────────────────────────────────────────────────────────────────────


def read_by_model(memory: Memory, at: str, text: str, *rows: dict[str, object]) -> None:
    memory.learner.aid = Aid(ScriptedModel(form(*rows)), 3)
    memory.tell(text, at)


WORK = {
    "2024-02-01": ("Alice's days belong to Acme.", relation("Alice", "works_at", "Acme")),
    "2025-02-01": ("Alice's days belong to Initech.", relation("Alice", "works_at", "Initech")),
    "2026-02-01": ("Acme and Alice are over.", end("Alice", "works_at", "Acme")),
}


@pytest.mark.parametrize("order", list(permutations(WORK)))
def test_read_by_a_model_the_order_does_not_matter_either(memory: Memory, order: tuple[str, ...]):
    for at in order:
        text, row = WORK[at]
        name = str(row["object"])
        read_by_model(memory, at, text, entity("Alice"), entity(name, "organization"), row)
    assert memory.ask("Alice", "works_at", "2024-06-01") == ["Acme"]
    assert memory.ask("Alice", "works_at", "2025-06-01") == ["Initech"]


def test_a_models_date_counts_from_the_day_it_was_said(memory: Memory):
    row = relation("Alice", "works_at", "Acme", "2019-05")
    read_by_model(
        memory, "2019-06-01", "Last month Acme took Alice in.", entity("Alice"), entity("Acme", "organization"), row
    )
    assert memory.ask("Alice", "works_at", "2019-05-15") == ["Acme"]


def test_a_model_that_gives_the_day_of_telling_as_the_beginning_is_not_believed(memory: Memory):
    row = relation("Alice", "works_at", "Acme", "2026-03-07")
    read_by_model(memory, "2026-03-07", "Acme has Alice.", entity("Alice"), entity("Acme", "organization"), row)
    ((fact, _),) = memory.facts("Alice", "works_at")
    assert fact.valid_at is None


@pytest.mark.parametrize(
    "told",
    [
        [("2026-07-01", "Alex was assigned to Payments in January, moved to Billing in March, and is back on Payments"
          " since June.")],
        [("2026-01-10", "Alex joined the Payments team."), ("2026-03-10", "Alex moved to the Billing team."),
         ("2026-06-10", "Alex is back on the Payments team.")],
    ],
    ids=["in one breath", "as it goes"],
)  # fmt: skip
def test_from_team_to_team_and_back(memory: Memory, told: Told):
    tell(memory, *told)
    found = [(name, since[5:7], until[5:7]) for name, since, until in intervals(memory, "Alex", "assigned_to")]
    assert found == [("Payments", "01", "03"), ("Billing", "03", "06"), ("Payments", "06", "")]
    assert memory.facts("Alex", "lives_in") == []


@pytest.mark.parametrize(
    "text", ["Alex might be moved to the Billing team.", "Is Alex assigned to Billing?", "Alex moved to Rye."]
)
def test_what_says_nothing_of_a_team(memory: Memory, text: str):
    tell(memory, ("2026-03-07", text))
    assert memory.facts("Alex", "assigned_to") == []
