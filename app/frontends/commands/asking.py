"""Questions to memory."""

from time import monotonic, sleep
from typing import Any

import click

from app.frontends import given, printing
from app.frontends.calling import NOTHING, OK, Call
from app.frontends.shell import Spoken

_FEW, _PATIENCE, _GLANCE = 16, 5.0, 0.1
"""So few records that wait to be learned are waited for, so many seconds; a long queue is not."""


@click.command(cls=Spoken, short_help="Answer a question, with numbered sources.")
@click.argument("text", nargs=-1)
@click.option("--everywhere", is_flag=True, help="Look through the archive as well.")
@click.option("--stream", is_flag=True, help="With --json: a line {piece} for each part, {answer} last.")
@click.pass_obj
def ask(call: Call, /, text: tuple[str, ...], everywhere: bool, stream: bool) -> None:
    """Answer a question from memory, with numbered sources.

    With a model set up it answers in its own words; without one memory answers by itself. Nothing is stored.

    \b
    Examples:
      tsumugi ask "Where does Alice work?"
      tsumugi ask アリスはどこで働いていますか
      echo "What did I decide about the garden?" | tsumugi ask --json
    """
    query, printer = given.words(text, "The question"), _Printer(call.json, stream)
    _until_learned(call)
    found = call.ask("ask", step=printer, query=query, everywhere=everywhere or None)
    code = NOTHING if found["nothing"] else OK
    if call.json:
        call.give({"answer": found} if stream else found, "", code)
        return
    printer.end()
    text_of = [printing.sources(found["sources"]), *(f"Note: {note}" for note in found["notes"])]
    rest = "\n".join(filter(None, text_of))
    if rest:
        click.echo(f"\n{rest}")
    raise click.exceptions.Exit(code)


def _until_learned(call: Call) -> None:
    """Wait a little for what was stored just before, so that a question right behind it finds it."""
    until = monotonic() + _PATIENCE
    while 0 < call.ask("waiting")["waiting"] <= _FEW and monotonic() < until:
        sleep(_GLANCE)


class _Printer:
    """Prints an answer while it comes."""

    def __init__(self, as_json: bool, stream: bool) -> None:
        self._json, self._stream = as_json, stream
        self._said = False

    def __call__(self, step: Any) -> None:
        if self._json and not self._stream:
            return
        if self._json:
            click.echo(given.as_line(step))
        else:
            click.echo(step["piece"], nl=False)
        self._said = True

    def end(self) -> None:
        """The last line of the answer ends."""
        if self._said:
            click.echo()


@click.command(cls=Spoken, short_help="Find records and facts on a question.")
@click.argument("text", nargs=-1)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, help="Most records to show.")
@click.option("--full", is_flag=True, help="Show records in full.")
@click.pass_obj
def recall(call: Call, /, text: tuple[str, ...], limit: int, full: bool) -> None:
    """Find records on a question, best first, with the facts that belong to them.

    \b
    Examples:
      tsumugi recall "the reading circle" --limit 3
      tsumugi recall 読書会 --json | jq -r '.records[].ref'
    """
    found = call.ask("recall", query=given.words(text, "The question"), limit=limit)
    call.give(found, printing.recollection(found, full), NOTHING if found["nothing"] else OK)


@click.command(cls=Spoken, short_help="Put together what memory holds on a question.")
@click.argument("text", nargs=-1)
@click.option("--count", type=click.IntRange(1, 100), default=10, show_default=True, help="Most items to show.")
@click.option("--top-k", type=click.IntRange(1, 100), help="Records to begin with (20).")
@click.option("--max-hops", type=click.IntRange(0, 5), help="How far to follow relations (2).")
@click.option("--max-evidence", type=click.IntRange(0, 200), help="Most records to add by relations (40).")
@click.option("--budget", type=click.IntRange(1, 100_000), help="Most characters of quoted text (4000).")
@click.pass_obj
def reconstruct(call: Call, /, text: tuple[str, ...], **limits: Any) -> None:
    """Put together what memory holds on a question: records that belong together are one item.

    Under each item stand its records in order of time: why each is there, and what it does to others.

    \b
    Examples:
      tsumugi reconstruct "the move to Kyoto"
      tsumugi reconstruct "the move to Kyoto" --count 1 --json
    """
    found = call.ask("reconstruct", query=given.words(text, "The question"), **limits)
    call.give(found, printing.reconstruction(found), OK if found["items"] else NOTHING)


@click.command(cls=Spoken, short_help="Show what is related to somebody or something.")
@click.argument("name", nargs=-1)
@click.option("--max-hops", type=click.IntRange(1, 5), default=1, show_default=True, help="How many relations away.")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="Most entities to show.")
@click.pass_obj
def traverse(call: Call, /, name: tuple[str, ...], max_hops: int, limit: int) -> None:
    """Show what is related to somebody or something: names, relations, and records that mention it.

    \b
    Examples:
      tsumugi traverse Alice
      tsumugi traverse 田中 --max-hops 2 --json
    """
    found = call.ask("traverse", entity=given.words(name, "The name"), max_hops=max_hops, limit=limit)
    call.give(found, printing.traversal(found), OK if found["entities"] else NOTHING)


@click.command(cls=Spoken, short_help="Read records in full, such as ep:12.")
@click.argument("refs", nargs=-1, required=True, metavar="REF...")
@click.pass_obj
def show(call: Call, /, refs: tuple[str, ...]) -> None:
    """Read records in full by their references; of a session (ses:3) all of it.

    \b
    Examples:
      tsumugi show ep:12
      tsumugi show ses:3 --json
    """
    found = call.ask("get_contents", refs=list(refs))
    for row in found["dropped"]:
        click.echo(row["reason"], err=True)
    call.give(found, printing.records(found), OK if found["records"] else NOTHING)


@click.command(cls=Spoken, short_help="List who and what memory knows.")
@click.argument("text", default="")
@click.option("--type", "kind", help="Only of this type: person, organization, place, thing, event or concept.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="Most entities to show.")
@click.pass_obj
def entities(call: Call, /, text: str, kind: str | None, limit: int) -> None:
    """List who and what memory knows, by the beginning of a name, most mentioned first.

    \b
    Examples:
      tsumugi entities
      tsumugi entities Al --type person
    """
    found = call.ask("list_entities", text=text, type=kind, limit=limit)
    words = printing.entities(found) if found["entities"] else "Nobody and nothing."
    call.give(found, words, OK if found["entities"] else NOTHING)
