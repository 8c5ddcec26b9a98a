"""Every sentence of the window has a Japanese one, and every Japanese one has a sentence."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ui import words

ROOT = Path(__file__).resolve().parents[2]
TOLD = {
    "Told",
    "ProfileBusy",
    "NewerFile",
    "DamagedFile",
    "StorageFull",
    "ModelUnavailable",
    "BadInput",
    "BadReference",
}


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _in_window(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "trn"):
            for argument in node.args[: 2 if node.func.id == "trn" else 1]:
                if (text := _literal(argument)) is not None:
                    yield text


def _in_app(tree: ast.AST) -> Iterator[str]:
    """Sentences of errors: what is raised with a `Told` of some kind, and their defaults."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            text = _literal(node.args[0])
            if text and (name in TOLD or (name == "__init__" and "reference" in text)):
                yield text
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "message_id":
            yield from filter(None, [_literal(node.value)])


def _of_settings() -> Iterator[str]:
    from dataclasses import fields

    from app.services.settings import Settings, meta

    for item in fields(Settings):
        described = meta(item.name)
        yield from filter(None, [described.label, described.help, *(label for _, label in described.choices)])


def _of_doubts() -> Iterator[str]:
    """Why memory asks instead of deciding."""
    from app.memory.learn import cast, claims
    from app.memory.revise import apart
    from app.memory.tend import conflicting, following, tidying

    yield from (*cast.REASONS.values(), cast.ALIKE, cast.SEVERAL, claims.CLAIMED, apart.APART)
    yield from (conflicting.CLASH, following.FOLLOWS, tidying.SAME_NAME, tidying.SAME_THINGS)


def _of_models() -> Iterator[str]:
    """What models and their servers say when they fail."""
    from app.inference import catalog, reranker, runtime
    from app.inference.providers import failing

    yield from (catalog.MISSING, catalog.DAMAGED, runtime.NO_ROOM, reranker.MISSING, reranker.UNFIT)
    yield from (failing.FAILED, *failing.SENTENCES.values())


def _of_recall() -> Iterator[str]:
    """Why an answer was looked for as it was, and what could not be used."""
    from app.services import tracing

    yield from tracing.SENTENCES


@cache
def _used() -> set[str]:
    found: set[str] = {*_of_settings(), *_of_doubts(), *_of_models(), *_of_recall()}
    for folder, collect in (("ui", _in_window), ("ui", _in_app), ("app", _in_app)):
        for file in sorted((ROOT / folder).rglob("*.py")):
            found |= set(collect(ast.parse(file.read_text(encoding="utf-8"))))
    return found


def _pairs() -> list[tuple[str, str]]:
    files = sorted((ROOT / "resources/i18n/ja").glob("*.json"))
    return [pair for file in files for pair in json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]


def test_every_sentence_is_translated() -> None:
    assert sorted(_used() - set(words.catalogue("ja"))) == []


def test_no_translation_is_left_over() -> None:
    assert sorted(set(words.catalogue("ja")) - _used()) == []


def test_no_sentence_is_translated_twice() -> None:
    assert [text for text, count in Counter(text for text, _ in _pairs()).items() if count > 1] == []


def test_fields_are_the_same_in_both_languages() -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    assert [text for text, translated in _pairs() if names(text) != names(translated)] == []


def test_nothing_is_translated_by_an_empty_text() -> None:
    assert [text for text, translated in _pairs() if not translated.strip()] == []


@pytest.fixture
def _english() -> Iterator[None]:
    yield
    words.speak("en")


def test_language_can_change_while_the_program_runs(_english: None) -> None:
    words.speak("ja")
    assert words.tr("Notes") == "ノート"
    words.speak("en")
    assert words.tr("Notes") == "Notes"


def test_braces_of_the_user_are_left_alone() -> None:
    assert words.tr("Forget: {fact}", fact="{done} of {x}") == "Forget: {done} of {x}"


def test_one_and_many() -> None:
    assert words.trn("{count} more", "{count} more", 1200) == "1,200 more"
