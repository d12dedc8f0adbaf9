"""`bylaws ir`: what the rules have come to mean, rule by rule, for people or for programs."""

from __future__ import annotations

import json
from argparse import Namespace

from dsl.ir.json import to_json
from dsl.ir.print import printed
from interpreter.cli.game import game_of, sound


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    rules = game_of(options)
    if not sound(rules) or rules.game is None:
        return 1
    if options.format == "json":
        print(json.dumps(to_json(rules.game), indent=2, ensure_ascii=False))
    else:
        print(printed(rules.game), end="")
    return 0
