"""A check finds the same fault in whatever kind of body it stands."""

from __future__ import annotations

import pytest

from dsl.checks.checks import check
from dsl.diagnostic import Diagnostic
from dsl.elaborate.game import elaborate
from dsl.source import Source
from dsl.syntax.parse import parse

RULES = """game "Small":
    players: 2 to 4
counter fire: from 0 to 9
counter smoke
flag night
tokens stone
cards Deed: size: number
zone pile: stack, face down
zone table: row, face up
deck Deed in pile:
    8 x "Small", size 2:
        {card}
        when burnt:
            {part}
action work_hard "Work":
    {action}
setup:
    {setup}
round day "Day" until fire > 8:
    step 1 work "Work":
        players take turns: you take one action from work_hard
        {step}
        do body
        do effect of top of pile
        do burnt of top of pile
    step 2 rest "Rest": lower smoke by 1
phase last "Last":
    {phase}
before step rest:
    {hook}
whenever fire > 2:
    {whenever}
after step rest:
    for the rest of the game:
        after step work:
            {effect}
procedure body:
    {procedure}
game ends after day when smoke > 9:
    {end}
    nobody wins
"""
BODIES = (
    "card", "part", "action", "setup", "step", "phase", "hook", "whenever", "effect", "procedure", "end",
)  # fmt: skip
HARMLESS = "raise smoke by 1"
FAULTS = {
    "divided-by-zero": "raise smoke by (6 / fire rounded down)",
    "never-holds": "if fire > 9: raise smoke by 1",
    "nothing-to-choose": "each player: choose a number from 3 to 1 as n",
}


CONDITIONS = {
    "need": ('action work_hard "Work":\n', "    needs {} > 1 else \"no\"\n"),
    "end": ("game ends after day when smoke > 9", " or {} > 1"),
    "whenever": ("whenever fire > 2", " and {} > 1"),
    "hook": ("before step rest", " while {} > 1"),
    "round": ("until fire > 8", " or {} > 1"),
}


def found(where: str, statement: str) -> list[str]:
    """The names of what is found in the rules with this statement in one of their bodies."""
    return [d.name for d in reports(RULES.format(**{**dict.fromkeys(BODIES, HARMLESS), where: statement}), "s.bylaws")]


def test_nothing_is_found_without_a_fault() -> None:
    assert found("step", HARMLESS) == []


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("where", BODIES)
def test_a_fault_is_found_in_every_kind_of_body(where: str, name: str) -> None:
    assert found(where, FAULTS[name]) == [name]


@pytest.mark.parametrize("where", CONDITIONS)
def test_a_division_by_zero_is_found_in_every_kind_of_condition(where: str) -> None:
    before, condition = CONDITIONS[where]
    rules = RULES.format(**dict.fromkeys(BODIES, HARMLESS))
    assert rules.count(before) == 1
    for divisor, names in (("smoke", ["divided-by-zero"]), ("2", [])):
        text = rules.replace(before, before + condition.format(f"(6 / {divisor} rounded down)"))
        assert [d.name for d in reports(text, "s.bylaws")] == names


def test_a_need_guards_the_needs_behind_it() -> None:
    needs = '    needs smoke > 0 else "no"\n    needs (6 / smoke rounded down) > 1 else "no"\n'
    heading = 'action work_hard "Work":\n'
    text = RULES.format(**dict.fromkeys(BODIES, HARMLESS)).replace(heading, heading + needs)
    assert reports(text, "s.bylaws") == ()


def reports(text: str, path: str) -> tuple[Diagnostic, ...]:
    """All that is wrong with a rule file whose spelling is good."""
    file, faults = parse(Source(path, text))
    assert faults == (), "the spelling is meant to be good"
    game, found = elaborate(file.items)
    return (*found, *check(game, file.items)) if game is not None else found
