"""`python -m tests.benchmarks.editor`: how long somebody who writes waits for the editor, from the edit to the answer.

A client speaks with `bylaws server` over pipes, as an editor does, in a copy of a large game. What is edited is each
time another thing, so that nothing can be known of it; the best of five times counts. Syntax is the first report that a
line cannot be read; all findings are there when those for the newest text have been shown.
"""

from __future__ import annotations

import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from tests.language_client import Client

REPOSITORY = Path(__file__).parents[2]
GAME = "theyre_coming"
TIMES = 5
#: So many seconds after an edit it is looked at.
UNDER_WAY = 0.15
#: As Visual Studio Code with the extension.
ABLE = {"workspace": {"semanticTokens": {"refreshSupport": True}}}

_BODY = re.compile(r"^ {8,}(?:gain|lose|raise|lower|move|shuffle) .*[^:\n]$", re.MULTILINE)
_SIGNATURE = re.compile(r"^counter (\w+)", re.MULTILINE)
_CLAIM = re.compile(r"^    then .*$", re.MULTILINE)


class Writer:
    """Somebody who writes in one file of a game."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.uri = client.open(name)
        self.text = (client.folder / name).read_text(encoding="utf-8")
        self.versions = count(2)
        self.version = 1

    def writes(self, text: str) -> None:
        """Has another text."""
        self.version = next(self.versions)
        self.client.change(self.uri, self.version, {"text": text})

    def waits(self) -> None:
        """Until all that is found in the newest text has been shown."""
        self.client.found(self.uri, self.version)

    def at(self, pattern: re.Pattern[str]) -> dict[str, Any]:
        """A place in the middle of what the pattern finds first."""
        found = pattern.search(self.text)
        assert found
        before = self.text[: (found.start() + found.end()) // 2].split("\n")
        place = {"line": len(before) - 1, "character": len(before[-1])}
        return {"textDocument": {"uri": self.uri}, "position": place}


def main(game: str = GAME) -> None:
    """Prints a line for each thing that is waited for."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / game
        shutil.copytree(REPOSITORY / "games" / game, home)
        with Client(home, **ABLE) as client:
            rows = list(measured(client, home))
    print(f"{game}, the best of {TIMES}; Python {platform.python_version()} on {platform.machine()}\n")
    print("| what is waited for | milliseconds |\n|---|---|")
    for name, seconds in rows:
        print(f"| {name} | {seconds * 1000:,.0f} |")


def measured(client: Client, home: Path) -> Iterator[tuple[str, float]]:
    """Each thing with its best time."""
    rules = Writer(client, "game.bylaws")
    asked = {"textDocument": {"uri": rules.uri}}
    begun = perf_counter()
    client.ask("textDocument/semanticTokens/full", asked)
    yield "colours, right after a file was opened", perf_counter() - begun
    rules.waits()
    yield "all findings, the first time", perf_counter() - begun
    path = min(home.rglob("scenarios/*.bylaws"))
    scenarios = Writer(client, path.relative_to(home).as_posix())
    scenarios.waits()
    client.settled(2)
    yield "syntax, after an edit", best(lambda number: syntax(rules, number))
    yield "syntax, after an edit while all is looked for", best(lambda number: syntax_meanwhile(rules, number))
    yield (
        "all findings, after an edit in a body",
        best(lambda number: findings(rules, edited(rules.text, _BODY, number))),
    )
    yield (
        "all findings, after an edit of what is declared",
        best(lambda number: findings(rules, f"{rules.text}\ncounter extra_{number} of player\n")),
    )
    rules.writes(rules.text)
    rules.waits()
    yield (
        "all findings, after an edit of a scenario",
        best(lambda number: findings(scenarios, edited(scenarios.text, _CLAIM, number))),
    )
    scenarios.writes(scenarios.text)
    scenarios.waits()
    client.settled(2)
    place = rules.at(_SIGNATURE)
    for name, method, params in (
        ("completion", "completion", rules.at(_BODY)), ("hover", "hover", place),
        ("colours", "semanticTokens/full", asked), ("lenses", "codeLens", asked),
        ("a name changed everywhere", "rename", {**place, "newName": "entirely_new"}),
    ):  # fmt: skip
        yield name, min(asks(client, f"textDocument/{method}", params) for _ in range(TIMES))


def best(once: Callable[[int], float]) -> float:
    """The shortest of several times."""
    return min(once(number) for number in range(TIMES))


def asks(client: Client, method: str, params: dict[str, Any]) -> float:
    """Seconds until that is answered, or refused."""
    begun = perf_counter()
    client.answer(client.request(method, params))
    return perf_counter() - begun


def edited(text: str, pattern: re.Pattern[str], number: int) -> str:
    """The text in which one of the lines that the pattern finds stands twice, each time another one."""
    found = list(pattern.finditer(text))
    line = found[(number * 7 + 3) % len(found)]
    return f"{text[: line.end()]}\n{line.group()}{text[line.end() :]}"


def findings(writer: Writer, text: str) -> float:
    """Seconds from an edit until all that is found has been shown."""
    writer.client.settled(1)
    begun = perf_counter()
    writer.writes(text)
    writer.waits()
    return perf_counter() - begun


def syntax(writer: Writer, number: int) -> float:
    """Seconds from an edit until a line is underlined that cannot be read; then it is mended."""
    begun = perf_counter()
    writer.writes(f"{writer.text}\nzone zone zone{number}\n")
    writer.waits()
    taken = perf_counter() - begun
    writer.writes(writer.text)
    writer.waits()
    writer.client.settled(1)
    return taken


def syntax_meanwhile(writer: Writer, number: int) -> float:
    """The same for who goes on writing while all is looked for that is to be found after the edit before."""
    writer.writes(edited(writer.text, _BODY, number))
    sleep(UNDER_WAY)
    return syntax(writer, number + TIMES)


if __name__ == "__main__":
    main(*sys.argv[1:])
