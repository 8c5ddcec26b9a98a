"""What the search page says: conditions as chips say them, what a query could not mean, who said something where."""

from typing import TYPE_CHECKING

from app.domain.query import Remark, Term, known
from ui.when import clock, moment_text
from ui.words import tr

if TYPE_CHECKING:
    from app.services.search import Said


_LONGEST = 60
"""Letters of what was typed that a sentence about it repeats."""


def condition_words(term: Term) -> str:
    """`from you`, `not in notes`, `before 2026-03`."""
    if term.kind in ("word", "phrase"):
        return tr("without “{words}”", words=term.value)
    words = _plain(term)
    return tr("not: {condition}", condition=words) if term.excluded else words


def _plain(term: Term) -> str:
    value, meant = term.value, known(term)
    if meant:
        return {
            "me": tr("said by you"),
            "assistant": tr("said by Tsumugi"),
            "note": tr("in notes"),
            "chat": tr("in chats"),
        }[meant]
    return {
        "from": tr("said by {name}", name=value),
        "in": tr("in “{title}”", title=value),
        "about": tr("about {name}", name=value),
        "before": tr("before {date}", date=value),
        "after": tr("after {date}", date=value),
        "on": tr("on {date}", date=value),
        "project": tr("in the project {name}", name=value),
        "channel": tr("in the channel {name}", name=value),
    }.get(term.kind, value)


def remark_words(remark: Remark) -> str:
    """One sentence about what a query could not mean."""
    words = remark.words if len(remark.words) <= _LONGEST else f"{remark.words[: _LONGEST - 1]}…"
    if remark.kind == "unknown_operator" and remark.near:
        return tr("“{words}:” is no condition and is looked for as words. Did you mean “{near}:”?", words=words,
                  near=remark.near)  # fmt: skip
    return {
        "unknown_operator": tr("“{words}:” is no condition, so it is looked for as words.", words=words),
        "no_value": tr("After “{words}:” say {what}.", words=words, what=_value_of(words)),
        "no_date": tr(
            "“{words}” is no date that can be read; it is left out. Write 2026-03-07 or 2026-03.", words=words
        ),
        "no_days": tr("No day is left between these dates."),
        "nobody": tr("Nobody is known by the name “{words}”.", words=words),
        "no_place": tr("There is no project or channel “{words}”.", words=words),
        "no_home": tr("No chat or note is called “{words}”.", words=words),
        "only_left_out": tr("Say also what to look for, not only what to leave out."),
    }[remark.kind]


def _value_of(name: str) -> str:
    """What may stand behind an operator."""
    operator: dict[str, str] = {
        "from": tr("me, tsumugi or a name"),
        "in": tr("note, chat or a title"),
        "about": tr("a name"),
        "project": tr("the name of a project"),
        "channel": tr("the name of a channel"),
    }
    return operator.get(name, tr("a date, such as 2026-03-07, March or yesterday"))


def guide() -> list[tuple[str, str, str]]:
    """What may be typed: how it is written, what it finds, and what a click types."""
    return [
        (tr('"two words"'), tr("exactly these words, side by side"), '""'),
        (tr("-word"), tr("without this word"), "-"),
        (tr("from:me  from:tsumugi"), tr("who said it; a name works too"), "from:"),
        (tr("in:note  in:chat"), tr("where it stands; a title works too"), "in:"),
        (tr("about:Alice"), tr("where somebody or something is named, by any of their names"), "about:"),
        (tr("on:yesterday"), tr("when it was said: a day, a month or a year"), "on:"),
        ("before:2026-03  after:2026-03", tr("earlier or later than that"), "after:"),
        (tr("project:Kyoto"), tr("what belongs to one project; channel: likewise"), "project:"),
    ]


def place_words(said: "Said", under_day: bool = False) -> str:
    """`You · yesterday 18:20 · Trip to Kyoto`; of a note, its title first. `under_day`: the day stands above."""
    episode = said.episode
    when = clock(episode.said_at) if under_day else moment_text(episode.said_at)
    if episode.note is not None:
        who = tr("Note") if not episode.speaker else episode.speaker
        return " · ".join([who, said.home or tr("Untitled"), when])
    who = episode.speaker or (tr("Tsumugi") if episode.role == "assistant" else tr("You"))
    return " · ".join([who, when, said.home or tr("New chat")])
