"""Credentials are found in the ways people write them down, and plain talk about passwords is left alone."""

import time

import pytest

from app.domain.secret import MASK, find_secrets, mask

KEPT_OUT = [
    ("staging box login is deploy / Wren-7719-kettle, and I use Ansible.", "Wren-7719-kettle"),
    ("The wifi password is Plum-Tree-42!", "Plum-Tree-42"),
    ("New router password: gooseberry99 from today.", "gooseberry99"),
    ("password for the VPN is tangle.Roof.81, don't lose it", "tangle.Roof.81"),
    ("I changed the bank pin to 8031 yesterday", "8031"),
    ("My passphrase is 'correct horse battery staple'", "correct horse battery staple"),
    ("our passcode is swordfish.", "swordfish"),
    ("API key = qk_77ab-Zed-1", "qk_77ab-Zed-1"),
    ("here's the api key for weather: 9f8e7d6c5b4a", "9f8e7d6c5b4a"),
    ("export FAKECLOUD_KEY=fk_demo_8Hs2-QQ41-vulp", "fk_demo_8Hs2-QQ41-vulp"),
    ('DB_PASSWORD="two words-7"', "two words-7"),
    ("curl -H 'Authorization: Bearer abc.def-123456'", "abc.def-123456"),
    ("postgres://me:hunter-2x@db.local/app", "hunter-2x"),
    ("https://x.example/cb?access_token=aa11bb22cc&x=1", "aa11bb22cc"),
    ("token ghp_0123456789abcdefghijABCDEFGHIJ012345 works", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
    ("AKIAABCDEFGHIJKLMNOP is the key id", "AKIAABCDEFGHIJKLMNOP"),
    ("card 4111 1111 1111 1111 exp 09/29", "4111 1111 1111 1111"),
    ("Brook-Lamp-903 is my password for the library", "Brook-Lamp-903"),
    ("use Otter_55_tea as the admin password", "Otter_55_tea"),
    ("user: ana, password: Kelp*991", "Kelp*991"),
    ("log in with root:To0r-again", "To0r-again"),
    ("うちのWi-Fiのパスワードを mochi-8841-Tsuki に変えた。", "mochi-8841-Tsuki"),
    ("パスワードは「あさひ2290」です", "あさひ2290"),
    ("社内NASのパスワード：kura-55-ume", "kura-55-ume"),
    ("暗証番号は4096にした", "4096"),
    ("APIキーは zz-10-Qa-77 を使って", "zz-10-Qa-77"),
    ("ログインは admin / hotaru#2024 です", "hotaru#2024"),
    ("niji-303-Kaze がルーターのパスワード", "niji-303-Kaze"),
    ("トークン: tkn_demo_11-aa", "tkn_demo_11-aa"),
    ("secret token is now Maple77Frost", "Maple77Frost"),
]

LEFT_ALONE = [
    "The password is wrong again.",
    "My password is stored in Bitwarden.",
    "I forgot my password, what now?",
    "He passed the exam in 2019 and moved to Leeds.",
    "The allotment gate opens with 4471 now.",
    "Call me on +44 7700 900123 or 555-0117.",
    "The key person is Alice, the key point is price.",
    "Read SR-2023-052 and SR-2023-053 by 2026-03-31.",
    "commit 3f2a9c1d0e4b5a69788796a5b4c3d2e1f0a9b8c7 broke it",
    "パスワードを忘れた。",
    "パスポートは11月に切れる。",
    "I started at Harbourline Freight in March.",
    "Order 4111 1111 1111 1112 arrived",
    "The user interface is new / improved.",
]


@pytest.mark.parametrize(("text", "secret"), KEPT_OUT)
def test_a_secret_is_found_and_masked(text: str, secret: str) -> None:
    masked = mask(text)
    assert secret not in masked
    assert len(masked) == len(text)
    assert MASK in masked


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_plain_talk_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()


def test_the_rest_of_the_sentence_stays_readable() -> None:
    assert mask("The pin is 8031, and I use Ansible.") == "The pin is ••••, and I use Ansible."


def test_a_key_over_many_lines_keeps_its_line_breaks() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\nbye"
    assert mask(text).count("\n") == text.count("\n")
    assert "abc" not in mask(text)
    assert mask(text).endswith("bye")


def test_long_text_takes_time_in_proportion() -> None:
    def seconds(text: str) -> float:
        start = time.perf_counter()
        find_secrets(text)
        return time.perf_counter() - start

    line = "The quick brown fox is in the garden and my key is on the hook today. "
    short, long = seconds(line * 100), seconds(line * 1600)
    assert long < max(short, 0.002) * 16 * 6
    for awkward in ("password " * 8000, "a" * 60_000, "1 " * 30_000, "key=" * 15_000, "user " * 10_000):
        assert seconds(awkward) < 3.0


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** hunter2xyz9",
        "**Password**: hunter2xyz9",
        "- **wifi password** is hunter2xyz9",
        "__API key:__ hunter2xyz9",
        "`token`: hunter2xyz9",
        "**パスワード：** hunter2xyz9",
        "**パスワード**は hunter2xyz9",
    ],
)
def test_marks_of_emphasis_around_the_word_that_announces_it_hide_nothing(text: str):
    shown = mask(text)
    assert "hunter2xyz9" not in shown
    assert shown.replace("•", "") == text.removesuffix("hunter2xyz9")
