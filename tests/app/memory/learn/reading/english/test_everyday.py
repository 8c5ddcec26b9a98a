"""Everyday turns that leave much out: lists of self-facts, contact details, nicknames, slips, quoted words."""

import pytest

from tests.app.memory.learn.reading.english.saying import read, written

TAUGHT = {
    # self-facts without a subject
    "originally from Leipzig, based in Turin these days.": ["Me from_place Leipzig", "Me lives_in Turin"],
    "Born in Bergen, raised in Lille, living in Basel now.": [
        "Me from_place Bergen",
        "Me from_place Lille",
        "Me lives_in Basel",
    ],
    "Fluent in Danish, shaky in Greek.": ["Me speaks Danish", "Me speaks Greek"],
    "About me: born in Graz, based in Oslo, learning Finnish, and I play the oboe.": [
        "Me from_place Graz",
        "Me lives_in Oslo",
        "Me learns Finnish",
        "Me plays oboe",
    ],
    "Bit about myself - from Cork, living in Malmö, working at Tallow Bank.": [
        "Me from_place Cork",
        "Me lives_in Malmö",
        "Me works_at Tallow Bank",
    ],
    "hey! from Galway, married to Oskar, allergic to walnuts": [
        "Me from_place Galway",
        "Me married_to Oskar",
        "Me allergic_to walnuts",
    ],
    "Currently based in Porto, originally from Ghent.": ["Me lives_in Porto", "Me from_place Ghent"],
    # clauses with subjects of their own
    "I own a kayak called Minnow, my wife is Greta, and I keep two hens, Dot and Pip.": [
        "Me owns Minnow",
        "Me married_to Greta",
        "Me has_pet Dot",
        "Me has_pet Pip",
    ],
    "I work at Tallow Bank, my boss is Hollis, and my office is in Leeds.": [
        "Me works_at Tallow Bank",
        "Me reports_to Hollis",
    ],
    "My sister is Ines, my brother is Lars, and we live in Bergen.": [
        "Me sibling_of Ines",
        "Me sibling_of Lars",
        "Me lives_in Bergen",
    ],
    "I play the lute, my husband plays the harp, and our cat is called Soot.": [
        "Me plays lute",
        "Me has_pet Soot",
        "Me married_to Husband",
        "Husband plays harp",
    ],
    "I keep three goats, Bramble, Fern and Ivy.": ["Me has_pet Bramble", "Me has_pet Fern", "Me has_pet Ivy"],
    # contact details
    "Reach me at dora@quoin.example or on 020 7946 0018.": ["Me email dora@quoin.example", "Me phone 020 7946 0018"],
    "My details: dora@quoin.example, mobile 07700 900118.": ["Me email dora@quoin.example", "Me phone 07700 900118"],
    "New contact info for me: email dora@quoin.example, phone 020 7946 0018.": [
        "Me email dora@quoin.example",
        "Me phone 020 7946 0018",
    ],
    "You can call me on 07700 900118 or email me at dora@quoin.example.": [
        "Me phone 07700 900118",
        "Me email dora@quoin.example",
    ],
    "Ana's number is 07700 900118 and her email is ana@quoin.example.": [
        "Ana phone 07700 900118",
        "Ana email ana@quoin.example",
    ],
    "My number has changed: 07700 900119.": ["Me phone 07700 900119"],
    "Ana's new number: 07700 900119.": ["Ana phone 07700 900119"],
    "my email's dora@quoin.example btw": ["Me email dora@quoin.example"],
    # other names
    "Wilhelmina, Minna to nearly everyone, plays the bassoon. Minna lives in Bergen.": [
        "Wilhelmina plays bassoon",
        "Wilhelmina lives_in Bergen",
    ],
    "My neighbour Frederick, everyone calls him Fritz, works for Tallow Bank.": [
        "Me knows Frederick",
        "Frederick works_at Tallow Bank",
    ],
    "Rosalind, people call her Roz, lives in Lyon.": ["Rosalind lives_in Lyon"],
    "My aunt Philippa, Pip to all of us, became a beekeeper.": [
        "Me relative_of Philippa",
        "Philippa job_title beekeeper",
    ],
    "Anselm, or Zelly as we call him, lives in Graz.": ["Anselm lives_in Graz"],
    "She became a puppeteer.": [],
    "Ana became a puppeteer last year.": ["Ana job_title puppeteer @2025"],
    # tools
    "Now on Debian 12 at home.": ["Me uses Debian"],
    "Back on Firefox, and all my notes live in Obsidian.": ["Me uses Firefox", "Me uses Obsidian"],
    "Finally on Kotlin 2.1.": ["Me uses Kotlin"],
    "All my writing happens in Typst.": ["Me uses Typst"],
    "Our billing runs on Postgres.": ["Me uses Postgres"],
    "Still on Windows 11 over here.": ["Me uses Windows"],
    # posts and dates before a clause
    "Dr. Ines Vega is head of the Marram Lab.": ["Ines Vega manages Marram Lab"],
    "Ana is head of Harlow Museum, and from 2 May I report to her.": [
        "Ana manages Harlow Museum",
        "Me reports_to Ana @2026-05-02",
    ],
    "I visited Skye on the 3rd, and the day before yesterday I watched a film called Low Tide.": [
        "Me visited Skye @2026-03-03",
        "Me watched Low Tide @2026-03-09",
    ],
    "I live in Leeds, and since Monday I work at Tallow Bank.": [
        "Me lives_in Leeds",
        "Me works_at Tallow Bank @2026-03-09",
    ],
    "Tom lives in York and from April Ana lives in Bath.": ["Tom lives_in York", "Ana lives_in Bath @2026-04"],
    # wrong numbers
    "My number is 0117 496 0812. Argh, typo: 0117 496 0821.": ["Me phone 0117 496 0821"],
    "Ana's email is ana@quoin.example. Typo! It's ana@quoins.example.": ["Ana email ana@quoins.example"],
    "Tom's number is 0117 496 0812, sorry, 0117 496 0822.": ["Tom phone 0117 496 0822"],
    "My number is 0117 496 0812. Correction: 0117 496 0823.": ["Me phone 0117 496 0823"],
    # firms and their towns
    "I volunteer for the Dunlin Trust, a Bergen charity.": [
        "Me works_at Dunlin Trust",
        "Dunlin Trust located_in Bergen",
    ],
    "Ana works at Quoin, a Leeds startup.": ["Ana works_at Quoin", "Quoin located_in Leeds"],
    "My sister Ines runs a bakery called Rye & Sons in Cork.": [
        "Me sibling_of Ines",
        "Ines manages Rye & Sons",
        "Rye & Sons located_in Cork",
    ],
    "Ana owns a bookshop called Inkwell in Bath.": ["Ana owns Inkwell", "Inkwell located_in Bath"],
    # leaving a place
    "I left Ghent for good on 2 March and now live in Oslo.": ["Me lives_in Oslo", "- Me lives_in Ghent @2026-03-02"],
    "We've left Bristol for good; home is Truro.": ["Me lives_in Truro", "- Me lives_in Bristol"],
    "I'm leaving Dundee on Friday and moving to Perth.": [
        "Me lives_in Perth @2026-03-13",
        "- Me lives_in Dundee @2026-03-13",
    ],
    "Ana left Lyon for good last year.": ["- Ana lives_in Lyon @2025"],
    "I left London at noon.": [],
    "I left Kelp last week.": ["- Me works_at Kelp @2026-03"],
    "Home is Antwerp these days.": ["Me lives_in Antwerp"],
    # medicines
    "I stopped taking sertraline. Still on zinc.": ["Me takes_medicine zinc", "- Me takes_medicine sertraline"],
    "Dr. Pell diagnosed me with asthma, so I take formoterol now.": [
        "Me diagnosed_with asthma",
        "Me takes_medicine formoterol",
    ],
    "I have migraines. I take rizatriptan for them.": ["Me diagnosed_with migraines", "Me takes_medicine rizatriptan"],
    "Off the codeine at last, still on naproxen.": ["Me takes_medicine naproxen", "- Me takes_medicine codeine"],
    "Still on the train.": [],
    "I'm on amlodipine and bisoprolol.": ["Me takes_medicine amlodipine", "Me takes_medicine bisoprolol"],
    # friends of others
    "My son Piers plays rugby. His best friend is Anouk.": [
        "Me parent_of Piers",
        "Piers plays rugby",
        "Piers friend_of Anouk",
    ],
    "Ana lives in Bath. Her brother is Tom.": ["Ana lives_in Bath", "Ana sibling_of Tom"],
    "Tom lives in Leeds. He also has a friend named Otto.": ["Tom lives_in Leeds", "Tom friend_of Otto"],
    "My boss is Hana. Her husband is Otto.": ["Me reports_to Hana", "Hana married_to Otto"],
    # clubs
    "Gave up my membership of Harlow Chess Club yesterday.": ["- Me member_of Harlow Chess Club @2026-03-10"],
    "Joined Harlow Chess Club tonight.": ["Me member_of Harlow Chess Club @2026-03-11"],
    "I've quit the rowing club for good.": ["- Me member_of rowing club"],
    "Left the choir last week.": ["- Me member_of choir @2026-03"],
    "I joined a chess club on Monday.": ["Me member_of chess club @2026-03-09"],
    "My membership of the Harlow Players ran out in February.": ["- Me member_of Harlow Players @2026-02"],
    # weddings
    "My sister Ines got married two days ago! Otto, her husband, cried.": [
        "Me sibling_of Ines",
        "Ines married_to Otto @2026-03-09",
    ],
    "Tom got married yesterday. His wife is called Ana.": ["Tom married_to Ana @2026-03-10"],
    "Ana and Otto got married on Saturday.": ["Ana married_to Otto @2026-03-07"],
    # the day it happens
    "2 May is the day I move to Perth.": ["Me lives_in Perth @2026-05-02"],
    "Monday is when I start at Tallow Bank.": ["Me works_at Tallow Bank @2026-03-16"],
    "I start at Tallow Bank on 4 May, so until then I work at Kelp.": [
        "Me works_at Tallow Bank @2026-05-04",
        "Me works_at Kelp ..2026-05-04",
    ],
    "Basel is where Ana lives.": ["Ana lives_in Basel"],
    "Tallow Bank is where I work.": ["Me works_at Tallow Bank"],
    "Cork is where my mum grew up.": ["Me child_of Mum", "Mum from_place Cork"],
    "Since Sunday I live in Graz again.": ["Me lives_in Graz @2026-03-08"],
    "Couldn't resist: since Sunday I live in Graz again.": ["Me lives_in Graz @2026-03-08"],
    "I work at Kelp until the end of April.": ["Me works_at Kelp ..2026-04-30"],
    "I work at Kelp until June. On 1 June I start at Tallow Bank.": [
        "Me works_at Kelp ..2026-06",
        "Me works_at Tallow Bank @2026-06-01",
    ],
    "I live in Leeds until Friday.": ["Me lives_in Leeds ..2026-03-13"],
    # somebody else's words
    'Postcard from my friend Odalys: "Guess what, I live in Reykjavik now!"': [
        "Me friend_of Odalys",
        "Odalys lives_in Reykjavik",
    ],
    'Orla said on the phone, "I live in Bruges now."': ["Orla lives_in Bruges"],
    'My brother Nils texted: "I start at Tallow Bank on Monday"': [
        "Me sibling_of Nils",
        "Nils works_at Tallow Bank @2026-03-16",
    ],
    '"I work at Kelp now," said Ana.': ["Ana works_at Kelp"],
    'Message from Tom: "I\'m allergic to walnuts."': ["Tom allergic_to walnuts"],
    'She said "I live in Paris" and left.': [],
    'In my play, Orla says, "I live in Bruges."': [],
    # past
    "I worked at Kelp for six years.": ["Me works_at Kelp ..2026-03-11"],
    "I lived in Cork as a student.": ["Me lives_in Cork ..2026-03-11"],
    "I used to work at Kelp.": ["- Me works_at Kelp"],
    "I was a teacher before.": ["Me job_title teacher ..2026-03-11"],
}


@pytest.mark.parametrize("text", TAUGHT)
def test_a_turn_teaches_just_this(text: str) -> None:
    assert sorted(written(read(text))) == sorted(TAUGHT[text])
