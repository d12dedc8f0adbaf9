"""`python -m tests.benchmarks.profile [GAME ...]`: where the time of random games goes, by kind of work.

Python's instructions are counted, one by one, in a few games; what kind of work each belongs to, the text of its line
says, or of the line that has called for it. So the shares are the same whenever it is run. Times are those of games
that nobody looks at.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections import Counter
from collections.abc import Callable
from time import process_time
from types import FrameType
from typing import Any

from dsl.loading import load
from interpreter.engine import Engine
from tests.benchmarks.__main__ import random_player

GAMES = ("action_the_project", "bad_day_at_the_office", "office_job", "theyre_coming", "thrown_under_the_bus")
PLAYERS = 4
LOOKED_AT, TIMED = 12, 100  # games

#: Kinds of work, and the lines that do it; a line counts as the first that fits.
KINDS = (
    ("who knows what", r"st\.seen\[|forget\("),
    ("luck", r"\bst\.r_\w+ =|>> 32|roll\(|shuffle\(|refill\(|pick\("),
    ("rules for a time", r"in_force|begin_effect|after\("),
    ("rules on events", r"settle\(|answer\(|hook|st\.later|st\.held|all_due|_rules_under_way"),
    ("asking", r"st\.(options|offers|site|can_pass|player|pc|decisions)\b|len\(o\)"),
    ("going on", r"st\.(stack|frame)|^\s*return -?\d+$|^\s*(pc|f) =|\bf\[\d+\] = "),
    ("looking through lists", r"^\s*for |found|left|exact|flat\("),
    ("moving pieces", r"\.(append|remove|pop|insert|extend|clear)\(.*\)$|st\.zone\[[^]]+\] = "),
    ("gains and losses", r"^\s*(st\.\w+\[.*\]|held\w*\[.*\]|st\.\w+) [-+]?= "),
)
#: What a line that fits nowhere belongs to, by the function in which it stands.
FUNCTIONS = (("definitions", r"d\d"), ("rules on events", r"p\d+_(settle|answer|hook|met|whenever)"))
REST = "conditions and values"
ALL = (*(kind for kind, _ in KINDS), "definitions", REST)


def main(names: list[str]) -> int:
    """Prints a table: for each game its share of each kind of work, in percent."""
    rows = {name: _measured(name) for name in names or GAMES}
    print("".ljust(24), *(name[:14].rjust(15) for name in rows))
    for kind in ALL:
        print(kind.ljust(24), *(f"{row[kind]:14.0f}%" for row in rows.values()))
    for number in ("decisions a game", "us a decision", "us a game"):
        print(number.ljust(24), *(f"{row[number]:15.1f}" for row in rows.values()))
    return 0


def _measured(name: str) -> dict[str, float]:
    """How long a game and a decision takes, and what share each kind of work has."""
    game = load(name).game
    assert game is not None
    engine = Engine(game, PLAYERS)
    seconds, decisions = _timed(engine)
    seen = _looked_at(engine)
    shares = {kind: 100 * seen[kind] / seen.total() for kind in ALL}
    per_game = {"decisions a game": decisions, "us a decision": seconds / decisions * 1e6, "us a game": seconds * 1e6}
    return shares | per_game


def _timed(engine: Engine) -> tuple[float, float]:
    """Seconds and decisions of a game: the best of three times."""
    best = float("inf")
    for _ in range(3):
        began = process_time()
        decisions = sum(_play(engine, seed) for seed in range(TIMED))
        best = min(best, process_time() - began)
    return best / TIMED, decisions / TIMED


def _play(engine: Engine, seed: int) -> int:
    choose, state, decisions = random_player(seed), engine.new_game(seed), 0
    while state.pc >= 0:
        can_pass = state.can_pass
        engine.advance(state, choose(len(state.options) + len(state.offers) + can_pass, can_pass))
        decisions += 1
    return decisions


# ---------------------------------------------------------------- counting


def _looked_at(engine: Engine) -> Counter[str]:
    """The instructions of each kind."""
    seen: Counter[str] = Counter()
    kinds: dict[tuple[str, int], str] = {}

    def called(frame: FrameType, _: str, __: Any) -> Callable[..., Any] | None:
        if _is_generated(frame):
            return _watched(frame, in_rules)
        caller = frame.f_back
        while caller is not None and not _is_generated(caller):
            caller = caller.f_back
        if caller is None:
            return None  # the players, and what calls the engine
        kind = _kind(caller, kinds)

        def elsewhere(_: FrameType, event: str, __: Any) -> Callable[..., Any]:
            seen[kind] += event == "opcode"
            return elsewhere

        return _watched(frame, elsewhere)

    def in_rules(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event == "opcode":
            seen[_kind(frame, kinds)] += 1
        return in_rules

    sys.settrace(called)
    for seed in range(LOOKED_AT):
        _play(engine, seed)
    sys.settrace(None)
    return seen


def _watched(frame: FrameType, by: Callable[..., Any]) -> Callable[..., Any]:
    frame.f_trace_opcodes, frame.f_trace_lines = True, False
    return by


def _is_generated(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith("<generated ")


def _kind(frame: FrameType, known: dict[tuple[str, int], str]) -> str:
    """What kind of work a frame is at."""
    place = frame.f_code.co_filename, frame.f_lineno or 0
    if place not in known:
        line = linecache.getline(*place).rstrip()
        rest = next((kind for kind, name in FUNCTIONS if re.match(name, frame.f_code.co_name)), REST)
        known[place] = next((kind for kind, text in KINDS if re.search(text, line)), rest)
    return known[place]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
