"""The words behind `bylaws simulate`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_game
from interpreter.players.uniform import BOTS


def add_arguments(parser: ArgumentParser) -> None:
    """GAME and its rule set, the games and who plays them, what is watched, and where all that goes."""
    add_game(parser)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--players",
        metavar="N",
        help="so many random players (the fewest that can play); 2..5, 2,4 or all play as many games with each number",
    )
    who.add_argument("--seats", metavar="BOT,BOT,...", help=f"who sits where; bots are {', '.join(BOTS)}")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many processes (one for each core)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (1)")
    parser.add_argument(
        "--closely",
        default="200",
        metavar="N",
        help="watch the first N games closely, for what is chosen, played and never reached (200); all, or 0 for none",
    )
    parser.add_argument("--details", action="store_true", help="show whole lists, and every option and card")
    parser.add_argument("--format", choices=("text", "json", "csv"), default="text", help="how to print (text)")
    parser.add_argument(
        "--out", metavar="DIR", help="keep the run there, so that it can go on where it was ended; and summary.json"
    )
    parser.add_argument("--rows", metavar="FILE", help="write a row for each game: FILE ends in .csv or .parquet")
