"""`bylaws fmt`: rule files in the one style."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dsl.diagnostic import Diagnostic
from dsl.disk import rule_files
from dsl.disk.files import Files, shown
from dsl.formatting import Formatted, format_source
from dsl.frozen import frozen
from dsl.render import render, summary
from dsl.render.json import entries
from dsl.source import Source
from interpreter.cli.input.rule_files import difference, rewrite, standard_input
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour
from interpreter.cli.output.written import print_json
from interpreter.cli.wrong_use import WrongUse

STANDARD_INPUT = "-"


@frozen
class FormattedFile:
    """A file that was looked at, and what has become of it."""

    done: Formatted
    state: str

    @property
    def path(self) -> str:
        return self.done.source.path


def run(options: Namespace) -> int:
    """1 if a file cannot be formatted, or with --check if it would change."""
    if STANDARD_INPUT in options.paths and len(options.paths) > 1:
        raise WrongUse("standard input is formatted alone", "name the files in another run")
    looked = [_one(formatted, options) for formatted in _formatted(options)]
    faults = [fault for each in looked for fault in each.done.faults]
    if options.format == "json":
        print_json({"version": 1, "files": [_entry(each, options) for each in looked]})
    else:
        print("".join(_said(looked, options)), end="")
        print(render(faults, "full", has_colour(sys.stderr)), end="", file=painted(sys.stderr))
        if options.paths != [STANDARD_INPUT]:
            print(_summary(looked, faults), file=sys.stderr)
    changing = options.check and any(each.state == "would change" for each in looked)
    return 1 if faults or changing else 0


def _formatted(options: Namespace) -> Iterator[Formatted]:
    if options.paths == [STANDARD_INPUT]:
        for name, text in standard_input(options.stdin_filename).items():
            yield format_source(Source(shown(name), text))
        return
    for path in {path.resolve(): path for name in options.paths for path in rule_files(name)}.values():
        source, faults = Files().read(path)
        yield Formatted(source, source.text, faults) if faults else format_source(source)


def _one(done: Formatted, options: Namespace) -> FormattedFile:
    if done.faults:
        return FormattedFile(done, "cannot be read")
    if not done.changed:
        return FormattedFile(done, "as it was")
    if options.check or options.diff or options.paths == [STANDARD_INPUT]:
        return FormattedFile(done, "would change")
    rewrite(done.source, done.text)
    return FormattedFile(done, "formatted")


def _said(looked: Sequence[FormattedFile], options: Namespace) -> Iterator[str]:
    """The standard output: texts, differences, or the names of files."""
    for each in looked:
        if options.diff:
            yield difference(each.done.source, each.done.text)
        elif options.paths == [STANDARD_INPUT] and not options.check:
            yield "" if each.done.faults else each.done.text
        elif each.state in ("formatted", "would change"):
            yield f"{each.path} {each.state if options.check else 'is formatted now'}\n"


def _summary(looked: Sequence[FormattedFile], faults: Sequence[Diagnostic]) -> str:
    counted = [
        (sum(each.state == state for each in looked), words)
        for state, words in (
            ("formatted", "formatted"),
            ("would change", "would change"),
            ("as it was", "already formatted"),
            ("cannot be read", "left alone, with " + summary(faults)),
        )
    ]
    return ", ".join(f"{_files(number)} {words}" for number, words in counted if number)


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"


def _entry(looked: FormattedFile, options: Namespace) -> dict[str, Any]:
    return {
        "path": Path(looked.path).as_posix(),
        "state": looked.state,
        "text": looked.done.text if options.paths == [STANDARD_INPUT] else None,
        "diagnostics": entries(looked.done.faults),
    }
