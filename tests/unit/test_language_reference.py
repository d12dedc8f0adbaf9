"""The language reference is true: every example in it is read, checked and played; its lists are the code's. So are the
examples in the page on libraries.

A note before an example says what it stands in: `<!-- with: fair; inside: a turn -->`. `with` names a file
of `tests/language_reference` that goes before it, `inside` a body around it. `error` and `not yet` say what
is wrong with it on purpose.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import indent

import attrs
import pytest

from dsl.elaborate.expressions import boards
from dsl.ir import nodes as ir
from dsl.loading import Loaded, load
from dsl.loading.scenarios import Scenarios, scenarios
from dsl.loading.variants import AvailableVariant
from dsl.names.built_ins import CONSTANTS, FUNCTIONS, WORDS, BuiltIn
from dsl.names.types import words
from dsl.syntax import nodes as n
from dsl.syntax.reading.vocabulary import vocabulary
from interpreter.engine import Engine, LoweringError
from interpreter.program.model.functions import PLAYABLE, WORKED_OUT
from interpreter.scenario.run import run
from interpreter.scenario.set_ups import SetUps

pytestmark = pytest.mark.usefixtures("nothing_kept")

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "language.md").read_text(encoding="utf-8")
LIBRARIES = (REPOSITORY / "docs" / "libraries.md").read_text(encoding="utf-8")
PREAMBLES = REPOSITORY / "tests" / "language_reference"
HEADER = 'game "Example":\n    players: 2 to 4\n'

#: What an example may stand inside: the lines above it.
BODIES = {
    "a turn": ("procedure example:", "    players take turns:"),
    "a procedure": ("procedure example:",),
}
EXAMPLE = re.compile(r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^```bylaws\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Example:
    """A block of the page, the line that it begins at, and what its note says."""

    line: int
    text: str
    note: Mapping[str, str]

    @property
    def source(self) -> str:
        """The whole file that the block is part of."""
        text = self.text
        if "inside" in self.note:
            around = BODIES[self.note["inside"]]
            text = "\n".join((*around, indent(text, "    " * len(around))))
        if "with" in self.note:
            return (PREAMBLES / f"{self.note['with']}.bylaws").read_text(encoding="utf-8") + "\n" + text
        complete = re.search(r'^(game "|library )', text, re.MULTILINE)
        return text if complete else f"{HEADER}\n{text}"


def examples(page: str = PAGE) -> Iterator[Example]:
    """All examples of the page, in order."""
    for found in EXAMPLE.finditer(page):
        note = dict(part.split(": ", 1) for part in (found["note"] or "").split("; ") if part)
        yield Example(page[: found.start("text")].count("\n") + 1, found["text"], note)


def test_all_examples_are_found() -> None:
    assert len(EXAMPLES) == len(re.findall("^```bylaws$", PAGE, re.MULTILINE))


EXAMPLES = [pytest.param(example, id=f"line {example.line}") for example in examples()]
ON_LIBRARIES = [pytest.param(example, id=f"libraries, line {example.line}") for example in examples(LIBRARIES)]


def loaded(example: Example, tmp_path: Path, variants: tuple[str, ...] = ()) -> Loaded:
    """The rules of an example, with these variants on."""
    path = tmp_path / "example.bylaws"
    tables = {tmp_path / each.name: each.read_text(encoding="utf-8") for each in PREAMBLES.glob("*.csv")}
    return load(path, variants, texts={path: example.source, **tables})


@pytest.mark.parametrize("example", EXAMPLES + ON_LIBRARIES)
def test_every_example_is_what_the_page_says_of_it(example: Example, tmp_path: Path) -> None:
    rules = loaded(example, tmp_path)
    groups = list(scenarios(rules)) if rules.game is not None else []
    every = [rules, *(loaded(example, tmp_path, _with_lower(variant)) for variant in rules.variants)]
    found = [fault for group in groups for fault in (*group.diagnostics, *group.rules.diagnostics)]
    faults = {fault.name for fault in (*found, *(fault for each in every for fault in each.diagnostics))}
    assert faults == {name for name in example.note.get("error", "").split(", ") if name}
    if faults:
        return
    for each in every:
        _starts(each, example.note.get("not yet", ""))
    for group in groups:
        _plays(group)


def _with_lower(variant: AvailableVariant) -> tuple[str, ...]:
    """The variant and those that it goes over."""
    assert variant.node is not None
    return (variant.title, *(title.text for title in variant.node.over))


def _starts(rules: Loaded, not_yet: str) -> None:
    """The game can be played; or it is refused, for just these reasons."""
    assert rules.game is not None
    try:
        Engine(rules.game, rules.game.fewest_players)
        reasons: set[str] = set()
    except LoweringError as refused:
        reasons = {entry.what for entry in refused.lacking}
    assert reasons == {reason for reason in not_yet.split(" | ") if reason}


def _plays(group: Scenarios) -> None:
    assert group.rules.game is not None
    game: ir.Game = attrs.evolve(group.rules.game, texts=group.texts)
    set_ups = SetUps(game, "generated", whole=True)
    for scenario in group.scenarios:
        outcome = run(scenario, set_ups)
        assert outcome.failure is None, outcome.failure


def test_the_page_shows_every_kind_of_declaration_and_statement() -> None:
    shown = {type(node) for example in examples() for node in _nodes(_items(example))}
    assert sorted(kind.__name__ for kind in _kinds() - shown) == []


def _items(example: Example) -> object:
    path = Path("example.bylaws")
    rules = load(path, texts={path: example.source})
    return (*rules.items, *(variant.node for variant in rules.variants), *rules.beside.inside)


def _nodes(tree: object) -> Iterator[object]:
    if isinstance(tree, tuple):
        for item in tree:
            yield from _nodes(item)
    elif attrs.has(kind := type(tree)):
        yield tree
        for field in attrs.fields(kind):
            if field.eq:
                yield from _nodes(getattr(tree, field.name))


def _kinds() -> set[type]:
    """Every kind of node that a rule file is made of, but for what stands in place of an error."""
    made = {k for k in vars(n).values() if isinstance(k, type) and attrs.has(k) and k.__module__ == n.__name__}
    return made - {n.BadLine, n.File, n.Trivia}


def test_every_link_on_the_page_leads_to_a_chapter() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = set(re.findall(r"\]\(#([^)]*)\)", PAGE))
    assert links
    assert sorted(links - anchors) == []


def test_every_error_that_the_page_names_is_one() -> None:
    known = set()
    for path in (REPOSITORY / "dsl").rglob("*.py"):
        known |= set(re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', path.read_text(encoding="utf-8")))
    named = set(re.findall(r"^\| `([a-z]+(?:-[a-z0-9]+)+)` \|", PAGE, re.MULTILINE))
    assert named
    assert sorted(named - known) == []


def test_the_table_of_built_in_names_is_complete() -> None:
    assert built_in_table() in PAGE, f"put this table into docs/language.md:\n{built_in_table()}"


def test_the_table_of_words_is_complete() -> None:
    table = "\n".join(("| say | means |", "|---|---|", *(f"| `{word}` | {means} |" for word, means in WORDS.items())))
    assert table in PAGE, f"put this table into docs/language.md:\n{table}"


def built_in_table() -> str:
    """What every game knows, as it stands on the page."""
    rows = (f"| `{_call(f)}` | {_gives(f)} | {f.meaning}{_not_yet(f)} |" for f in (*CONSTANTS, *FUNCTIONS))
    return "\n".join(("| say | is | meaning |", "|---|---|---|", *rows))


def _not_yet(f: BuiltIn) -> str:
    known = PLAYABLE | WORKED_OUT | boards.NAMES | {"tops"}
    return "" if f.name in known else "; [not yet playable](#not-yet-playable)"


def _call(f: BuiltIn) -> str:
    if not f.takes:
        return f.name
    if f.name == "distance":
        return "distance from x to y"
    if len(f.takes) == 1:
        return f"{f.name} of x"
    return f"{f.name}(n) of list" if f.takes[-1].many else f"{f.name} of (x, y)"


def _gives(f: BuiltIn) -> str:
    if f.same is not None:
        return "one of them, or none" if f.item else "of the same kind"
    return words(f.gives) + (" or none" if f.gives.optional else "")


def test_the_list_of_reserved_words_is_complete() -> None:
    listed = ", ".join(f"`{word}`" for word in sorted(vocabulary().reserved))
    assert listed in " ".join(PAGE.split()), f"put these words into docs/language.md:\n{listed}"
