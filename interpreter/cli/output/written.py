"""Writes files, CSV, reports, and JSON documents of commands."""

from __future__ import annotations

import csv
import io
import json
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.controls import visible_lines
from interpreter.cli.output.tables import Block
from interpreter.cli.output.terminal import show
from interpreter.cli.wrong_use import WrongUse
from interpreter.table.atomic_write import atomic_write, own_file

if TYPE_CHECKING:
    from dsl.loading import Loaded


@contextmanager
def writing(place: object, advice: str = "") -> Iterator[None]:
    """Says of an OSError in here that the place cannot be written. Raises WrongUse with the advice."""
    try:
        yield
    except OSError as fault:
        raise WrongUse(f"{place} cannot be written: {fault.strerror}", advice) from fault


def write_beside(path: Path, text: str, option: str) -> None:
    """Writes a file whole, in a folder that is made if need be. Raises WrongUse, which names the option."""
    with writing(path, f"choose another place for {option}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, visible_lines(text).encode())


def write_in(folder: Path, name: str, text: str) -> None:
    """Writes a file of ours whole, in the folder for `--out`. Raises WrongUse."""
    with writing(folder, "choose another place for --out"):
        write_beside(own_file(folder, name), text, "--out")


def room_for(folder: Path, option: str) -> None:
    """Makes the folder before the work begins, which may take long. Raises WrongUse if that cannot be."""
    advice = f"choose another place for {option}"
    if folder.is_file():
        raise WrongUse(f"{folder} is a file, and no folder", advice)
    with writing(folder, advice):
        folder.mkdir(parents=True, exist_ok=True)


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV, each ended by a line feed."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def print_report(options: Namespace, report: object, rows: Iterable[Sequence[Any]], lines: Iterable[Block]) -> None:
    """Prints a report in the form that `--format` names: as JSON, as CSV, or in lines for people."""
    match options.format:
        case "json":
            print(json.dumps(report))
        case "csv":
            print(csv_text(rows), end="")
        case _:
            show(lines)


def write_report(folder: str, name: str, report: object, rows: Iterable[Sequence[Any]] = ()) -> None:
    """Writes a report into the folder for `--out`, as JSON and, where it has rows, as CSV. Raises WrongUse."""
    write_in(Path(folder), f"{name}.json", json.dumps(report, indent=2) + "\n")
    if table := csv_text(rows):
        write_in(Path(folder), f"{name}.csv", table)


def print_json(document: dict[str, Any]) -> None:
    """Prints a document for programs, indented so that people can read it too."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


def document(rules: Loaded, **parts: Any) -> dict[str, Any]:
    """The documented object about a rule set: version, game and variants, then its parts."""
    return {"version": 1, "game": rules.title, "variants": list(rules.chosen), **parts}


def entry(thing: object, *names: str) -> dict[str, Any]:
    """The named attributes of a thing; one with `?` behind its name is null if it is empty."""
    values = {name.removesuffix("?"): getattr(thing, name.removesuffix("?")) for name in names}
    return {name: None if f"{name}?" in names and not value else value for name, value in values.items()}
