"""The words of commands that play many games between bots: who sits there, how many games, in how many processes."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.players.uniform import BOTS


def add_table(parser: ArgumentParser, games: str) -> None:
    """--games (whose help is given), --players or --seats, --seed, --jobs."""
    parser.add_argument("--games", type=int, metavar="N", help=games)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=int, metavar="N", help="so many random players (the fewest that can play)")
    who.add_argument(
        "--seats",
        metavar="BOT,BOT,...",
        help=f"who sits there, all moving on by one seat from game to game; bots are {', '.join(BOTS)}",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (1)")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many processes (one for each core)")


def add_measures(parser: ArgumentParser) -> None:
    """--measure."""
    parser.add_argument(
        "--measure",
        dest="measures",
        action="append",
        default=[],
        metavar="WORDS",
        help='look at this alone, as in "team wins" or rounds; may be given several times',
    )
