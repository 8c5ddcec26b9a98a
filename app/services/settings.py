"""What a person can set: one dataclass; the dialog and the documentation are derived from its fields.

Labels and help are English sentences that the window passes through `tr()`.
"""

from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from app.storage.settingsfile import read_settings, write_settings

Section = Literal["appearance", "memory", "keeping", "model", "programs"]


@dataclass(frozen=True, slots=True)
class Meta:
    """How one setting shows: `choices` are (value, label); `bounds` are inclusive; `advanced` folds it away, a
    `folder` is a path that can be chosen."""

    section: Section
    label: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    bounds: tuple[int, int] | None = None
    unit: str = ""
    advanced: bool = False
    folder: bool = False


def _set(default: Any, section: Section, label: str, help: str = "", **more: Any) -> Any:
    return field(default=default, metadata={"meta": Meta(section, label, help, **more)})


@dataclass(frozen=True, slots=True)
class Settings:
    language: str = _set(
        "system",
        "appearance",
        "Language",
        choices=(("system", "Same as system"), ("en", "English"), ("ja", "日本語")),
    )
    theme: str = _set(
        "system",
        "appearance",
        "Theme",
        choices=(
            ("system", "Same as system"),
            ("light", "Light"),
            ("dark", "Dark"),
            ("contrast", "High contrast"),
        ),
    )
    text_zoom: int = _set(100, "appearance", "Text size", bounds=(80, 200), unit="%")
    learning: bool = _set(
        True,
        "memory",
        "Learn from what I write",
        "When off, everything is still kept and can be searched; nothing new is woven into the graph.",
    )
    context_characters: int = _set(
        6000,
        "memory",
        "Memory shown to the model",
        "How many characters of quoted memory go with a question.",
        bounds=(1000, 32000),
    )
    recent_turns: int = _set(6, "memory", "Recent turns shown to the model", "Turns of the same chat.", bounds=(0, 40))
    reranker: str = _set(
        "device",
        "memory",
        "Ranking of what was found",
        "How finds are put in order before an answer.",
        choices=(
            ("device", "On this device"),
            ("cross", "By a ranking model in a folder"),
            ("model", "By the model for memory work"),
        ),
    )
    cross_encoder: str = _set(
        "",
        "memory",
        "Folder with the ranking model",
        "A cross-encoder: a folder with model.onnx and tokenizer.json. Nothing is downloaded.",
        folder=True,
    )
    short_term_limit: int = _set(100, "keeping", "Turns in short-term memory", bounds=(10, 10_000))
    long_term_limit: int = _set(10_000, "keeping", "Turns in long-term memory", bounds=(100, 1_000_000))
    long_term_importance: int = _set(
        70,
        "keeping",
        "Importance for long-term memory",
        "More important turns move to long-term memory.",
        advanced=True,
        bounds=(0, 100),
        unit="%",
    )
    long_term_references: int = _set(
        2,
        "keeping",
        "Uses for long-term memory",
        "Turns that answers cited more often move there too.",
        advanced=True,
        bounds=(0, 100),
    )
    least_importance: int = _set(
        30,
        "keeping",
        "Least importance to learn from",
        "Turns that matter less are kept, but nothing is learned from them.",
        bounds=(0, 100),
        unit="%",
    )
    consolidate_hours: int = _set(24, "keeping", "Tidy memory every (hours)", bounds=(1, 720))
    category_entities: int = _set(
        10,
        "keeping",
        "Sort after this many new entities",
        "Categories are brought up to date when so many people, places and things are new.",
        advanced=True,
        bounds=(1, 1000),
    )
    category_hours: int = _set(24, "keeping", "Longest wait before sorting (hours)", bounds=(1, 720), advanced=True)
    model_kind: str = _set(
        "openai",
        "model",
        "Kind of server",
        choices=(("openai", "OpenAI-compatible"), ("anthropic", "Anthropic")),
    )
    model_address: str = _set(
        "",
        "model",
        "Address",
        "An OpenAI-compatible server, for example Ollama or LM Studio. Empty: answers come from memory alone.",
    )
    model_name: str = _set("", "model", "Model")
    memory_kind: str = _set(
        "none",
        "model",
        "Model for memory work",
        "Reads what you write, sorts entities and looks through categories.",
        choices=(
            ("none", "None: on this device"),
            ("chat", "The same as for chat"),
            ("openai", "OpenAI-compatible"),
            ("anthropic", "Anthropic"),
        ),
    )
    memory_address: str = _set("", "model", "Address for memory work")
    memory_name: str = _set("", "model", "Name of the model for memory work")
    max_write_llm_calls_per_turn: int = _set(
        3,
        "model",
        "Most calls to learn one turn",
        "Retries count too. 0: learning never calls a model.",
        advanced=True,
        bounds=(0, 10),
    )
    price_sent: int = _set(
        0,
        "model",
        "Price of a million tokens sent",
        "To show what a turn costs; 0 where it costs nothing.",
        advanced=True,
        bounds=(0, 100_000),
        unit="¢",
    )
    price_received: int = _set(
        0, "model", "Price of a million tokens received", bounds=(0, 100_000), unit="¢", advanced=True
    )
    local_only: bool = _set(
        True,
        "model",
        "Only models on this machine",
        "Refuses any address that is not this machine, so that no memory can leave it.",
    )

    mcp_allowed: bool = _set(
        False,
        "programs",
        "Let other programs use memory",
        "Agents that speak MCP may then ask memory and store in it. What they write shows in the history, by name.",
    )
    mcp_project: str = _set("", "programs", "Project they work in", "Empty: what belongs to no project.")
    mcp_channel: str = _set("", "programs", "Channel they work in", "Empty: what belongs to no channel.")

    def with_changes(self, changes: dict[str, Any]) -> "Settings":
        """A copy with valid changes applied; values of the wrong type or out of bounds are left as they were."""
        return replace(self, **{name: value for name, value in changes.items() if _fits(name, value)})


def meta(name: str) -> Meta:
    """How the setting of that field name shows. Raises `KeyError`."""
    return _METAS[name]


_METAS: dict[str, Meta] = {item.name: item.metadata["meta"] for item in fields(Settings)}
_DEFAULTS = Settings()


def _fits(name: str, value: Any) -> bool:
    known = _METAS.get(name)
    if known is None or type(value) is not type(getattr(_DEFAULTS, name)):
        return False
    if known.choices:
        return value in dict(known.choices)
    return known.bounds is None or known.bounds[0] <= value <= known.bounds[1]


def load(profile: Path) -> Settings:
    """The profile's settings; what is missing or unusable falls back to its default, the rest is kept."""
    return Settings().with_changes(read_settings(profile))


def save(profile: Path, settings: Settings) -> None:
    """Write them whole or not at all. Raises `StorageFull`."""
    write_settings(profile, asdict(settings))
