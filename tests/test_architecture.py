"""The rules of the house that no linter keeps, each as one readable test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(path for room in ("app", "ui", "resources", "packaging") for path in (ROOT / room).rglob("*.py"))
OURS = [path for path in SOURCES if path.is_relative_to(ROOT / "app") or path.is_relative_to(ROOT / "ui")]
TESTS = sorted((ROOT / "tests").rglob("*.py"))

MAX_FILE = 300
MAX_FUNCTION = 40
MAX_MAIN_WINDOW = 200
VAGUE = {"utils", "util", "helpers", "helper", "manager", "base", "common", "misc"}
TOP_LEVEL = {"app", "ui", "resources", "tests", "packaging", ".ci"}
FILES = {"pyproject.toml", "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE", ".gitignore"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_no_file_outgrows_its_ceiling():
    tall = {name(path): n for path in SOURCES + TESTS if (n := len(path.read_text("utf-8").splitlines())) > MAX_FILE}
    assert not tall


def test_no_function_outgrows_its_ceiling():
    long = [
        f"{name(path)}:{node.lineno} {node.name} {node.end_lineno - node.lineno + 1}"
        for path in SOURCES
        for node in functions(path)
        if node.end_lineno and node.end_lineno - node.lineno + 1 > MAX_FUNCTION
    ]
    assert not long


def test_the_main_window_stays_a_frame():
    assert len((ROOT / "ui" / "mainwindow.py").read_text("utf-8").splitlines()) < MAX_MAIN_WINDOW


def test_packaging_is_no_package():
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_the_top_level_is_the_one_agreed():
    tracked = {path.name for path in ROOT.iterdir() if not path.name.startswith(".") or path.name == ".ci"}
    made = {"shots", "build", "dist", "tsumugi.egg-info"}
    assert {entry for entry in tracked if (ROOT / entry).is_dir()} - made == TOP_LEVEL
    assert {entry for entry in tracked if (ROOT / entry).is_file()} - FILES == set()


def test_no_room_has_a_vague_name():
    assert not [name(path) for path in SOURCES if path.stem in VAGUE or path.parent.name in VAGUE]


def test_each_module_says_why_it_exists():
    silent = [name(path) for path in OURS if path.name != "__init__.py" and not ast.get_docstring(tree(path))]
    assert not silent


def test_the_domain_imports_only_the_standard_library():
    import sys

    for path in (ROOT / "app" / "domain").glob("*.py"):
        foreign = {m for m in imports(path) if m.split(".")[0] not in sys.stdlib_module_names | {"app"}}
        assert not foreign, name(path)
        assert all(m.startswith("app.domain") for m in imports(path) if m.startswith("app")), name(path)


def test_domain_values_are_frozen_and_slotted():
    for path in (ROOT / "app" / "domain").glob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and node.decorator_list:
                written = ast.unparse(node.decorator_list[0])
                if written.startswith("dataclass"):
                    assert "frozen=True" in written and "slots=True" in written, f"{name(path)} {node.name}"


def test_only_the_clock_reads_the_clock():
    calls = re.compile(r"datetime\.(now|utcnow|today)\(|date\.today\(|time\.time\(")
    assert not [name(path) for path in OURS if path.name != "clock.py" and calls.search(path.read_text("utf-8"))]


def test_every_read_of_memory_takes_a_scope():
    unscoped = {"one", "get", "listed", "count", "of_conversation", "of_note", "of_entities", "around", "by_key"}
    unscoped |= {"in_sessions", "similar", "starting", "aliases", "mentions_in", "mentions_of", "about", "anchors"}
    unscoped |= {"anchored_in", "open", "drops", "citations", "waiting", "names_in", "memberships", "page"}
    for stem in ("episodes", "entities", "facts", "categories", "conversations", "suggestions", "names"):
        path = ROOT / "app" / "storage" / f"{stem}.py"
        for node in functions(path) if path.exists() else ():
            arguments = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
            if node.name in unscoped and "self" in arguments:
                assert "scope" in arguments, f"{name(path)} {node.name}"


def test_no_group_of_reads_has_one_without_a_scope():
    for path in (ROOT / "app" / "storage").glob("*.py"):
        for group in ast.walk(tree(path)):
            if isinstance(group, ast.ClassDef) and any(ast.unparse(one) == "Group" for one in group.bases):
                for node in group.body:
                    if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                        taken = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
                        assert "scope" in taken, f"{name(path)} {node.name}"


def test_one_place_in_the_window_catches_everything():
    broad = [name(path) for path in OURS if re.search(r"except (Base)?Exception\b", path.read_text("utf-8"))]
    serving = {"app/services/host.py", "app/services/owndoor.py"}  # a fault belongs to who asked, not to who serves all
    assert set(broad) <= {"ui/alerts.py", "ui/lanes.py", "app/inference/providers/waiting.py"} | serving


def test_memory_text_stays_out_of_logs():
    spoken = re.compile(r"(?:log|logger|logging)\.\w+\([^)]*(?:\.text|\.fact|\.name|passage|content)\b")
    assert not [name(path) for path in OURS if spoken.search(path.read_text("utf-8"))]


@pytest.mark.parametrize("pattern", [r"/work/", r"/root/", r"/tmp/", r"pypi\.org", r"files\.pythonhosted"])
def test_no_path_of_a_machine_and_no_registry(pattern: str):
    suffixes = {".py", ".toml", ".md", ".lock", ".json", ".txt", ".spec"}
    files = [path for path in ROOT.rglob("*") if path.suffix in suffixes and path != Path(__file__)]
    kept = [path for path in files if not {".venv", ".git", "shots", ".hypothesis"} & set(path.relative_to(ROOT).parts)]
    assert not [name(path) for path in kept if re.search(pattern, path.read_text("utf-8", errors="replace"))]
