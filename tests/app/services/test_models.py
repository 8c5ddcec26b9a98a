"""Which models work, as the settings say, and whether they may."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backends.null import Keyring

from app.domain.errors import BadInput, Cancelled, ModelUnavailable
from app.domain.usage import Usage
from app.inference.protocols import Allowance, Message
from app.services import models
from app.services.models import SAMPLE_TEXT
from app.services.settings import Settings
from tests.servers import (
    Behaviour,
    Script,
    completion,
    cost,
    fails,
    gives,
    hangs,
    message,
    message_stream,
    server,
    stream,
)

ROOT = Path(__file__).resolve().parents[3]
FORM: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["yes"],
    "properties": {"yes": {"type": "boolean"}},
}
FOUND = {
    "entities": [{"name": "Alice", "kind": "person"}, {"name": "京都", "kind": "place"}],
    "relations": [{"subject": "Alice", "predicate": "works at", "object": "Acme"}],
}
BOTH = ("chat", "memory")


def chat(address: str, name: str = "tiny", **more: Any) -> Settings:
    return Settings(model_address=address, model_name=name, **more)


def memory(address: str, kind: str = "openai", name: str = "small", **more: Any) -> Settings:
    return Settings(memory_kind=kind, memory_address=address, memory_name=name, **more)


# ── which one ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_none_is_set_up_at_first():
    assert models.chat_model(Settings()) is None
    assert models.memory_model(Settings()) is None
    assert models.reranker(Settings()) is None
    for which in BOTH:
        with pytest.raises(ModelUnavailable, match="No model is set up"):
            models.try_out(Settings(), which)


@pytest.mark.parametrize(
    "settings",
    [chat("", "tiny"), chat(":1", " "), memory("", "openai"), memory(":1", "openai", ""), memory("", "anthropic", "")],
)
def test_half_of_a_model_is_none(settings: Settings):
    assert models.chat_model(settings) is None
    assert models.memory_model(settings) is None


def test_memory_work_has_a_model_of_its_own_or_that_of_the_chat():
    both = memory(":2", model_address=":1", model_name="big")
    chosen = models.chat_model(both), models.memory_model(both)
    assert [(model.name, model.local) for model in chosen if model] == [("big", True), ("small", True)]
    same = models.memory_model(chat(":1", "big", memory_kind="chat"))
    assert same is not None
    assert same.name == "big"
    assert models.memory_model(chat(":1", "big")) is None


def test_anthropic_is_at_home_where_no_address_is_given():
    settings = Settings(model_kind="anthropic", model_name="tiny", local_only=False)
    model = models.chat_model(settings)
    assert model is not None
    assert "https://api.anthropic.com/v1" in repr(model)
    assert not model.local


def test_no_library_is_loaded_before_a_model_is_used():
    asks = "import sys, app.services.models; print([name for name in sys.argv[1:] if name in sys.modules])"
    heavy = ["openai", "anthropic", "httpx2", "json_repair", "jsonschema", "keyring"]
    ran = subprocess.run([sys.executable, "-c", asks, *heavy], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout.strip() == "[]"


# ── only this machine ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "settings",
    [
        chat("https://api.example.com/v1"),
        chat("localhost.example.com"),
        chat("192.168.1.7:11434"),
        Settings(model_kind="anthropic", model_name="tiny"),
        memory("https://api.example.com/v1"),
        memory("", "anthropic"),
        chat("https://api.example.com", memory_kind="chat"),
    ],
)
def test_an_address_that_is_not_this_machine_is_refused(settings: Settings):
    which = "chat" if settings.memory_kind == "none" else "memory"
    make = models.chat_model if which == "chat" else models.memory_model
    for ask in (make, lambda of: models.offered(of, which), lambda of: models.try_out(of, which)):
        with pytest.raises(ModelUnavailable, match="not this machine"):
            ask(settings)
    assert make(settings.with_changes({"local_only": False})) is not None


def test_what_is_forbidden_is_told_before_anything_is_asked() -> None:
    far = Settings(model_address="https://api.openai.com")
    refused = models.refusal(far)
    assert refused is not None
    assert "is not this machine" in refused.message_id
    with pytest.raises(ModelUnavailable, match="is not this machine"):
        models.try_out(far)  # without a name too
    assert models.refusal(Settings(model_address="https://api.openai.com", local_only=False)) is None
    assert models.refusal(Settings(model_address="localhost")) is None
    assert models.refusal(Settings(model_address="http:/")) is None
    assert models.refusal(Settings(), "memory") is None
    assert models.refusal(Settings(memory_kind="anthropic"), "memory") is not None


@pytest.mark.parametrize("which", BOTH)
def test_a_typo_is_told(which: models.Which):
    settings = Settings(
        model_address="htp:/x", model_name="a", memory_kind="openai", memory_address="a b", memory_name="b"
    )
    for ask in (models.offered, models.try_out):
        with pytest.raises(BadInput, match="is not an address"):
            ask(settings, which)
    with pytest.raises(BadInput):
        models.keep_key(settings, "k", which)


# ── keys ──────────────────────────────────────────────────────────────────────────────────────────────────────────
class Box(Keyring):
    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[username]


@pytest.fixture
def box():
    before, made = keyring.get_keyring(), Box()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_each_address_has_a_key_of_its_own_and_gets_no_other(box: Box):
    answers, forms = Script(stream("hello")), Script(completion('{"yes": true}'))
    with server(answers) as one, server(forms) as two:
        settings = memory(two, model_address=one, model_name="big")
        models.keep_key(settings, " sk-one ", "chat")
        models.keep_key(settings, "sk-two", "memory")
        chosen, worker = models.chat_model(settings), models.memory_model(settings)
        assert chosen and worker
        list(chosen.stream([Message("user", "hi")]))
        assert worker.fill([Message("user", "yes?")], FORM, Allowance(1)) == {"yes": True}
        assert box.kept == {f"http://{one}/v1": "sk-one", f"http://{two}/v1": "sk-two"}
        models.keep_key(settings, "", "chat")
        assert list(box.kept) == [f"http://{two}/v1"]
    assert answers.keys == ["Bearer sk-one"]
    assert forms.keys == ["Bearer sk-two"]


def test_a_key_for_home_is_kept_without_an_address(box: Box):
    models.keep_key(Settings(model_kind="anthropic"), "sk-ant")
    assert box.kept == {"https://api.anthropic.com/v1": "sk-ant"}
    with pytest.raises(ModelUnavailable, match="No model is set up"):
        models.keep_key(Settings(), "k", "memory")


# ── what is offered, and whether it works ─────────────────────────────────────────────────────────────────────────
def test_models_are_listed_of_either_server():
    listed = {"object": "list", "data": [{"id": "b"}, {"id": "a"}], "has_more": False}
    with server(gives(listed)) as address:
        assert models.offered(chat(address, "")) == ["a", "b"]
        assert models.offered(memory(address, "anthropic", ""), "memory") == ["a", "b"]


def tried(*acts: Behaviour, kind: str = "openai") -> models.Trial:
    with server(Script(*acts)) as address:
        return models.try_out(memory(address, kind), "memory")


def test_a_trial_shows_what_the_model_found():
    trial = tried(stream("ready", end=cost(10, 1)), completion(json.dumps(FOUND), 90, 40))
    assert (trial.answer, trial.model, trial.local, trial.structured) == ("ready", "small", True, "schema")
    assert trial.sample == models.Sample(
        SAMPLE_TEXT, (("Alice", "person"), ("京都", "place")), (("Alice", "works at", "Acme"),)
    )
    assert trial.used == Usage(2, 100, 41)
    assert 0 < trial.first_word_ms <= trial.total_ms
    assert trial.why is None


def test_a_trial_says_when_a_form_had_to_be_put_right():
    assert tried(stream("ready"), completion(f"Sure: {json.dumps(FOUND)}")).structured == "repaired"
    trial = tried(message_stream("ready"), fails(400), fails(400), message(json.dumps(FOUND)), kind="anthropic")
    assert trial.structured == "repaired"
    assert trial.sample


def test_a_model_that_fills_in_no_forms_still_answers():
    trial = tried(stream("ready"), completion("I would rather talk."))
    assert (trial.answer, trial.structured, trial.sample) == ("ready", "no", None)
    assert "did not keep to the form" in str(trial.why)


def test_a_model_that_does_not_answer_is_told():
    with pytest.raises(ModelUnavailable, match="does not know the model"):
        tried(fails(404))


@pytest.mark.parametrize("acts", [(hangs,), (stream("ready"), hangs)], ids=["words", "form"])
def test_a_trial_can_be_stopped(acts: tuple[Behaviour, ...]):
    script = Script(*acts)

    def stopped() -> bool:
        return len(script.asked) == len(acts)

    with server(script) as address, pytest.raises(Cancelled):
        models.try_out(chat(address), "chat", stopped)


# ── ordering ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_folder_without_a_cross_encoder_is_told(tmp_path: Path):
    with pytest.raises(ModelUnavailable, match="No folder"):
        models.reranker(Settings(reranker="cross"))
    chosen = models.reranker(Settings(reranker="cross", cross_encoder=str(tmp_path)))
    assert chosen is not None
    with pytest.raises(ModelUnavailable, match=r"has no model\.onnx"):
        chosen.relevance("tea", ["tea"])
    assert models.reranker(Settings(reranker="model")) is None
