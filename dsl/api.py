"""The Python interface of the language: `load`, `check` and `format`, which `dsl` exports.

Wherever rules are asked for, a `str` with a line break in it is their text; any other `str`, and every `Path`, says
where they are: the name of a game that comes with Bylaws, the folder of a game, or a file of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dsl import loading
from dsl.diagnostic import Diagnostic, Level
from dsl.formatting import format_source
from dsl.loading import Loaded, LoadError
from dsl.loading.findings import findings
from dsl.render import render
from dsl.source import source_of

#: The file that a text stands for: it begins the place of each finding in it.
TEXT_FILE = Path("text.bylaws")


class RulesError(LoadError):
    """Rules have errors: `diagnostics` has them all, and the text of the exception is what `bylaws check` prints."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(found for found in diagnostics if found.level is Level.ERROR)
        super().__init__(render(self.diagnostics, "full").rstrip())

    def __reduce__(self) -> tuple[type[RulesError], tuple[tuple[Diagnostic, ...]]]:
        return RulesError, (self.diagnostics,)


def load(rules: str | Path, variants: Sequence[str] = (), parameters: Mapping[str, str | int] | None = None) -> Loaded:
    """Reads the rules of a game, puts variants on them, and finds out what they mean.

    `rules`: a name, folder, file or text. `variants`: file names, titles or paths, in any order. `parameters`: a value
    for each parameter that is not to keep its own, by name; a number, or as one writes it (`"yes"`, `"red"`).

    What is wrong with the rules is no exception: it is in `diagnostics` of the result, whose `game` (the intermediate
    representation, see docs/ir.md) is None then. Raises LoadError if there is no such game, variant or parameter, or
    the parameter cannot have the value.
    """
    if isinstance(rules, str) and "\n" in rules:
        return loading.load(TEXT_FILE, variants, parameters, texts={TEXT_FILE: rules})
    return loading.load(rules, variants, parameters)


def check(rules: str | Path) -> list[Diagnostic]:
    """Finds what is wrong or doubtful in a game, in each of its variants and in its scenarios.

    `rules`: a name, folder, file or text. The list is empty if there is nothing to say; only a finding whose `level` is
    `error` keeps the game from being played. `dsl.render.render(found, "json")` gives them as `bylaws check` does (see
    docs/json.md), but for what makes sense and cannot be played yet, which only `interpreter` knows. Raises LoadError
    if there is no such game.
    """
    return findings(load(rules))


def format(text: str) -> str:
    """Formats the text of a rule file in the one style (see docs/formatting.md), as `bylaws fmt` does.

    It says the same and keeps all comments; formatted once more, it stays as it is. Raises RulesError if there are
    lines that cannot be read.
    """
    done = format_source(source_of(str(TEXT_FILE), text))
    if done.faults:
        raise RulesError(done.faults)
    return done.text
