"""`bylaws server`: what an editor starts, to show what is found while somebody writes."""

import sys
from argparse import Namespace

from interpreter.cli.wrong_use import WrongUse
from interpreter.server.server import serve


def run(options: Namespace) -> int:
    """Answers the editor at the other end of standard input and output, until that ends."""
    if sys.stdin.isatty():
        raise WrongUse("an editor starts this, not a person", "docs/editors.md says how to set up yours")
    # A stream of its own, since Python would wait at its end for standard input, at which a thread goes on listening.
    incoming, outgoing = open(sys.stdin.fileno(), "rb", closefd=False), sys.stdout.buffer  # noqa: SIM115
    sys.stdout = sys.stderr  # what is printed by mistake must not come between the messages
    return serve(incoming, outgoing)
