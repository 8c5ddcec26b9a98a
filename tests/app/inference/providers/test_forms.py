"""Forms filled in by real servers on the loopback address that misbehave on purpose, in both protocols."""

import json
import threading
from typing import Any

import pytest

from app.domain.errors import Cancelled, ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Allowance
from tests.app.inference.providers.conftest import ASKED, FORM, GOOD, KEY, TEXT, Protocol, filled, refused
from tests.servers import Behaviour, Script, closes, dribbles, fails, gives, hangs, server


def test_a_form_is_filled_in_one_call_and_its_tokens_are_counted(protocol: Protocol):
    script = Script(protocol.says(TEXT, 30, 12))
    value, allowance = filled(protocol, script)
    assert value == GOOD
    assert allowance.used == Usage(1, 30, 12)
    assert KEY in script.keys[0]


@pytest.mark.parametrize(
    "text",
    [
        f"Here you are: {TEXT} Anything else?",
        f"<think>Who is there? {{}}</think>{TEXT}",
        f"Well. <think>hm</think> {TEXT}",
        f"```json\n{TEXT}\n```",
        '[{"name": "Alice"}]',
        '{"entities": [{"entity_name": "Alice"}]}',
        '{"entities": [{"name": "Alice"}, {"name": "Bo',
        '{"entities": [{"name": "Alice"}, {"colour": "red"}]}',
    ],
)
def test_words_around_other_shapes_other_keys_and_a_cut_cost_no_second_call(protocol: Protocol, text: str):
    value, _ = filled(protocol, Script(protocol.says(text)))
    assert value == GOOD


def test_two_hundred_entities_are_bounded(protocol: Protocol):
    many = {"entities": [{"name": f"A{number}"} for number in range(200)]}
    value, _ = filled(protocol, Script(protocol.says(json.dumps(many))))
    assert [entity["name"] for entity in value["entities"]] == [f"A{number}" for number in range(20)]


@pytest.mark.parametrize(
    "text", [json.dumps(FORM), "I cannot do that.", "", '{"entities": 7}', "[[1]]", '{"entities": [{}]}', "true"]
)
def test_an_unusable_answer_is_asked_for_once_more_with_the_fault_told(protocol: Protocol, text: str):
    script = Script(protocol.says(text), protocol.says(TEXT))
    value, allowance = filled(protocol, script)
    assert value == GOOD
    assert allowance.used == Usage(2, 22, 14)
    assert "That cannot be used" in json.dumps(script.asked[1])
    refused(protocol, Script(protocol.says(text)), "did not keep to the form")
    refused(protocol, Script(protocol.says(text)), "did not keep to the form", left=1)


def test_nothing_is_sent_without_a_call_left(protocol: Protocol):
    refused(protocol, Script(protocol.says(TEXT)), "No further call", left=0)


def test_a_busy_server_is_waited_for(protocol: Protocol):
    value, allowance = filled(protocol, Script(fails(429, retry_after="0.1"), protocol.says(TEXT)))
    assert (value, allowance.used.calls) == (GOOD, 2)
    refused(protocol, Script(fails(429, retry_after="0.1")), "too many requests")
    refused(protocol, Script(fails(429, retry_after="0.1")), "too many requests", left=1)


@pytest.mark.parametrize("when", [{"retry_after": "3600"}, {"retry_after": "Wed, 21 Oct 2026 07:28:00 GMT"}, {}])
def test_a_server_that_is_busy_for_long_is_not_waited_for(protocol: Protocol, when: dict[str, str]):
    script = Script(fails(429, **when))
    refused(protocol, script, "too many requests")
    assert len(script.asked) == 1


def test_a_wait_ends_when_it_is_stopped(protocol: Protocol):
    script = Script(fails(429, retry_after="9"))
    allowance = Allowance(3)
    with server(script) as address, pytest.raises(Cancelled):
        protocol.filler(address, stopped=lambda: bool(script.asked)).fill(ASKED, FORM, allowance)
    assert allowance.used.calls == 1


@pytest.mark.parametrize("act", [fails(500), fails(503), closes], ids=["500", "503", "closed"])
def test_a_fault_that_may_pass_is_tried_once_more(protocol: Protocol, act: Behaviour):
    value, allowance = filled(protocol, Script(act, protocol.says(TEXT)))
    assert (value, allowance.used.calls) == (GOOD, 2)
    script = Script(act)
    refused(protocol, script, "HTTP 50|broke off")
    assert len(script.asked) == 2
    refused(protocol, Script(act), "HTTP 50|broke off", left=1)


@pytest.mark.parametrize("status", [401, 403, 404, 413])
def test_a_refusal_is_final(protocol: Protocol, status: int):
    script = Script(fails(status, f"nope {KEY} Alice"))
    refused(protocol, script, "server|too long")
    assert len(script.asked) == 1


@pytest.mark.parametrize("act", [hangs, dribbles], ids=["hangs", "dribbles"])
def test_a_server_that_never_comes_to_an_end_is_given_up(protocol: Protocol, act: Behaviour):
    script = Script(act)
    refused(protocol, script, "does not answer", silence=0.4)
    assert len(script.asked) == 1


@pytest.mark.parametrize("act", [hangs, dribbles], ids=["hangs", "dribbles"])
def test_it_stops_while_the_server_is_silent_and_no_thread_stays(protocol: Protocol, act: Behaviour):
    script = Script(act)
    allowance = Allowance(3)
    with server(script) as address:
        with pytest.raises(Cancelled):
            protocol.filler(address, 25.0, lambda: bool(script.asked)).fill(ASKED, FORM, allowance)
        for thread in threading.enumerate():
            if thread.name == "model-call":
                thread.join(5)
                assert not thread.is_alive()
    assert allowance.used.calls == 1


def test_what_was_stopped_before_it_began_sends_nothing(protocol: Protocol):
    script = Script(protocol.says(TEXT))
    with server(script) as address, pytest.raises(Cancelled):
        protocol.filler(address, stopped=lambda: True).fill(ASKED, FORM, Allowance(3))
    assert script.asked == []


@pytest.mark.parametrize(
    "body",
    [
        *("{not json", "<html>busy</html>", "[]", "7", "null", "{}", {"choices": 7}, {"choices": []}, {"content": [5]}),
        *({"choices": [{"message": None}]}, {"content": None}, {"content": [{"type": "text", "text": 5}]}),
        *({"choices": [{"message": {"content": ["a"]}}]}, {"choices": [{"message": {"content": 5}}]}),
    ],
)
def test_nonsense_is_called_nonsense(protocol: Protocol, body: Any):
    refused(protocol, Script(gives(body)), "unreadable|keep to the form")


def test_nobody_there(protocol: Protocol):
    allowance = Allowance(3)
    with pytest.raises(ModelUnavailable, match="Is it running"):
        protocol.filler("127.0.0.1:9").fill(ASKED, FORM, allowance)
    assert allowance.used.calls == 1
