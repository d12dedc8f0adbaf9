"""What can be done with a scenario, a game, a variant: offered above its first line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dsl.editing.outline import Part, outline
from dsl.source import Span
from interpreter.server.features.commands import GAME, MERGED, SCENARIOS
from interpreter.server.features.desk import Desk, Params
from interpreter.server.texts import OpenText

#: A sentence above a line is no longer.
LONGEST = 80


def lenses(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """The lenses of a text."""
    text, around = desk.around(params)
    parts = outline(around.text.items)
    scenarios = [part for part in parts if part.what == "a scenario"]
    found = [_run_all(text, scenarios)] if len(scenarios) > 1 else []
    return [*found, *(lens for part in parts for lens in _of(part, text, desk))]


def _of(part: Part, text: OpenText, desk: Desk) -> Iterator[dict[str, Any]]:
    match part.what:
        case "a scenario":
            yield _lens(part.head, text, _how_it_went(part.name, text, desk), SCENARIOS, part.name)
        case "the game":
            yield _lens(part.head, text, "Play one random game", GAME)
        case "a variant":
            yield _lens(part.head, text, "Show the rules with this variant", MERGED, part.name)


def _run_all(text: OpenText, scenarios: list[Part]) -> dict[str, Any]:
    return _lens(scenarios[0].head, text, f"Run all {len(scenarios)} scenarios", SCENARIOS)


def _how_it_went(title: str, text: OpenText, desk: Desk) -> str:
    played = desk.played.get((text.path or Path(), title))
    if played is None:
        return "Run"
    if played.passed:
        return "Passed. Run again"
    first = played.failures[0].message.split("\n")[0]
    return f"Fails: {first if len(first) <= LONGEST else f'{first[: LONGEST - 3]}...'}. Run again"


def _lens(head: Span, text: OpenText, title: str, command: str, *more: str) -> dict[str, Any]:
    line = text.places.position(head.start)["line"]
    start = {"line": line, "character": 0}
    return {
        "range": {"start": start, "end": start},
        "command": {"title": title, "command": command, "arguments": [text.uri, *more]},
    }
