"""What a turn takes back of an earlier one, in the many ways in which people say so."""

import pytest

from tests.app.memory.learn.reading.japanese.drafting import drafted, turn

SLIPS = [
    ("三枝は讃岐電工で働いている。", "ごめん、讃岐電工じゃなくて讃岐測器だった。", ("讃岐電工", "讃岐測器")),
    ("弟は松本に住んでいる。", "すみません、松本ではなく松江の間違いです。", ("松本", "松江")),
    ("会議は4月3日です。", "さっき3日って書いたけど4日でした。", ("2026-04-03", "2026-04-04")),
    ("猫の名前はミルクです。", "訂正、ミルクじゃなくてミロ。", ("ミルク", "ミロ")),
    ("上司は遠山さん。", "遠山さんじゃなくて遠藤さんだった、ごめん。", ("遠山", "遠藤")),
    ("締切は4月10日です。", "先ほどの10日は間違いで、正しくは12日でした。", ("2026-04-10", "2026-04-12")),
    ("妹は函館に住んでる。", "函館って言ったけど小樽だった。", ("函館", "小樽")),
    ("出身は秋田です。", "秋田は誤りで、正しくは岩手です。", ("秋田", "岩手")),
    ("友達の名前は奈央。", "奈央→菜緒の間違い。", ("奈央", "菜緒")),
]
NONE = [
    ("京都が好き。", "京都じゃなくて奈良に行きたい。"),
    ("京都が好き。", "京都もいいけど奈良もいいよね。"),
    ("田中さんが来た。", "田中さんって言ったけど返事がなかった。"),
    ("弟は松本に住んでいる。", "ごめん、今日は行けなくなった。"),
]


@pytest.mark.parametrize(("before", "text", "pair"), SLIPS)
def test_takes_back(before, text, pair):
    draft = drafted(text, context=[turn(before)])
    assert [(slip.wrong, slip.right) for slip in draft.corrections] == [pair]
    assert not draft.facts


@pytest.mark.parametrize(("before", "text"), NONE)
def test_takes_nothing_back(before, text):
    assert drafted(text, context=[turn(before)]).corrections == ()
