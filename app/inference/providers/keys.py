"""API keys, kept by the operating system's keyring and nowhere else."""

from app.domain.errors import ModelUnavailable
from app.inference.providers.address import Address

_SERVICE = "tsumugi"


def key_for(address: Address) -> str:
    """The key stored for that server; empty when there is none or no keyring works here."""
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(_SERVICE, address.url) or ""
    except KeyringError:
        return ""


def keep_key(address: Address, key: str) -> None:
    """Store the key for that server; an empty key removes it. Raises `ModelUnavailable` without a working keyring."""
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        if key:
            keyring.set_password(_SERVICE, address.url, key)
        else:
            keyring.delete_password(_SERVICE, address.url)
    except PasswordDeleteError:
        return
    except KeyringError:
        raise ModelUnavailable("This system offers no keyring, so the key cannot be kept safely.") from None


def works() -> bool:
    """Whether this system has a keyring that keeps what it is given."""
    import keyring
    from keyring.backends import fail, null

    return not isinstance(keyring.get_keyring(), fail.Keyring | null.Keyring)
