"""The words behind `bylaws play`."""

from __future__ import annotations

from argparse import ArgumentParser

from interpreter.cli.arguments.rule_set import add_rule_set
from interpreter.cli.arguments.words import YOU
from interpreter.players.uniform import BOTS


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --seats, --names, --variant, --set, --seed, --save, --load, --log, --trace."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="the name of a game, a folder, or a .bylaws file")
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
    parser.add_argument("--log", metavar="FILE", help="write the whole log there at the end, with all that was hidden")
    parser.add_argument("--trace", action="store_true", help="show each event with the line of the rules it came from")
