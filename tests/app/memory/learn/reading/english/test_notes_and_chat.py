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
    "My colleague Aurelio (we call him Lio) transferred from Turin to our Lyon office.": ["Me colleague_of Aurelio"],
    "Dagny, known to everybody as Dag, started at Ironbark Press on Monday.": [
        "Dagny works_at Ironbark Press @2026-03-09"
    ],
    "My cousin Leontine goes by Leo. Leo plays the harp.": ["Me relative_of Leontine", "Leontine plays harp"],
    "Nickname alert: the team calls Bartholomew 'Barty' now.": [],
    "Professor Hallam supervises my thesis.": [],
    "Dr. Noor Aziz is my new dentist.": ["Noor Aziz job_title dentist"],
    "Sister Agatha taught me Latin.": [],
    "Mr. Lindholm and Ms. Achterberg run Meridian Tiles together.": [
        "Lindholm manages Meridian Tiles",
        "Achterberg manages Meridian Tiles",
    ],
    "I bumped into Rosalind. She has left Quill Press and is freelancing.": ["- Rosalind works_at Quill Press"],
    "Talked to my brother Casper today; he's learning Icelandic and he wants to move there.": [
        "Me sibling_of Casper",
        "Casper learns Icelandic",
    ],
    "I live in Girona - no, sorry, Figueres.": ["Me lives_in Figueres"],
    "Her name is Maud. Actually, it's Maude with an e.": [],
    "Tobias works for Kelp, I mean Quill Press.": ["Tobias works_at Quill Press"],
    "The exam is on 4 June, wait, 14 June.": ["exam starts_on 2026-06-14"],
    "My boss is Gerda... scratch that, Greta.": ["Me reports_to Greta"],
    "I've cancelled Netflix and gone back to the library.": ["- Me uses Netflix"],
    "Ottilie is no longer a member of the Alpine Club.": ["- Ottilie member_of Alpine Club"],
    "We don't have the dog any more, Rex lives with my parents.": [],
    "Hugo and Ines divorced last summer.": ["- Hugo married_to Ines @2025"],
    "Stopped seeing Marek in February.": [],
    "As of today I'm no longer at Tallow Bank.": ["- Me works_at Tallow Bank @2026-03-11"],
    "My time at Corvid Media ends on 30 April.": ["- Me works_at Corvid Media @2026-04-30"],
    "I unsubscribed from Audible.": ["- Me uses Audible"],
    "Sold the piano.": ["- Me owns piano"],
    "My aunt Berit is married to Olav, whose sister Signe owns a vineyard called Solbakken near Molde.": [
        "Me relative_of Berit",
        "Berit married_to Olav",
        "Olav sibling_of Signe",
        "Signe owns Solbakken",
        "Solbakken located_in Molde",
    ],
    "Nadja, my boss, is married to Ruben, who founded Tern Robotics.": [
        "Me reports_to Nadja",
        "Nadja married_to Ruben",
        "Ruben founded Tern Robotics",
    ],
    "Jordan is in Jordan this week.": [],
    "We run Debian 13 and Postgres 17 on the servers; I edit in Neovim 0.11.": [
        "Me uses Debian",
        "Me uses Postgres",
        "Me uses Neovim",
    ],
    "Next Friday we're off to Madeira for a week.": [],
    "Having lived in Riga for four years, Inese is moving home to Liepāja in June.": [
        "Inese lives_in Liepāja @2026-06"
    ],
    "The workshop starts on 9 April and the deadline for the slides is 2 April.": [
        "workshop starts_on 2026-04-09",
        "slides due_on 2026-04-02",
    ],
    "We adopted Pickle the day before yesterday.": [],
    "I attended the Lisbon Book Fair the weekend before last.": ["Me attended Lisbon Book Fair"],
    "Would you rather live in Oslo or Bergen?": [],
    "Suppose I worked at CERN.": [],
    "Unless Tallow Bank calls, I'll take the job at Kelp.": [],
    "In the game my character Vex lives in Duskhold and owns a dragon.": [],
    "According to the horoscope I'll move abroad this year.": [],
    "The password for the NAS is plum-Tractor-88 and I use Syncthing on it.": ["Me uses Syncthing"],
    "My api key is sk-live-9f8e7d6c5b4a3210, and I work at Kelp.": ["Me works_at Kelp"],
    "Tell Ana I said hi!": [],
    "Someone named Rick called about the car.": [],
    "The people at Quill Press were lovely.": [],
    "My sister would never live in London.": [],
    "Everyone at work uses Slack, I prefer email.": [],
    "I could have worked at Google.": [],
    "I was at Quill Press for six years, now I'm with Halyard.": [
        "Me works_at Quill Press ..2026-03-11",
        "Me works_at Halyard",
    ],
}


@pytest.mark.parametrize("text", TAUGHT)
def test_a_turn_teaches_just_this(text: str) -> None:
    assert sorted(written(read(text))) == sorted(TAUGHT[text])
