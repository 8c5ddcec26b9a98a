"""Values put into the form that a schema asks for, as far as that is sure. Pure.

An item of a list that cannot be made to fit is left out; a text or a list that is missing becomes an empty one, unless
its schema asks for at least one character or member (`minLength`, `minItems`): then the item goes.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.inference.formwords import kind_of, placeholder
from app.inference.keynames import renamed
from app.inference.protocols import Schema

MOST_ITEMS = 64
"""Members of a list where its schema does not say `maxItems`."""
_YES_NO = {"true": True, "yes": True, "false": False, "no": False}
_ABSENT = object()
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Characters that a JSON text can spell but no file or database should hold: control marks and halves of characters."""


class Misfit(Exception):
    """A value cannot be made to fit; `faults` say why, for the model."""

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults


class Fitting:
    """One value on its way into one schema. `faults` collects what was put right or left out on the way."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._left_out: list[str] = []

    def root(self, value: Any, schema: Schema) -> Any:
        """The whole answer. Raises `Misfit`."""
        if kind_of(schema) == "object":
            value = self._opened(value, schema)
        made = self.value(value, schema, "the answer")
        if self._left_out and not (any(made.values()) if isinstance(made, dict) else made):
            raise Misfit(*self._left_out)  # nothing is left: better to ask again than to call it an empty answer
        self.faults += self._left_out
        return made

    def value(self, value: Any, schema: Schema, where: str) -> Any:
        """Any value at a place in the answer. Raises `Misfit`."""
        if value is None and _nullable(schema):
            return None
        if "anyOf" in schema:
            return self._any_of(value, schema, where)
        kind = kind_of(schema)
        if kind == "object":
            return self._object(value, schema, where)
        if kind == "array":
            return self._list(value, schema, where)
        return _single(value, schema, kind, where)

    # ── the outermost object ──────────────────────────────────────────────────────────────────────────────────
    def _opened(self, value: Any, schema: Schema) -> Any:
        """The object that was meant where a model gave a bare list, or put the object into a box of its own."""
        names = schema.get("properties", {})
        if isinstance(value, list):
            return self._from_list(value, schema)
        if not isinstance(value, dict) or set(renamed(value, names)) & set(names):
            return value
        boxed = [inner for inner in value.values() if isinstance(inner, dict | list)]
        if len(value) == 1 and boxed:
            self.faults.append("the object stood inside another")
            return self._from_list(boxed[0], schema) if isinstance(boxed[0], list) else boxed[0]
        return value

    def _from_list(self, value: list[Any], schema: Schema) -> Any:
        names = schema.get("properties", {})
        if len(value) == 1 and isinstance(value[0], dict) and set(renamed(value[0], names)) >= set(_required(schema)):
            self.faults.append("the object stood in a list")
            return value[0]
        lists = {name: inner for name, inner in names.items() if kind_of(inner) == "array"}
        home = list(lists) if len(lists) == 1 or not value else _likeliest(lists, value)
        if not home or (value and len(home) != 1):
            raise Misfit("a list came instead of an object with " + _listed(names))
        self.faults.append("a bare list came instead of an object")
        return {home[0]: value}

    # ── objects and lists ─────────────────────────────────────────────────────────────────────────────────────
    def _object(self, value: Any, schema: Schema, where: str) -> dict[str, Any]:
        names: Mapping[str, Schema] = schema.get("properties", {})
        if not isinstance(value, dict):
            raise Misfit(f"{where} must be an object with {_listed(names)}")
        given = renamed(value, names)
        if names and not set(given) & set(names):
            raise Misfit(f"{where} has none of the keys {_listed(names)}")
        if set(given) != set(value) or (set(given) - set(names) and schema.get("additionalProperties") is False):
            self.faults.append(f"{where} had keys of its own")
        made: dict[str, Any] = {}
        for name, inner in names.items():
            if name in given:
                made[name] = self.value(given[name], inner, f"{where}, “{name}”")
            elif name in _required(schema):
                made[name] = _filled(inner, f"{where}: “{name}” is missing")
                self.faults.append(f"{where}: “{name}” was missing")
        return made

    def _list(self, value: Any, schema: Schema, where: str) -> list[Any]:
        inner: Schema = schema.get("items", {})
        if value is None:
            value = []
        elif not isinstance(value, list):
            self.faults.append(f"{where} was no list")
            value = [value]
        most = int(schema.get("maxItems", MOST_ITEMS))
        if len(value) > most:
            self.faults.append(f"{where} had {len(value)} members, of which {most} were read")
        made = []
        for number, member in enumerate(value[:most], 1):
            try:
                made.append(self.value(member, inner, f"{where} {number}"))
            except Misfit as misfit:
                self._left_out += misfit.faults
        return made

    def _any_of(self, value: Any, schema: Schema, where: str) -> Any:
        for inner in schema["anyOf"]:
            try:
                return self.value(value, inner, where)
            except Misfit:
                continue
        raise Misfit(f"{where} must be like {placeholder(schema)}")


def _likeliest(lists: Mapping[str, Schema], value: Sequence[Any]) -> list[str]:
    """The lists whose members have most in common with these, among those that could hold them."""
    shared = {name: _shared(schema, value) for name, schema in lists.items() if _holds(schema, value)}
    return [name for name, most in shared.items() if most == max(shared.values())]


def _shared(schema: Schema, value: Sequence[Any]) -> int:
    """How many keys the members have in common with those of a list."""
    names = schema.get("items", {}).get("properties", {})
    return sum(len(set(renamed(member, names)) & set(names)) for member in value if isinstance(member, dict))


def _holds(schema: Schema, value: Sequence[Any]) -> bool:
    """Whether a list's members are those that this list of the form is for."""
    inner: Schema = schema.get("items", {})
    wanted = set(_required(inner))
    if kind_of(inner) != "object":
        return all(not isinstance(member, dict) for member in value)
    hard = {name for name in wanted if _fill(inner["properties"].get(name, {})) is _ABSENT} or wanted
    return all(isinstance(member, dict) and hard <= set(renamed(member, wanted)) for member in value)


def _required(schema: Schema) -> Sequence[str]:
    return list(schema.get("required", ()))


def _listed(names: Mapping[str, Any]) -> str:
    return ", ".join(f"“{name}”" for name in names)


def _nullable(schema: Schema) -> bool:
    kind = schema.get("type")
    return kind == "null" or (isinstance(kind, list) and "null" in kind) or any(map(_nullable, schema.get("anyOf", ())))


def _filled(schema: Schema, fault: str) -> Any:
    """What stands for a missing value. Raises `Misfit` where nothing safely can."""
    value = _fill(schema)
    if value is _ABSENT:
        raise Misfit(fault)
    return value


def _fill(schema: Schema) -> Any:
    if "default" in schema:
        return schema["default"]
    if _nullable(schema):
        return None
    if kind_of(schema) == "string" and not schema.get("minLength") and "" in schema.get("enum", ("",)):
        return ""
    if kind_of(schema) == "array" and not schema.get("minItems"):
        return []
    return _ABSENT


# ── single values ─────────────────────────────────────────────────────────────────────────────────────────────
def _single(value: Any, schema: Schema, kind: str, where: str) -> Any:
    """A text, a number, yes or no: as it is, or as the text that plainly says it. Raises `Misfit`."""
    if value is None or value == placeholder(schema):
        return _filled(schema, f"{where} is missing")
    made = {"string": _text, "integer": _whole, "number": _number, "boolean": _yes_no}.get(kind, _same)(value)
    if made is not _ABSENT and "enum" in schema:
        made = _choice(made, schema["enum"])
    if made is _ABSENT:
        raise Misfit(f"{where} must be like {placeholder(schema)}")
    if isinstance(made, str) and not schema.get("minLength", 0) <= len(made) <= schema.get("maxLength", math.inf):
        raise Misfit(f"{where} is too long or too short")
    if kind in ("integer", "number") and not schema.get("minimum", -math.inf) <= made <= schema.get(
        "maximum", math.inf
    ):
        raise Misfit(f"{where} is out of bounds")
    return made


def _choice(value: Any, choices: Sequence[Any]) -> Any:
    if value in choices:
        return value
    alike = [one for one in choices if isinstance(one, str) and isinstance(value, str) and _fold(one) == _fold(value)]
    return alike[0] if len(alike) == 1 else _ABSENT


def _fold(text: str) -> str:
    return text.strip().casefold().replace(" ", "_").replace("-", "_")


def _same(value: Any) -> Any:
    return value


def _text(value: Any) -> Any:
    if isinstance(value, str):
        return _UNWRITABLE.sub("", value).strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else _ABSENT


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return _ABSENT
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return _ABSENT
    if not math.isfinite(number):
        return _ABSENT
    return value if isinstance(value, int) else number


def _whole(value: Any) -> Any:
    number = _number(value)
    return int(number) if number is not _ABSENT and number == int(number) else _ABSENT


def _yes_no(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    return _YES_NO.get(value.strip().casefold(), _ABSENT) if isinstance(value, str) else _ABSENT
