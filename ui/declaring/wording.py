"""Why something could not be declared, in the user's language. The service says it in English, with the names in it."""

import re
from collections.abc import Iterable, Mapping

from app.domain.association import Dropped
from ui.words import tr

_BLANK = re.compile(r"\\\{(\w+)\\\}")


def _sentences() -> Mapping[str, str]:
    """What the service may say, and how it is said to the person; names are filled in afterwards."""
    return {
        "Several go by “{name}”. Give its type, or another of its names.": tr(
            "Several go by “{name}”. Give its type, or another of its names."
        ),
        "“{name}” already names another entity.": tr("“{name}” already names another entity."),
        "There is no record {ref}.": tr("There is no record {ref}."),
        "It is longer than {count} characters.": tr("It is longer than {count} characters."),
        "Nothing is related to itself.": tr("Nothing is related to itself."),
        "This relation takes a text, not a record.": tr("This relation takes a text, not a record."),
        "This is a reference, not a name.": tr("This is a reference, not a name."),
        "It is empty.": tr("It is empty."),
    }


def refusal(reason: str) -> str:
    """One reason in words."""
    for template, told in _sentences().items():
        pattern = _BLANK.sub(r"(?P<\1>.*)", re.escape(template))
        if (match := re.fullmatch(pattern, reason, re.DOTALL)) is not None:
            for name, value in match.groupdict().items():
                told = told.replace("{" + name + "}", value)
            return told
    return reason


def refusals(dropped: Iterable[Dropped]) -> str:
    """All reasons, each once."""
    return "\n".join(dict.fromkeys(refusal(one.reason) for one in dropped))
