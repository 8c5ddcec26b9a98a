"""Made-up turns for measuring at size: English and Japanese mixed, with people, places, firms and things in them.

Everything follows from the seed. Names are put together from parts, so that a hundred thousand turns hold thousands of
names, a few of them often and most of them seldom, as in life.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.domain.entity import EntityKind, Span
from app.domain.scope import Scope

START = datetime(2023, 1, 2, 8, 0, tzinfo=UTC)
TURNS_A_SESSION = 12
SESSIONS_A_CONVERSATION = 8


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


_EN_FIRST = _words("Ada Ben Cleo Dan Eva Finn Gwen Hugo Iris Jack Kira Liam Mona Nils Olga Pete Rosa Sven Tess Vera")
_EN_LAST = _words("Abbott Berg Castle Dolan Ekberg Foster Grant Hale Ito Jensen Keller Lund Moreau Novak Ortiz Price")
_JA_LAST = _words("佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 松本 井上 木村 清水 斎藤 阿部 森田 池上")
_JA_FIRST = _words("陽菜 蓮 葵 湊 結衣 樹 凛 大和 美咲 悠真 彩花 翔太 七海 直樹 千尋 健一")
_FIRM_HEAD = _words("Blue North Ever Quick Silver Open Deep Bright River Stone Cedar Solar")
_FIRM_TAIL = _words("labs works soft gate field line forge point mill bank")
_JA_FIRM = _words("東和 三葉 北斗 大成 光陽 青葉 旭日 新栄")
_JA_FIRM_TAIL = _words("電機 製作所 商事 食品 印刷 建設")
_TOWNS = _words("Leeds Porto Turin Ghent Bergen Lyon Graz Cork Aarhus Basel Malmo Split")
_JA_TOWNS = _words("横浜 札幌 神戸 金沢 仙台 広島 京都 福岡 長野 奈良")
_THINGS = _words("camera bicycle guitar telescope kettle tent laptop piano kayak loom")
_JA_THINGS = _words("カメラ 自転車 ギター 望遠鏡 テント ピアノ 急須 顕微鏡")

_EN = (
    "{p} moved to {t} last month and likes it there.",
    "I had lunch with {p} from {f}; we talked about the {x}.",
    "{p} now works at {f} in {t}, the commute takes {n} minutes.",
    "The meeting about project {n} with {p} was moved to Thursday.",
    "Did I tell you that {p} bought a {x} for {n} euros in {t}?",
    "Nothing much today, read {n} pages and went to bed early.",
    "{f} sent the invoice {n}, {p} will pay it next week.",
)
_JA = (
    "{p}さんが先月{t}に引っ越しました。",
    "今日は{f}の{p}さんと昼ごはんを食べて、{x}の話をした。",
    "{p}さんは{t}の{f}で働いています。通勤は{n}分です。",
    "{p}さんに{x}を借りた。{n}日に返す予定。",
    "来週の打ち合わせは{t}で、{p}さんも来るそうです。",
    "特に何もない一日。本を{n}ページ読んで寝た。",
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a turn, and where it stands."""

    name: str
    kind: EntityKind
    span: Span


@dataclass(frozen=True, slots=True)
class MadeTurn:
    """One turn. `conversation` and `session` count from 0."""

    text: str
    said_at: datetime
    conversation: int
    session: int
    names: tuple[Named, ...]
    scope: Scope = Scope()


def _often(dice: random.Random, some: Sequence[str]) -> str:
    """One of them; the earlier, the more often."""
    return some[int(len(some) * dice.random() ** 2)]


def _fillings(dice: random.Random, japanese: bool) -> dict[str, tuple[str, EntityKind]]:
    if japanese:
        person = _often(dice, _JA_LAST) + (_often(dice, _JA_FIRST) if dice.random() < 0.6 else "")
        firm = _often(dice, _JA_FIRM) + _often(dice, _JA_FIRM_TAIL)
        town, thing = _often(dice, _JA_TOWNS), _often(dice, _JA_THINGS)
    else:
        person = f"{_often(dice, _EN_FIRST)} {_often(dice, _EN_LAST)}{dice.choice(('', '', 'son', 'man'))}"
        firm = _often(dice, _FIRM_HEAD) + _often(dice, _FIRM_TAIL)
        town, thing = _often(dice, _TOWNS), _often(dice, _THINGS)
    return {"p": (person, "person"), "f": (firm, "organization"), "t": (town, "place"), "x": (thing, "thing")}


def _sentence(dice: random.Random, japanese: bool, start: int) -> tuple[str, list[Named]]:
    """A sentence that begins at `start` of its turn, and the names in it."""
    pattern = dice.choice(_JA if japanese else _EN)
    fillings = _fillings(dice, japanese)
    text = pattern.format(n=dice.randrange(2, 900), **{mark: name for mark, (name, _) in fillings.items()})
    names = []
    for mark, (name, kind) in fillings.items():
        if f"{{{mark}}}" in pattern and mark != "x":
            place = start + text.index(name)
            names.append(Named(name, kind, Span(place, place + len(name))))
    return text, names


def _turn(dice: random.Random, number: int) -> MadeTurn:
    japanese = dice.random() < 0.5
    text, names = _sentence(dice, japanese, 0)
    for _ in range(dice.randrange(3)):
        gap = "" if japanese else " "
        more, found = _sentence(dice, japanese, len(text) + len(gap))
        text, names = text + gap + more, names + found
    session = number // TURNS_A_SESSION
    said_at = START + timedelta(hours=5 * session, minutes=2 * (number % TURNS_A_SESSION))
    return MadeTurn(text, said_at, session // SESSIONS_A_CONVERSATION, session, tuple(names))


def turns(count: int, seed: int = 1) -> Iterator[MadeTurn]:
    """`count` turns in the order they were said; the first ones are the same however many follow."""
    dice = random.Random(seed)
    for number in range(count):
        yield _turn(dice, number)


def questions(count: int, seed: int = 2) -> list[str]:
    """Questions about the names that the turns are made of."""
    dice = random.Random(seed)
    made = []
    for _ in range(count):
        japanese = dice.random() < 0.5
        pattern = dice.choice(
            ("{p}さんはどこで働いていますか", "{t}に引っ越したのは誰ですか", "{x}を借りたのはいつ？")
            if japanese
            else ("Where does {p} work?", "Who bought a {x} in {t}?", "When did I have lunch with {p} from {f}?")
        )
        made.append(pattern.format(**{mark: name for mark, (name, _) in _fillings(dice, japanese).items()}))
    return made
