from collections.abc import Iterator

import pytest

from app.domain.scope import OWNER
from app.storage.nodeindex import NodeIndex, NodeIndexer, text_of
from tests.app.memory.recall.conftest import Filled
from tests.builders import NOON
from tests.fakes import HashingEncoder


@pytest.fixture
def memory(profile) -> Iterator[Filled]:
    made = Filled(profile)
    yield made
    made.close()


def catch_up(memory: Filled) -> int:
    """How many texts were read."""
    before = len(memory.encoder.encoded)
    for _ in NodeIndexer(memory.view, memory.nodes).catch_up(memory.encoder.encode):
        pass
    return len(memory.encoder.encoded) - before


def query(memory: Filled, text: str):
    return memory.encoder.encode([text])[0].pooled


def test_without_categories_nothing_is_read(memory: Filled):
    memory.entity("pottery", "concept")
    assert catch_up(memory) == 0
    assert len(memory.nodes) == 0


def test_entities_and_categories_have_vectors_once_there_is_a_category(memory: Filled):
    pottery = memory.entity("pottery", "concept")
    crafts = memory.category("crafts", pottery, tag="by hand")
    assert catch_up(memory) == 2
    nodes = [memory.view.entities.one(pottery, OWNER), memory.view.categories.get([crafts], OWNER)[crafts]]
    assert text_of(nodes[1]) == "crafts. by hand"
    near = memory.nodes.likeness(query(memory, "pottery"), nodes)
    assert near[0] > 0.9 > near[1]
    assert memory.nodes.likeness_of_entities(query(memory, "pottery"), [pottery, 999]).keys() == {pottery}
    assert [len(states[1]) for states in memory.nodes.tokens_of(nodes)] == [1, 3]


def test_it_follows_what_is_added_renamed_and_removed(memory: Filled):
    pottery = memory.entity("pottery", "concept")
    crafts = memory.category("crafts", pottery)
    catch_up(memory)
    assert catch_up(memory) == 0
    rowing = memory.entity("rowing", "concept")
    memory.amend("category", crafts, name="handwork")
    memory.remove("entity", pottery)
    assert catch_up(memory) == 2
    assert memory.nodes.likeness_of_entities(query(memory, "pottery"), [pottery]) == {}
    assert len(memory.nodes) == 2
    assert memory.nodes.likeness(query(memory, "rowing"), [memory.view.entities.one(rowing, OWNER)])[0] > 0.9


def test_the_same_text_is_read_once(memory: Filled):
    memory.category("crafts", memory.entity("pottery", "concept"), memory.entity("pottery", "thing"))
    assert catch_up(memory) == 2


def test_a_damaged_file_is_filled_again(memory: Filled):
    memory.category("crafts", memory.entity("pottery", "concept"))
    catch_up(memory)
    memory.nodes.close()
    memory.profile.nodes.write_bytes(b"nonsense" * 1000)
    memory.nodes = NodeIndex(memory.profile.nodes, HashingEncoder.fingerprint)
    assert len(memory.nodes) == 0
    catch_up(memory)
    assert len(memory.nodes) == 2


def test_vectors_of_another_encoder_are_not_used(memory: Filled):
    memory.category("crafts", memory.entity("pottery", "concept"))
    catch_up(memory)
    memory.nodes.close()
    memory.nodes = NodeIndex(memory.profile.nodes, "another")
    assert len(memory.nodes) == 0


def test_sentences_of_facts_have_vectors_too_until_they_are_taken_back(memory: Filled):
    ann, pottery = memory.entity("Ann", "person"), memory.entity("pottery", "concept")
    memory.category("crafts", pottery)
    fact = memory.fact(ann, "likes", pottery, memory.say("Ann likes pottery on Sundays"))
    catch_up(memory)
    asked = query(memory, "Ann likes pottery on Sundays")
    assert memory.nodes.likeness_of_facts(asked, [fact, 999]) == {fact: pytest.approx(1, abs=0.02)}
    assert len(memory.nodes.tokens_of_facts([fact])[fact][1]) == 5
    assert memory.nodes.nearest_entities(asked, 5)[0] in (ann, pottery)
    memory.amend("fact", fact, expired_at=NOON)
    catch_up(memory)
    assert memory.nodes.likeness_of_facts(asked, [fact]) == {}
