"""The words behind `bylaws replay`."""

from __future__ import annotations

from argparse import ArgumentParser


def add_arguments(parser: ArgumentParser) -> None:
    """FILE, --as, --until, --all."""
    parser.add_argument("file", metavar="FILE", help="a saved game")
    parser.add_argument("--as", dest="seat", metavar="SEAT", help="what one player saw, by name or number")
    parser.add_argument("--until", type=int, metavar="N", help="up to decision N, and the table there")
    parser.add_argument("--all", action="store_true", help="all at once, without waiting after each decision")
