from app.domain.question import Question
from app.memory.recall.ordering import FACTS_KEPT, NODES_KEPT
from app.memory.recall.recaller import CALLS
from tests.fakes import ScriptedModel

from .conftest import NOW


def test_each_sort_is_cut_to_its_budget_and_what_was_cut_says_so(memory):
    ann = memory.entity("Ann")
    for number in range(40):
        said = memory.say(f"Ann likes the kiln number {number}.")
        memory.mention(ann, said)
        memory.fact(ann, "likes", memory.entity(f"kiln {number}", "thing"), said)
    found = memory.ask("Which kilns does Ann like?")
    assert (len(found.episodes), len(found.facts)) == (10, FACTS_KEPT)
    assert len(found.entities) + len(found.categories) <= NODES_KEPT
    cuts = [(one.sort, one.cut) for one in found.candidates]
    assert cuts.count(("episode", "")) == 10
    assert ("episode", "budget") in cuts
    assert ("fact", "budget") in cuts


def test_a_question_may_ask_for_more_episodes(memory):
    for number in range(30):
        memory.say(f"The kiln number {number} is hot.")
    assert len(memory.ask("Which kiln is hot?", limit=25).episodes) == 25


def test_where_nothing_passes_the_gate_the_finds_are_listed_as_cut_by_it(memory):
    memory.say("Passport photos done.")
    found = memory.ask("What is my passport number?")
    assert found.nothing
    assert {one.cut for one in found.candidates if one.sort == "episode"} == {"gate"}


def test_what_lies_in_the_archive_is_found_only_when_everything_is_asked_for(memory):
    old = memory.say("The spare fuse for the kiln is in the tin.")
    memory.amend("episode", old, tier="archive")
    assert memory.found("Where is the kiln fuse?") == []
    assert ("tier", old) in [(one.cut, one.id) for one in memory.ask("Where is the kiln fuse?").candidates]
    assert memory.found("Where is the kiln fuse?", everywhere=True) == [old]


def test_routes_can_be_told_apart_one_by_one(memory):
    ann = memory.entity("Ann")
    said = memory.say("Hives again.")
    memory.fact(ann, "allergic_to", "nuts", said)
    worded = memory.say("What Ann eats is her business, she told me.")
    memory.index()
    question = Question("What is Ann allergic to?", NOW)

    def found(*arms):
        return {hit.episode.id for hit in memory.recaller.recall(question, arms).episodes}

    assert worded in found("words")
    assert said in found("relations")
    assert memory.recaller.recall(question, ("categories",)).routes == ("system2",)


def test_calls_to_a_model_are_bounded(memory):
    entities = [memory.entity(f"thing {number}", "thing") for number in range(4)]
    below = memory.category("Layer 1", *entities)
    for layer in range(2, 6):
        below = memory.category(f"Layer {layer}", below, layer=layer)
    memory.say("All about thing 1 and thing 2.")
    memory.index()

    def chooses(messages):
        if "<nodes>" not in messages[-1].text:
            return {"intent": "complex", "reason": "overview", "confidence": 0.9, "memories": []}
        lines = messages[-1].text.split("<nodes>\n")[1].splitlines()
        rows = [line.split(":")[0] for line in lines if ":" in line]
        return {"selections": [{"id": one, "name": "", "get_all_children": False} for one in rows]}

    model = ScriptedModel(otherwise=chooses)
    found = memory.with_aids(kind="model", model=model).recall(Question("Tell me about thing 1", NOW))
    assert [one.layer for one in found.walk] == [5, 4, 3, 2, 1, 0]
    assert found.usage.calls == len(model.sent) <= CALLS
    assert found.usage.sent == 100 * len(model.sent)
