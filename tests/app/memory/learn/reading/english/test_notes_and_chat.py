"""Notes to oneself, introductions, chat and business turns, and what they teach."""

import pytest

from tests.app.memory.learn.reading.english.saying import read, written

TAUGHT = {
    "Met the new neighbours, Joost and Annemiek. They've just moved here from Zwolle.": [
        "Me knows Joost",
        "Me knows Annemiek",
        "- Joost lives_in Zwolle",
        "- Annemiek lives_in Zwolle",
    ],
    "Passed my driving test today!!": [],
    "I've finally quit my job at Stonebridge Council.": ["- Me works_at Stonebridge Council"],
    "From next month I'll be working at Ravelin as a data engineer.": [
        "Me works_at Ravelin @2026-04",
        "Me job_title data engineer @2026-04",
    ],
    "I got promoted to senior analyst last week.": ["Me job_title senior analyst @2026-03"],
    "The landlord sold the house so we are moving to Delft at the end of May.": ["Me lives_in Delft @2026-05"],
    "Bea starts school in September.": [],
    "Renewed my passport, 40 quid poorer.": [],
    "We lost the match but Finn scored twice. Proud dad moment.": [],
    "my dad used to be a miner": ["Me child_of Dad", "- Dad job_title miner"],
    "lol my cat is named after my ex": [],
    "she's vegan, i'm not": [],
    "yeah i live with my brother stefan and his kid": ["Me sibling_of Stefan", "Me lives_with Stefan"],
    "i work from home on wednesdays": [],
    "I'm Spanish but I've lived in Dublin for six years.": ["Me lives_in Dublin @2020"],
    "Please cc my assistant Priya Nair (priya.nair@northgate.example).": [
        "Priya Nair email priya.nair@northgate.example"
    ],
    "Dr. Okafor will be replaced by Dr. Stein from 1 April.": [],
    "The supplier, Marlow Ceramics, is based in Stoke.": ["Marlow Ceramics located_in Stoke"],
    "Our CEO, Vivienne Marsh, founded the company in 2009.": ["Vivienne Marsh job_title CEO"],
    "Jonas is the project manager for Heron.": ["Jonas job_title project manager"],
    "Luisa and I co-founded Papaya Studio in 2017.": [
        "Me founded Papaya Studio @2017",
        "Luisa founded Papaya Studio @2017",
    ],
    "I report to Wim, who reports to Claudia.": ["Me reports_to Wim", "Wim reports_to Claudia"],
    "Sprint review: Thursday. Owner: Tariq.": [],
    "- Pet: Maple (corgi)": ["Me has_pet Maple"],
    "- Partner: Linnea, nurse": ["Me partner_of Linnea"],
    "Emergency contact: my sister Yara, 07700 900456": ["Me sibling_of Yara", "Yara phone 07700 900456"],
    "GP: Dr. Anand, Holloway Surgery": ["Anand job_title gp"],
    "Meds: sertraline 50mg, vitamin D": ["Me takes_medicine sertraline 50mg", "Me takes_medicine vitamin D"],
    "Home: Utrecht. Work: Philips.": ["Me lives_in Utrecht", "Me works_at Philips"],
    "Name: Rosalie Grant. Job: illustrator. City: Leeds.": [
        "Me name_is Rosalie Grant",
        "Me job_title illustrator",
        "Me lives_in Leeds",
    ],
    "DOB 4/7/1991": [],
    "My mother was born in Trieste and my father in Graz.": [
        "Me child_of Mother",
        "Mother from_place Trieste",
        "Me child_of Father",
        "Father from_place Graz",
    ],
    "My grandfather, Anselm, founded Brandt Brewery.": ["Me grandchild_of Anselm", "Anselm founded Brandt Brewery"],
    "I have two brothers, Emil and Kaspar, and Kaspar lives in Bern.": [
        "Me sibling_of Emil",
        "Me sibling_of Kaspar",
        "Kaspar lives_in Bern",
    ],
    "My late husband Rolf taught at Kiel University.": ["Rolf works_at Kiel University ..2026-03-11"],
    "Mila's husband is called Sven and they have a daughter, Tuva.": [
        "Mila married_to Sven",
        "Mila parent_of Tuva",
        "Sven parent_of Tuva",
    ],
    "I can't eat gluten because I have coeliac disease.": ["Me diagnosed_with coeliac disease"],
    "I take 20mg of citalopram every morning.": ["Me takes_medicine citalopram"],
    "My knee surgery is on 22 April.": ["knee surgery starts_on 2026-04-22"],
    "I play tennis every Saturday with Hugo.": ["Me plays tennis"],
    "I've taken up pottery.": ["Me learns pottery"],
    "Currently reading The Winter Soldier by Daniel Mason.": [
        "Me reads The Winter Soldier",
        "Daniel Mason created The Winter Soldier",
    ],
    "Saw Hamnet at the cinema last night.": ["Me watched Hamnet @2026-03-10"],
    "My favourite dish is pierogi and my favourite season is autumn.": [
        "Me favorite_dish pierogi",
        "Me favorite_season autumn",
    ],
    "I drive a Volvo V60.": ["Me owns Volvo V60"],
    "We've moved the whole company over to Linear.": [],
    "I bank with Monzo.": [],
    "I've been learning Czech on Duolingo since January.": ["Me learns Czech @2026-01"],
    "My passport number is 533401372.": [],
    "In case I forget: Ana's flat is 12 Rue Haxo.": [],
}


@pytest.mark.parametrize("text", TAUGHT)
def test_a_turn_teaches_just_this(text: str) -> None:
    assert sorted(written(read(text))) == sorted(TAUGHT[text])
