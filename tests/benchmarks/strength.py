"""`python -m tests.benchmarks.strength`: what thinking is worth, against players of several kinds.

- `chance`: one seat thinks, the others are `random`. Where all win or lose together, all of them think.
- `sizes`: the same in the large games, with as few players as can play, as many, and some between.
- `doublings`: one thinks twice as long as the others. Where that is worth nothing, thinking longer does not pay.
- `open_spiel`: we against searches of OpenSpiel that play as many games in their heads. Of four, one is OpenSpiel's.

Seats take turns. A win that two share counts half, and so does a game for two that nobody wins, if both think; behind
the share stands where it lies with 95 % (Wilson). What is to be played is named by such a word, `NAME`, `NAME:PASSES`
or `NAME:PASSES:GAMES`, or several of these.
"""

import sys
from collections.abc import Sequence
from time import process_time
from typing import Final

from attrs import evolve, frozen

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.players.players import players_at
from interpreter.report.finding import mean
from interpreter.simulation.games.measures import rotated
from interpreter.simulation.games.run import question_by_question
from interpreter.simulation.statistics.intervals import wilson
from interpreter.table.ending.ranking import is_for_a_team
from tests.benchmarks.against_open_spiel import contest


@frozen
class Table:
    """A game for so many `players`, of whom one thinks, or all of a team, so many passes in so many games.

    `others`: what they are; OpenSpiel's searches make as many passes. With `score` we are after the score.
    """

    name: str
    players: int
    passes: int
    games: int
    others: str = "random"
    score: bool = False


OPEN_SPIEL: Final = "open_spiel"
CHANCE = (
    Table("tic_tac_toe", 2, 100, 200), Table("tic_tac_toe", 2, 400, 200),
    Table("kuhn_poker", 2, 100, 400), Table("leduc_poker", 2, 100, 400), Table("leduc_poker", 2, 400, 400),
    Table("liars_dice", 2, 100, 200), Table("liars_dice", 2, 400, 200),
    Table("goofspiel", 2, 100, 200), Table("goofspiel", 2, 400, 100),
    Table("hearts", 4, 100, 100), Table("hearts", 4, 400, 60), Table("last_biscuit", 3, 100, 100),
    Table("action_the_project", 4, 100, 60), Table("action_the_project", 4, 400, 40),
    Table("office_job", 4, 100, 40), Table("office_job", 4, 400, 20),
    Table("theyre_coming", 4, 100, 30), Table("thrown_under_the_bus", 4, 100, 30),
    Table("bad_day_at_the_office", 4, 0, 500), Table("bad_day_at_the_office", 4, 25, 30),
    Table("bad_day_at_the_office", 4, 100, 30), Table("bad_day_at_the_office", 4, 400, 15),
)  # fmt: skip


SIZES = tuple(
    Table(name, players, passes, games)
    for name, sizes, passes, games in (
        ("action_the_project", (2, 4, 6), 100, 30), ("office_job", (2, 3, 5), 100, 30),
        ("theyre_coming", (2, 4, 7), 100, 60), ("thrown_under_the_bus", (2, 4, 6), 50, 16),
        ("bad_day_at_the_office", (2, 4, 6), 50, 20),
    )
    for players in sizes
)  # fmt: skip
#: So many games as tell a step of 3 in a hundred in the small ones.
DOUBLINGS = tuple(
    Table(name, players, 2 * passes, games, f"think:{passes}")
    for name, players, games, most in (
        ("goofspiel", 2, 2000, 400), ("liars_dice", 2, 3000, 400), ("last_biscuit", 3, 1000, 200),
        ("tic_tac_toe", 2, 2000, 200), ("hearts", 4, 800, 100), ("action_the_project", 2, 300, 100),
        ("leduc_poker", 2, 2000, 200),
    )
    for passes in (12, 25, 50, 100, 200, 400)
    if passes <= most
)  # fmt: skip
AGAINST_OPEN_SPIEL = tuple(
    Table(name, players, passes, games, OPEN_SPIEL, score)
    for name, players, passes, games, score in (
        ("tic_tac_toe", 2, 100, 1000, False), ("tic_tac_toe", 2, 400, 1000, False),
        ("kuhn_poker", 2, 100, 4000, False), ("kuhn_poker", 2, 100, 4000, True),
        ("leduc_poker", 2, 100, 2000, False), ("leduc_poker", 2, 100, 2000, True),
        ("hearts", 4, 100, 400, False), ("hearts", 4, 100, 400, True), ("hearts", 4, 400, 200, True),
        ("liars_dice", 2, 100, 200, False), ("goofspiel", 2, 100, 20, False),
    )
)  # fmt: skip
SECTIONS = {"chance": CHANCE, "sizes": SIZES, "doublings": DOUBLINGS, OPEN_SPIEL: AGAINST_OPEN_SPIEL}


def main(wanted: list[str]) -> None:
    """Prints a line for each table, section by section."""
    sections = [word for word in wanted if word in SECTIONS] or [*SECTIONS]
    chosen = [word.split(":") for word in wanted if word not in SECTIONS]
    for section in sections:
        print(f"{section}:")
        for table in SECTIONS[section]:
            for name, *numbers in chosen or [[table.name]]:
                if name == table.name and (not numbers or numbers[0] == str(table.passes)):
                    _line(evolve(table, games=int(numbers[1])) if len(numbers) > 1 else table)


def _line(table: Table) -> None:
    """Plays at a table, and says what came of it."""
    rules = load(table.name).game
    assert rules is not None
    thinks = f"think:{table.passes}{':score' * table.score}" if table.passes else "random"
    together, counted = is_for_a_team(rules), ""
    began = process_time()
    if table.others == OPEN_SPIEL:
        games = [contest(table.name, table.players, table.passes, seed, table.score) for seed in range(table.games)]
        won, found = [share for share, _ in games], mean([more for _, more in games if more is not None])
        if found is not None:
            counted = f"  counts {found.value:+.2f} ({found.interval.low:+.2f} to {found.interval.high:+.2f})"
        who = f"{thinks} against {OPEN_SPIEL}" if table.players == 2 else f"{OPEN_SPIEL} against {thinks}"
    else:
        seats = (thinks, *(thinks if together else table.others for _ in range(table.players - 1)))
        won = _here(Engine(rules, table.players), table, seats)
        who = thinks if together or table.others == "random" else f"{thinks} against {table.others}"
    took = (process_time() - began) / table.games
    interval = wilson(sum(won), table.games, squares=sum(share * share for share in won))
    fair = "a team" if together else f"fair {1 / table.players:.0%}"
    print(
        f"{table.name:<22} {table.players} players ({fair})  {who:<31}"
        f" {sum(won) / table.games:>6.1%} ({interval.low:.1%} to {interval.high:.1%}) of {table.games}"
        f"  {won.count(0.0):>3} lost{counted}  {took * 1e3:>8,.1f} ms a game",
        flush=True,
    )


def _here(engine: Engine, table: Table, seats: Sequence[str]) -> list[float]:
    """Which part of the win the first of these had in each game, or all of a team."""
    made = dict(zip(seats, players_at(seats, engine), strict=True))
    together, won = is_for_a_team(engine.rules), []
    drawn = 0.0 if table.others == "random" else 1 / table.players
    for seed in range(table.games):
        order = rotated(seats, seed)
        try:
            state, _ = question_by_question(engine, seed, [made[one] for one in order])
        except RuleFault:  # nobody wants to end it
            won.append(drawn)
            continue
        share = (order.index(seats[0]) in state.winners) / len(state.winners) if state.winners else drawn
        won.append(float(bool(state.winners)) if together else share)
    return won


if __name__ == "__main__":
    main(sys.argv[1:])
