"""The words of commands that play many games between bots: who sits there, how many games, in how many processes."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_several
from interpreter.players.uniform import BOTS


def add_table(parser: ArgumentParser, games: str) -> None:
    """--games (whose help is given), --players or --seats, --seed, --jobs."""
    parser.add_argument("--games", type=int, metavar="N", help=games)
    add_bots(parser, "who sits there, all moving on by one seat from game to game")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (1)")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many processes (one for each core)")


def add_bots(parser: ArgumentParser, seats: str) -> None:
    """--players or --seats; `seats` says what these do."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=int, metavar="N", help="so many random players (the fewest that can play)")
    who.add_argument("--seats", metavar="BOT,BOT,...", help=f"{seats}; bots are {', '.join(BOTS)}")


def add_measures(parser: ArgumentParser) -> None:
    """--measure."""
    add_several(parser, "--measure", "measures", "WORDS", 'look at this alone, as in "team wins" or rounds')
