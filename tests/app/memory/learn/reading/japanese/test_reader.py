"""Turns as a whole: context, quotations, corrections, notes, names that the tagger knows, and what is left out."""

import time
from datetime import datetime

import pytest

from app.inference.protocols import NameSpan
from app.memory.learn.reading.japanese import morphology
from tests.app.memory.learn.reading.japanese.drafting import drafted, ends, entities, facts, turn


# ── who is meant ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_pronoun_is_the_person_of_the_sentence_before():
    assert facts(drafted("友人の美月は画家。彼女はリスボンに住んでいる。")) == {
        "Me friend_of 美月",
        "美月 job_title 画家",
        "美月 lives_in リスボン",
    }


def test_a_pronoun_reaches_into_the_turn_before_and_takes_no_fact_from_it():
    draft = drafted("彼女は翻訳家です。", context=[turn("友人の千尋がポルトガルに引っ越した。")])
    assert facts(draft) == {"千尋 job_title 翻訳家"}


def test_a_pronoun_without_anybody_says_nothing_of_the_speaker():
    assert facts(drafted("彼は東京に住んでいて、尺八を吹く。")) == set()


def test_the_topic_goes_on_in_the_next_sentence():
    assert facts(drafted("姉の千晶は長崎に住んでいる。フランス語を話す。")) >= {"千晶 speaks フランス語"}


def test_the_speaker_takes_the_word_back():
    assert facts(drafted("姉の千晶は長崎に住んでいる。私は奈良に住んでいる。ピアノを弾きます。")) >= {"Me plays ピアノ"}


@pytest.mark.parametrize("text", ["兄の車は東京で買った。", "隣の人が岡山に引っ越した。", "新人が白峰電機に入社した。"])
def test_what_a_nameless_person_does_is_not_said_of_the_speaker(text):
    assert facts(drafted(text)) == set()


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("姉はテニス選手です。", set()),
        ("兄は水泳選手と結婚した。", set()),
        ("鈴木一郎は野球選手です。", set()),
        ("マラソン選手の佐藤さんは横浜に住んでいる。", {"佐藤", "横浜"}),
        ("父は国会議員です。", {"父"}),
        ("姉は数学教授です。", {"姉"}),
        ("夫はサッカー監督をしている。", {"夫"}),
        ("大谷選手は横浜に住んでいる。", {"大谷", "横浜"}),
        ("弟は佐藤選手です。", {"佐藤"}),
        ("桜先生は横浜に住んでいる。", {"桜", "横浜"}),
        ("通称ケンちゃんは横浜に住んでいる。", {"ケン", "横浜"}),
    ],
)
def test_what_somebody_is_stands_for_no_name(text, known):
    assert set(entities(drafted(text))) == known


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("田中さんはアルファ商事で働いている。", {"田中 works_at アルファ商事"}),
        ("ベータ電機に入社した。", {"Me works_at ベータ電機"}),
        ("私は㈱青空で働いている。", {"Me works_at (株)青空"}),
        ("田中さんは（株）みどりに入社した。", {"田中 works_at (株)みどり"}),
        ("langfuse:3.224.4を使っている。", {"Me uses langfuse:3.224.4"}),
        ("(株)の会議は10:30に始まる。", set()),
    ],
)
def test_letters_short_forms_and_releases_are_part_of_a_name(text, told):
    assert facts(drafted(text)) == told


def test_a_wedding_and_its_partner_in_two_sentences():
    assert facts(drafted("おととい、妹の陽菜が結婚した。相手は拓海さん。")) == {
        "Me sibling_of 陽菜",
        "陽菜 married_to 拓海@2026-03-10",
    }


@pytest.mark.parametrize(
    ("text", "since"),
    [("昨日、猫のモモを飼い始めた。", "2026-03-11"), ("2020年からモモという猫を飼っている。", "2020")],
)
def test_a_named_animal_has_been_there_since_the_day_that_is_said(text, since):
    assert facts(drafted(text)) == {f"Me has_pet モモ@{since}"}


def test_an_animal_gets_its_name_in_the_next_turn():
    draft = drafted("名前はクロです。", context=[turn("黒猫を飼い始めた。")])
    assert facts(draft) == {"Me has_pet クロ"}


def test_a_speaker_with_a_name_is_the_one_who_says_i():
    assert facts(drafted("私は札幌に住んでいます。", speaker="佐藤")) == {"佐藤 lives_in 札幌"}


def test_person_and_firm_of_one_name_are_two():
    draft = drafted("友人の梶原が、先月から梶原という金型の会社で働きはじめた。")
    assert {(e.name, e.kind) for e in draft.entities} == {("梶原", "person"), ("梶原", "organization")}
    fact = next(f for f in draft.facts if f.predicate == "works_at")
    assert (fact.subject_kind, fact.object_kind) == ("person", "organization")


# ── quotations ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_quotation_is_said_by_its_speaker():
    draft = drafted("友人の千尋が「私はオランダに住んでるの」と電話で言っていた。")
    assert facts(draft) == {"Me friend_of 千尋", "千尋 lives_in オランダ"}


@pytest.mark.parametrize(
    "text",
    [
        "小説の書き出し：「私は灯台に住んでいて、妻は海だ」どう思う？",
        "主人公は長崎に住んでいて、猫を三匹飼っている。",
        "店長が「明日から広島に住む」と言った。",
        "歌詞に「私は港町に住んでいる」とある。",
        "夢の中で私はパリに住んでいた。",
    ],
)
def test_fiction_and_strangers_teach_nothing(text):
    assert facts(drafted(text)) == set()


# ── corrections ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_slip_of_an_earlier_turn_is_taken_back():
    draft = drafted(
        "すみません、名古屋じゃなくて富山でした。", context=[turn("友達の健は名古屋に住んでいて、オーボエを吹く。")]
    )
    assert [(c.wrong, c.right) for c in draft.corrections] == [("名古屋", "富山")]
    assert facts(draft) == set()


def test_what_the_assistant_said_is_no_slip_of_the_user():
    draft = drafted("いえ、住んでいるのは横須賀です。", context=[turn("横浜にお住まいなのですね。", "assistant")])
    assert facts(draft) == {"Me lives_in 横須賀"}
    assert draft.corrections == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("提案書の締切は15日、いや18日だった。", "提案書 due_on 2026-03-18"),
        ("母の誕生日は6月9日。いや、19日だった。", "母 birthday --06-19"),
        ("レポートの提出期限は3月30日。あ、いや、3月31日でした。", "レポート due_on 2026-03-31"),
    ],
)
def test_only_the_last_value_of_a_turn_is_kept(text, said):
    values = {fact for fact in facts(drafted(text)) if "_on " in fact or "birthday" in fact}
    assert values == {said}


# ── notes ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_note_of_keys_and_links():
    draft = drafted(
        "## 読書会\n- 主催：[[平林さつき]]\n- 課題本：[[砂の図書室]]（著者は[[野見山遼]]）\n- 次回は 2026-07-04"
    )
    assert facts(draft) == {"野見山遼 created 砂の図書室", "読書会 starts_on 2026-07-04"}
    assert entities(draft) == {"平林さつき": "person", "砂の図書室": "thing", "野見山遼": "person", "読書会": "event"}


def test_code_addresses_and_secrets_are_not_read():
    draft = drafted(
        "うちのWi-Fiのパスワードを mochi-8841-Tsuki に変えた。`cargo build` が落ちる。https://example.org/東京に住む"
    )
    assert draft.facts == ()
    assert "mochi" not in str(draft)


# ── names ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "name", "alias"),
    [
        ("同僚の山口大輔（だいちゃん）が係長になった。", "山口大輔", "だいちゃん"),
        ("ななちゃんこと七海は私の親友です。", "七海", "ななちゃん"),
        ("村瀬武史、通称たけちゃんは高校の同級生だ。", "村瀬武史", "たけちゃん"),
        ("中村さん、別名ナカさんは福岡に住んでいます。", "中村", "ナカさん"),
        ("同僚の長谷川はみんなからハセと呼ばれている。", "長谷川", "ハセ"),
    ],
)
def test_other_names_are_kept_where_the_text_states_them(text, name, alias):
    entity = next(entity for entity in drafted(text).entities if entity.name == name)
    assert entity.aliases == (alias,)


@pytest.mark.parametrize(
    "text", ["田中（32）が来た。", "高橋さん（大阪在住）と会った。", "久我先生（皮膚科）に診てもらった。"]
)
def test_a_gloss_that_is_no_name_is_no_alias(text):
    assert all(entity.aliases == () for entity in drafted(text).entities)


def test_titles_and_versions_are_no_part_of_a_name():
    assert entities(drafted("三枝先生がUbuntu 24.04を使っている。")) == {"三枝": "person", "Ubuntu": "thing"}
    assert entities(drafted("スマホはPixel 8です。")) == {"Pixel 8": "thing"}


def test_the_tagger_settles_a_kind_that_the_words_leave_open():
    text = "ドンブリコに行った。"
    assert entities(drafted(text)) == {}
    assert entities(drafted(text, names=[NameSpan(0, 5, "place", 0.9)])) == {"ドンブリコ": "place"}


def test_fact_sentences_are_japanese():
    said = [fact.fact for fact in drafted("姉の千晶は出島製菓に勤めている。私は川崎に住んでいる。").facts]
    assert "千晶は出島製菓に勤めている" in said
    assert "私は川崎に住んでいる" in said


# ── bounds ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_dates_are_counted_from_the_local_day():
    late = datetime.fromisoformat("2026-03-12T23:30:00+09:00")
    assert facts(drafted("今日、山岳部に入部した。", said_at=late)) == {"Me member_of 山岳部@2026-03-12"}


@pytest.mark.parametrize(
    "text", ["", "   ", "。", "、、、", "」「", "（（（", "はがのに", "🙂", "\ud800を使う", "いや、", "2026-99-99に"]
)
def test_scraps_are_read_without_harm(text):
    assert facts(drafted(text)) == set()
    assert ends(drafted(text)) == set()


@pytest.mark.parametrize(
    "unit", ["「", "あ（", "私は東京と", "友人の", "東京に住んで、", "いや、", "15日、いや", "住んでいます。"]
)
def test_the_cost_grows_with_the_length_and_no_faster(unit):
    def cost(length: int) -> float:
        text = (unit * length)[:length]
        start = time.process_time()
        drafted(text)
        return time.process_time() - start

    cost(1000)
    assert cost(16_000) < 40 * max(cost(2_000), 0.005)


def test_without_a_morphology_nothing_is_read_and_it_is_said(monkeypatch):
    monkeypatch.setattr(morphology, "sudachipy", None)
    draft = drafted("私は札幌に住んでいます。")
    assert draft.facts == () and draft.entities == ()
    assert [drop.reason for drop in draft.drops] == ["no_morphology"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("高崎に引っ越したほうがいいと思う？", "question"),
        ("もし福岡に住んでたら毎日ラーメンだった。", "hypothetical"),
        ("いつか沖縄に住みたい。", "hypothetical"),
        ("岡山に引っ越してください。", "request"),
        ("大阪に住んでいたとき、地震があった。", "background"),
    ],
)
def test_what_is_left_out_says_why(text, reason):
    draft = drafted(text)
    assert draft.facts == ()
    assert reason in {drop.reason for drop in draft.drops}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("演奏会は神戸にある。", "演奏会 held_at 神戸"),
        ("出島製菓は長崎にある。", "出島製菓 located_in 長崎"),
        ("みなと協会は横浜にある。", "みなと協会 located_in 横浜"),
    ],
)
def test_a_concert_is_held_at_a_place_and_a_firm_stands_in_it(text, fact):
    assert facts(drafted(text)) == {fact}
