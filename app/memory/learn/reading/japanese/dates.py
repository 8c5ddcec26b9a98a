"""Dates in Japanese text, counted from the speaker's own day and kept as precise as they were said.

`find` does not decide between last and next May: "5月に" depends on the tense of the verb. A `When` holds what was
said; `When.at(direction)` gives the day.
"""

import calendar
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from app.memory.learn.reading.japanese.when import Direction, When, shift_months

__all__ = ["Dated", "Direction", "When", "find", "number"]

_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")}
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911}
_WEEKDAYS = "月火水木金土日"


def number(text: str) -> int:
    """The value of ASCII or kanji digits: 12, 十二, 二十."""
    if text.isdecimal():
        return int(text)
    if text == "元":
        return 1
    tens, joint, ones = text.rpartition("十")
    if joint:
        return (_DIGITS.get(tens, 1) if tens else 1) * 10 + _DIGITS.get(ones, 0)
    value = 0
    for digit in text:
        value = value * 10 + _DIGITS.get(digit, 0)
    return value


_N = r"(?:\d{1,4}|[一二三四五六七八九十]{1,3})"
_M = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_D = r"(?:3[01]|[12]\d|0?[1-9]|(?:二?十)[一二三四五六七八九]?|三十一?|[一二三四五六七八九])"
_PART = r"(?:の?(?P<part>初め|はじめ|初旬|上旬|中旬|下旬|半ば|なかば|頭|あたま|末日|末|終わり|いっぱい))?"
_YEARS = {"一昨年": -2, "おととし": -2, "去年": -1, "昨年": -1, "今年": 0, "本年": 0, "来年": 1, "再来年": 2}
_MONTHS = {"先々月": -2, "先月": -1, "今月": 0, "来月": 1, "再来月": 2}
_DAYS = {
    "一昨日": -2, "おととい": -2, "昨日": -1, "きのう": -1, "昨夜": -1, "昨晩": -1, "ゆうべ": -1,
    "今日": 0, "きょう": 0, "本日": 0, "今朝": 0, "今夜": 0, "今晩": 0,
    "明日": 1, "あした": 1, "あす": 1, "明後日": 2, "あさって": 2,
}  # fmt: skip
_WEEKS = {"先々週": -2, "先週": -1, "今週": 0, "来週": 1, "再来週": 2}
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_AGO = {"前": -1, "後": 1}


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_PATTERN = re.compile(
    rf"(?P<iso>(?P<iy>\d{{4}})[-/.](?P<im>\d{{1,2}})(?:[-/.](?P<id>\d{{1,2}}))?)(?![\d.-])"
    rf"|(?:(?P<era>令和|平成|昭和|大正)(?P<ey>元|{_N})|(?P<fy>\d{{4}})|(?P<ry>{_any(_YEARS)}))(?:年(?!前|後|間|目|代))?(?P<fiscal>度(?P<fend>いっぱい|末)?)?"
    rf"の?(?:(?P<ym>{_M})月(?:(?P<yd>{_D})日)?{_PART.replace('part', 'ypart')}"
    r"|(?P<season>春|夏|秋|冬|年明け|年末|末|暮れ))?"
    r"|(?P<nearseason>(?:この|今)(?:春|夏|秋))(?=[、はにの]|から|まで|より)"
    r"|(?<![一-龯ぁ-んァ-ヶーA-Za-z])(?P<bareseason>春|夏|秋|冬)(?=から|以来)"
    rf"|(?P<rm>{_any(_MONTHS)})(?:の?(?P<rmd>{_D})日|{_PART.replace('part', 'rpart')})"
    rf"|(?P<week>{_any(_WEEKS)})の?(?P<wd>[{_WEEKDAYS}])曜日?"
    rf"|(?P<wholeweek>{_any(_WEEKS)})(?:末|中|頭|半ば)?(?!の?[{_WEEKDAYS}]曜)"
    rf"|(?P<dayword>{_any(_DAYS)})"
    rf"|(?<![\d/])(?P<smonth>1[0-2]|0?[1-9])/(?P<sday>3[01]|[12]\d|0?[1-9])(?![\d/])(?=に|から|まで|付|は|の|で|、|\(|が)"
    rf"|(?<![\d一二三四五六七八九十])(?P<m>{_M})月(?!間)(?:(?P<d>{_D})日)?{_PART.replace('part', 'mpart')}"
    rf"|(?P<ago>{_N})(?P<unit>年|か月|ヶ月|カ月|ヵ月|ケ月|箇月|週間|日)(?:ほど|くらい|ぐらい|余り)?(?P<side>前|後)"
    rf"|(?P<half>半年)(?:ほど|くらい|ぐらい)?前"
    rf"|(?P<halflong>半年)(?=に(?:なる|なり|なった)|ほど(?:になる|経)|が?経|が?たつ|が?たち|(?<=[てで]半年)[。!、])"
    rf"|(?P<long>{_N})(?P<lunit>年|か月|ヶ月|カ月|ヵ月|ケ月)(?:目)?(?=に(?:なる|なり|なった)|ほど(?:になる|経)|が?経|が?たつ|が?たち|です|だ(?:$|[。よ])|目|(?<=[てで]\d[年月])[。!]|(?<=[てで]\d\w月)[。!])"
    rf"|(?P<span>{_N})(?P<sunit>年|か月|ヶ月|カ月|ヵ月|ケ月)間(?:ほど|くらい|ぐらい|も)?"
    r"(?=[^。！？!?\n、]{0,24}[てで](?:い|お)?(?:る|ます|り|ります)(?:[。！!\n」]|$))"
    rf"|(?<![毎隔週{_WEEKDAYS}])(?:この前の|前の|今度の|次の|こないだの)?(?P<bare>[{_WEEKDAYS}])曜日?(?!と|か(?!ら)|ごと|も)"
    rf"|(?<![\d月一二三四五六七八九十第])(?P<od>3[01]|[12]\d|[1-9])日(?!間|目|分|ほど|くらい|ぐらい|前|後|に\d|もかか)"
)
_TRAIL = re.compile(
    r"(?:\((?:[月火水木金土日]|[月火水木金土日]曜日?)\))?(?:付けで|付で|づけで|付け|いっぱいで|限りで)?"
)
_HABIT = re.compile(r"曜日?[と・、]$|毎(?:日|週|月|年|朝|晩)$|隔週$|週(?:に|の)?$")


@dataclass(frozen=True, slots=True)
class Dated:
    """A date and the characters that say it."""

    start: int
    end: int
    when: When


def find(text: str, today: date) -> list[Dated]:
    """Dates in folded text, in order. Habits ("毎週金曜") and lengths ("3日間") are none."""
    found = []
    for match in _PATTERN.finditer(text):
        when = _read(match, today)
        if when is None or _HABIT.search(text[max(0, match.start() - 3) : match.start()]):
            continue
        trail = _TRAIL.match(text, match.end())
        found.append(Dated(match.start(), trail.end() if trail else match.end(), when))
    return [_with_month(dated, found[at - 1] if at else None, text) for at, dated in enumerate(found)]


def _with_month(dated: Dated, before: Dated | None, text: str) -> Dated:
    """4月20日から27日: the second day is of the month of the first."""
    if before is None or dated.when.day is None or dated.when.month is not None or before.when.month is None:
        return dated
    joined = re.fullmatch(r"(?:から|〜|~|-|–|・|、|と)", text[before.end : dated.start])
    if joined is None or dated.when.year is not None or (before.when.day or 0) >= dated.when.day:
        return dated
    return replace(dated, when=replace(dated.when, year=before.when.year, month=before.when.month))


def _read(match: re.Match[str], today: date) -> When | None:
    for group, reader in _READERS:
        if match[group] is not None:
            try:
                return reader(match, today)
            except OverflowError:
                return None
    return None


def _iso(match: re.Match[str], today: date) -> When | None:
    when = When(today, int(match["iy"]), int(match["im"]), int(match["id"]) if match["id"] else None)
    return when if when.at() else None


def _with_year(match: re.Match[str], today: date) -> When | None:
    if match["era"]:
        year = _ERAS[match["era"]] + number(match["ey"])
    elif match["fy"]:
        year = int(match["fy"])
    else:
        year = today.year + _YEARS[match["ry"]]
    said = match[0]
    if (not match["ry"] and "年" not in said) or not 1850 <= year <= 2150:
        return None
    if match["ym"] is None:
        return _fiscal(match, today, year) if match["fiscal"] else When(today, year)
    month = number(match["ym"])
    day = number(match["yd"]) if match["yd"] else _part_day(match["ypart"], year, month)
    return When(today, year, month, day)


def _fiscal(match: re.Match[str], today: date, year: int) -> When:
    """年度: from April, or its last day. "昨年度" counts from the fiscal year of today."""
    if match["ry"] and today.month < 4:
        year -= 1
    return When(today, year + 1, 3, 31) if match["fend"] else When(today, year, 4)


def _part_day(part: str | None, year: int, month: int) -> int | None:
    """The last day for "末" and "いっぱい", the month alone for a vaguer part of it."""
    if part in ("末", "末日", "いっぱい", "終わり") and 1 <= month <= 12:
        return calendar.monthrange(year, month)[1]
    return None


def _relative_month(match: re.Match[str], today: date) -> When:
    year, month = shift_months(today, _MONTHS[match["rm"]])
    day = number(match["rmd"]) if match["rmd"] else _part_day(match["rpart"], year, month)
    return When(today, year, month, day)


def _of_day(day: date, today: date) -> When:
    return When(today, day.year, day.month, day.day)


def _week(match: re.Match[str], today: date) -> When:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=_WEEKS[match["week"]])
    return _of_day(monday + timedelta(days=_WEEKDAYS.index(match["wd"])), today)


def _whole_week(match: re.Match[str], today: date) -> When:
    """A week without a day: from this one on its Monday; of a past one the month, or the year, that holds all of it."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=_WEEKS[match["wholeweek"]])
    sunday = monday + timedelta(days=6)
    if sunday >= today:
        return _of_day(monday, today)
    return When(today, sunday.year, sunday.month if sunday.month == monday.month else None)


def _ago(match: re.Match[str], today: date) -> When | None:
    return _distance(today, number(match["ago"]) * _AGO[match["side"]], match["unit"])


def _distance(today: date, count: int, unit: str) -> When | None:
    if unit == "年":
        return When(today, today.year + count)
    if unit in ("週間", "日"):
        days = count * (7 if unit == "週間" else 1)
        return _of_day(today + timedelta(days=days), today) if abs(days) < 40_000 else None
    year, month = shift_months(today, count)
    return When(today, year, month)


def _lasting(match: re.Match[str], today: date) -> When | None:
    count = number(match["long"])
    if count > 120:
        return None
    passed = count - 1 if match[0].endswith("目") else count
    begun = _distance(today, -passed, match["lunit"])
    return When(today, begun.year, begun.month, lasting=True) if begun else None


def _span(match: re.Match[str], today: date) -> When | None:
    """3年間勤めている: it began three years ago and goes on."""
    begun = _distance(today, -number(match["span"]), match["sunit"]) if number(match["span"]) <= 120 else None
    return replace(begun, lasting=True) if begun else None


def _month_only(match: re.Match[str], today: date) -> When:
    month = number(match["m"])
    day = number(match["d"]) if match["d"] else _part_day(match["mpart"], today.year, month)
    return When(today, None, month, day)


_READERS = (
    ("iso", _iso),
    ("era", _with_year),
    ("fy", _with_year),
    ("ry", _with_year),
    ("nearseason", lambda match, today: When(today, today.year)),
    ("bareseason", lambda match, today: When(today, month=_SEASONS[match["bareseason"]], vague=True)),
    ("rm", _relative_month),
    ("week", _week),
    ("wholeweek", _whole_week),
    ("dayword", lambda match, today: _of_day(today + timedelta(days=_DAYS[match["dayword"]]), today)),
    ("smonth", lambda match, today: When(today, None, int(match["smonth"]), int(match["sday"]))),
    ("m", _month_only),
    ("ago", _ago),
    ("half", lambda match, today: When(today, *shift_months(today, -6))),
    ("halflong", lambda match, today: When(today, *shift_months(today, -6), lasting=True)),
    ("long", _lasting),
    ("span", lambda match, today: _span(match, today)),
    ("bare", lambda match, today: When(today, weekday=_WEEKDAYS.index(match["bare"]))),
    ("od", lambda match, today: When(today, day=number(match["od"]))),
)
