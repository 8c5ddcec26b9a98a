import pytest

from app.memory.recall.wanting import wants_answer


@pytest.mark.parametrize(
    "text",
    [
        "Where does Alice work?",
        "where does alice work",
        "Remind me who fixed the boiler",
        "ok, what did I say about the lease",
        "I met Ben today. Do you remember his job",
        "Did Mara move to Ghent",
        "最近どう？\nアリスはどこで働いてる？",
        "アリスはどこで働いてるの",
        "パスポートはいつ切れるんだっけ",
        "歯医者の予約を教えて",
        "締切はいつですか。",
        "誰が鍵を持っている",
        "以前は何を使っていた",
    ],
)
def test_a_question_wants_an_answer(text: str):
    assert wants_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "Alice works at Acme.",
        "When I was in Rome, I lost my umbrella.",
        "What a day",
        "Had lunch with Ben.",
        "I know who took it.",
        "今日は花見だった。",
        "いつもの店で食べた。",
        "誰もいなかった。",
        "何かあったら連絡する。",
        "しか食べた。",
        "",
        "   ",
    ],
)
def test_a_statement_wants_none(text: str):
    assert not wants_answer(text)
