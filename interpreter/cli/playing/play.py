"""`bylaws play`: a game in the terminal, for people at one screen, bots, or both."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING

from attrs import evolve

from dsl.disk.answers import SUFFIX
from dsl.loading import rules_hash
from interpreter.cli.commands import YOU
from interpreter.cli.exit_codes import FINE
from interpreter.cli.input.game import rules_of
from interpreter.cli.input.rule_sets import engine_for
from interpreter.cli.input.saves import divergence_words, keep_with_leave, resumed, rules_of_save, saved_game, saving
from interpreter.cli.input.seats import can_think, names_of, seats_of
from interpreter.cli.input.sitting import UNFINISHED, Sitting, write_log
from interpreter.cli.output.streams import shows_faults, terminal
from interpreter.cli.wrong_use import WrongUse
from interpreter.errors import RuleFault, fault_words
from interpreter.players.kinds import why_no_bot
from interpreter.table.save import SaveError
from interpreter.table.session import Session, Table

if TYPE_CHECKING:
    from interpreter.players.human.terminal import Terminal


def run(options: Namespace) -> int:
    """0 when the game is over or was left, 1 if it could not be played to its end, 130 when interrupted."""
    here = terminal()
    if options.log and Path(options.log).exists():
        raise WrongUse(f"there is a file {options.log} already", "give --log the name of a new file")
    try:
        session = _continued(options, here) if options.load else _begun(options)
    except RuleFault as fault:
        print(fault_words(fault), file=sys.stderr)
        return UNFINISHED
    if session is None:
        return UNFINISHED
    session.pace = options.pace or session.pace
    if options.save:
        with saving():  # says at once if the game cannot be kept there
            keep_with_leave(session, options.save, here)
    played = [session]
    written = True
    try:
        code = Sitting(session, here, options.save or "", options.load or "", options.trace).run()
        while code == FINE and (again := _again(played[-1], here)) is not None:
            played.append(again)
            code = Sitting(again, here, _kept_in(again, options, here), "", options.trace).run()
    finally:
        if options.log:
            written = write_log(played, options.log)
    return code or (FINE if written else UNFINISHED)


def _again(session: Session, here: Terminal) -> Session | None:
    """The same game with the same players and the next seed, if people sat there to its end and want that."""
    with suppress(EOFError, KeyboardInterrupt):
        if session.over and YOU in session.table.seats and here.agrees("Play again with the same players?"):
            again = Session(session.engine, evolve(session.table, seed=(session.table.seed + 1) % (1 << 64)))
            again.pace = session.pace
            return again
    return None


def _kept_in(session: Session, options: Namespace, here: Terminal) -> str:
    """The file for `--save`, if the game before may be written over there."""
    with suppress(SaveError):
        if options.save:
            keep_with_leave(session, options.save, here)
            return str(options.save)
    return ""


# ---------------------------------------------------------------- where a game comes from


def _begun(options: Namespace) -> Session | None:
    if options.game is None:
        raise WrongUse("which game?", "name one: bylaws play GAME, or take up a saved one: bylaws play --load FILE")
    loaded = rules_of(options)
    if shows_faults(loaded) or (game := loaded.game) is None:
        return None
    seats = seats_of(options.seats, options.names, game)
    engine = engine_for(loaded, len(seats))
    names = names_of(options.names, seats)
    if options.seed is not None and not 0 <= options.seed < 1 << 64:
        raise WrongUse(f"the seed {options.seed} is out of range", "take a number from 0 on")
    table = Table(
        game=str(Path(options.game).absolute()) if Path(options.game).exists() else options.game,
        rules_hash=rules_hash(loaded),
        variants=tuple(str(Path(v).absolute()) if v.endswith(SUFFIX) else v for v in options.variants),
        parameters=dict(engine.program.setting.parameters), names=names, seats=seats,
        seed=randbits(32) if options.seed is None else options.seed,
    )  # fmt: skip
    return Session(engine, table)


def _continued(options: Namespace, here: Terminal) -> Session | None:
    if options.variants or options.settings or options.seats or options.names or options.seed is not None:
        raise WrongUse(
            "a saved game has its own variants, parameters, seats, names and seed",
            "leave these options out, or begin a new game without --load",
        )
    save = saved_game(options.load)
    loaded = rules_of_save(save, options.game, options.load)
    if shows_faults(loaded):
        return None
    for seat in save.seats:
        if seat != YOU and why_no_bot(seat) is not None:
            raise WrongUse(f"the saved game has a player of a kind that is not known here: {seat}")
    found = resumed(save, loaded)
    can_think(save.seats, found.session.engine.rules)
    if found.divergence is None:
        if found.changed:
            here.say("The rules have changed since this game was saved; every decision still fits.")
        return found.session
    print(divergence_words(found.divergence, save, found.session), file=sys.stderr)
    if not here.asks:
        print("Nothing was played; `bylaws replay` shows the game up to there.", file=sys.stderr)
    return found.session if here.agrees("Go on from there?") else None
