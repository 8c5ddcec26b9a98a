import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import PasswordDeleteError

from app.domain.errors import ModelUnavailable
from app.inference.providers.address import read_address
from app.inference.providers.keys import keep_key, key_for

BOX = read_address("https://api.example.com/v1")


class Memory(KeyringBackend):
    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def backend():
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


def test_a_key_is_kept_and_removed(backend):
    backend(Memory())
    assert key_for(BOX) == ""
    keep_key(BOX, "secret")
    assert key_for(BOX) == "secret"
    keep_key(BOX, "")
    keep_key(BOX, "")
    assert key_for(BOX) == ""


def test_without_a_keyring_it_is_said_and_nothing_is_stored(backend):
    backend(NoKeyring())
    assert key_for(BOX) == ""
    with pytest.raises(ModelUnavailable, match="no keyring"):
        keep_key(BOX, "secret")
