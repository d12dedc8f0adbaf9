"""`bylaws check`: errors of a game, of each of its variants, and of its scenarios."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from attrs import evolve

from dsl.diagnostic import Diagnostic, Level
from dsl.load import Loaded, load, with_variant
from dsl.load.scenarios import scenarios
from dsl.render import FORMATS, render, summary
from interpreter.cli.standard_input import NO_NAME, standard_input
from interpreter.cli.terminal import has_colour

FOR_PEOPLE = ("full", "concise")


def add_arguments(parser: ArgumentParser) -> None:
    """PATH ..., --format, --stdin-filename."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="the name of a game, a folder, a .bylaws file, or - for standard input",
    )
    parser.add_argument("--format", choices=FORMATS, default="full", help="how to print (full)")
    parser.add_argument(
        "--stdin-filename", metavar="FILE", default=NO_NAME, help="the file that standard input stands for"
    )


def run(options: Namespace) -> int:
    """1 if there is an error."""
    found: list[Diagnostic] = []
    said: list[str] = []
    for path in options.paths:
        texts = standard_input(options.stdin_filename) if path == "-" else {}
        rules = load(options.stdin_filename if path == "-" else path, texts=texts)
        found += errors(rules)
        said.append(_fine(rules))
    found = list(dict.fromkeys(found))
    print(render(found, options.format, has_colour(sys.stdout)), end="")
    if options.format in FOR_PEOPLE:
        print(summary(found) if found else "\n".join(said), file=sys.stderr)
    return 1 if found else 0


def errors(rules: Loaded) -> list[Diagnostic]:
    """What is wrong with the rules, or else with each variant of them, or else with the scenarios."""
    found = _errors(rules.findings)
    if not found and not rules.chosen:
        found = [fault for variant in rules.variants for fault in _of_variant(rules, variant.title)]
    if not found:
        found = _errors(_of_scenarios(rules))
    return found


def _errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [fault for fault in found if fault.level is Level.ERROR]


def _of_variant(rules: Loaded, title: str) -> Iterator[Diagnostic]:
    """The errors that come with a variant, said of it where they show elsewhere."""
    varied = with_variant(rules, title)
    for fault in _errors(varied.findings):
        if varied.provenance.variant_at(fault.span) or not varied.chosen:
            yield fault
        else:
            yield evolve(fault, help=(*fault.help, f'this is so with the variant "{title}"'))


def _of_scenarios(rules: Loaded) -> Iterator[Diagnostic]:
    yield from rules.scenario_files.diagnostics
    for group in scenarios(rules):
        yield from group.diagnostics


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
