"""`bylaws print`: the game on paper, as sheets to be printed and cut."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from dsl.disk.files import LoadError
from dsl.disk.find import plain
from dsl.disk.regular import read_regular
from dsl.ir import nodes as ir
from dsl.listing import count, series
from dsl.nearest import nearest
from interpreter.cli.exit_codes import FINDINGS, FINE
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.output.written import room_for, writing
from interpreter.cli.wrong_use import WrongUse, install
from interpreter.paper.cards import PRINTED
from interpreter.paper.model import printed
from interpreter.paper.order import Order
from interpreter.paper.outputs import ELSEWHERE, OUTPUTS, Output
from interpreter.paper.settings import FILE, Settings, settings_of
from interpreter.paper.typeset import TypesetError, require
from interpreter.table.atomic_write import atomic_write, own_file, own_folder

_LARGEST_RECORD = 10_000_000


def run(options: Namespace) -> int:
    """0 when all came out as it is meant; 1 if it was printed, but with something that does not fit or is missing."""
    wanted = [ELSEWHERE[options.elsewhere]] if options.elsewhere else _wanted(options.only)
    _needs()
    loaded = rules_of(options)
    game = sound(loaded)
    players = _players(options.players, game)
    folder = loaded.place.rules[0].parent
    settings = _settings(folder, game)
    out = Path(options.out or f"{plain(loaded.title) or 'game'}-print")
    order = Order(
        loaded, printed(game, players, {name: deck.text for name, deck in settings.decks.items()}), settings, folder,
        options.paper or settings.paper, options.card or settings.format, options.backs or settings.backs, out,
        _before(out) if options.changed else None,
    )  # fmt: skip
    room_for(out, "--out")
    try:
        made = [make(order) for make in wanted]
    except TypesetError as fault:
        advice = "look at the pictures and templates that print.toml names"
        raise WrongUse(f"a page cannot be set: {fault}", advice) from fault
    with writing(out, "choose another place for --out"):
        for name, data in (file for one in made for file in one.files.items()):
            *folders, file = name.split("/")
            atomic_write(own_file(own_folder(out, *folders), file), data)
    print(f"{loaded.title}, for {count(order.printed.players, 'player')}, in {out}:")
    for told in (line for one in made for line in one.told):
        print(f"  {told}")
    wrong = [*settings.wrong, *(line for one in made for line in one.wrong)]
    for line in wrong:
        print(line, file=sys.stderr)
    return FINDINGS if wrong else FINE


def _wanted(only: str | None) -> list[Output]:
    """What is to be made. Raises WrongUse."""
    named = [word.strip().casefold() for word in only.split(",")] if only is not None else list(OUTPUTS)
    for word in named:
        if word not in OUTPUTS:
            near = nearest(word, OUTPUTS)
            advice = f"did you mean {near[0]}?" if near else f"there are {series(OUTPUTS)}"
            raise WrongUse(f"--only names {word or 'nothing'}, which cannot be printed", advice)
    return [make for name, make in OUTPUTS.items() if name in named]


def _needs() -> None:
    """Says what is missing to set pages. Raises WrongUse."""
    try:
        require()
    except ImportError as fault:
        raise WrongUse(
            f"to print takes more than is installed here ({fault.name or fault})",
            install("print"),
        ) from fault


def _players(number: int | None, game: ir.Game) -> int:
    """For how many players it is printed. Raises WrongUse."""
    few, most = game.fewest_players, game.most_players
    if number is not None and not few <= number <= most:
        wanted = count(few, "player") if few == most else f"{few} to {count(most, 'player')}"
        raise WrongUse(f"{game.title} is for {wanted}, not for {number}", "leave --players out for the most")
    return number or most


def _settings(folder: Path, game: ir.Game) -> Settings:
    """What print.toml says. Raises WrongUse where it cannot be read."""
    try:
        return settings_of(folder, game)
    except LoadError as fault:
        raise WrongUse(f"{FILE} cannot be read: {fault}", fault.help) from fault


def _before(out: Path) -> Mapping[str, int]:
    """What was printed into a folder the last time; nothing where nobody knows."""
    try:
        record = json.loads(read_regular(out / PRINTED, _LARGEST_RECORD))
        return {str(key): int(copies) for key, copies in record["faces"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
