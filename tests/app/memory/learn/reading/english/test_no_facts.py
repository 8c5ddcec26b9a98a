"""What English turns do not teach: questions, wishes, guesses, fiction, hearsay, talk."""

import pytest

from tests.app.memory.learn.reading.english.saying import read, written

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
    "Night all, early start tomorrow!",
    "I'll be a nurse next year.",
    "I want to visit Iceland someday.",
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


@pytest.mark.parametrize("text", NOT_TAUGHT)
def test_a_turn_teaches_nothing(text: str) -> None:
    assert written(read(text)) == []
