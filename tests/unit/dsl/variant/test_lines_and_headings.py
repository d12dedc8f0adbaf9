"""Lines within a body are edited one by one, and headings apart from the rules below them."""

import pytest

from dsl.syntax import nodes as n
from dsl.syntax.unparse import unparse
from dsl.variant.rules import Items
from tests.unit.dsl.variant.shop import composed, fault, marked, merged, read

GAME = """
game "Shop":
    players: 2 to 4

zone box: stack, face down
counter coin of player
counter debt of player
dice die: from 1 to 6
cards Ware: size: number
deck Ware in box:
    "Lamp", size 1:
        > It lights the way.
        gain 1 coin
        when discarded:
            lose 1 coin

round day "Day" until round_number >= 9, at most 9 times:
    > A day is short.
    step 1 selling "Selling":
        > All sell.
        each player: lose 1 coin
        > Then dice are rolled.
        roll 2 dice as luck
        if coin of you > 2:
            gain 2 coin
            shuffle box
        otherwise:
            shuffle box
    step 2 resting "Resting": shuffle box

procedure settle of debtor: player, deciding player or none:
    debtor loses 1 coin
    debtor may "Pay 'in full'":
        lose all debt
    choose one:
        option "Stay": nothing happens
        option "Go" if coin of you > 1: lose 1 coin
    decide debtor

action haggle "Haggle", up to 2 per turn:
    needs coin of you > 0
    gain 1 coin

reaction grumble "Grumble", after action haggle: gain 1 debt
game ends after day when coin of first of players >= 5: first of players wins
game ends after day when debt of first of players >= 5: first of players loses the game
game ends after resting: nobody wins
"""


def written(items: Items) -> str:
    """The items in the one style."""
    return unparse(n.File(items))


def shop_with(*changes: tuple[str, str]) -> Items:
    """The game as it would be if its text had been written otherwise."""
    text = GAME
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return read(text)


SELL = "        each player: lose 1 coin\n"
ROLL = "        > Then dice are rolled.\n        roll 2 dice as luck\n"
PAY = "    debtor may \"Pay 'in full'\":\n        lose all debt\n"
STAY = '        option "Stay": nothing happens\n'


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ('insert before "roll" in step selling: shuffle box', (ROLL, "        shuffle box\n" + ROLL)),
        (
            'insert after "roll 2 dice" in step selling:\n    > Twice.\n    shuffle box',
            (ROLL, ROLL + "        > Twice.\n        shuffle box\n"),
        ),
        ('insert before "each player" in step selling: shuffle box', (SELL, "        shuffle box\n" + SELL)),
        ('insert after "lose 1" in step selling: gain 1 debt', (SELL, SELL.replace(" lose", "\n            lose")
            + "            gain 1 debt\n")),
        ('insert after "if coin of you" in step selling: shuffle box', (
            "        otherwise:\n            shuffle box\n",
            "        otherwise:\n            shuffle box\n        shuffle box\n",
        )),
        ('replace "gain 2 coin" in step selling: gain 3 coin', ("gain 2 coin", "gain 3 coin")),
        ('replace "roll" in step selling: roll 3 dice as luck', ("roll 2 dice", "roll 3 dice")),
        (
            'replace "roll" in step selling:\n    > Three.\n    roll 3 dice as luck',
            (ROLL, "        > Three.\n        roll 3 dice as luck\n"),
        ),
        ('replace "roll" in step selling:\n    > They roll.', ("> Then dice are rolled.", "> They roll.")),
        ('remove "roll" in step selling', (ROLL, "")),
        ('remove "each player" in step selling', (SELL, "")),
        ('remove "lose all" in procedure settle', ("full'\":\n        lose all debt\n", "full'\": nothing happens\n")),
        ('replace "debtor may \'Pay" in procedure settle: lose 1 coin', (PAY, "    lose 1 coin\n")),
        ('remove "option \'Stay\'" in procedure settle', (STAY, "")),
        ('insert before "decide" in procedure settle: gain 1 coin', (
            "    decide debtor", "    gain 1 coin\n    decide debtor")),
        ('replace "lose 1 coin" in "Lamp": lose 2 coin', (
            "            lose 1 coin\n\nround", "            lose 2 coin\n\nround")),
        ('replace "gain 2" in "if coin" in round day "Day": gain 1 coin', ("gain 2 coin", "gain 1 coin")),
        ('replace "needs" in action haggle: needs coin of you > 3', ("of you > 0", "of you > 3")),
        ('replace "nobody" in game ends after resting: players win', (
            "nobody wins", "\n    players win")),
        # headings
        ('replace action haggle "Haggle", up to 3 per turn', ("up to 2 per turn", "up to 3 per turn")),
        ("replace free action haggle:\n    gain 3 coin", (
            'action haggle "Haggle", up to 2 per turn:\n    needs coin of you > 0\n    gain 1 coin',
            'free action haggle "Haggle", up to 2 per turn:\n    gain 3 coin',
        )),
        ('replace action haggle as "Bargain"', ('haggle "Haggle"', 'haggle "Bargain"')),
        ("replace action haggle, any number of times", ("up to 2 per turn", "any number of times")),
        ('replace step resting "Resting" as "Sleeping"', ('resting "Resting"', 'resting "Sleeping"')),
        ("replace round day until coin of first of players > 3", (
            "until round_number >= 9", "until coin of first of players > 3")),
        ("replace procedure settle of debtor: player, with rate: number, deciding player", (
            "settle of debtor: player, deciding player or none",
            "settle of debtor: player, with rate: number, deciding player",
        )),
        ("replace reaction grumble, before step resting: gain 2 debt", (
            "after action haggle: gain 1 debt", "before step resting: gain 2 debt")),
        ("replace dice die: from 1 to 8", ("from 1 to 6", "from 1 to 8")),
        # ends of the game
        ('replace action haggle "Haggle", once per turn: gain 2 coin', (
            'up to 2 per turn:\n    needs coin of you > 0\n    gain 1 coin', "once per turn: gain 2 coin")),
        ("replace game ends after resting: players win", ("nobody wins", "players win")),
        ("replace game ends after resting when box is empty", ("after resting:", "after resting when box is empty:")),
        ("replace game ends when debt of first of players >= 5: players win", (
            "game ends after day when debt of first of players >= 5: first of players loses the game",
            "game ends when debt of first of players >= 5: players win",
        )),
        ("remove game ends after resting", ("game ends after resting: nobody wins\n", "")),
        ("remove game ends when coin of first of players >= 5", (
            "game ends after day when coin of first of players >= 5: first of players wins\n", "")),
        ("extend game ends after resting: shuffle box", ("nobody wins", "\n    nobody wins\n    shuffle box")),
        # the words that open a phase are not those of its first step
        ("replace step selling: shuffle box", (
            GAME[GAME.index("\n        > All sell."):GAME.index("    step 2")], " shuffle box\n")),
    ],
)  # fmt: skip
def test_an_edit_gives_the_game_that_one_would_have_written(edit: str, expected: tuple[str, str]) -> None:
    assert written(merged(edit, base=GAME)) == written(shop_with(expected)) != written(read(GAME))


def test_lines_alike_are_told_apart_by_a_line_around_them() -> None:
    otherwise = "        otherwise:\n            shuffle box\n"
    edit = 'remove "shuffle" in "if coin" in step selling'
    found = fault(edit, base=GAME)
    assert found.message == 'more than one line in the step `selling` begins with "shuffle"'
    assert [text.strip() for text in marked(found)] == ['"shuffle"', "shuffle box", "shuffle box"]
    without = GAME.replace(otherwise, "")
    assert written(merged(edit, base=without)) == written(read(without.replace("            shuffle box\n", "")))


@pytest.mark.parametrize(
    ("edit", "name", "message", "told"),
    [
        (
            'remove "rol 2 dice" in step selling', "unknown-target",
            'no line in the step `selling` begins with "rol 2 dice"',
            "did you mean the one that begins with `roll 2 dice as luck`?",
        ),
        (
            'remove "draw a card" in step selling', "unknown-target",
            'no line in the step `selling` begins with "draw a card"',
            "there is `each player: lose 1 coin`, `roll 2 dice as luck`, `if coin of you > 2:`, `lose 1 coin`, "
            "`gain 2 coin` and `shuffle box`",
        ),
        (
            'remove "lose" in procedure settle', "ambiguous-target",
            'more than one line in the procedure `settle` begins with "lose"',
            'write more of it, or a line around it: `"lose" in "..." in ...`',
        ),
        ('remove "roll" in step sellin', "unknown-target", "there is no step `sellin`", "did you mean `selling`?"),
        ('remove "gain" in "Lmap"', "unknown-target", 'there is no card "Lmap"', 'did you mean "Lamp"?'),
        (
            'insert after "decide" in procedure settle: shuffle box', "extension-never-runs",
            "the procedure `settle` ends before it would come to this",
            'put it before that line: `insert before "decide debtor" in ...`',
        ),
        (
            "replace step selling", "replaced-by-the-same", "this leaves the step as it is",
            "to change its rules, write `:` and the new ones below it",
        ),
        (
            "replace game ends after day: players win", "ambiguous-target", "more than one end of the game is so",
            "say more of it; or `remove` the one, and write another as an end of your own: `game ends ...:`",
        ),
        (
            "remove game ends after selling", "unknown-target",
            "there is no end of the game `game ends after selling`", "",
        ),
    ],
)  # fmt: skip
def test_a_faulty_edit_says_what_is_wrong_and_changes_nothing(edit: str, name: str, message: str, told: str) -> None:
    found = fault(edit, base=GAME)
    assert (found.name, found.message) == (name, message)
    assert told in (found.label, *found.help, "")
    assert written(composed(edit, base=GAME).items) == written(read(GAME))


def test_lines_of_two_variants_that_meet_nowhere_go_together() -> None:
    roll, decide = 'insert before "roll" in step selling: gain 1 coin', 'remove "decide" in procedure settle'
    assert written(composed(roll, decide, base=GAME).items) == written(composed(decide, roll, base=GAME).items)
    assert not composed(roll, 'insert before "roll" in step selling: gain 1 debt', base=GAME).diagnostics
    clash = fault(roll, 'insert before "roll" in step selling: lose 1 coin', base=GAME)
    assert (clash.name, clash.label) == ("variant-conflict", '"B" changes the step `selling`')
