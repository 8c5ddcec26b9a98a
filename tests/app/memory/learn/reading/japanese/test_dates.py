"""Dates of the text, counted from Thursday, 2026-03-12."""

from datetime import date

import pytest

from app.memory.learn.reading.japanese.dates import When, find, number
from tests.app.memory.learn.reading.japanese.drafting import drafted

TODAY = date(2026, 3, 12)


def read(text: str, direction="past") -> list[str | None]:
    days = [found.when.at(direction) for found in find(text, TODAY)]
    return [day.text if day else None for day in days]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("今日", "2026-03-12"),
        ("昨日付けで", "2026-03-11"),
        ("おととい", "2026-03-10"),
        ("明後日", "2026-03-14"),
        ("先週の金曜に", "2026-03-06"),
        ("先々週の木曜日に", "2026-02-26"),
        ("来週の月曜", "2026-03-16"),
        ("先月", "2026-02"),
        ("先月いっぱいで", "2026-02-28"),
        ("来月1日", "2026-04-01"),
        ("再来月", "2026-05"),
        ("今年の4月", "2026-04"),
        ("去年の夏", "2025"),
        ("一昨年", "2024"),
        ("来年4月", "2027-04"),
        ("2019年", "2019"),
        ("2019年5月", "2019-05"),
        ("2019年5月7日", "2019-05-07"),
        ("2026-07-04", "2026-07-04"),
        ("2026/7/4", "2026-07-04"),
        ("令和5年4月", "2023-04"),
        ("平成元年", "1989"),
        ("昭和58年2月3日", "1983-02-03"),
        ("3年前", "2023"),
        ("二年前に", "2024"),
        ("3か月前", "2025-12"),
        ("10日前", "2026-03-02"),
        ("半年前", "2025-09"),
        ("5年になる", "2021"),
        ("2年目です", "2025"),
        ("昨年度", "2024-04"),
        ("来年度", "2026-04"),
        ("昨年度いっぱいで", "2025-03-31"),
        ("11月3日(火)に", "2025-11-03"),
    ],
)
def test_reads(text, day):
    assert read(text) == [day]


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("4月から", "2025-04", "2026-04"),
        ("4月1日に", "2025-04-01", "2026-04-01"),
        ("3月に", "2026-03", "2026-03"),
        ("15日、", "2026-02-15", "2026-03-15"),
        ("12日に", "2026-03-12", "2026-03-12"),
        ("月曜日に", "2026-03-09", "2026-03-16"),
        ("木曜に", "2026-03-12", "2026-03-12"),
        ("5月末で", "2025-05-31", "2026-05-31"),
        ("12/24に", "2025-12-24", "2026-12-24"),
    ],
)
def test_takes_the_direction_of_the_verb(text, past, future):
    assert read(text) == [past]
    assert read(text, "future") == [future]


@pytest.mark.parametrize(
    "text",
    [
        "毎週金曜",
        "3日間",
        "土日は",
        "金曜と土曜",
        "1990年代",
        "24.04",
        "日本",
        "4月間",
        "2月30日に",
        "13月",
        "10日分",
        "20年間",
    ],
)
def test_habits_lengths_and_nonsense_are_no_dates(text):
    assert [day for day in read(text) if day] == []


def test_two_dates_in_order():
    assert read("2019年から2021年まで") == ["2019", "2021"]


def test_a_birthday_keeps_no_year():
    assert find("6月9日", TODAY)[0].when.yearless() == "--06-09"
    assert find("1990年6月9日", TODAY)[0].when.yearless() == "1990-06-09"


def test_the_first_of_january_looks_back_over_the_year():
    assert When(date(2026, 1, 1), month=12, day=31).at("past").text == "2025-12-31"
    assert When(date(2026, 1, 31), day=30).at("past").text == "2026-01-30"
    assert When(date(2026, 2, 1), day=30).at("future") is None, "there is no 30 February"


def test_numbers():
    assert [number(text) for text in ("12", "十二", "二十", "三", "元", "〇", "二〇二四")] == [
        12,
        12,
        20,
        3,
        1,
        0,
        2024,
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("私の誕生日は9月14日です。", "私の誕生日は9月14日"),
        ("美月の誕生日は1988年10月2日です。", "美月の誕生日は1988年10月2日"),
    ],
)
def test_a_date_stands_in_the_sentence_as_one_says_it(text, words):
    assert [fact.fact for fact in drafted(text).facts if fact.predicate == "birthday"] == [words]
