from app.domain.question import Question
from app.memory.recall.breadth import breadth
from app.memory.recall.classify import classify
from app.memory.recall.relating import Named, names_in

from .conftest import NOW


def broad(text, named=None):
    return breadth(classify(Question(text, NOW)), named or Named())


def test_what_asks_for_several_is_broader_than_what_asks_for_one():
    assert broad("What instruments does Ann play?") > 0.5 > broad("What did Ann say about the violin?")
    assert broad("アンとベンの共通点は？") > 0.5 > broad("アンはどこに住んでいる？")


def test_the_more_is_described_the_narrower():
    short, long = "What books has Ann read?", "What books has Ann read about harbour pilots in cold northern winters?"
    assert broad(short) > broad(long)


def test_a_moment_narrows():
    assert broad("When did Ann move?") < broad("Why did Ann move?")


def test_names_describe_nothing(memory):
    memory.entity("Ann Weatherby Stonebridge", "person")
    text = "What does Ann Weatherby Stonebridge play?"
    known = names_in(memory.view, text, Question(text, NOW).scope)
    assert broad(text, known) > broad(text)
