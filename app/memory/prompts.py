"""What models are told: the texts in `resources/prompts`, one file a prompt and language, with blanks for the data.

Whatever a person wrote goes in fenced: it is data to read, and nothing in it can close the fence or open another.
"""

import re
from functools import lru_cache

from app.domain.draft import Language
from resources import resource

_BLANK = re.compile(r"\{([a-z_]+)\}")


def prompt(name: str, language: Language, **fields: str) -> str:
    """The prompt with its blanks filled, all at once, so that braces in the data stay as they are.

    Every `{blank}` of the file must be given and every field must have its blank: else `ValueError`, since a prompt
    that lacks its data would be answered all the same. Raises `FileNotFoundError` for a prompt that does not exist.
    """
    text = _read(name, language)
    blanks = set(_BLANK.findall(text))
    if blanks != set(fields):
        raise ValueError(f"prompt {name}.{language} needs {sorted(blanks)}, not {sorted(fields)}")
    return _BLANK.sub(lambda blank: fields[blank[1]], text)


@lru_cache(maxsize=64)
def _read(name: str, language: Language) -> str:
    return resource(f"prompts/{name}.{language}.txt").read_text(encoding="utf-8").strip()


_ANGLE = re.compile("[<＜﹤](?=[\\s/|\u00ad\u200b-\u200f\u2060\ufeff]*[a-z_|])", re.IGNORECASE)
"""What opens a tag, or one of the marks by which models are told who speaks; unseen characters may stand in it."""


def defused(text: str) -> str:
    """The text with whatever looks like a tag opened up: one character goes for one character."""
    return _ANGLE.sub("‹", text)


def fenced(text: str, fence: str) -> str:
    """The text between `<fence>` and `</fence>`; what looks like a tag in it is opened up, so no fence can be closed.

    One character goes for one character: a place in the answer is still a place in the text.
    """
    return f"<{fence}>\n{defused(text)}\n</{fence}>"
