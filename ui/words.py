"""Every text of the window, in the user's language. The English sentence in the source is the key.

Catalogues are `resources/i18n/<language>/*.json`, one file a room; a sentence without a translation is shown in
English, and a test fails.
"""

import json
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QLocale

from resources import resource

Language = Literal["en", "ja"]
LANGUAGES: dict[Language, str] = {"en": "English", "ja": "日本語"}


@lru_cache(maxsize=4)
def catalogue(language: str) -> dict[str, str]:
    """All translations of one language; English has none."""
    words: dict[str, str] = {}
    for file in sorted(resource(f"i18n/{language}").glob("*.json")):
        words.update(json.loads(file.read_text(encoding="utf-8")))
    return words


class _Speech:
    """The language that is spoken now. The window is rebuilt when it changes, so nobody has to listen."""

    language: Language = "en"


def speak(language: str) -> None:
    """Choose the language: `en`, `ja`, or `` / `system` for the system's own."""
    if language in LANGUAGES:
        _Speech.language = "ja" if language == "ja" else "en"
    else:
        _Speech.language = "ja" if QLocale.system().language() == QLocale.Language.Japanese else "en"


def spoken() -> Language:
    """The language that is spoken now."""
    return _Speech.language


def tr(sentence: str, **fields: object) -> str:
    """The sentence in the user's language, its `{fields}` filled. Braces without a field stay as they are."""
    text = catalogue(_Speech.language).get(sentence, sentence) if _Speech.language != "en" else sentence
    for name, value in fields.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def trn(one: str, many: str, count: int, **fields: object) -> str:
    """`tr` for a count: `trn("{count} mention", "{count} mentions", 3)`."""
    return tr(one if count == 1 else many, count=f"{count:,}", **fields)
