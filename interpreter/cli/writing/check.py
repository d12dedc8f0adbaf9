"""`bylaws check`: errors of a game, of each of its variants, and of its scenarios."""

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from dsl.cache import nothing_thrown_away
from dsl.diagnostic import Diagnostic
from dsl.disk import games_in
from dsl.disk.answers import Answer
from dsl.render import render, summary
from interpreter.cli.input.rule_files import standard_input
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.findings.looked import Looked, looked, read_on

FOR_PEOPLE = ("full", "concise")


def run(options: Namespace) -> int:
    """1 if there is an error."""
    found: list[Diagnostic] = []
    said: list[str] = []
    for path in games_in(options.paths):
        done = _looked(path, options)
        found += done.found
        said.append(done.fine)
    found = list(dict.fromkeys(found))
    print(render(found, options.format, has_colour(sys.stdout)), end="", file=painted(sys.stdout))
    if options.format in FOR_PEOPLE:
        print(summary(found) + read_on(found) if found else "\n".join(said), file=sys.stderr)
    return 1 if found else 0


def _looked(name: str, options: Namespace) -> Looked:
    if name == "-":
        return _look(options.stdin_filename, options.variants, standard_input(options.stdin_filename))[0]
    return looked(name, ("check", *options.variants), lambda: _look(name, options.variants, {}))


def _look(name: str, variants: Sequence[str], texts: Mapping[Path, str]) -> tuple[Looked, tuple[Answer, ...]]:
    with nothing_thrown_away():
        from interpreter.findings.find import look_for_errors  # takes long to import

        return look_for_errors(name, variants, texts)
