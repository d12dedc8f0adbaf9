"""Who may import whom, and who may open files. `ARCHITECTURE.md` says why; this file is the rule itself."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

REPOSITORY = Path(__file__).parents[1]
ROOMS = ("dsl", "grammar", "games", "interpreter")

# A module may import from its own floor and from those above it in this list, never from one below.
# A module belongs to the longest of these names that it begins with; `dsl` itself only names the package.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("dsl", "grammar", "games", "dsl.standard"),
    ("dsl.frozen",),
    ("dsl.source", "dsl.nearest", "dsl.listing", "dsl.messages", "dsl.cache"),
    ("dsl.controls", "dsl.lazy", "dsl.node", "dsl.walk"),
    ("dsl.diagnostic",),
    ("dsl.render", "dsl.fix", "dsl.ir", "dsl.disk"),
    ("dsl.syntax.construct", "dsl.syntax.nodes"),
    ("dsl.syntax.reading",),
    ("dsl.syntax.building", "dsl.syntax.unparse", "dsl.syntax.advice"),
    ("dsl.syntax.recovery",),
    ("dsl.syntax",),
    ("dsl.names", "dsl.variant"),
    ("dsl.tables.sheet", "dsl.tables.columns", "dsl.tables.values"),
    ("dsl.bounds",),
    ("dsl.checks.analysis",),
    ("dsl.checks",),
    ("dsl.lint",),
    ("dsl.elaborate.core",),
    ("dsl.elaborate.expressions",),
    ("dsl.elaborate.statements",),
    ("dsl.elaborate.declarations",),
    ("dsl.elaborate",),
    ("dsl.loading", "dsl.expand", "dsl.rulings", "dsl.difference", "dsl.formatting", "dsl.graph"),
    ("dsl.editing",),
    ("dsl.tables",),
    ("dsl.api",),
    ("interpreter.errors", "interpreter.program.model"),
    ("interpreter.program.desugar",),
    ("interpreter.program.triggers",),
    ("interpreter.program.cfg",),
    ("interpreter.program.optimise",),
    ("interpreter.program",),
    ("interpreter.runtime",),
    ("interpreter.backend",),
    ("interpreter.backend.python.emit",),
    ("interpreter.backend.python.nodes",),
    ("interpreter.backend.python.routines",),
    ("interpreter.backend.python",),
    ("interpreter.backend.wasm.emit", "interpreter.backend.wasm.watch"),
    ("interpreter.backend.wasm.nodes",),
    ("interpreter.backend.wasm",),
    ("interpreter.backend.wasm.resume", "interpreter.backend.wasm.search"),
    ("interpreter.engine",),
    ("interpreter.text",),
    ("interpreter.table",),
    ("interpreter.rulebook",),
    ("interpreter.showing",),
    ("interpreter",),
    ("interpreter.players",),
    ("interpreter.secrecy",),
    ("interpreter.scenario",),
    ("interpreter.paper.typeset",),
    ("interpreter.paper",),
    ("interpreter.findings",),
    ("interpreter.simulation.statistics", "interpreter.simulation.processes"),
    ("interpreter.simulation.games",),
    ("interpreter.simulation.native",),
    ("interpreter.simulation",),
    ("interpreter.simulation.reports",),
    ("interpreter.report.players",),
    ("interpreter.report.course", "interpreter.report.worth", "interpreter.report.picture"),
    ("interpreter.report.play", "interpreter.report.finding"),
    ("interpreter.report.measures",),
    ("interpreter.report",),
    ("interpreter.api",),
    ("interpreter.doors",),
    ("interpreter.web.kept",),
    ("interpreter.web.viewers", "interpreter.web.thinking", "interpreter.web.looks", "interpreter.web.reply"),
    ("interpreter.web.sealed",),
    ("interpreter.web.table",),
    ("interpreter.web.taking_back", "interpreter.web.notes"),
    ("interpreter.web.edited", "interpreter.web.session_folder"),
    ("interpreter.web.house",),
    ("interpreter.web",),
    ("interpreter.web.http",),
    ("interpreter.cli.exit_codes", "interpreter.cli.wrong_use", "interpreter.cli.commands"),
    ("interpreter.cli.output",),
    ("interpreter.cli.input",),
    ("interpreter.server",),
    ("interpreter.cli",),
)

# What a package exports to Python programs comes from this module, and stands on its floor.
DOORS: Mapping[str, str] = {"dsl": "dsl.api", "interpreter": "interpreter.api"}

# What only some may import, whatever floor they are on.
ONLY_IN: Mapping[str, tuple[str, ...]] = {
    "lark": ("dsl.syntax",),
    "pygments": ("dsl.editing.lexer",),
    "openpyxl": ("interpreter.cli.input.workbook",),
    "typst": ("interpreter.paper.typeset",),
    "rich": ("interpreter.cli", "interpreter.players.human"),
    "dsl.syntax": ("dsl",),
}

# Files are opened at the edges, so that everything between takes values and gives values.
EDGES = (
    "dsl.cache",
    "dsl.disk",
    "dsl.messages",
    "dsl.syntax",
    "interpreter.cli",
    "interpreter.table.save",
    "interpreter.table.atomic_write",
)
OPENING = {"open", "read_text", "write_text", "read_bytes", "write_bytes", "fdopen", "mkstemp"}


#: So many files of code lie in a folder at most, with the one that says what it is for.
MOST_FILES = 16
#: So many names are given to `Any` where programs are made.
MOST_ANY = 10
#: The comment above such a name.
BECAUSE = re.compile(r"#: .*[:;,] hence Any\.")

# Modules that import each other. This list only ever gets shorter.
CIRCLES: tuple[tuple[str, ...], ...] = ()


@frozen
class Module:
    """A module by its dotted name, with its text; a package's name stands for its `__init__.py`."""

    name: str
    text: str


def test_imports_go_one_way() -> None:
    assert import_breaches(modules()) == []


def test_files_are_opened_at_the_edges_alone() -> None:
    assert opening_breaches(modules()) == []


def test_no_modules_import_each_other() -> None:
    assert circles(modules()) == list(CIRCLES)


def test_where_programs_are_made_any_stands_for_what_a_comment_explains() -> None:
    rooms = ("interpreter.program", "interpreter.backend")
    made = [module for module in modules() if any(_in(module.name, room) for room in rooms)]
    assert [f"{module.name}:{line}" for module in made for line in unexplained(module.text)] == []
    assert sum(len(_any_in(module.text)) for module in made) <= MOST_ANY


def test_no_folder_has_too_many_files() -> None:
    folders = Counter(path.parent for room in ("dsl", "interpreter") for path in (REPOSITORY / room).rglob("*.py"))
    del folders[REPOSITORY / "dsl" / "lint" / "rules"]  # a file each, and nobody looks for one but by its name
    assert {str(folder): files for folder, files in folders.items() if files > MOST_FILES} == {}


def test_the_page_on_it_is_short_and_names_what_there_is() -> None:
    page = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert page.count("\n") < 150
    tops = [REPOSITORY / top for top in (*ROOMS, "tests", "docs")]
    there = {path.relative_to(REPOSITORY) for top in tops for path in (top, *top.rglob("*"))}
    tails = {"/".join(path.parts[at:]) for path in there for at in range(len(path.parts))}
    tails |= {tail.removesuffix(".py") for tail in tails}
    named = [name.strip("/") for name in re.findall(r"`([\w./]*/[\w./]*)`", page)]
    assert len(named) > 30
    assert [name for name in named if name not in tails] == []


def test_games_and_grammar_hold_no_code() -> None:
    code = [module.name for module in modules() if module.name.startswith(("games", "grammar"))]
    assert sorted(code) == ["games", "grammar"]


def modules() -> list[Module]:
    """Every module of the four rooms."""
    paths = sorted(path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py"))
    assert paths
    return [Module(_name(path), path.read_text(encoding="utf-8")) for path in paths]


def unexplained(text: str) -> list[int]:
    """The lines on which `Any` stands, but for names that are given to it under a comment that says why."""
    lines = ["", *text.split("\n")]
    return [
        line for line in _any_in(text)
        if ": TypeAlias = " not in lines[line] or not BECAUSE.fullmatch(lines[line - 1])
    ]  # fmt: skip


def _any_in(text: str) -> list[int]:
    return [node.lineno for node in _nodes(text) if isinstance(node, ast.Name) and node.id == "Any"]


def _name(path: Path) -> str:
    return ".".join(path.relative_to(REPOSITORY).with_suffix("").parts).removesuffix(".__init__")


def import_breaches(code: list[Module]) -> list[str]:
    """One sentence for each import that goes the wrong way or to what the module may not know."""
    names = {module.name for module in code}
    return [
        f"{module.name}:{line} imports {imported}: {reason}"
        for module in code
        for line, imported in imports(module, names)
        if (reason := _why_not(module.name, imported))
    ]


def imports(module: Module, names: set[str]) -> Iterator[tuple[int, str]]:
    """Every import in the module, inside functions too, as line and dotted name."""
    for node in _nodes(module.text):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                if base in DOORS and floor(whole) == floor(base) and whole not in names and alias.name != "VERSION":
                    yield node.lineno, DOORS[base]
                    continue
                yield node.lineno, whole if whole in names or floor(whole) != floor(base) else base


def floor(name: str) -> int | None:
    """The place of a module in FLOORS, or nothing for one that is not ours."""
    found = [(len(room), number) for number, rooms in enumerate(FLOORS) for room in rooms if _in(name, room)]
    return max(found)[1] if found else None


def _why_not(importing: str, imported: str) -> str:
    for guarded, allowed in ONLY_IN.items():
        if _in(imported, guarded) and not any(_in(importing, room) for room in allowed):
            return f"{guarded} is for {' and '.join(allowed)} alone"
    below, above = floor(DOORS.get(importing, importing)), floor(imported)
    if importing.startswith("dsl.") and below == 0 and not _in(importing, "dsl.standard"):
        return f"{importing} has no floor; give it one in FLOORS"
    if below is not None and above is not None and above > below:
        return "that is a later stage"
    return ""


def _in(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def circles(code: list[Module]) -> list[tuple[str, ...]]:
    """Every group of modules that cannot be imported but with each other, each in the order of their names."""
    names = {module.name for module in code}
    ahead = {module.name: set(_needed(module, names)) for module in code}
    reached = {name: _reached(name, ahead) for name in ahead}
    together = {tuple(sorted(y for y in reached[x] if x in reached[y])) for x in reached}
    return sorted(group for group in together if group)


def _reached(name: str, ahead: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [*ahead[name]]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += ahead[one]
    return found


@cache
def _tree(text: str) -> ast.Module:
    return ast.parse(text)


@cache
def _nodes(text: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_tree(text)))


def _needed(module: Module, names: set[str]) -> Iterator[str]:
    """The modules of ours that are imported as this one is, not later in a function nor for the types alone."""
    for node in _tree(module.text).body:
        match node:
            case ast.Import(aliases):
                yield from (alias.name for alias in aliases if alias.name in names)
            case ast.ImportFrom(str(base), aliases):
                for alias in aliases:
                    whole = f"{base}.{alias.name}"
                    yield from [whole] if whole in names else {base} & names


def opening_breaches(code: list[Module]) -> list[str]:
    """One sentence for each call that opens, reads or writes a file anywhere else than at the edges."""
    return [
        f"{module.name}:{node.lineno} calls {called}"
        for module in code
        if not any(_in(module.name, edge) for edge in EDGES)
        for node in _nodes(module.text)
        if isinstance(node, ast.Call) and (called := _called(node)) in OPENING
    ]


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dsl.source", "import dsl.diagnostic"),
        ("dsl.diagnostic", "from dsl import syntax"),
        ("dsl.diagnostic", "from dsl import load"),
        ("dsl", "from interpreter.api import open_game"),
        ("dsl.syntax.parse", "from dsl.checks.checks import check"),
        ("dsl.syntax.parse", "from dsl.elaborate.game import lower"),
        ("dsl.names.collect", "def f():\n    from dsl.elaborate.game import lower"),
        ("dsl.ir.nodes", "from dsl.syntax.nodes import Move"),
        ("dsl.elaborate.game", "from dsl.loading import load"),
        ("dsl.ir.nodes", "from dsl.elaborate.game import elaborate"),
        ("dsl.elaborate.core.context", "from dsl.elaborate.expressions import names"),
        ("dsl.elaborate.expressions.names", "from dsl.elaborate.statements.verbs import act"),
        ("dsl.elaborate.statements.verbs", "from dsl.elaborate.declarations import cards"),
        ("dsl.loading", "import interpreter.runtime.state"),
        ("interpreter.runtime.state", "from interpreter.cli import main"),
        ("interpreter.runtime.state", "from dsl.syntax import parse"),
        ("interpreter.cli.writing.fmt", "from dsl.syntax import unparse"),
        ("interpreter.cli.writing.fmt", "from dsl import syntax"),
        ("interpreter.backend.python.emit.tree", "from interpreter.backend.python.nodes import values"),
        ("interpreter.backend.reference.values", "from interpreter.backend.wasm.emit import scope"),
        ("interpreter.backend.wasm.nodes.values", "from interpreter.backend.wasm.driver import whole_game"),
        ("interpreter.players.thinking.search", "from interpreter.secrecy import cause"),
        ("interpreter.runtime.state", "import rich.table"),
        ("interpreter.players.search", "from rich import print"),
        ("dsl.names.collect", "from lark import Tree"),
        ("interpreter.cli.main", "import lark"),
        ("dsl.new_room", "import attrs"),
    ],
)
def test_a_planted_import_is_found(name: str, text: str) -> None:
    assert len(import_breaches([Module(name, text)])) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dsl.diagnostic", "from dsl.source import Span"),
        ("dsl.syntax.parse", "import lark\nfrom dsl.syntax.nodes import Move\nfrom dsl.source import Source"),
        ("dsl.lint.rules.unused_zone", "from dsl.names.collect import Scope"),
        ("dsl.elaborate.game", "from dsl.names import symbols\nfrom dsl.ir.nodes import Move"),
        ("dsl.loading", "from dsl import lint, source, syntax"),
        ("dsl", "from dsl.api import load"),
        ("interpreter.cli.main", "from dsl import VERSION, load"),
        ("interpreter.program.lower", "from dsl.ir import nodes\nfrom dsl import loading"),
        ("interpreter.cli.main", "import rich\nfrom interpreter.runtime.state import State"),
        ("interpreter.players.human", "from rich.console import Console"),
        ("interpreter.runtime.state", "import richer, larks"),
    ],
)
def test_an_import_up_the_list_is_allowed(name: str, text: str) -> None:
    assert import_breaches([Module(name, text)]) == []


def test_a_planted_circle_is_found() -> None:
    first, second = Module("dsl.a", "from dsl import b"), Module("dsl.b", "from dsl.c import x")
    assert circles([first, second, Module("dsl.c", "import dsl.a"), Module("dsl.d", "import dsl.a")]) == [
        ("dsl.a", "dsl.b", "dsl.c")
    ]
    assert circles([first, second, Module("dsl.c", "def f():\n    import dsl.a")]) == []
    assert circles([first, second, Module("dsl.c", "if TYPE_CHECKING:\n    import dsl.a")]) == []
    assert circles([Module("dsl.a", "import dsl.a")]) == [("dsl.a",)]


# Who thinks is given worlds, never the game as it is: these modules know no state, and `DEALING` gives none away.
THINKING = ("interpreter.players.thinking.search", "interpreter.players.thinking.tree")
DEALING = "interpreter.players.thinking.worlds"
TRUTH = ("interpreter.runtime.state", "interpreter.engine", "interpreter.table")


def test_who_thinks_gets_no_state() -> None:
    code = modules()
    names = {module.name for module in code}
    assert [found for module in code if module.name in THINKING for found in truth_breaches(module, names)] == []
    assert [found for module in code if module.name == DEALING for found in given_away(module.text)] == []


def truth_breaches(module: Module, names: set[str]) -> list[str]:
    """One sentence for each import of what knows the truth, and for each look into what is another's own."""
    imported = [(line, one) for line, one in imports(module, names) if any(_in(one, room) for room in TRUTH)]
    known = [f"{module.name}:{line} imports {one}" for line, one in imported]
    looked = [
        f"{module.name}:{node.lineno} reads {node.attr}"
        for node in _nodes(module.text)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
    ]
    return known + looked


def given_away(text: str) -> list[str]:
    """The methods and fields of classes that give a state or an engine to whoever asks."""
    found = []
    for one in _tree(text).body:
        for node in one.body if isinstance(one, ast.ClassDef) else ():
            match node:
                case ast.FunctionDef(name=name, returns=given) if given is not None:
                    pass
                case ast.AnnAssign(target=ast.Name(id=name), annotation=given):
                    pass
                case _:
                    continue
            named = {inner.id for inner in ast.walk(given) if isinstance(inner, ast.Name)}
            if not name.startswith("_") and named & {"State", "Engine"}:
                found.append(f"{name} gives {ast.unparse(given)}")
    return found


def test_a_planted_state_is_found() -> None:
    names = {"interpreter.runtime.state"}
    for text in ("from interpreter.runtime.state import State", "def f(world):\n    return world._state"):
        assert len(truth_breaches(Module(THINKING[0], text), names)) == 1
    for text in ("class World:\n    state: State", "class World:\n    def now(self) -> list[State]:\n        ..."):
        assert len(given_away(text)) == 1
    assert given_away("class World:\n    _state: State") == []


@pytest.mark.parametrize(
    "line", ["x: Any = 1", "def f(x: Any): ...", "X: TypeAlias = Any", "#: So.\nX: TypeAlias = Any"]
)
def test_a_planted_any_is_found(line: str) -> None:
    assert len(unexplained(f"from typing import Any\n{line}\n")) == 1
    assert unexplained("#: So it is, hence Any.\nX: TypeAlias = Any\n") == []


@pytest.mark.parametrize("call", ["open('a')", "Path('a').read_text()", "io.open('a')", "a.b.write_bytes(b'')"])
def test_a_planted_opening_is_found(call: str) -> None:
    inside = f"def f():\n    return {call}"
    assert len(opening_breaches([Module("interpreter.runtime.state", inside)])) == 1
    assert opening_breaches([Module("interpreter.cli.playing.play", inside), Module("dsl.disk", inside)]) == []
