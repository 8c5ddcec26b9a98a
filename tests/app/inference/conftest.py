"""The shipped encoder, opened once for all tests: opening takes longer than most tests do."""

import pytest

from app.inference.embedder import OnDeviceEncoder


@pytest.fixture(scope="session")
def encoder():
    return OnDeviceEncoder()
