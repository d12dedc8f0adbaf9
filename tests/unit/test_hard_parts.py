"""The language is made for more than one game: what is hardest to say in four others, said in it.

Each file in `tests/golden/hard_parts` is a small rule set, complete in itself. The lists below name the hard
parts of each game and the clauses of its rulebook that they stand in; every one of these clauses must be
shown by rule text of the file, above the rule that plays it.
"""

import re

import pytest

from dsl.loading import load
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.walk import nodes_in
from tests.golden_files import FOLDER, Case

HARD_PARTS = {
    "bad_day": {
        "hands by number of players, actions in any order, matching, caps, the last draw":
            "bad 17-20 42 43 50 52 53 R05 R06",
        "a random layout around a fixed centre": "bad 12 13 22-24",
        "a walk that stops by what it meets": "bad 31-34 R07-R10",
        "a private offer in the middle of an automatic phase": "bad 86 R17 R18",
        "what happened on the way, not how it ended": "bad 37 38 R11",
        "free plays between actions": "bad 81 R26",
        "a forced draw from an empty deck": "bad 50 R20",
        "a simultaneous secret pass": "bad 83 R14",
        "dice put against dice, with an end in the middle": "bad 60-70 R22 R23",
        "dice that are turned and dice that are rolled": "bad 57 58 61",
        "an end inside a phase": "bad 70 73 R39",
        "what others are not asked": "bad 46 85 R16",
        "options": "bad 45 59 76 77",
    },
    "office_job": {
        "counters that stop at nothing": "job 2 67",
        "piles and hands, each seen by others": "job 38 41 53 77",
        "one compulsory choice in a turn": "job 48 51 52",
        "an exchange of that very card": "job 45 47",
        "powers with limits": "job 8 27",
        "powers at any point of the own turn": "job 10 11",
        "a rank in layers": "job 7 20 65 66 72 75 R21-R25",
        "somebody else as the player of a card": "job 14-19 R14-R18",
        "effects that last": "job 42 54 R32-R36",
        "lines that are left out": "job 82 R30",
        "a draw that is turned back": "job 76-80 R08 R12",
        "a pile that is refilled when one more is due": "job 81 R10 R11",
        "what waits for the end of the turn": "job 56-64 R35 R37",
        "gains and losses that are changed": "job R26 R28",
        "triggers that do not go round in circles": "job R42 R43",
        "the text of another card": "job R48",
        "a simultaneous secret pass": "job R46",
    },
    "thrown_under_the_bus": {
        "everybody's own piles": "bus 7 12 113",
        "a round with a moving start": "bus 22 24 29",
        "a menu with conditions": "bus 31 34 36 37 109",
        "a track with named places": "bus 70-77 96",
        "ties that end in a vote": "bus 82-85 91-95",
        "a shuffle in the middle of a draw": "bus 106-108",
        "host, controller and owner of a card": "bus 19 20 58 79",
        "sums from left to right": "bus 59 62 63 132 204 205 207",
        "what each player knows": "bus 18 43 44 48",
        "simultaneous secret choices": "bus 47 230 R67",
        "the card's word against the rules'": "bus 105 206",
        "move first, reveal later": "bus 123-126 R12 R14",
        "a queue against a changing board": "bus 53 R09",
        "what a card has done before": "bus 127 146 R13 R30",
        "one card in the place of another": "bus 152 R06 R23 227",
        "tokens without cards": "bus 114 121 R05",
        "a card that is another": "bus 147 148 R32 R33",
        "reversing what nobody has seen": "bus 130 216 R35",
        "events in the middle of a turn": "bus 140 141 R24 235",
        "all or nothing": "bus 150 R18 R72",
        "limits that cross several places": "bus 74 75 R40 R42",
        "out of the running, but still at it": "bus 101 103 R50",
    },
    "theyre_coming": {
        "a table of two dice": "zombie 2 70 71 88",
        "counters of a character, not of a player": "zombie 25 113-115",
        "tokens with hidden faces": "zombie 45 92 R52",
        "tests with a die": "zombie 83-86 105 106",
        "rules that stand, and hang on who is in charge": "zombie 10 127 R23",
        "a full round from now": "zombie 52-54",
        "alternate texts": "zombie 57 R22",
        "everybody wanders": "zombie 61-71 73 74 R26-R34",
        "an order in a moving world": "zombie 80 81 R35-R38 R45",
        "running into the next one": "zombie 87-91 R41 R43",
        "hiding again and again": "zombie 98-103 R45-R49",
        "down for a while": "zombie 93 107 108 R50",
        "loss, replacement, coming back": "zombie 45-51 111-116 R53-R57",
        "windows before a blow falls": "zombie R76",
        "changing sides": "zombie 116-120 R58-R61",
        "a step that is replaced": "zombie 9 121-126 R66-R70",
        "a card that is also a target, an enemy and a witness": "zombie 49 133-135 R39 R49 R77 R78",
        "who has won is asked after each batch": "zombie 42-44 R25 R62 R63",
    },
}  # fmt: skip


def _case(name: str) -> Case:
    path = FOLDER / "hard_parts" / f"{name}.bylaws"
    return Case(name, path, path)


CASES = [pytest.param(_case(name), id=name) for name in HARD_PARTS]


@pytest.mark.parametrize("case", CASES)
def test_every_line_can_be_read(case: Case) -> None:
    _, faults = parse(Source(case.input.name, case.input.read_text(encoding="utf-8")))
    assert faults == ()


@pytest.mark.parametrize("case", CASES)
def test_every_hard_part_is_shown(case: Case) -> None:
    file, _ = parse(Source(case.input.name, case.input.read_text(encoding="utf-8")))
    shown = {clause for text in nodes_in(file) if isinstance(text, n.RuleText) for clause in text.clauses}
    missing = {part: gone for part, said in HARD_PARTS[case.name].items() if (gone := _clauses(said) - shown)}
    assert missing == {}


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_used_that_is_not_declared(case: Case) -> None:
    base = load(case.input)
    with_variants = [load(case.input, [variant.title]) for variant in base.variants]
    assert [found for rules in (base, *with_variants) for found in rules.diagnostics] == []


def test_lists_of_clauses_are_read_as_they_are_meant() -> None:
    assert _clauses("bus 7 18-20 R09-R11") == {
        "bus-007", "bus-018", "bus-019", "bus-020", "bus-R09", "bus-R10", "bus-R11",
    }  # fmt: skip


def _clauses(said: str) -> set[str]:
    """`bus 7 18-20 R09` as the ids bus-007, bus-018, bus-019, bus-020 and bus-R09."""
    game, *parts = said.split()
    ids: set[str] = set()
    for part in parts:
        numbers = [int(x) for x in re.findall(r"\d+", part)]
        ruling = part.startswith("R")
        for number in range(numbers[0], numbers[-1] + 1):
            ids.add(f"{game}-R{number:02}" if ruling else f"{game}-{number:03}")
    return ids
