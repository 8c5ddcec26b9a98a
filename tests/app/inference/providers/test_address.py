import pytest

from app.domain.errors import BadInput
from app.inference.providers.address import read_address
from app.inference.providers.discovery import own_addresses


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("localhost", "http://localhost:11434/v1"),
        ("127.0.0.1:1234", "http://127.0.0.1:1234/v1"),
        ("http://localhost:8080/", "http://localhost:8080/v1"),
        ("HTTP://Box:8080/v1/", "http://box:8080/v1"),
        ("https://api.example.com/v1", "https://api.example.com/v1"),
        ("https://api.example.com/openai/v1/chat/completions", "https://api.example.com/openai/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("0.0.0.0:5000", "http://127.0.0.1:5000/v1"),
        (":5000", "http://127.0.0.1:5000/v1"),
        ("[::]:5000", "http://[::1]:5000/v1"),
        ("::1", "http://[::1]:11434/v1"),
        ("  my-box.lan  ", "http://my-box.lan:11434/v1"),
    ],
)
def test_what_people_write_becomes_an_address(typed: str, url: str):
    assert read_address(typed).url == url


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "http://",
        "ftp://x",
        "local host",
        "1.2.3",
        "a..b",
        "host:port",
        "http:/x",
        "htp:/x",
        "htp://x",
        "u:p@h",
    ],
)
def test_a_typo_is_told_in_a_sentence(typed: str):
    with pytest.raises(BadInput, match="is not an address"):
        read_address(typed)


@pytest.mark.parametrize(
    ("typed", "local"),
    [("localhost", True), ("127.9.9.9", True), ("::1", True), ("192.168.0.3", False), ("localhost.example.com", False)],
)
def test_only_this_machine_is_local(typed: str, local: bool):
    assert read_address(typed).local is local


def test_a_typo_in_ollama_host_falls_back_to_its_own_port():
    found = dict(own_addresses({"OLLAMA_HOST": "http://a b:1"}))
    assert found["Ollama"].url == "http://127.0.0.1:11434/v1"
    assert dict(own_addresses({"OLLAMA_HOST": "0.0.0.0:7000"}))["Ollama"].url == "http://127.0.0.1:7000/v1"
