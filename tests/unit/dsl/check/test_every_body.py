"""A check finds the same fault in whatever kind of body it stands."""

from __future__ import annotations

import pytest

from tests.unit.dsl.check.test_messages import reports

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


def found(where: str, statement: str) -> list[str]:
    """The names of what is found in the rules with this statement in one of their bodies."""
    return [d.name for d in reports(RULES.format(**{**dict.fromkeys(BODIES, HARMLESS), where: statement}), "s.bylaws")]


def test_nothing_is_found_without_a_fault() -> None:
    assert found("step", HARMLESS) == []


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("where", BODIES)
def test_a_fault_is_found_in_every_kind_of_body(where: str, name: str) -> None:
    assert found(where, FAULTS[name]) == [name]
