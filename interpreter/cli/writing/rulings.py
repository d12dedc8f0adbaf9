"""`bylaws rulings`: what the rulebook leaves open, the ruling taken, and the parameters that change it."""

from __future__ import annotations

import json
import shutil
from argparse import Namespace
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from dsl.loading import Loaded
from dsl.rulings import Ruling, Turned, rulings
from interpreter.cli.input.game import game_of, sound

VERSION = 1
WIDEST = 100


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    rules = game_of(options)
    if not sound(rules):
        return 1
    if options.format == "json":
        print(json.dumps(_report(rules), indent=2, ensure_ascii=False))
    else:
        print("\n".join(_lines(rules)))
    return 0


def _lines(rules: Loaded) -> Iterator[str]:
    width = min(WIDEST, shutil.get_terminal_size().columns)
    found = rulings(rules)
    if not found:
        yield f"The rules of {rules.title} note no question that the rulebook leaves open."
        return
    yield f"The rulebook of {rules.title} leaves {_questions(len(found))} open; this is how each is settled here."
    for ruling in found:
        yield ""
        yield fill(f"{ruling.clause}  {ruling.question}{_of_variant(ruling)}", width, subsequent_indent="    ")
        changed = [parameter for parameter in ruling.parameters if parameter.changed_by]
        for parameter in changed:
            yield fill(f"Here: {_setting(parameter)}", width, initial_indent="    ", subsequent_indent="      ")
        answer = ("Without this change: " if changed else "") + (" ".join(ruling.answer) or "(nothing)")
        yield fill(answer, width, initial_indent="    ", subsequent_indent="    ")
        for parameter in ruling.parameters:
            if parameter not in changed:
                yield fill(_setting(parameter), width, initial_indent="    * ", subsequent_indent="      ")


def _questions(number: int) -> str:
    return "1 question" if number == 1 else f"{number} questions"


def _of_variant(ruling: Ruling) -> str:
    return f' (in the variant "{ruling.variant}")' if ruling.variant else ""


def _setting(parameter: Turned) -> str:
    value = parameter.value
    shown = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    allowed = f" ({parameter.allowed})" if parameter.allowed else ""
    description = f": {parameter.description}" if parameter.description else ""
    by = {"": "", "you": " [changed by you]"}.get(
        parameter.changed_by, f' [changed by the variant "{parameter.changed_by}"]'
    )
    return f"{parameter.name} = {shown}{allowed}{description}{by}"


def _report(rules: Loaded) -> dict[str, Any]:
    """The questions for programs; `changed_by` is the title of a variant, "you", or nothing."""
    return {
        "version": VERSION,
        "game": rules.title,
        "variants": list(rules.chosen),
        "rulings": [_entry(ruling) for ruling in rulings(rules)],
    }


def _entry(ruling: Ruling) -> dict[str, Any]:
    return {
        "clause": ruling.clause,
        "question": ruling.question,
        "answer": " ".join(ruling.answer),
        "variant": ruling.variant or None,
        "path": ruling.place.source.path,
        "line": ruling.place.line,
        "parameters": [
            {
                "name": parameter.name,
                "value": parameter.value,
                "range": parameter.allowed or None,
                "description": parameter.description,
                "changed_by": parameter.changed_by or None,
            }
            for parameter in ruling.parameters
        ],
    }
