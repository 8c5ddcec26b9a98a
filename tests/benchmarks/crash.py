"""Kills a writing and learning process at random moments and looks at what it leaves.

`--times N [--seed S]`. Each time the profile of the life before is opened by a new process, which is killed with
signal 9, and then by this one, which checks: every acknowledged turn is there, the tables fit together, and after
catching up both indexes hold exactly the episodes that they should.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.scope import EVERYONE, OWNER
from app.storage.indexing import Indexer
from app.storage.profile import Profile, open_store
from app.storage.store import Store
from app.storage.textindex import TextIndex
from app.storage.vectorindex import VectorIndex
from app.storage.wording import searchable
from tests.app.storage.dumps import faults
from tests.fakes import HashingEncoder

CHILD = Path(__file__).with_name("_crashing.py")
ROOT = Path(__file__).resolve().parents[2]
_SEARCHED = 25
"""Turns of the latest life whose words are looked for one by one."""


@dataclass
class Acknowledged:
    """What the killed processes were told is safe. `doubtful` are turns whose deletion was asked for."""

    texts: dict[int, str] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    learned: set[int] = field(default_factory=set)
    doubtful: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)

    def read(self, path: Path) -> None:
        for line in path.read_text(encoding="utf-8").splitlines():
            what = json.loads(line)
            if "said" in what:
                self.texts[what["said"]], self.words[what["said"]] = what["text"], what["word"]
            elif "learned" in what:
                self.learned.add(what["learned"])
            elif "deleting" in what:
                self.doubtful.add(what["deleting"])
            elif "deleted" in what:
                self.gone.add(what["deleted"])
            elif "restoring" in what:
                self.gone -= set(what["restoring"])


def _live_and_die(folder: Path, acknowledged: Path, seed: int, dice: random.Random) -> None:
    """Start the process and kill it: while it opens the profile, or after some time of work."""
    command = [sys.executable, str(CHILD), str(folder), str(acknowledged), str(seed)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=ROOT) as child:
        assert child.stdout is not None
        if dice.random() < 0.85:
            child.stdout.readline()
            time.sleep(dice.uniform(0.0, 1.2))
        else:
            time.sleep(dice.uniform(0.2, 1.0))
        assert child.poll() is None, "the process ended by itself"
        child.kill()


def _lost(store: Store, told: Acknowledged) -> list[str]:
    """Acknowledged turns that are not there word for word, and lessons that are not."""
    sure = [number for number in told.texts if number not in told.doubtful]
    found = store.view.episodes.get(sure, EVERYONE)
    missing = [f"turn {number}" for number in sure if number not in found or found[number].text != told.texts[number]]
    forgotten = [number for number in told.learned if number in found and found[number].state != "learned"]
    return missing + [f"lesson of {number}" for number in forgotten]


def _disagreements(store: Store, folder: Path, told: Acknowledged, latest: list[int]) -> list[str]:
    """Where tables and indexes differ after catching up."""
    found = faults(store._connection)
    back = store.view.episodes.readable(sorted(told.gone), EVERYONE)
    found += [f"turn {number} came back" for number in back]
    profile = Profile(folder)
    text, vectors = TextIndex(profile.text), VectorIndex(profile.vectors, "hashing")
    try:
        indexer = Indexer(store.view, text, vectors)
        for _ in indexer.catch_up(HashingEncoder().encode):
            pass
        kept = {row.id for row in store.view.episodes.after(0, EVERYONE, 10_000_000) if searchable(row)}
        found += ["the text index holds another number of episodes"] if len(text) != len(kept) else []
        found += [f"vectors differ at {sorted(vectors.ids() ^ kept)[:9]}"] if vectors.ids() != kept else []
        found += ["the indexes stay behind"] if indexer.behind() else []
        for number in latest:
            wanted = [number] if number in kept else []
            if [hit for hit, _ in text.search([told.words[number]], OWNER, 5)] != wanted:
                found.append(f"the words of {number} are not found as they should be")
        if kept and len(vectors.tokens_of(sorted(kept)[-200:])) != len(sorted(kept)[-200:]):
            found.append("token states are missing")
    finally:
        text.close()
        vectors.close()
    return found


def run(times: int, seed: int = 1, say=lambda _: None) -> dict[str, int]:
    """Kill `times` processes one after the other. Counts what was lost and what disagrees."""
    dice = random.Random(seed)
    told, lost, wrong = Acknowledged(), 0, 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder, acknowledged = Path(place) / "profile", Path(place) / "acknowledged"
        for life in range(1, times + 1):
            before = set(told.texts)
            _live_and_die(folder, acknowledged, seed * 100_000 + life, dice)
            if acknowledged.exists():
                told.read(acknowledged)
            profile = Profile(folder)
            profile.acquire()
            store = open_store(profile)
            missing = _lost(store, told)
            latest = sorted(set(told.texts) - before)[-_SEARCHED:]
            differing = _disagreements(store, folder, told, latest)
            store.close()
            profile.release()
            lost, wrong = lost + len(missing), wrong + len(differing)
            for problem in (*missing, *differing):
                say(f"  life {life}: {problem}")
            say(f"life {life}: {len(told.texts) - len(before)} turns said, {len(told.texts)} in all")
    return {"times": times, "acknowledged_lost": lost, "disagreements": wrong, "acknowledged": len(told.texts)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(json.dumps(run(given.times, given.seed, print)))


if __name__ == "__main__":
    main()
