"""Stories told turn by turn: what a careful reader makes of each turn, and what must be known afterwards.

A story is (turns in the order they are told, checks). A turn is (moment, text, reading). A check is (subject,
predicate, day or None for "ever", names expected).
"""

from tests.builders import Reading as Read


def turn_of(at, text, *lines):
    """A turn from lines: a kind and a name, `+` fact, `~` fact with its end, `=` value, `-` end, `!` correction."""
    reading = Read(text)
    for line in lines:
        kind, *rest = line
        if kind == "+":
            reading = reading.fact(*rest)
        elif kind == "~":
            reading = reading.fact(*rest[:-1], until=rest[-1])
        elif kind == "=":
            reading = reading.value(*rest)
        elif kind == "-":
            reading = reading.end(*rest)
        elif kind == "!":
            reading = reading.correct(*rest)
        else:
            reading = reading.entity(rest[0], kind, *rest[1:])
    return at, text, reading.draft
