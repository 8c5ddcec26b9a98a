"""Agents at once on one profile, each through a server process of its own: errors, what is lost, how long a call takes.

`--clients N --calls N` (calls in all). Half of the calls write. The last line printed is one JSON object.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

import anyio

from tests.agents import allow, gather


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--calls", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        profile = Path(place) / "profile"
        profile.mkdir()
        allow(profile)
        began = time.perf_counter()
        crowd = anyio.run(gather, profile, given.clients, given.calls // given.clients)
        print(f"{len(crowd.seconds)} answered in {time.perf_counter() - began:.1f} s, starts of the servers with them")
        lost = crowd.lost(profile)
        for problem in (*crowd.errors[:20], *lost[:20]):
            print(f"  {problem}")
    times = sorted(crowd.seconds)
    figures = {
        "clients": given.clients,
        "calls": len(times) + len(crowd.errors),
        "stored": len(crowd.stored),
        "errors": len(crowd.errors),
        "lost": len(lost),
        "p50_ms": round(times[len(times) // 2] * 1000, 1),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 1),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
