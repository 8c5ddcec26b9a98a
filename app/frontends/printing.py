"""What was found, in words for a terminal. Records come with their references, for the next command to use."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from app.domain import clock
from app.domain.clock import WorldTime

Plain = Mapping[str, Any]
CUT = 300
"""Characters of a record's words in a list."""
NOTHING = "Memory holds nothing on this."
_ONE = {"relations": "relation", "mentions": "mention", "aliases": "alias", "entities": "entity"}
_SEVERAL = {"alias": "aliases", "entity": "entities"}
_REASONS = {
    "hypothetical": "only supposed",
    "question": "a question",
    "request": "a request",
    "command": "a request",
    "negated": "denied",
    "quote": "somebody else's words",
    "secret": "a secret",
    "not_in_text": "not in your words",
    "alias_not_in_text": "not in your words",
    "incomplete": "only half said",
    "self_relation": "about itself",
    "too_many": "too long",
    "unknown_predicate": "no kind of relation that is known",
    "unknown_type": "no kind of thing that is known",
    "no_morphology": "could not be read",
    "unimportant": "less important than the settings ask for",
}
_MARKS = {"ok": "green", "warn": "yellow", "fail": "red"}


def _dim(text: str) -> str:
    return click.style(text, dim=True)


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _line(text: str, most: int = CUT) -> str:
    words = " ".join(text.split())
    return words if len(words) <= most else words[:most].rstrip() + "…"


def _when(moment: str) -> str:
    """As it was said, to the minute."""
    return moment[:16].replace("T", " ")


def _label(record: Plain) -> str:
    who = [] if record["by"] == "document" else [record["by"]]
    return _dim(" · ".join([record["ref"], _when(record["said_at"]), *who]))


def sources(rows: Sequence[Plain]) -> str:
    """The numbered sources under an answer."""
    return "\n".join(f"[{row['number']}] {_label(row)}\n    {row['quote']}" for row in rows)


def recollection(found: Plain, full: bool = False) -> str:
    """Records, best first, and the facts that belong to them."""
    if found["nothing"]:
        return NOTHING
    parts = [_record(record, place, full) for place, record in enumerate(found["records"], 1)]
    if found["facts"]:
        parts.append("\n".join([_bold("Facts"), *(f"  {fact(row)}" for row in found["facts"])]))
    return "\n".join(parts)


def _record(record: Plain, place: int, full: bool) -> str:
    text = record["text"] if full else _line(record["text"])
    return f"{place}. {_label(record)}\n" + _indented(text)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())


def fact(row: Plain) -> str:
    """A relation with its time and its number."""
    time = interval(row)
    words = " – ".join([row["subject"], row["predicate"].replace("_", " "), row["object"]])
    return _numbered(row["fact"] or words, [time] if time else [], row)


def interval(row: Plain) -> str:
    """`since 2024 until 2026-03`, `from 2027-01` for what is to come, `on 2026-11-29` for what happens once."""
    since, until = row["valid_at"], row["invalid_at"]
    parts = [f"{_beginning(row['predicate'], since)} {since}"] if since else []
    return " ".join([*parts, *([f"until {until}"] if until else ())])


def _beginning(predicate: str, since: str) -> str:
    from app.services import vocabulary  # asking for help needs no words of relations

    if vocabulary.once(predicate):
        return "on" if since.count("-") == 2 else "in"
    return "from" if WorldTime(since).first() > clock.now().date() else "since"


def records(found: Plain) -> str:
    """Records in full."""
    return "\n".join(f"{_label(record)}\n{_indented(record['text'])}" for record in found["records"])


def reconstruction(found: Plain) -> str:
    """Items with the claims under each, in order of time."""
    if not found["items"]:
        return NOTHING
    parts = []
    for place, item in enumerate(found["items"], 1):
        words = {one["ref"]: one["text"] for one in item.get("excerpts", ())}
        lines = [f"{place}. {_line(item['content'])}"]
        lines += [line for claim in item["claims"] for line in _claim(claim, item["head_ref"], words)]
        if item.get("claims_omitted"):
            lines.append(_dim(f"   {item['claims_omitted']} more"))
        parts.append("\n".join(lines))
    if found["returned_count"] < found["effective_count"]:
        parts.append(_dim(f"{found['effective_count'] - found['returned_count']} more were found."))
    return "\n".join(parts)


def _claim(claim: Plain, head: str, words: Mapping[str, str]) -> Iterator[str]:
    roles = [f"{role['role']} {role['of']}" for role in claim.get("roles", ())]
    hops = [f"hop {claim['hops']}"] if "hops" in claim else []
    yield "   " + _dim(" · ".join([claim["ref"], _when(claim["as_of"]), claim["why"], *hops, *roles]))
    if claim["ref"] != head and claim["ref"] in words:
        yield f"     {_line(words[claim['ref']])}"


def traversal(found: Plain) -> str:
    """Entities in the order they were reached, then the relations between them."""
    lines = [_entity(one) for one in found["entities"]]
    if found["entities_omitted"]:
        lines.append(_dim(f"{found['entities_omitted']:,} more entities"))
    if found["relations"]:
        lines += [_bold("Relations"), *(f"  {fact(row)}" for row in found["relations"])]
    if found["relations_omitted"]:
        lines.append(_dim(f"  {found['relations_omitted']:,} more relations"))
    return "\n".join(lines)


def _entity(one: Plain) -> str:
    aliases = ", ".join(alias["alias"] for alias in one.get("aliases", ()))
    refs = ", ".join(one.get("refs", ()))
    more = f" and {one['refs_omitted']:,} more" if one.get("refs_omitted") else ""
    parts = [one["type"], *([f"hop {one['hops']}"] if one.get("hops") else ())]
    parts += [*([f"also {aliases}"] if aliases else ()), *([f"in {refs}{more}"] if refs else ())]
    return _numbered(_bold(one["name"]), parts, one)


def entities(found: Plain) -> str:
    """One entity a line, most mentioned first."""
    return "\n".join(
        _numbered(_bold(one["name"]), [one["type"], count(one["mentions"], "mention")], one)
        for one in found["entities"]
    )


def _numbered(words: str, parts: Sequence[str], row: Plain) -> str:
    return f"{words} {_dim(' · '.join([*parts, _number(row)]))}"


def _number(row: Plain) -> str:
    return f"#{row['id']}"


def declared(made: Plain) -> str:
    """What was taken, and what was not and why."""
    known = len(made["refreshed"])
    words = f"{count(len(made['entities']), 'name')} and {count(len(made['relations']), 'relation')} declared"
    return "\n".join([words + (f", {known} known before" if known else ""), *dropped(made["dropped"])])


def retracted(made: Plain) -> str:
    """What was taken back, and what was not and why."""
    taken = [count(many, _ONE[sort]) for sort, many in made["retracted"].items() if many]
    return "\n".join([f"{', '.join(taken) if taken else 'Nothing'} taken back", *dropped(made["dropped"])])


def dropped(rows: Sequence[Plain]) -> list[str]:
    """A line for each item that was left out."""
    return [f"left out: {row['item']}: {row['reason']}" for row in rows]


def count(number: int, one: str) -> str:
    """`1 record`, `2 records`."""
    return f"{number:,} {one if number == 1 else _SEVERAL.get(one, f'{one}s')}"


def learned(found: Plain) -> list[str]:
    """What became of a record that was to be learned; never silence."""
    if found["state"] == "failed":
        return [f"could not be learned: {found['error']}"]
    if found["state"] == "waiting":
        again = f"{found['error']} It is tried again." if found["error"] else "it is learned in the background."
        return [f"Not learned yet: {again}"]
    lines = [f"learned: {fact(row)}" for row in found["facts"]] + [f"ended: {fact(row)}" for row in found["ended"]]
    if found["asks"]:
        lines.append("It opened a question: answer it on the Questions page of the window.")
    if lines:
        return lines + [f"left out: {_left_out(row)}" for row in found["left_out"]]
    why = ", ".join(dict.fromkeys(_reason(row["reason"]) for row in found["left_out"]))
    return [f"Nothing was learned from it{f': {why}' if why else ''}."]


def _left_out(row: Plain) -> str:
    return f"“{_line(row['words'])}” ({_reason(row['reason'])})" if row["words"].strip() else _reason(row["reason"])


def _reason(reason: str) -> str:
    return _REASONS.get(reason, reason.replace("_", " "))


def going(found: Plain) -> str:
    """What a forgetting would take, before it is done."""
    counted = [("message", found["message_count"]), ("answer", found["answer_count"]), ("fact", found["fact_count"])]
    counted += [("entity", found["entity_count"]), ("chat", found["chat_count"]), ("note", found["note_count"])]
    counts = [count(many, noun) for noun, many in counted if many]
    if found["undo_steps"]:
        counts.append(count(found["undo_steps"], "step") + " of undo")
    lines = [f"This would go for good: {', '.join(counts) if counts else 'nothing'}."]
    lines += [f"  “{words}”" for words in [*found["words"], *found["answers"]]]
    lines += [f"  {words}" for words in [*found["facts"], *found["entities"]]]
    if found["kept_facts"]:
        lines.append(f"{count(found['kept_facts'], 'fact')} that other words state as well would stay.")
    if found["backups"]:
        lines.append(f"{count(found['backups'], 'backup')} made before would still hold it (--with-backups).")
    return "\n".join(lines)


def findings(rows: Sequence[Plain]) -> str:
    """A line for each thing that was looked at, and under it what to do."""
    lines = []
    for row in rows:
        mark = click.style(f"{row['state']:<4}", fg=_MARKS[row["state"]])
        lines.append(f"{mark}  {row['name']:<10}  {row['message']}")
        if row["advice"]:
            lines.append(f"{'':<18}→ {row['advice']}")
    return "\n".join(lines)
