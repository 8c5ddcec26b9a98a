"""A schema as a model is shown it: an example of the answer in words, and the bare schema that servers understand."""

import json
from typing import Any

from app.inference.protocols import Schema

_UNDERSTOOD = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description"}
)
"""What every server that holds a model to a schema knows. Bounds are checked when the answer is here."""


def bare(schema: Schema) -> dict[str, Any]:
    """The schema without bounds, formats and titles, which some servers refuse."""
    return {key: _bare(key, value) for key, value in schema.items() if key in _UNDERSTOOD}


def _bare(key: str, value: Any) -> Any:
    if key == "properties":
        return {name: bare(inner) for name, inner in value.items()}
    if key == "anyOf":
        return [bare(inner) for inner in value]
    return bare(value) if key == "items" and isinstance(value, dict) else value


def example(schema: Schema) -> Any:
    """What an answer looks like, each value replaced by words about it."""
    kind = kind_of(schema)
    if kind == "object":
        return {name: example(inner) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [example(schema.get("items", {}))]
    return placeholder(schema)


def placeholder(schema: Schema) -> str:
    """Words that stand for a single value; a model that gives them back has given nothing."""
    if "enum" in schema:
        return "<" + " | ".join(str(choice) for choice in schema["enum"]) + ">"
    words = str(schema.get("description", "")).strip()
    kind = {"string": "text", "null": "nothing"}.get(kind_of(schema), kind_of(schema))
    return f"<{words or kind or 'value'}>"


def kind_of(schema: Schema) -> str:
    """The type of a value; of several the first that is not null; empty where the schema does not say."""
    kind = schema.get("type", "")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if not kind and "anyOf" in schema:
        kinds = [kind_of(inner) for inner in schema["anyOf"]]
        kind = next((one for one in kinds if one != "null"), "")
    return str(kind) or ("object" if "properties" in schema else "")


def instruction(schema: Schema) -> str:
    """What is written under a prompt where the server does not show the model the form itself."""
    shape = json.dumps(example(schema), ensure_ascii=False)
    return (
        "Answer with one JSON object of the following shape and with nothing else: no words around it, no comments. "
        f"Put values where <…> stands; a list may be empty or have several members.\n{shape}"
    )
