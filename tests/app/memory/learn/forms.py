"""What a model answers, a line for each thing."""

from typing import Any


def entity(name: str, kind: str = "person", *aliases: str, tag: str = "") -> dict[str, Any]:
    return {"name": name, "type": kind, "tag": tag, "aliases": list(aliases)}


def relation(subject: str, predicate: str, far: str, since: str = "", until: str = "", **rest: Any) -> dict[str, Any]:
    plain = {"object_is": "entity", "fact": f"{subject} {predicate} {far}", "words": ""}
    return {"subject": subject, "predicate": predicate, "object": far, "valid_at": since, "invalid_at": until,
            **plain, **rest}  # fmt: skip


def end(subject: str, predicate: str, far: str = "", when: str = "", **rest: Any) -> dict[str, Any]:
    plain = {"object_is": "entity", "fact": f"{subject} {predicate} {far}", "words": ""}
    return {"subject": subject, "predicate": predicate, "object": far, "ended_at": when, **plain, **rest}


def slip(wrong: str, right: str, words: str = "") -> dict[str, Any]:
    return {"wrong": wrong, "right": right, "words": words}


def form(*rows: dict[str, Any]) -> dict[str, Any]:
    """A filled-in form; each row finds its list by what it has."""
    found: dict[str, Any] = {"entities": [], "relations": [], "ends": [], "corrections": []}
    for row in rows:
        if "type" in row:
            found["entities"].append(row)
        elif "ended_at" in row:
            found["ends"].append(row)
        else:
            found["corrections" if "wrong" in row else "relations"].append(row)
    return found
