"""`bylaws rulings`: what the rulebook leaves open, the ruling taken, and the parameters that change it."""

import shutil
from argparse import Namespace
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from dsl.listing import count
from dsl.loading import Loaded
from dsl.rulings import Ruling, Turned, rulings
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.output.written import document, entry, print_json

WIDEST = 100


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    rules = rules_of(options)
    sound(rules)
    if options.format == "json":
        print_json(document(rules, rulings=[_entry(ruling) for ruling in rulings(rules)]))
    else:
        print("\n".join(_lines(rules)))
    return 0


def _lines(rules: Loaded) -> Iterator[str]:
    width = min(WIDEST, shutil.get_terminal_size().columns)
    found = rulings(rules)
    if not found:
        yield f"The rules of {rules.title} note no question that the rulebook leaves open."
        return
    questions = count(len(found), "question")
    yield f"The rulebook of {rules.title} leaves {questions} open; this is how each is settled here."
    for ruling in found:
        yield ""
        where = f' (in the variant "{ruling.variant}")' if ruling.variant else ""
        yield fill(f"{ruling.clause}  {ruling.question}{where}", width, subsequent_indent="    ")
        changed = [parameter for parameter in ruling.parameters if parameter.changed_by]
        for parameter in changed:
            yield fill(f"Here: {_setting(parameter)}", width, initial_indent="    ", subsequent_indent="      ")
        answer = ("Without this change: " if changed else "") + (" ".join(ruling.answer) or "(nothing)")
        yield fill(answer, width, initial_indent="    ", subsequent_indent="    ")
        for parameter in ruling.parameters:
            if parameter not in changed:
                yield fill(_setting(parameter), width, initial_indent="    * ", subsequent_indent="      ")


def _setting(parameter: Turned) -> str:
    value = parameter.value
    shown = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    allowed = f" ({parameter.allowed})" if parameter.allowed else ""
    description = f": {parameter.description}" if parameter.description else ""
    by = {"": "", "you": " [changed by you]"}.get(
        parameter.changed_by, f' [changed by the variant "{parameter.changed_by}"]'
    )
    return f"{parameter.name} = {shown}{allowed}{description}{by}"


def _entry(ruling: Ruling) -> dict[str, Any]:
    """A question for programs; `changed_by` is the title of a variant, "you", or nothing."""
    return {
        "clause": ruling.clause,
        "question": ruling.question,
        "answer": " ".join(ruling.answer),
        "variant": ruling.variant or None,
        "path": ruling.place.source.path,
        "line": ruling.place.line,
        "parameters": [
            {**entry(p, "name", "value"), "range": p.allowed or None, **entry(p, "description", "changed_by?")}
            for p in ruling.parameters
        ],
    }
