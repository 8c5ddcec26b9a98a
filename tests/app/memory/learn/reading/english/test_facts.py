"""What English turns say, in many ways of saying it. Every turn is said on Wednesday 11 March 2026.

A fact is written `subject predicate object @start ..end`, an end `- subject predicate object @when`.
"""

from datetime import datetime

import pytest

from app.domain.draft import Draft, Turn
from app.memory.learn.extract import OnDeviceExtractor

SAID = datetime.fromisoformat("2026-03-11T12:00:00+00:00")

TAUGHT = {
    # work
    "I've been working at Tallow Bank since January as a risk analyst.": [
        "Me works_at Tallow Bank @2026-01",
        "Me job_title risk analyst @2026-01",
    ],
    "I joined Meridian Tiles last November; I'm their warehouse coordinator.": [
        "Me works_at Meridian Tiles @2025-11",
        "Me job_title warehouse coordinator",
    ],
    "Since May I've been with Copperleaf Insurance as a claims adjuster.": [
        "Me works_at Copperleaf Insurance @2025-05",
        "Me job_title claims adjuster @2025-05",
    ],
    "I'm a nurse at St Brennan Hospital.": ["Me job_title nurse", "Me works_at St Brennan Hospital"],
    "Nia is the CEO of Kelp.": ["Nia job_title CEO", "Nia works_at Kelp"],
    "Our head of design, Nia, lives in Hove.": ["Nia job_title head of design", "Nia lives_in Hove"],
    "Tom became a team lead at Kelp.": ["Tom job_title team lead", "Tom works_at Kelp"],
    "I was promoted to senior engineer in January.": ["Me job_title senior engineer @2026-01"],
    "Got the job at Kelp!": ["Me works_at Kelp"],
    "New job: data analyst at Kelp from 1 June.": [
        "Me job_title data analyst @2026-06-01",
        "Me works_at Kelp @2026-06-01",
    ],
    "First day at Quince Labs!": ["Me works_at Quince Labs @2026-03-11"],
    "My friend Hudson starts at Hudson on Monday.": [
        "Me friend_of Hudson",
        "Hudson works_at Hudson @2026-03-16",
    ],
    "From 2015 to 2018 I worked at Kelp.": ["Me works_at Kelp @2015 ..2019"],
    "I worked at Kelp until 2020 and then joined Quill Press.": ["Me works_at Kelp ..2020", "Me works_at Quill Press"],
    "Alexander works at Kelp in Bristol.": ["Alexander works_at Kelp", "Kelp located_in Bristol"],
    "I work with Nia and Tom.": ["Me colleague_of Nia", "Me colleague_of Tom"],
    "I left Kelp for Quill Press in March.": ["Me works_at Quill Press @2026-03", "- Me works_at Kelp @2026-03"],
    "I left Kelp to join Quill Press.": ["Me works_at Quill Press", "- Me works_at Kelp"],
    "After leaving Kelp I joined Quill Press.": ["Me works_at Quill Press", "- Me works_at Kelp"],
    "Anton mentioned he spent four years at Lodestar Mill.": ["Anton works_at Lodestar Mill ..2026-03-11"],
    "Alex is assigned to Payments.": ["Alex assigned_to Payments"],
    "I report to Hollis.": ["Me reports_to Hollis"],
    "The new manager is Sunniva Berg.": ["Me reports_to Sunniva Berg"],
    # ends
    "I resigned from Tallow Bank yesterday.": ["- Me works_at Tallow Bank @2026-03-10"],
    "I got laid off from Fennel Labs last month.": ["- Me works_at Fennel Labs @2026-02"],
    "I'm leaving Fennel Labs at the end of April.": ["- Me works_at Fennel Labs @2026-04"],
    "I quit my job at Tallow Bank.": ["- Me works_at Tallow Bank"],
    "I'm not at Kelp anymore.": ["- Me works_at Kelp"],
    "My contract with Kelp ends in June.": ["- Me works_at Kelp @2026-06"],
    "My last day at Kelp was Friday.": ["- Me works_at Kelp @2026-03-06"],
    "Quill Press is behind me.": ["- Me works_at Quill Press"],
    "I stopped working at Fenwick Garden Centre last Tuesday.": ["- Me works_at Fenwick Garden Centre @2026-03-10"],
    "I don't live in Leeds anymore.": ["- Me lives_in Leeds"],
    "I used to play the trombone.": ["- Me plays trombone"],
    "I don't use Evernote any more.": ["- Me uses Evernote"],
    "I gave up on Emacs.": ["- Me uses Emacs"],
    "I deleted my Twitter account.": ["- Me uses Twitter"],
    "Cancelled my Audible subscription in February.": ["- Me uses Audible @2026-02"],
    "I cancelled my membership at FitHaus.": ["- Me member_of FitHaus"],
    "I left the Lantern Choir in March.": ["- Me member_of Lantern Choir @2026-03"],
    "I sold my Vespa yesterday.": ["- Me owns Vespa @2026-03-10"],
    "Our dog Rufus died yesterday.": ["- Me has_pet Rufus @2026-03-10"],
    "Jonas and I split up in May.": ["- Me partner_of Jonas @2025-05"],
    "The divorce from Florian is final as of this morning.": ["- Me married_to Florian @2026-03-11"],
    # home and moves
    "We moved from Ghent to Antwerp in 2019.": ["Me lives_in Antwerp @2019", "- Me lives_in Ghent @2019"],
    "I'm relocating from Utrecht to Malmö next month.": [
        "Me lives_in Malmö @2026-04",
        "- Me lives_in Utrecht @2026-04",
    ],
    "I moved out of Leeds last week.": ["- Me lives_in Leeds @2026-03"],
    "Kiran moved from Whitefield to Electronic City.": [
        "Kiran lives_in Electronic City",
        "- Kiran lives_in Whitefield",
    ],
    "Anya moved to Lima three years ago.": ["Anya lives_in Lima @2023"],
    "I have lived in Hull since 2015.": ["Me lives_in Hull @2015"],
    "I lived in Cork during 2019 and 2020.": ["Me lives_in Cork @2019 ..2021"],
    "I moved back to Cork last year.": ["Me lives_in Cork @2025"],
    "I live on Mill Road in Hove.": ["Me lives_in Hove"],
    "Born in Limerick, living in Porto these days.": ["Me from_place Limerick", "Me lives_in Porto"],
    "I grew up in Sligo.": ["Me from_place Sligo"],
    "Hometown: Sligo": ["Me from_place Sligo"],
    "Ana, who used to live in Turin, now lives in Basel.": ["Ana lives_in Basel", "- Ana lives_in Turin"],
    "Back in the Ridge Runners since Saturday.": ["Me member_of Ridge Runners @2026-03-07"],
    # people
    "My brother Benedict (Ben) plays the bassoon. Ben lives in Turin.": [
        "Me sibling_of Benedict",
        "Benedict plays bassoon",
        "Benedict lives_in Turin",
    ],
    "My brother's wife Ana speaks Catalan.": ["Me relative_of Ana", "Ana speaks Catalan"],
    "We have two cats, Mia and Zoe.": ["Me has_pet Mia", "Me has_pet Zoe"],
    "I have a brother, Piers, and a sister, Lotte.": ["Me sibling_of Piers", "Me sibling_of Lotte"],
    "Our dog is called Biscuit.": ["Me has_pet Biscuit"],
    "We adopted a kitten named Soot.": ["Me has_pet Soot"],
    "My dad's name is Ulrich.": ["Me child_of Ulrich"],
    "My dad lives in Bergen.": ["Me child_of Dad", "Dad lives_in Bergen"],
    "My mum and dad live in Bath.": ["Me child_of Mum", "Mum lives_in Bath", "Me child_of Dad", "Dad lives_in Bath"],
    "Maja, my daughter, is studying law at Selby University.": [
        "Me parent_of Maja",
        "Maja studies law",
        "Maja studies_at Selby University",
    ],
    "My daughter Maja started at Brook School last September.": [
        "Me parent_of Maja",
        "Maja studies_at Brook School @2025-09",
    ],
    "Henrike and Joost have twins, Pim and Roos.": [
        "Henrike parent_of Pim",
        "Joost parent_of Pim",
        "Henrike parent_of Roos",
        "Joost parent_of Roos",
    ],
    "My sister Agnes is married to Dov, and their son Ravi studies physics.": [
        "Me sibling_of Agnes",
        "Agnes married_to Dov",
        "Agnes parent_of Ravi",
        "Dov parent_of Ravi",
        "Ravi studies physics",
    ],
    "Petra and Ilse are married.": ["Petra married_to Ilse"],
    "I got married to Sam in June 2020.": ["Me married_to Sam @2020-06"],
    "I'm dating Sanne.": ["Me partner_of Sanne"],
    "My best friend is Oda.": ["Me friend_of Oda"],
    "Mike, a plumber from Leeds, is a friend of mine.": [
        "Mike job_title plumber",
        "Mike from_place Leeds",
        "Me friend_of Mike",
    ],
    "Tom, Nia and Ole are my colleagues.": ["Me colleague_of Tom", "Me colleague_of Nia", "Me colleague_of Ole"],
    "My dentist is Dr. Pell.": ["Pell job_title dentist"],
    "Uncle Vic drives a Volvo.": ["Me relative_of Vic", "Vic owns Volvo"],
    "Grandma's birthday is 4 July.": ["Me grandchild_of Grandma", "Grandma birthday --07-04"],
    "I had lunch with Mia and her fiancé Leo. They live in Basel.": [
        "Mia partner_of Leo",
        "Mia lives_in Basel",
        "Leo lives_in Basel",
    ],
    "Ana told me she moved to Lisbon.": ["Ana lives_in Lisbon"],
    "Robert (everyone calls him Bob) lives in Cardiff.": ["Robert lives_in Cardiff"],
    # likes, skills, pastimes
    "I can't stand coriander but I love basil.": ["Me dislikes coriander", "Me likes basil"],
    "I don't like olives.": ["Me dislikes olives"],
    "I love hiking.": ["Me likes hiking"],
    "I'm a big fan of bouldering.": ["Me likes bouldering"],
    "My hobbies are chess and pottery.": ["Me likes chess", "Me likes pottery"],
    "My favourite colour is green.": ["Me favorite_colour green"],
    "Favourite drink: cocoa.": ["Me favorite_drink cocoa"],
    "My favourite foods are ramen and dal.": ["Me favorite_food ramen", "Me favorite_food dal"],
    "I speak Welsh and a little Danish.": ["Me speaks Welsh", "Me speaks Danish"],
    "I take piano lessons.": ["Me learns piano"],
    "I started learning the harp in January.": ["Me learns harp @2026-01"],
    "I play the viola in the Harrow Ensemble.": ["Me plays viola", "Me member_of Harrow Ensemble"],
    "I'm doing a PhD in linguistics at Selby University.": ["Me studies linguistics", "Me studies_at Selby University"],
    "I graduated from Selby University in 2012.": ["Me graduated_from Selby University @2012"],
    'I\'m reading "The Glass Harbour" by Ilse Brandt.': [
        "Me reads The Glass Harbour",
        "Ilse Brandt created The Glass Harbour",
    ],
    "Watched Paper Moon on Saturday.": ["Me watched Paper Moon @2026-03-07"],
    "We visited Prague last weekend.": ["Me visited Prague @2026-03"],
    "I went to PyCon yesterday.": ["Me attended PyCon @2026-03-10"],
    # things and tools
    "We run Postgres 16 at work and I use Neovim 0.10 at home.": ["Me uses Postgres", "Me uses Neovim"],
    "Our backend is written in Go.": ["Me uses Go"],
    "I use `ruff` for linting.": ["Me uses ruff"],
    "I dropped Evernote for Joplin.": ["Me uses Joplin", "- Me uses Evernote"],
    "We migrated from Jenkins to GitHub Actions last week.": [
        "Me uses GitHub Actions @2026-03",
        "- Me uses Jenkins @2026-03",
    ],
    "My car is a Skoda Fabia.": ["Me owns Skoda Fabia"],
    "I bought a Honda Civic last Friday.": ["Me bought Honda Civic @2026-03-06"],
    "Larkfield Studio, founded by Rosa Vance in 2015, is based in Ghent.": [
        "Rosa Vance founded Larkfield Studio @2015",
        "Larkfield Studio located_in Ghent",
    ],
    "The founder of Kelp is Nia Brand.": ["Nia Brand founded Kelp"],
    "Tidepool is made by Kelp.": ["Kelp created Tidepool"],
    "Ben maintains a library called seastone.": ["Ben maintains seastone"],
    "Production deployment is not allowed.": ["Production deployment status not allowed"],
    # health
    "I have a severe peanut allergy.": ["Me allergic_to peanut"],
    "I'm allergic to shellfish and peanuts.": ["Me allergic_to shellfish", "Me allergic_to peanuts"],
    "The doctor diagnosed me with ADHD in 2021.": ["Me diagnosed_with ADHD @2021"],
    "Dr. Mireille Aubert put me on lisinopril.": ["Me takes_medicine lisinopril"],
    "I take metformin twice a day.": ["Me takes_medicine metformin"],
    # values
    "My phone number is 0117 496 0812.": ["Me phone 0117 496 0812"],
    "You can reach me at kit@harlow.example.": ["Me email kit@harlow.example"],
    "Bea's email is bea@quoin.example.": ["Bea email bea@quoin.example"],
    "People call me Kit but my legal name is Christopher Harlow.": ["Me name_is Christopher Harlow"],
    "Ana's birthday is on 12 October 1988.": ["Ana birthday 1988-10-12"],
    "The deadline for the thesis is 2 June.": ["thesis due_on 2026-06-02"],
    "The report is due on Friday.": ["report due_on 2026-03-13"],
    "The Harbour Jazz Festival starts on 4 July.": ["Harbour Jazz Festival starts_on 2026-07-04"],
    # plans
    "I plan to visit Norway in August.": ["Me plans_to visit Norway @2026-08"],
    "We're going to get a puppy next month.": ["Me plans_to get a puppy @2026-04"],
    "I'll run the Berlin Marathon in September.": ["Me plans_to run the Berlin Marathon @2026-09"],
    "I'm moving to Trondheim.": ["Me plans_to move to Trondheim"],
    # slips
    "Ana lives in Leeds, no wait, in York.": ["Ana lives_in York"],
    "Ana lives in Leeds. Sorry, York.": ["Ana lives_in York"],
    "Ana's birthday is 9 June - I mean 19 June.": ["Ana birthday --06-19"],
    "The report is due on the 15th, no, sorry, the 18th.": ["report due_on 2026-03-18"],
    "Ana's birthday is on the 3rd of May. Sorry, the 4th.": ["Ana birthday --05-04"],
    "My phone number is 0117 496 0812. Oops, I mean 0117 496 0813.": ["Me phone 0117 496 0813"],
    "Tom works at Kelp. Wait, no, he works at Quill Press.": ["Tom works_at Quill Press"],
    "My boss is Hana. Scratch that, it's Hollis.": ["Me reports_to Hollis"],
    # what is taken for granted even in a question
    "Any ideas for a present for my brother Nils?": ["Me sibling_of Nils"],
}

NOT_TAUGHT = [
    "I might move to Berlin if the rent drops.",
    "I would love to work at Larkspur Media.",
    "Maybe I'll buy a Leica.",
    "Imagine we lived in Rome.",
    "Do you know anyone at Larkspur Media?",
    "Is Ana still working at Kelp?",
    "I wonder whether Tom works at Kelp.",
    "Were I to move to Malta, I'd learn to sail.",
    "If Redfern Studio ever called, I'd move to Lyon tomorrow.",
    "I was going to move to Oslo but changed my mind.",
    "I almost bought a Leica.",
    "You should try Obsidian.",
    "Ana wants to move to Oslo.",
    "I'd rather live in Bath.",
    "Thanks so much, that was really helpful!",
    "Good one! See you tomorrow, sleep well.",
    "I heard Bob moved to Oslo.",
    "I think Bob lives in Oslo.",
    "They say Bob works at Kelp.",
    "Bob doesn't work at Kelp.",
    "I'm not a member of Harlow Choir, people just assume so.",
    "I've never lived in Dundee, despite the accent.",
    "My sister isn't married to Tom.",
    "In my novel, Mara lives in Vell and works at the Lantern House.",
    "Chapter one: Mara lives in Vell. She works at the lighthouse.",
    'From my screenplay: "I work for the mayor and I live above the bakery." Thoughts?',
    "Poem I'm writing: 'my brother lives in Thule and my mother is the wind'",
    'She said "I live in Paris" and everyone laughed.',
    "Translate: I live in Paris with my dog Rex.",
    "I'm at the station.",
    "I'm in Leeds for the weekend.",
    "I'm from a big family.",
    "I have a meeting with Ana at noon.",
    "I went to the shop and bought milk.",
    "I left my phone at Kelp.",
    "He left early.",
    "I quit smoking.",
    "We played a trick on him.",
    "I like your idea.",
    "It's like a reminder of home.",
    "Use Python for the script.",
    "Remember to call Ana.",
    "My boss is annoying.",
    "The weather in London is awful.",
    "> I live in Oslo\n\nNot true.",
    "~~I work at Kelp~~",
]


def read(*turns: str) -> Draft:
    """The draft of the last turn, the others being its context."""
    said = [Turn(text, SAID) for text in turns]
    return OnDeviceExtractor().extract(said[-1], said[:-1], ())


def written(draft: Draft) -> list[str]:
    lines = []
    for fact in draft.facts:
        start = f" @{fact.valid_at.text}" if fact.valid_at else ""
        end = f" ..{fact.invalid_at.text}" if fact.invalid_at else ""
        lines.append(f"{fact.subject} {fact.predicate} {fact.object}{start}{end}")
    for end in draft.ends:
        when = f" @{end.ended_at.text}" if end.ended_at else ""
        lines.append(f"- {end.subject} {end.predicate} {end.object}{when}")
    return lines


@pytest.mark.parametrize("text", TAUGHT)
def test_a_turn_teaches_just_this(text: str) -> None:
    assert sorted(written(read(text))) == sorted(TAUGHT[text])


@pytest.mark.parametrize("text", NOT_TAUGHT)
def test_a_turn_teaches_nothing(text: str) -> None:
    assert written(read(text)) == []


def test_pronouns_point_into_the_turns_before() -> None:
    john = "This is my friend John, he is an engineer at Google."
    assert written(read(john)) == ["Me friend_of John", "John job_title engineer", "John works_at Google"]
    assert written(read(john, "He also has a friend named Mike.")) == ["John friend_of Mike"]


def test_a_pronoun_that_could_be_either_of_two_is_nobody() -> None:
    assert written(read("I met Robin and Kit. He plays the oboe.")) in (["Me knows Robin", "Me knows Kit"], [])


def test_a_slip_of_the_turn_before_is_a_correction() -> None:
    draft = read("My friend Wim lives in Nagoya.", "Sorry, I meant Toyama, not Nagoya.")
    assert [(one.wrong, one.right) for one in draft.corrections] == [("Nagoya", "Toyama")]
    assert written(draft) == []


def test_aliases_are_those_the_text_declares() -> None:
    aliases = {
        one.name: one.aliases for one in read("Katherine (Kate) and her brother Owen, aka Wen, live in Cork.").entities
    }
    assert aliases == {"Katherine": ("Kate",), "Owen": ("Wen",), "Cork": ()}


def test_a_person_and_a_firm_of_one_name_are_two() -> None:
    draft = read("My friend Apple works at Apple.")
    assert {(one.name, one.kind) for one in draft.entities} == {("Apple", "person"), ("Apple", "organization")}
    fact = next(fact for fact in draft.facts if fact.predicate == "works_at")
    assert (fact.subject_kind, fact.object_kind) == ("person", "organization")


def test_a_note_is_read_line_by_line_under_its_heading() -> None:
    draft = read(
        "# Book club\n- host: [[Marit Solberg]]\n- reading [[The Tin Orchard]] by [[Asa Quill]]\n"
        "- next meeting: 2026-05-02"
    )
    assert "Book club starts_on 2026-05-02" in written(draft)
    assert "Asa Quill created The Tin Orchard" in written(draft)
    assert ("Marit Solberg", "person") in {(one.name, one.kind) for one in draft.entities}


def test_document_numbers_are_kept_and_versions_are_not() -> None:
    draft = read("I use Python 3.13. Annex 13 Amendment 16 is part of SR-2023-052.")
    assert written(draft) == ["Me uses Python", "Annex 13 Amendment 16 part_of SR-2023-052"]


def test_spans_hold_the_words_that_say_it() -> None:
    text = "Hello. I live in Hove and I work at Kelp."
    draft = read(text)
    assert [text[fact.span.start : fact.span.end] for fact in draft.facts] == ["I live in Hove and", "I work at Kelp."]
    hove = next(one for one in draft.entities if one.name == "Hove")
    assert [text[span.start : span.end] for span in hove.spans] == ["Hove"]


def test_another_speaker_is_the_subject_of_their_words() -> None:
    turn = Turn("I work at Kelp and my sister Ana lives in Hove.", SAID, speaker="Gina")
    draft = OnDeviceExtractor().extract(turn, (), ())
    assert written(draft) == ["Gina works_at Kelp", "Gina sibling_of Ana", "Ana lives_in Hove"]


def test_a_sentence_is_written_for_each_fact() -> None:
    draft = read("Alice works at Acme. I used to live in Porto.")
    assert draft.facts[0].fact == "Alice works at Acme"
    assert draft.ends[0].fact == "You lived in Porto"


def test_what_is_left_out_says_why() -> None:
    reasons = {drop.reason for drop in read("Should I move to Oslo? I might work at Kelp. I don't work at Acme.").drops}
    assert reasons == {"question", "hypothetical", "negated"}
