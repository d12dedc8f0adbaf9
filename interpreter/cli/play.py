"""`bylaws play`: a game in the terminal, for people at one screen, bots, or both."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING

from attrs import define, field

from dsl.load import rules_hash
from interpreter.chance import bot_seed
from interpreter.cli.game import add_rule_set, game_of
from interpreter.cli.rule_sets import engine_for, playable
from interpreter.cli.saves import automatic_file, divergence_words, resumed, rules_of, saved_game
from interpreter.cli.seats import YOU, names_of, seats_of
from interpreter.cli.streams import shows_faults, terminal
from interpreter.cli.wrong_use import WrongUse
from interpreter.fault import RuleFault
from interpreter.journal import Line
from interpreter.players.uniform import BOTS
from interpreter.save import SaveError
from interpreter.session import Session, Table
from interpreter.whole_file import write_whole

if TYPE_CHECKING:
    from interpreter.players.human.terminal import Terminal

FINE, UNFINISHED, INTERRUPTED = 0, 1, 130


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --seats, --names, --variant, --set, --seed, --save, --load, --log, --trace."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="the name of a game, a folder, or a .bylaws file"
    )
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO,...",
        help=f"who sits where, in order of play: {', '.join((YOU, *BOTS))} (you and random bots)",
    )
    parser.add_argument("--names", metavar="NAME,NAME,...", help="what the players are called")
    add_rule_set(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="makes the same luck again")
    parser.add_argument("--save", metavar="FILE", help="keep the game there after each decision")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--log", metavar="FILE", help="write the whole log there at the end, with all that was hidden"
    )
    parser.add_argument(
        "--trace", action="store_true", help="show each event with the line of the rules it came from"
    )


def run(options: Namespace) -> int:
    """0 when the game is over or was left, 1 if it could not be played to its end, 130 when interrupted."""
    here = terminal()
    session = _continued(options, here) if options.load else _begun(options)
    if session is None:
        return UNFINISHED
    play = _Play(options, here, session)
    try:
        return play.run()
    finally:
        play.write_log()


# ---------------------------------------------------------------- where a game comes from


def _begun(options: Namespace) -> Session | None:
    if options.game is None:
        raise WrongUse(
            "which game?", "name one: bylaws play GAME, or take up a saved one: bylaws play --load FILE"
        )
    loaded = game_of(options)
    if shows_faults(loaded):
        return None
    game = playable(loaded)
    seats = seats_of(options.seats, options.names, game)
    engine = engine_for(loaded, len(seats))
    table = Table(
        game=_game_name(options.game),
        rules_hash=rules_hash(loaded),
        variants=tuple(options.variants),
        parameters=dict(engine.program.setting.parameters),
        names=names_of(options.names, seats),
        seats=seats,
        seed=_seed(options.seed),
    )
    return Session(engine, table)


def _game_name(said: str) -> str:
    """A name as it is, a path so that it is found from anywhere."""
    return str(Path(said).absolute()) if Path(said).exists() else said


def _seed(said: int | None) -> int:
    if said is not None and not 0 <= said < 1 << 64:
        raise WrongUse(f"the seed {said} is out of range", "take a number from 0 on")
    return randbits(32) if said is None else said


def _continued(options: Namespace, here: Terminal) -> Session | None:
    if options.variants or options.settings or options.seats or options.names or options.seed is not None:
        raise WrongUse(
            "a saved game has its own variants, parameters, seats, names and seed",
            "leave these options out, or begin a new game without --load",
        )
    save = saved_game(options.load)
    loaded = rules_of(save, options.game)
    if shows_faults(loaded):
        return None
    _check_seats(save.seats)
    found = resumed(save, loaded)
    if found.divergence is None:
        if found.changed:
            here.say("The rules have changed since this game was saved; every decision still fits.")
        return found.session
    print(divergence_words(found.divergence, save, found.session), file=sys.stderr)
    return found.session if _goes_on(here) else None


def _check_seats(seats: Sequence[str]) -> None:
    for seat in seats:
        if seat != YOU and seat not in BOTS:
            raise WrongUse(f"the saved game has a player of a kind that is not known here: {seat}")


def _goes_on(here: Terminal) -> bool:
    """Whether to play on from where a saved game no longer fits."""
    if not here.asks:
        print("Nothing was played; `bylaws replay` shows the game up to there.", file=sys.stderr)
        return False
    return here.read("Go on from there? [y/N] ").strip().casefold() in ("y", "yes")


# ---------------------------------------------------------------- playing


@define
class _Play:
    """A game being played in the terminal."""

    options: Namespace
    terminal: Terminal
    session: Session
    luck: list[int] = field(init=False)
    saved: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.saved = len(self.session.history) if self.options.load else 0
        self.luck = _luck_so_far(self.session)

    def run(self) -> int:
        from interpreter.players.human.person import Leaving

        try:
            self._play()
        except Leaving:
            return self._left()
        except EOFError:
            return self._cut_off("The input has ended before the game.", UNFINISHED)
        except KeyboardInterrupt:
            return self._cut_off("Interrupted.", INTERRUPTED)
        except RuleFault as fault:
            return self._faulty(fault)
        self._end()
        return FINE

    def _play(self) -> None:
        players = self._players()
        shown = 0
        while not self.session.over:
            seat = self.session.state.player
            players[seat](self.session)
            if self.options.save and self.session.table.seats[seat] == YOU:
                self._save(self.options.save)
            if YOU not in self.session.table.seats:
                shown = self._tell(shown)

    def _players(self) -> list[Callable[[Session], None]]:
        from interpreter.players.human.person import Person

        seats = self.session.table.seats
        person = Person(
            self.terminal,
            private=seats.count(YOU) > 1 and has_secrets(self.session),
            trace=self.options.trace,
            save=lambda session, file: self._save(file or self.options.save or self._usual_file()),
        )
        return [person.decide if kind == YOU else self._bot(seat, kind) for seat, kind in enumerate(seats)]

    def _bot(self, seat: int, kind: str) -> Callable[[Session], None]:
        def decide(session: Session) -> None:
            self.luck[seat], index = _bot_answer(session, kind, self.luck[seat])
            session.decide(index)

        return decide

    def _tell(self, shown: int) -> int:
        """Without people at the table, everything is shown as it happens."""
        from interpreter.trace import traced

        session = self.session
        if self.options.trace:
            for text in traced(session.words, session.state, session.events[shown:], None):
                self.terminal.say(text)
        else:
            self.terminal.page(session.log(None, shown))
        return len(session.events)

    # ------------------------------------------------------------ leaving, saving, ending

    def _usual_file(self) -> str:
        return f"{Path(self.session.table.game).stem}.save"

    def _save(self, file: str) -> str:
        self.session.save(file)
        self.saved = len(self.session.history)
        return file

    def _left(self) -> int:
        """Somebody has said quit; what is not saved is offered to be."""
        if self.saved == len(self.session.history):
            return FINE
        if not self.terminal.asks:
            return self._cut_off("The game was left.", FINE)
        file = self.options.save or self._usual_file()
        answer = self.terminal.read(f"Save the game? Enter for {file}, another name, or n for no: ").strip()
        if answer.casefold() in ("n", "no"):
            return FINE
        return self._keep(file if answer.casefold() in ("", "y", "yes") else answer, FINE)

    def _cut_off(self, why: str, code: int) -> int:
        """The game stops where it is; if that would lose something, it is saved."""
        print(f"\n{why}" if self.terminal.asks else why, file=sys.stderr)
        if YOU not in self.session.table.seats or self.saved == len(self.session.history):
            return code
        return self._keep(self.options.save or str(automatic_file(self.session.table.game)), code)

    def _keep(self, file: str, code: int) -> int:
        try:
            self._save(file)
        except SaveError as fault:
            print(fault, file=sys.stderr)
            return UNFINISHED
        print(f"Saved. Go on with: bylaws play --load {_as_argument(file)}", file=sys.stderr)
        return code

    def _faulty(self, fault: RuleFault) -> int:
        where = f"{fault.span.source.path}:{fault.span.line}: " if fault.span.in_file else ""
        print(f"The rules go wrong here: {where}{fault.message}", file=sys.stderr)
        for name, span in fault.trail:
            print(
                f"  in {name}" + (f" ({span.source.path}:{span.line})" if span.in_file else ""),
                file=sys.stderr,
            )
        return self._cut_off("The game stands where it did before the last decision.", UNFINISHED)

    def _end(self) -> None:
        from interpreter.players.human import screen

        session = self.session
        seat = session.table.seats.index(YOU) if YOU in session.table.seats else None
        if self.terminal.clears:
            self.terminal.clear()
        if seat is not None:
            self.terminal.page([*session.log(seat, session.since_own(seat)), Line("")])
        self.terminal.show(screen.table(session, seat, self.terminal.console.width))
        if not session.state.winners:
            self.terminal.say("The rules have come to their end, and nobody has won.")
        self.terminal.say(f"The seed of this game was {session.table.seed}.")
        if self.options.save:
            self._save(self.options.save)

    def write_log(self) -> None:
        """Writes the log of all that happened, if it is wanted."""
        if self.options.log:
            lines = [
                f"{'#' * line.level} {line.text}" if line.level else line.text
                for line in self.session.log(None)
            ]
            write_whole(Path(self.options.log), ("\n".join(lines) + "\n").encode())


def has_secrets(session: Session) -> bool:
    """Whether anything in the game is not for everybody to see."""
    layout = session.engine.program.layout
    hidden = any(slot.variable.hidden for slot in layout.variables.values())
    return hidden or any(mask != layout.everybody for mask in layout.masks)


def _bot_answer(session: Session, kind: str, luck: int) -> tuple[int, int]:
    """The bot's luck afterwards, and its answer; where there is only one, no luck is spent."""
    count = session.engine.option_count(session.state)
    return BOTS[kind](luck, count, session.state.can_pass) if count > 1 else (luck, 0)


def _luck_so_far(session: Session) -> list[int]:
    """The luck of each seat's bot after the decisions that have been made."""
    luck = [bot_seed(session.table.seed, seat) for seat in range(len(session.table.seats))]
    for moment in session.history:
        kind = session.table.seats[moment.seat]
        count = session.engine.option_count(moment.state)
        if kind in BOTS and count > 1:
            luck[moment.seat], _ = BOTS[kind](luck[moment.seat], count, moment.state.can_pass)
    return luck


def _as_argument(file: str) -> str:
    from shlex import quote

    return quote(file)
