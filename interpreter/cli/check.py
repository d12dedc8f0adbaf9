"""`bylaws check`: errors of a game, of each of its variants, and of its scenarios."""

from __future__ import annotations

import sys
from argparse import Namespace

from dsl.diagnostic import Diagnostic
from dsl.load import Loaded, games_in, load
from dsl.render import render, summary
from interpreter.cli.findings import errors, findings, read_on
from interpreter.cli.standard_input import standard_input
from interpreter.cli.terminal import has_colour

FOR_PEOPLE = ("full", "concise")


def run(options: Namespace) -> int:
    """1 if there is an error."""
    found: list[Diagnostic] = []
    said: list[str] = []
    for path in games_in(options.paths):
        texts = standard_input(options.stdin_filename) if path == "-" else {}
        rules = load(options.stdin_filename if path == "-" else path, texts=texts)
        found += errors(findings(rules))
        said.append(_fine(rules))
    found = list(dict.fromkeys(found))
    print(render(found, options.format, has_colour(sys.stdout)), end="")
    if options.format in FOR_PEOPLE:
        print(summary(found) + read_on(found) if found else "\n".join(said), file=sys.stderr)
    return 1 if found else 0


def _fine(rules: Loaded) -> str:
    if rules.place.library:
        return f"{rules.title} can be used"
    return f"{rules.title} can be played{_with_variants(rules)}"


def _with_variants(rules: Loaded) -> str:
    match len(rules.variants):
        case _ if rules.chosen:
            return " with " + " and ".join(f'"{title}"' for title in rules.chosen)
        case 0:
            return ""
        case 1:
            return ", also with its variant"
        case number:
            return f", also with each of its {number} variants"
