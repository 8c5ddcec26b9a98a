"""What the user adds to memory from a terminal or a script, and takes back."""

from time import monotonic, sleep
from typing import Any

import click

from app.frontends import given, printing
from app.frontends.calling import NOTHING, OK, Call
from app.frontends.shell import Spoken

_GLANCE = 0.1
"""Seconds between two looks at whether a record is learned."""


@click.command(cls=Spoken, short_help="Keep a record, word for word.")
@click.argument("text", nargs=-1)
@click.option("--title", default="", help="What it belongs to (default: tsumugi).")
@click.option("--associations", metavar="JSON|@FILE", help="Names and relations that it is about.")
@click.option("--learn", is_flag=True, help="Wait until it is learned, and say what it taught.")
@click.option("--patience", type=click.FloatRange(0), default=60.0, hidden=True)
@click.pass_obj
def add(call: Call, /, text: tuple[str, ...], title: str, associations: str | None, **how: Any) -> None:
    """Keep a record, word for word. It is learned in the background, and can be undone in the window.

    The record is kept whatever becomes of the associations: what cannot be taken is reported.

    \b
    Examples:
      tsumugi add "I moved to Kyoto in March." --learn
      pbpaste | tsumugi add --title Clippings
      tsumugi add "Met Rin." --associations '{"entities": [{"name": "Rin", "aliases": ["凛"]}]}'
    """
    declared = None if associations is None else given.json_or_text(associations)
    words = given.words(text, "The text")
    made = call.ask("store", begins=True, text=words, title=title, associations=declared)
    lines = [made["ref"]]
    if "associations" in made:
        lines.append(printing.declared(made["associations"]))
    if not how["learn"]:
        call.give(made, "\n".join(lines))
        return
    made["learned"] = _learned(call, made["ref"], how["patience"])
    done = made["learned"]["state"] not in ("waiting", "failed")
    lines += printing.learned(made["learned"])
    call.give(made, "\n".join(lines), OK if done else NOTHING)


def _learned(call: Call, ref: str, patience: float) -> Any:
    """What became of it, once whoever has the profile open has learned it."""
    until = monotonic() + patience
    while True:
        found = call.ask("learned", ref=ref)
        if found["state"] != "waiting" or monotonic() > until:
            return found
        sleep(_GLANCE)


@click.command(cls=Spoken, short_help="Declare names and relations.")
@click.argument("associations", metavar="JSON|@FILE|-")
@click.option("--anchor", default="", metavar="REF", help="The record that it rests on, such as ep:12.")
@click.pass_obj
def declare(call: Call, /, associations: str, anchor: str) -> None:
    """Declare names and relations. They are kept as declared; what cannot be taken is reported with the reason.

    \b
    Examples:
      tsumugi declare '{"entities": [{"name": "Robert", "aliases": ["Bob"], "type": "person"}]}'
      tsumugi declare @garden.json --anchor ep:12
      tsumugi declare '{"relations": [{"subject": "ep:14", "predicate": "corrects", "object": "ep:12"}]}'
    """
    value = given.json_object(associations)
    made = call.ask("declare_associations", begins=True, associations=value, anchor_ref=anchor)
    taken = made["entities"] or made["relations"]
    call.give(made, printing.declared(made), OK if taken else NOTHING)


@click.command(cls=Spoken, short_help="Take back relations, mentions, names or entities.")
@click.argument("associations", metavar="[JSON|@FILE|-]", required=False)
@click.option("--relation", "relations", type=int, multiple=True, metavar="ID", help="A relation that never held.")
@click.option("--mention", "mentions", nargs=2, multiple=True, metavar="ENTITY REF", help="A record not about it.")
@click.option("--alias", "aliases", nargs=2, multiple=True, metavar="ENTITY ALIAS", help="A name it does not go by.")
@click.option("--entity", "names", multiple=True, metavar="ENTITY", help="An entity with all that hangs on it.")
@click.pass_obj
def retract(call: Call, /, associations: str | None, **parts: Any) -> None:
    """Take back relations, mentions, names or entities. Records stay. An entity is given by its name or number.

    \b
    Examples:
      tsumugi retract --relation 7
      tsumugi retract --alias Robert Bob --mention Robert ep:12
      tsumugi retract '{"relations": [7], "entities": ["Robert"]}'
    """
    value = _parts(**parts)
    if associations is not None:
        value = given.json_object(associations) | value
    if not value:
        raise click.UsageError("What is to be taken back? See “tsumugi retract --help”.")
    made = call.ask("retract", **value)
    call.give(made, printing.retracted(made), OK if made["retracted"] else NOTHING)


def _parts(relations: Any, mentions: Any, aliases: Any, names: Any) -> dict[str, Any]:
    found = {
        "relations": list(relations),
        "mentions": [{"entity": _entity(entity), "ref": ref} for entity, ref in mentions],
        "aliases": [{"entity": _entity(entity), "alias": alias} for entity, alias in aliases],
        "entities": [_entity(name) for name in names],
    }
    return {sort: rows for sort, rows in found.items() if rows}


def _entity(name: str) -> int | str:
    return int(name) if name.isdecimal() else name
