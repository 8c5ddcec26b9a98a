import json

from app.memory.recall.tracing import payload, read


def test_what_is_kept_comes_back(memory):
    pottery = memory.entity("pottery", "concept")
    memory.mention(pottery, memory.say("Glazed two bowls."))
    memory.category("Crafts", pottery)
    found = memory.ask("Which crafts do I do?")
    traced = read(payload(found, 120))
    assert (traced.intent, traced.confidence, traced.reason) == (found.intent, found.confidence, found.reason)
    assert (traced.routes, traced.walk, traced.candidates) == (found.routes, found.walk, found.candidates)
    assert (traced.notes, traced.nothing, traced.characters) == (found.notes, found.nothing, 120)


def test_no_word_of_a_memory_a_name_or_the_question_is_kept(memory):
    canary = memory.entity("Zebrafinch", "person", "Quagga")
    said = memory.say("Zebrafinch keeps an okapi.")
    memory.mention(canary, said)
    memory.fact(canary, "has_pet", memory.entity("okapi", "thing"), said)
    memory.category("Menagerie", canary, tag="wombats")
    kept = payload(memory.ask("Which menagerie does Quagga know about?"))
    for word in ("ebrafinch", "uagga", "okapi", "enagerie", "ombat", "know about"):
        assert word not in kept


def test_another_layout_is_not_read():
    assert read(json.dumps({"layout": 99})) is None
