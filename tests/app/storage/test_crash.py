"""What a killed process was told is safe is safe, and everything agrees afterwards. The benchmark does it 100 times."""

import pytest

from tests.benchmarks import crash


def test_nothing_acknowledged_is_lost_when_the_process_is_killed():
    found = crash.run(3, seed=7)
    assert found["acknowledged"] > 0
    assert (found["acknowledged_lost"], found["disagreements"]) == (0, 0)


def test_a_loss_and_a_disagreement_would_be_seen(monkeypatch: pytest.MonkeyPatch):
    """The check itself can fail: one acknowledged turn is taken away behind its back, and one index is not filled."""
    whole = crash.Acknowledged.read

    def read(self: crash.Acknowledged, path) -> None:
        whole(self, path)
        self.texts[10**9], self.words[10**9] = "never said", "never"

    monkeypatch.setattr(crash.Acknowledged, "read", read)
    monkeypatch.setattr(crash, "searchable", lambda _: False)
    found = crash.run(1, seed=9)
    assert found["acknowledged_lost"] == 1
    assert found["disagreements"] >= 1
