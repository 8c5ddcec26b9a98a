"""Stories of work, homes and names; see `tellings` for their shape."""

from app.domain.entity import ME
from tests.app.memory.learn.tellings import turn_of as _turn

FIRST = {
    "job change, nothing else moves": (
        [
            _turn(
                "2025-02-03",
                "I work at Heron Labs as an editor. My wife is Ottilie.",
                ("organization", "Heron Labs"),
                ("person", "Ottilie"),
                ("+", ME, "works_at", "Heron Labs"),
                ("=", ME, "job_title", "editor"),
                ("+", ME, "married_to", "Ottilie"),
            ),
            _turn(
                "2026-01-12",
                "First day at Saltmarsh! Heron Labs is behind me.",
                ("organization", "Saltmarsh"),
                ("organization", "Heron Labs"),
                ("+", ME, "works_at", "Saltmarsh", "2026-01-12"),
                ("-", ME, "works_at", "Heron Labs"),
            ),
        ],
        [
            (ME, "works_at", "2026-01-12", ["Saltmarsh"]),
            (ME, "works_at", "2025-09-01", ["Heron Labs"]),
            (ME, "works_at", None, ["Heron Labs", "Saltmarsh"]),
            (ME, "married_to", "2026-01-12", ["Ottilie"]),
            (ME, "job_title", "2026-01-12", ["editor"]),
            ("Ottilie", "married_to", "2026-01-12", ["Me"]),
        ],
    ),
    "a move told by the month": (
        [
            _turn("2025-05-10", "今は萩に住んでいる。", ("place", "萩"), ("+", ME, "lives_in", "萩")),
            _turn("2026-03-14", "先月、米子に越した。", ("place", "米子"), ("+", ME, "lives_in", "米子", "2026-02")),
        ],
        [
            (ME, "lives_in", "2026-03-14", ["米子"]),
            (ME, "lives_in", "2026-01-20", ["萩"]),
            (ME, "lives_in", "2026-03-05", ["米子"]),
        ],
    ),
    "a month that the older statement lies in": (
        [
            _turn("2026-01-12", "I work at Ambry.", ("organization", "Ambry"), ("+", ME, "works_at", "Ambry")),
            _turn(
                "2026-01-25",
                "I started at Belfry this month.",
                ("organization", "Belfry"),
                ("+", ME, "works_at", "Belfry", "2026-01"),
            ),
        ],
        [(ME, "works_at", "2026-02-01", ["Belfry"]), (ME, "works_at", None, ["Ambry", "Belfry"])],
    ),
    "an old note arrives late": (
        [
            _turn("2026-04-02", "Alice works at Initech.", ("person", "Alice"), ("organization", "Initech"),
                  ("+", "Alice", "works_at", "Initech")),
            _turn("2024-08-15", "Alice works at Acme.", ("person", "Alice"), ("organization", "Acme"),
                  ("+", "Alice", "works_at", "Acme")),
        ],
        [
            ("Alice", "works_at", "2026-04-02", ["Initech"]),
            ("Alice", "works_at", "2024-12-01", ["Acme"]),
            ("Alice", "works_at", None, ["Acme", "Initech"]),
        ],
    ),
    "assigned, moved, and back again": (
        [
            _turn("2026-01-10", "Alex is assigned to Payments.", ("person", "Alex"), ("concept", "Payments"),
                  ("+", "Alex", "assigned_to", "Payments")),
            _turn("2026-03-10", "Alex is assigned to Search.", ("person", "Alex"), ("concept", "Search"),
                  ("+", "Alex", "assigned_to", "Search")),
            _turn("2026-06-10", "Alex is assigned to Payments.", ("person", "Alex"), ("concept", "Payments"),
                  ("+", "Alex", "assigned_to", "Payments")),
        ],
        [
            ("Alex", "assigned_to", "2026-02-01", ["Payments"]),
            ("Alex", "assigned_to", "2026-04-01", ["Search"]),
            ("Alex", "assigned_to", "2026-07-01", ["Payments"]),
        ],
    ),
    "left and joined again": (
        [
            _turn("2025-01-06", "I joined the Fell Walkers on Saturday.", ("organization", "Fell Walkers"),
                  ("+", ME, "member_of", "Fell Walkers", "2025-01-04")),
            _turn("2025-07-01", "Quit the Fell Walkers yesterday.", ("organization", "Fell Walkers"),
                  ("-", ME, "member_of", "Fell Walkers", "2025-06-30")),
            _turn("2026-02-09", "Back in the Fell Walkers since Saturday.", ("organization", "Fell Walkers"),
                  ("+", ME, "member_of", "Fell Walkers", "2026-02-07")),
        ],
        [
            (ME, "member_of", "2026-02-09", ["Fell Walkers"]),
            (ME, "member_of", "2025-03-01", ["Fell Walkers"]),
            (ME, "member_of", "2025-10-01", []),
            (ME, "member_of", None, ["Fell Walkers"]),
        ],
    ),
    "love turns to hate": (
        [
            _turn("2025-03-02", "I love liver.", ("thing", "liver"), ("+", ME, "likes", "liver")),
            _turn("2025-11-19", "I hate liver now. I like figs.", ("thing", "liver"), ("thing", "figs"),
                  ("+", ME, "dislikes", "liver"), ("+", ME, "likes", "figs")),
        ],
        [
            (ME, "likes", "2025-11-19", ["figs"]),
            (ME, "dislikes", "2025-11-19", ["liver"]),
            (ME, "likes", "2025-06-01", ["liver"]),
            (ME, "dislikes", "2025-06-01", []),
        ],
    ),
    "the end arrives before the start": (
        [
            _turn("2025-12-20", "弓道部はもう辞めた。", ("organization", "弓道部"), ("-", ME, "member_of", "弓道部")),
            _turn("2025-04-01", "今日から弓道部に入った。", ("organization", "弓道部"),
                  ("+", ME, "member_of", "弓道部", "2025-04-01")),
        ],
        [
            (ME, "member_of", "2025-12-20", []),
            (ME, "member_of", "2025-08-01", ["弓道部"]),
            (ME, "member_of", None, ["弓道部"]),
        ],
    ),
    "a slip taken back": (
        [
            _turn("2026-05-05T09:00:00+00:00", "My friend Cai lives in Nara and plays the harp.", ("person", "Cai"),
                  ("place", "Nara"), ("thing", "harp"), ("+", ME, "friend_of", "Cai"), ("+", "Cai", "lives_in", "Nara"),
                  ("+", "Cai", "plays", "harp")),
            _turn("2026-05-05T09:01:00+00:00", "Sorry, I meant Gifu, not Nara.", ("!", "Nara", "Gifu")),
        ],
        [
            ("Cai", "lives_in", "2026-05-05", ["Gifu"]),
            ("Cai", "lives_in", None, ["Gifu"]),
            ("Cai", "plays", "2026-05-05", ["harp"]),
            (ME, "friend_of", "2026-05-05", ["Cai"]),
        ],
    ),
    "a day counted back": (
        [
            _turn("2026-03-12", "おととい、妹の澪が結婚した。相手は樹さん。", ("person", "澪"), ("person", "樹"),
                  ("+", ME, "sibling_of", "澪"), ("+", "澪", "married_to", "樹", "2026-03-10")),
        ],
        [
            ("澪", "married_to", "2026-03-11", ["樹"]),
            ("樹", "married_to", "2026-03-11", ["澪"]),
            ("澪", "married_to", "2026-03-01", []),
            (ME, "sibling_of", "2026-04-01", ["澪"]),
        ],
    ),
    "a negation ends what it denies": (
        [
            _turn("2026-01-10", "The stand-up is part of the intake.", ("event", "stand-up"), ("event", "intake"),
                  ("+", "stand-up", "part_of", "intake")),
            _turn("2026-03-02", "From today the stand-up is not part of the intake.", ("event", "stand-up"),
                  ("event", "intake"), ("-", "stand-up", "part_of", "intake", "2026-03-02")),
            _turn("2026-03-03", "The badge is part of the intake.", ("thing", "badge"), ("event", "intake"),
                  ("+", "badge", "part_of", "intake")),
        ],
        [
            ("stand-up", "part_of", "2026-03-03", []),
            ("stand-up", "part_of", "2026-02-01", ["intake"]),
            ("stand-up", "part_of", None, ["intake"]),
            ("badge", "part_of", "2026-03-03", ["intake"]),
        ],
    ),
    "allowed and not allowed": (
        [
            _turn("2026-01-10", "Production deployment is allowed.", ("concept", "Production deployment"),
                  ("=", "Production deployment", "status", "allowed")),
            _turn("2026-02-10", "Production deployment is not allowed.", ("concept", "Production deployment"),
                  ("=", "Production deployment", "status", "not allowed")),
        ],
        [
            ("Production deployment", "status", "2026-02-10", ["not allowed"]),
            ("Production deployment", "status", "2026-01-20", ["allowed"]),
        ],
    ),
}  # fmt: skip
