"""Who is in the stories of the hand, in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cast:
    """What memory was told, and who is who in it."""

    lines: tuple[str, ...]
    alias: tuple[str, str, str]
    """Somebody, the wrong name, the right one."""
    doubles: tuple[str, str]
    two: tuple[str, str]
    """Who is two people, and how the other is called."""
    ends: tuple[str, str]
    """Somebody, and the firm that they leave."""
    related: tuple[str, str]
    moves: tuple[str, str]
    """What, and into which category."""
    firm: str
    """Where those work whose boss works there, as memory supposes."""


ENGLISH = Cast(
    (
        *("Alice Ray works at Acme.", "Carla Nunez works at Acme.", "Karla Nunes lives in Lisbon."),
        *("Sam Hill plays tennis.", "Sam Hill works at the City Library.", "Dana Cole works at Orbit."),
        *(f"{name} reports to Dana Cole." for name in ("Ben Frost", "Ivy Stone", "Leo Marsh", "Mia Wood", "Tom Reed")),
        "Alice Ray lives in Paris.",
    ),
    ("Alice Ray", "Ally Roy", "Ally Ray"),
    ("Carla Nunez", "Karla Nunes"),
    ("Sam Hill", "Sam Hill the librarian"),
    ("Alice Ray", "Acme"),
    ("Acme", "Paris"),
    ("Paris", "Companies"),
    "Orbit",
)
JAPANESE = Cast(
    (
        *("佐藤花子は青空商事に勤めています。", "田中健太は青空商事に勤めています。", "田仲健太は札幌に住んでいます。"),
        *("鈴木一郎はテニスをしています。", "鈴木一郎は市立図書館に勤めています。", "山本恵は星野電機に勤めています。"),
        *(f"{name}の上司は山本恵です。" for name in ("高橋誠", "伊藤直樹", "渡辺翼", "中村葵", "小林陽子")),
        "佐藤花子は京都に住んでいます。",
    ),
    ("佐藤花子", "はなちゃ", "ハナちゃん"),
    ("田中健太", "田仲健太"),
    ("鈴木一郎", "司書の鈴木一郎"),
    ("佐藤花子", "青空商事"),
    ("青空商事", "京都"),
    ("京都", "会社"),
    "星野電機",
)
