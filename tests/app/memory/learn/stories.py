"""Stories told turn by turn: what a careful reader makes of each turn, and what must be known afterwards.

A story is (turns in the order they are told, checks). A turn is (moment, text, reading). A check is (subject,
predicate, day or None for "ever", names expected).
"""

from app.domain.entity import ME
from tests.builders import Reading as Read


def _turn(at, text, *lines):
    """A turn from lines: a kind and a name, `+` fact, `~` fact with its end, `=` value, `-` end, `!` correction."""
    reading = Read(text)
    for line in lines:
        kind, *rest = line
        if kind == "+":
            reading = reading.fact(*rest)
        elif kind == "~":
            reading = reading.fact(*rest[:-1], until=rest[-1])
        elif kind == "=":
            reading = reading.value(*rest)
        elif kind == "-":
            reading = reading.end(*rest)
        elif kind == "!":
            reading = reading.correct(*rest)
        else:
            reading = reading.entity(rest[0], kind, *rest[1:])
    return at, text, reading.draft


STORIES = {
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
    "colleagues at one firm": (
        [
            _turn("2025-09-01", "Ogata works at Kuromatsu.", ("person", "Ogata"), ("organization", "Kuromatsu"),
                  ("+", "Ogata", "works_at", "Kuromatsu")),
            _turn("2025-11-02", "Shiina works at Kuromatsu too.", ("person", "Shiina"), ("organization", "Kuromatsu"),
                  ("+", "Shiina", "works_at", "Kuromatsu")),
        ],
        [
            ("Ogata", "works_at", "2025-11-02", ["Kuromatsu"]),
            ("Shiina", "works_at", "2025-11-02", ["Kuromatsu"]),
        ],
    ),
    "one instrument more": (
        [
            _turn("2025-07-07", "I play the viola.", ("thing", "viola"), ("+", ME, "plays", "viola")),
            _turn("2026-01-15", "I play the banjo too, and the viola.", ("thing", "banjo"), ("thing", "viola"),
                  ("+", ME, "plays", "banjo"), ("+", ME, "plays", "viola")),
        ],
        [(ME, "plays", "2026-01-15", ["banjo", "viola"]), (ME, "plays", "2025-09-01", ["viola"])],
    ),
    "favourites of two things": (
        [
            _turn("2025-08-01", "My favourite jam is plum, my favourite pan the blue skillet.",
                  ("=", ME, "favorite_jam", "plum"), ("=", ME, "favorite_pan", "blue skillet")),
            _turn("2026-02-14", "My favourite jam is quince now.", ("=", ME, "favorite_jam", "quince")),
        ],
        [
            (ME, "favorite_jam", "2026-02-14", ["quince"]),
            (ME, "favorite_pan", "2026-02-14", ["blue skillet"]),
            (ME, "favorite_jam", "2025-10-01", ["plum"]),
        ],
    ),
    "a brother changes firms, I do not": (
        [
            _turn("2025-06-10", "弟の朔は里程社に勤めている。", ("person", "朔"), ("organization", "里程社"),
                  ("+", ME, "sibling_of", "朔"), ("+", "朔", "works_at", "里程社")),
            _turn("2026-02-18", "朔が里程社を辞めて、今月から標高という会社で働いている。", ("person", "朔"),
                  ("organization", "里程社"), ("organization", "標高"), ("-", "朔", "works_at", "里程社"),
                  ("+", "朔", "works_at", "標高", "2026-02")),
        ],
        [
            ("朔", "works_at", "2026-02-18", ["標高"]),
            ("朔", "works_at", "2025-09-01", ["里程社"]),
            (ME, "works_at", "2026-02-18", []),
        ],
    ),
    "announced, then begun": (
        [
            _turn("2025-10-20", "I work at Bramley & Co.", ("organization", "Bramley & Co"),
                  ("+", ME, "works_at", "Bramley & Co")),
            _turn("2026-01-05", "I start at Dunlin Foods on 2 February.", ("organization", "Dunlin Foods"),
                  ("+", ME, "works_at", "Dunlin Foods", "2026-02-02")),
            _turn("2026-02-20", "Third week at Dunlin Foods.", ("organization", "Dunlin Foods"),
                  ("+", ME, "works_at", "Dunlin Foods")),
        ],
        [
            (ME, "works_at", "2026-01-20", ["Bramley & Co"]),
            (ME, "works_at", "2026-02-20", ["Dunlin Foods"]),
        ],
    ),
    "a span of years with a gap": (
        [
            _turn("2026-01-02", "I lived in Sligo during 2019 and 2020, then moved to Tralee in May 2021.",
                  ("place", "Sligo"), ("place", "Tralee"), ("~", ME, "lives_in", "Sligo", "2019", "2021"),
                  ("+", ME, "lives_in", "Tralee", "2021-05")),
        ],
        [
            (ME, "lives_in", "2026-01-03", ["Tralee"]),
            (ME, "lives_in", "2020-12-31", ["Sligo"]),
            (ME, "lives_in", "2021-02-01", []),
            (ME, "lives_in", None, ["Sligo", "Tralee"]),
        ],
    ),
    "an end told, the start never": (
        [
            _turn("2026-01-02", "I used to live in Rye until 2020.", ("place", "Rye"),
                  ("~", ME, "lives_in", "Rye", None, "2020")),
            _turn("2026-01-03", "I live in Deal.", ("place", "Deal"), ("+", ME, "lives_in", "Deal")),
        ],
        [
            (ME, "lives_in", "2026-01-03", ["Deal"]),
            (ME, "lives_in", "2026-01-02", []),
            (ME, "lives_in", None, ["Deal", "Rye"]),
        ],
    ),
    "not before its day": (
        [
            _turn("2026-02-01", "4月1日に丸亀へ引っ越します。今は鳴門。", ("place", "丸亀"), ("place", "鳴門"),
                  ("+", ME, "lives_in", "丸亀", "2026-04-01"), ("+", ME, "lives_in", "鳴門")),
        ],
        [(ME, "lives_in", "2026-02-15", ["鳴門"]), (ME, "lives_in", "2026-05-01", ["丸亀"])],
    ),
    "a plan called off": (
        [
            _turn("2026-01-01", "I live in Ely.", ("place", "Ely"), ("+", ME, "lives_in", "Ely")),
            _turn("2026-02-01", "I move to Hove on 1 April.", ("place", "Hove"),
                  ("+", ME, "lives_in", "Hove", "2026-04-01")),
            _turn("2026-03-01", "I am not moving to Hove after all.", ("place", "Hove"), ("-", ME, "lives_in", "Hove")),
            _turn("2026-04-20", "Here in Ely it rains.", ("place", "Ely"), ("+", ME, "lives_in", "Ely")),
        ],
        [(ME, "lives_in", "2026-05-01", ["Ely"]), (ME, "lives_in", "2026-02-15", ["Ely"])],
    ),
    "married and divorced": (
        [
            _turn("2024-06-08", "Married Florin today!", ("person", "Florin"),
                  ("+", ME, "married_to", "Florin", "2024-06-08")),
            _turn("2025-09-30", "The divorce from Florin is final.", ("person", "Florin"),
                  ("-", ME, "married_to", "Florin", "2025-09-30")),
        ],
        [
            (ME, "married_to", "2025-09-30", []),
            (ME, "married_to", "2025-01-01", ["Florin"]),
            (ME, "married_to", None, ["Florin"]),
        ],
    ),
    "a new name, told first": (
        [
            _turn("2026-01-30", "As of today my legal name is Noor Vale.",
                  ("=", ME, "name_is", "Noor Vale", "2026-01-30")),
            _turn("2025-03-03", "My name is Noor Hale.", ("=", ME, "name_is", "Noor Hale")),
        ],
        [
            (ME, "name_is", "2026-01-30", ["Noor Vale"]),
            (ME, "name_is", "2025-08-01", ["Noor Hale"]),
            (ME, "name_is", None, ["Noor Hale", "Noor Vale"]),
        ],
    ),
    "a deadline that moved": (
        [
            _turn("2026-03-20", "The tax form deadline moved to 14 April.", ("thing", "tax form"),
                  ("=", "tax form", "due_on", "2026-04-14")),
            _turn("2026-02-02", "The tax form is due on 2026-03-31.", ("thing", "tax form"),
                  ("=", "tax form", "due_on", "2026-03-31")),
        ],
        [
            ("tax form", "due_on", "2026-03-20", ["2026-04-14"]),
            ("tax form", "due_on", None, ["2026-03-31", "2026-04-14"]),
        ],
    ),
    "there and back, told backwards": (
        [
            _turn("2026-02-03", "また飯田に戻ってきた。今月から。", ("place", "飯田"),
                  ("+", ME, "lives_in", "飯田", "2026-02")),
            _turn("2024-04-02", "今月から飯田に住んでいる。", ("place", "飯田"),
                  ("+", ME, "lives_in", "飯田", "2024-04")),
            _turn("2025-06-05", "飯田を出て、今月から諏訪暮らし。", ("place", "諏訪"), ("place", "飯田"),
                  ("+", ME, "lives_in", "諏訪", "2025-06"), ("-", ME, "lives_in", "飯田", "2025-06")),
        ],
        [
            (ME, "lives_in", "2026-02-03", ["飯田"]),
            (ME, "lives_in", "2024-10-01", ["飯田"]),
            (ME, "lives_in", "2025-09-01", ["諏訪"]),
            (ME, "lives_in", None, ["諏訪", "飯田"]),
        ],
    ),
    "there and back without dates, the middle told last": (
        [
            _turn("2026-02-03", "I live in Bude.", ("place", "Bude"), ("+", ME, "lives_in", "Bude")),
            _turn("2024-04-02", "I live in Bude.", ("place", "Bude"), ("+", ME, "lives_in", "Bude")),
            _turn("2025-06-05", "I live in Looe.", ("place", "Looe"), ("+", ME, "lives_in", "Looe")),
        ],
        [
            (ME, "lives_in", "2026-02-03", ["Bude"]),
            (ME, "lives_in", "2024-10-01", ["Bude"]),
            (ME, "lives_in", "2025-09-01", ["Looe"]),
        ],
    ),
    "I quit, without saying what": (
        [
            _turn("2025-02-03", "I work at Heron Labs.", ("organization", "Heron Labs"),
                  ("+", ME, "works_at", "Heron Labs")),
            _turn("2025-08-03", "I quit my job today.", ("-", ME, "works_at")),
        ],
        [(ME, "works_at", "2025-08-03", []), (ME, "works_at", "2025-05-03", ["Heron Labs"])],
    ),
    "said otherwise, the same": (
        [
            _turn("2025-02-03", "Dana is my daughter.", ("person", "Dana"), ("+", "Dana", "child_of", ME)),
            _turn("2025-03-03", "I have a daughter, Dana.", ("person", "Dana"), ("+", ME, "parent_of", "Dana")),
            _turn("2025-03-04", "Iris is my boss.", ("person", "Iris"), ("+", "Iris", "manages", ME)),
            _turn("2026-03-04", "I report to Bea now.", ("person", "Bea"), ("+", ME, "reports_to", "Bea")),
        ],
        [
            (ME, "parent_of", "2025-04-01", ["Dana"]),
            ("Dana", "child_of", "2025-04-01", ["Me"]),
            (ME, "reports_to", "2026-03-04", ["Bea"]),
            (ME, "reports_to", "2025-12-04", ["Iris"]),
        ],
    ),
}  # fmt: skip
