"""`bylaws replay`: a saved game again, decision by decision, as all of it or as one player saw it."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from unicodedata import normalize

from attrs import asdict

from dsl.frozen import frozen
from interpreter.cli.exit_codes import FINDINGS, FINE
from interpreter.cli.input.saves import Resumed, divergence_words, resumed, rules_of_save, saved_game
from interpreter.cli.output.streams import shows_faults, terminal
from interpreter.cli.output.written import document, print_json
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.table.save import Save
from interpreter.table.session import Session

DIVERGED = FINDINGS


def run(options: Namespace) -> int:
    """1 if the rules are faulty, or the game goes another way by them than it went."""
    save = saved_game(options.file)
    seat = _seat(options.seat, save)
    if options.until is not None and options.until < 0:
        raise WrongUse(f"there is no decision {options.until}", "count from 0, the beginning")
    loaded = rules_of_save(save, None, options.file)
    if shows_faults(loaded):
        return DIVERGED
    found = resumed(save, loaded, options.until)
    if options.format == "json":
        print_json(_document(found, seat))
    else:
        _Replay(found, seat, not options.all and options.until is None, options.pace).show()
    if found.changed:
        print("The rules have changed since this game was saved.", file=sys.stderr)
    if found.divergence is not None:
        print(divergence_words(found.divergence, save, found.session), file=sys.stderr)
        return DIVERGED
    return FINE


def _seat(said: str | None, save: Save) -> int | None:
    if said is None:
        return None
    names = [name.casefold() for name in save.names]
    if (name := normalize("NFC", said.casefold())) in names:
        return names.index(name)
    if said.isascii() and said.isdigit() and 1 <= int(said) <= len(names):
        return int(said) - 1
    raise WrongUse(f"nobody called {said} plays in this game", f"there are {', '.join(save.names)}")


def _document(found: Resumed, seat: int | None) -> dict[str, Any]:
    """What happened, as far as it is shown, and how it ended."""
    session, table = found.session, found.session.table
    ended = session.outcome(seat)
    return document(
        found.loaded, parameters=parameter_values(session.engine.rules), names=list(table.names),
        seats=list(table.seats), seed=table.seed if seat is None else None, seen_by=seat, changed=found.changed,
        over=session.over, beats=[asdict(beat) for beat in session.beats(seat)],
        outcome=ended.plain() if ended else None,
    )  # fmt: skip


@frozen
class _Replay:
    """A game that was played, to be shown to `seat` (None: all of it); `pace` says where it stops besides."""

    found: Resumed
    seat: int | None
    waits: bool
    pace: str | None

    def show(self) -> None:
        from interpreter.players.human import screen
        from interpreter.players.human.pacing import NONE, Pace

        out = terminal()
        session, pace = self.found.session, Pace(out, self.pace or NONE)
        if self.waits and out.asks:
            out.say("Press Enter for the next decision, q to stop.")
        # how many decisions there were is nothing that one player saw: others may have passed in secret
        of_how_many = f" of {len(self.found.save.decisions)}" if self.seat is None else ""
        for number, since, until in self._steps(session):
            if not (lines := session.log(self.seat, since, until)):
                continue
            if number:
                out.say(f"-- decision {number}{of_how_many} --")
            shown = pace.along(session, self.seat, since, until) if pace.stops else since
            out.page(session.log(self.seat, shown, until) if shown != since else lines)
            if self.waits and out.asks and number and out.read("").strip().casefold() in ("q", "quit"):
                return
        out.say("")
        out.show(screen.table(session, self.seat, out.console.width))
        if (ended := session.outcome(self.seat)) is not None:
            out.show(screen.outcome(ended))

    def _steps(self, session: Session) -> Iterator[tuple[int, int, int]]:
        """Which events come before the first decision, and then after each that the viewer may know of."""
        marks = [moment.told for moment in session.known_history(self.seat)] + [len(session.events)]
        return ((number, *ends) for number, ends in enumerate(pairwise([0, *marks])))
