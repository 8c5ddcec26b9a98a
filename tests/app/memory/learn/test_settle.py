"""How much a turn matters: the same in both languages, and never so little that something known is lost."""

import json
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import pytest

from app.domain.draft import Draft, Turn
from app.domain.entity import ME
from app.memory.learn.extract import OnDeviceExtractor
from app.memory.learn.settle import settled
from app.memory.learn.validate import validate
from app.services.settings import Settings
from tests.builders import Reading, moment

GOLD = Path(__file__).resolve().parents[3] / "gold"
LEAST = Settings().least_importance / 100
AT = moment("2026-03-07")
PAIRS = """
I like natto. | 納豆が好きです。
I hate coriander. | パクチーが嫌いです。
I can't stand loud music. | うるさい音楽が苦手です。
My favorite food is ramen. | 好きな食べ物はラーメンです。
I'm allergic to peanuts. | ピーナッツアレルギーです。
I love hiking. | ハイキングが大好きです。
I prefer tea to coffee. | コーヒーより紅茶のほうが好きです。
I don't like mushrooms. | きのこは好きではありません。
I'm a big fan of the Tigers. | タイガースの大ファンです。
I enjoy swimming. | 水泳を楽しんでいます。
I'm obsessed with chess. | 将棋に夢中です。
I can't bear the cold. | 寒いのは苦手だ。
I decided to move to Osaka. | 大阪に引っ越すことにしました。
I decided to quit smoking. | タバコをやめることに決めた。
I quit my job. | 仕事を辞めました。
I will go to Kyoto tomorrow. | 明日、京都に行きます。
I plan to learn Spanish. | スペイン語を学ぶ予定です。
I promised to call my mother. | 母に電話すると約束した。
I started playing the piano. | ピアノを始めました。
I no longer live in Tokyo. | もう東京には住んでいません。
I live in Nagoya. | 名古屋に住んでいます。
I work at Toyota. | トヨタで働いています。
My sister lives in Sendai. | 妹は仙台に住んでいます。
I graduated from Kyoto University. | 京都大学を卒業しました。
My birthday is May 3. | 誕生日は5月3日です。
I have a dog named Pochi. | ポチという犬を飼っています。
What do I like? | 私は何が好きですか？
Do you want to move? | 引っ越したいですか。
Good night. | おやすみなさい。
OK, got it. | わかりました。
"""


def pairs() -> list[tuple[str, str]]:
    return [tuple(line.split(" | ")) for line in PAIRS.strip().splitlines()]


@lru_cache(maxsize=1)
def extractor() -> OnDeviceExtractor:
    return OnDeviceExtractor()


def read(text: str, at: datetime = AT) -> Draft:
    turn = Turn(text, at)
    return validate(extractor().extract(turn, (), ()), turn, ())


def weight(text, *facts, role="user"):
    reading = Reading(text)
    for fact in facts:
        reading = reading.fact(*fact)
    return settled(text, role, reading.draft).importance


@pytest.mark.parametrize(("english", "japanese"), pairs())
def test_a_thing_said_in_either_language_weighs_the_same(english: str, japanese: str):
    """As it is read, and by its words alone, should no reader understand it."""
    as_read = [settled(text, "user", read(text)).importance for text in (english, japanese)]
    assert as_read[0] == pytest.approx(as_read[1], abs=0.05)
    by_words = [settled(text, "user", Draft()).importance for text in (english, japanese)]
    assert by_words[0] == pytest.approx(by_words[1], abs=0.05)


@pytest.mark.parametrize("name", ["extraction", "timeline"])
def test_whatever_teaches_anything_is_learned_by_default(name: str):
    lines = (GOLD / f"{name}_dev.jsonl").read_text("utf-8").splitlines()
    rows = [row for line in lines for row in json.loads(line).get("turns", [json.loads(line)])]
    taught = 0
    for row in rows:
        draft = read(row["text"], datetime.fromisoformat(row["said_at"]))
        if draft.facts or draft.ends or draft.corrections or draft.entities:
            taught += 1
            assert settled(row["text"], row.get("role", "user"), draft).importance >= LEAST, row["text"]
    assert taught >= 30


def test_a_preference_of_the_user_matters_more_than_small_talk():
    assert weight("I love rye", (ME, "likes", "rye")) > 0.7
    assert weight("talk tomorrow") < LEAST
    assert weight("Ann likes rye", ("Ann", "likes", "rye")) < weight("I like rye", (ME, "likes", "rye"))


def test_a_preference_counts_in_whatever_words_it_was_read():
    assert weight("natto? yes!", (ME, "favorite_food", "natto")) > 0.7


def test_what_is_asked_is_not_stated():
    assert weight("Do you like jazz? And would you move there?") < LEAST
    assert weight("Do you like jazz? I love it.") > 0.7
    assert weight("ジャズは好きですか。大阪に引っ越しますか？") < LEAST


def test_a_turn_that_names_somebody_is_no_small_talk():
    assert settled("Tanaka came by today.", "user", Draft()).importance < LEAST
    assert settled("Tanaka came by today.", "user", Draft(), named=True).importance >= LEAST
    assert settled("Lunch.", "user", Reading("Lunch.").correct("Ann", "Anna").draft).importance >= LEAST


def test_who_says_it_counts():
    assert weight("Good night.", role="assistant") < weight("Good night.", role="document")


def test_never_outside_0_to_1():
    facts = [(ME, "likes", f"thing {number}") for number in range(40)]
    assert weight("I love it, we decided. " * 400, *facts) <= 1.0
    assert settled("", "assistant", Draft()).importance == 0.0
