"""`bylaws bench`: how fast a game runs on this machine."""

import json
import math
import platform
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from dsl.ir import nodes as ir
from interpreter.cli.input.bots import bots_of, compile_once
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.input.rule_sets import by_name
from interpreter.cli.output.tables import Block, TextTable
from interpreter.cli.output.terminal import show
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.speed import Rate, Speed, speed
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.simulation.reports.report import PYTHON

LONGEST = 600


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    loaded = rules_of(options)
    game = sound(loaded)
    seats = bots_of(options.seats, options.players, game)
    if not (math.isfinite(options.seconds) and 0 < options.seconds <= LONGEST):
        raise WrongUse(f"{options.seconds:g} seconds cannot be measured", f"say more than 0, and at most {LONGEST}")
    compile_once(game, len(seats))
    found = speed(by_name(loaded).game, seats, options.seconds)
    if options.format == "json":
        print(json.dumps(_report(found, game, seats)))
    else:
        show(_lines(found, game, seats))
    return 0


def _report(found: Speed, game: ir.Game, seats: tuple[str, ...]) -> dict[str, Any]:
    return {
        "version": 1,
        "game": game.title,
        "variants": list(game.variants),
        "parameters": parameter_values(game),
        "seats": list(seats),
        "engine": PYTHON,
        "python": platform.python_version(),
        "machine": platform.machine(),
        **_rate(found.plain),
        "decisions_per_game": round(found.plain.decisions_per_game, 2),
        "with_journal": _rate(found.with_journal),
        "clone_us": round(found.clone * 1e6, 2),
        "compile_ms": round(found.compile * 1e3, 1),
        "compile_again_ms": None if found.compile_again is None else round(found.compile_again * 1e3, 1),
        "load_ms": round(found.load * 1e3, 1),
    }


def _rate(rate: Rate) -> dict[str, float]:
    return {"games_per_s": round(rate.games, 1), "decisions_per_s": round(rate.decisions)}


def _lines(found: Speed, game: ir.Game, seats: tuple[str, ...]) -> Iterator[Block]:
    variants = f" with {', '.join(game.variants)}" if game.variants else ""
    yield f"{game.title}{variants}: {', '.join(seats)}; {found.plain.decisions_per_game:,.1f} decisions a game"
    yield f"Python {platform.python_version()} on {platform.machine()}, one process, in time of the processor"
    yield ""
    rates = (("playing", found.plain), ("with a journal", found.with_journal))
    rows = [(name, f"{rate.games:,.0f}", f"{rate.decisions:,.0f}") for name, rate in rates]
    yield TextTable(("", "games a second", "decisions a second"), rows)
    yield ""
    yield f"Copying a game in progress takes {found.clone * 1e6:.1f} microseconds,"
    again = "" if found.compile_again is None else f" ({found.compile_again * 1e3:.0f} ms the next time)"
    compiling = f"making a program of them {found.compile * 1e3:.0f} ms{again}"
    yield f"reading the rules {found.load * 1e3:.0f} ms, and {compiling}."
