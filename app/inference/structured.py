"""Schema in, value out: what a model wrote becomes a JSON value that fits, or it is said what is wrong with it.

Only what is sure is put right. A model that misses a form is told once what was wrong; who asks twice pays twice.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.inference.fitting import Fitting, Misfit
from app.inference.formwords import example
from app.inference.jsontext import Found, found_in
from app.inference.protocols import Schema

_MOST_FAULTS = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """`value` fits the schema. `faults`: what was put right or left out, in plain words; empty if nothing was."""

    value: Any
    faults: tuple[str, ...] = ()


class Unusable(Exception):
    """No value could be made of an answer. The words are for the model that gave it."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults[:_MOST_FAULTS]))


def read(text: str, schema: Schema) -> Reading:
    """The value in a model's answer. Raises `Unusable`."""
    if not text.strip():
        raise Unusable(["the answer was empty"])
    faults: list[str] = []
    for found in found_in(text):
        try:
            return _fitted(found, schema)
        except Misfit as misfit:
            faults += misfit.faults
    raise Unusable(faults or ["the answer holds no JSON object"])


def read_value(value: Any, schema: Schema) -> Reading:
    """The same for an answer that the server has read already. Raises `Unusable`."""
    try:
        return _fitted(Found(value, clean=True), schema)
    except Misfit as misfit:
        raise Unusable(misfit.faults) from None


def _fitted(found: Found, schema: Schema) -> Reading:
    """Raises `Misfit`."""
    if _echoed(found.value, schema):
        raise Misfit("the form itself came back instead of an answer")
    fitting = Fitting()
    if found.short:
        fitting.faults.append("the answer was cut short")
    elif not found.clean:
        fitting.faults.append("there was more than the JSON object")
    value = fitting.root(found.value, schema)
    _validate(value, schema)
    return Reading(value, tuple(fitting.faults))


def _echoed(value: Any, schema: Schema) -> bool:
    if value == example(schema):
        return True
    if not isinstance(value, dict) or "properties" in schema.get("properties", {}):
        return False
    inner = value.get("properties", value.get("schema"))
    if isinstance(inner, dict) and "properties" in inner:
        inner = inner["properties"]
    return isinstance(inner, dict) and bool(inner) and all(_describes(part) for part in inner.values())


def _describes(part: Any) -> bool:
    """Whether something is a piece of a schema and not of an answer."""
    return isinstance(part, dict) and bool({"type", "items", "enum", "anyOf", "$ref", "const"} & part.keys())


def _validate(value: Any, schema: Schema) -> None:
    """The last word. Raises `Misfit`."""
    from jsonschema import Draft202012Validator

    wrong = [
        f"{'/'.join(str(part) for part in error.absolute_path) or 'the object'} does not keep to “{error.validator}”"
        for error in Draft202012Validator(dict(schema)).iter_errors(value)
    ]
    if wrong:
        raise Misfit(*wrong[:_MOST_FAULTS])


def as_text(value: Any) -> str:
    """A value as a model would have written it."""
    return json.dumps(value, ensure_ascii=False)
