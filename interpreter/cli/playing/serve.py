"""`bylaws serve`: a table in the browser, with a link for each seat."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import socket
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from dsl.disk.find import plain
from dsl.ir import nodes as ir
from dsl.listing import count
from dsl.loading import Loaded
from interpreter.cli.commands import HUMAN, YOU
from interpreter.cli.exit_codes import FINDINGS, FINE
from interpreter.cli.input.ended import Ended, raised_signals
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.input.rule_sets import engine_for
from interpreter.cli.input.seats import names_of, seats_of
from interpreter.cli.wrong_use import WrongUse, install
from interpreter.errors import RuleFault, fault_words

if TYPE_CHECKING:
    from interpreter.web.house import House

_LARGEST_PORT: Final = 65_535
#: So many may wait to be let in.
_WAITING: Final = 1024


def run(options: Namespace) -> int:
    """0 when it was ended by Ctrl-C; every table is kept then."""
    _needs()
    loaded = rules_of(options)
    game = sound(loaded)
    seats, names = sitting(options.seats, options.names, game, options.players)
    if options.seed is not None and not 0 <= options.seed < 1 << 64:
        raise WrongUse(f"the seed {options.seed} is out of range", "take a number from 0 on")
    engine_for(loaded, len(seats))
    outside = _outside(options.address)
    listening = listening_at(options.host, options.port)
    folder = Path(options.keep or f"{plain(loaded.title) or 'game'}-tables")
    house = _house(folder, loaded, options, game)
    try:
        with raised_signals():
            asyncio.run(_serve(house, listening, options, seats, names, outside))
    except KeyboardInterrupt:
        pass
    except RuleFault as fault:
        print(fault_words(fault), file=sys.stderr)
        return FINDINGS
    except Ended as signal:
        return signal.code
    finally:
        listening.close()
    print(f"\nEvery table is kept in {folder}. The same command goes on with them, and their links stay valid.")
    return FINE


def sitting(
    said: str | None, called: str | None, game: ir.Game, players: int | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What plays in each seat, and the names: if nothing is said, people in as many seats as there are names."""
    if said is None:
        number = players or (len(called.split(",")) if called else max(game.fewest_players, min(2, game.most_players)))
        said = ",".join([HUMAN] * max(number, 1))
    elif players is not None and players != len(said.split(",")):
        raise WrongUse(f"--players says {players}, and --seats has {len(said.split(','))} seats", "say one of them")
    mine = ",".join(YOU if seat.strip().casefold() == HUMAN else seat for seat in said.split(","))
    try:
        seats = seats_of(mine, called, game)
    except WrongUse as fault:
        raise WrongUse(str(fault), fault.help.replace(YOU, HUMAN)) from fault
    return seats, names_of(called, seats)


def _needs() -> None:
    """Says what is missing to serve pages. Raises WrongUse."""
    try:
        import httptools
        import starlette
        import uvicorn
        import websockets
    except ImportError as fault:
        raise WrongUse(
            f"a table in the browser needs more than is installed here ({fault.name})",
            install("serve"),
        ) from fault
    del httptools, starlette, uvicorn, websockets


def _outside(address: str | None) -> str:
    """The address that others type, where that is another one. Raises WrongUse."""
    if address is None:
        return ""
    there = urlsplit(address)
    if there.scheme not in ("http", "https") or not there.hostname or there.path not in ("", "/"):
        raise WrongUse(f"{address} is no address of a server", "write it as in --address https://table.example.org")
    return f"{there.scheme}://{there.netloc}"


def listening_at(host: str, port: int) -> socket.socket:
    """The place where browsers ask. Raises WrongUse if it cannot be had."""
    if not 0 <= port <= _LARGEST_PORT:
        raise WrongUse(f"there is no port {port}", f"take one from 1024 to {_LARGEST_PORT}, or 0 for any that is free")
    try:
        ((family, kind, protocol, _, where), *_) = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as fault:
        raise WrongUse(f"no place is called {host}", "leave --host out, or give it a number of this machine") from fault
    made = socket.socket(family, kind, protocol)
    if sys.platform != "win32":
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(where)
        made.listen(_WAITING)  # who comes before all is ready waits
    except OSError as fault:
        made.close()
        reason = (fault.strerror or "it failed").lower()
        raise WrongUse(f"pages cannot be served at {host}, port {port}: {reason}", "try another: --port 0") from fault
    return made


def _house(folder: Path, loaded: Loaded, options: Namespace, game: ir.Game) -> House:
    """All tables in a folder. Raises WrongUse if they cannot be kept there."""
    from interpreter.web.house import House
    from interpreter.web.kept.rule_set import rule_set_of
    from interpreter.web.kept.store import Store, Taken

    try:
        store = Store(folder)
    except Taken as fault:
        raise WrongUse(
            f"another `bylaws serve` keeps its tables in {folder}", "end that one, or name another: --keep FOLDER"
        ) from fault
    except (OSError, sqlite3.Error) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise WrongUse(f"tables cannot be kept in {folder}: {reason.lower()}", "name another: --keep FOLDER") from fault
    named = str(Path(options.game).absolute()) if Path(options.game).exists() else options.game

    def sits(seats: str | None, names: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        try:
            return sitting(seats, names, game)
        except WrongUse as fault:
            raise ValueError(f"{fault}: {fault.help}") from fault

    return House(store, rule_set_of(loaded, named), sits)


async def _serve(
    house: House, listening: socket.socket, options: Namespace, seats: Sequence[str], names: Sequence[str], outside: str
) -> None:
    from uvicorn import Server

    from interpreter.web.http.connections import config
    from interpreter.web.http.guards import names as names_of_server
    from interpreter.web.http.routes import application

    try:
        house.resume()
        there = [] if options.new else house.like(names, seats, options.seed, house.rules)
        links: Mapping[str, str] = {}
        if not there:
            table, links = await house.open_table(names, seats, options.seed)
            there = [table]
        designer, _ = await house.link("", None)
        base = outside or _address(options.host, listening)
        pages = application(house, names_of_server([options.host], outside))
        house.begin()
        gc.freeze()  # what the rules are made of stays; to look for objects that nobody needs among it takes its time
        _say(house, base, options, links, designer)
        server = Server(config(pages, log_level="warning", backlog=_WAITING, timeout_graceful_shutdown=2))
        await server.serve(sockets=[listening])
    finally:
        await house.end()


def _address(host: str, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    shown = {"0.0.0.0": _own_number(), "::": _own_number()}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _own_number() -> str:
    """The number under which others in the same network find this machine, as far as it knows; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return "127.0.0.1"


def _say(house: House, base: str, options: Namespace, links: Mapping[str, str], designer: str) -> None:
    """Prints the links, and where everything is kept."""
    lines = []
    for table in house.tables.values():
        seats = table.session.table.names
        if links and next(iter(links.values())).startswith(f"/t/{table.id}/"):
            lines += [f"{house.rules.title}: a new table. Send each player the link of a seat:", ""]
            width = max(map(len, (*seats, "watching")))
            lines += [
                f"  {name:<{width}}  {base}{links[str(seat)]}" if str(seat) in links
                else f"  {name:<{width}}  {table.seats[seat]}" for seat, name in enumerate(seats)
            ]  # fmt: skip
            lines += [f"  {'watching':<{width}}  {base}{links['watch']}", ""]
        elif not table.session.over:
            how_far = count(len(table.session.history), "decision")
            lines += [f"Taken up again: table {table.id}, {table.rules.title}, {how_far}. Its links stay valid."]
    lines += house.looks_of(house.rules).shown(sound(house.rules.loaded))[1]
    lines += [f"Table {one.id} could not be taken up again: {one.why}." for one in house.lost]
    lines += [
        "For you alone, with all seats, all secrets and new links:", "", f"  {base}{designer}", "",
        f"Everything is kept in {house.store.folder}. Ctrl-C ends.",
    ]  # fmt: skip
    print("\n".join(lines), flush=True)
    if not base.startswith("https:") and not _is_this_machine(options.host):
        print(
            "Whoever can listen in on the network can read links and hands: nothing is encrypted. In a network that "
            "you do not trust, put a server with TLS before this one, and name it with --address https://...",
            file=sys.stderr, flush=True,
        )  # fmt: skip


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
