"""Timeline on a gold set: each story learned turn by turn by the real extractor, in the order of its list, then asked.

`--data FILE --out PRED.jsonl`; prediction rows are `{id, answers}`. `current` means on the day of the story's `now`.
"""

import argparse
import json
import tempfile
from datetime import datetime
from pathlib import Path

from app.memory.learn.extract import OnDeviceExtractor
from tests.remembering import Memory


def encoder_of(kind: str):
    """The shipped encoder, whose tagger is one vote for names; `none` measures the rules alone."""
    if kind == "none":
        return None
    from app.inference.embedder import OnDeviceEncoder

    return OnDeviceEncoder()


def answers(story, encoder=None, extractor=None) -> list[list[str]]:
    """Tell one story to a memory of its own and ask its checks."""
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder), extractor or OnDeviceExtractor(), encoder)
        try:
            for turn in story["turns"]:
                told = memory.say(turn["text"], datetime.fromisoformat(turn["said_at"]), turn["role"])
                if turn["role"] != "assistant":
                    memory.learn(told)
            return [asked(memory, check, story["now"]) for check in story["checks"]]
        finally:
            memory.close()


def asked(memory: Memory, check, now: str) -> list[str]:
    days = {"current": datetime.fromisoformat(now).date(), "as_of": check.get("as_of"), "history": None}
    return memory.ask(check["subject"], check["predicate"], days[check["ask"]])


def run(args) -> dict:
    stories = [json.loads(line) for line in Path(args.data).read_text(encoding="utf-8").splitlines() if line.strip()]
    encoder = encoder_of(args.encoder)
    rows = [{"id": story["id"], "answers": answers(story, encoder)} for story in stories]
    Path(args.out).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    checks = [
        (set(answer), set(check["expect"]))
        for row, story in zip(rows, stories, strict=True)
        for answer, check in zip(row["answers"], story["checks"], strict=True)
    ]
    return {"stories": len(stories), "checks": len(checks), "equal_as_written": sum(a == b for a, b in checks)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--encoder", choices=["shipped", "none"], default="shipped")
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
