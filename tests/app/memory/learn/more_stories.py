"""Stories of people and plans; see `tellings` for their shape."""

from app.domain.entity import ME
from tests.app.memory.learn.tellings import turn_of as _turn

SECOND = {
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
