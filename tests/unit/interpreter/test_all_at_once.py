"""`all players at once`: whatever one player decides, however it branches, is answered before anybody hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import check
from dsl.loading import load
from interpreter.scenario.suite import suite

GAME = """
game "Walk":
    players: 2 to 3

enum Way: left_way, right_way
cards Stone: weight: number
zone hand of player: hand
zone heap: row, face up
deck Stone in heap:
    6 x "Pebble", weight 1
counter coin of player: starts at 3
counter done of player
counter behind of player
role friend_of_all
dice die: from 1 to 6

procedure walk:
    all players at once:
{}

action work "Work": gain 1 coin
procedure haggling:
    choose a number from 0 to 2 as price asking "Your price?"
    raise your done by price

game ends when total done of players > 99: nobody wins

scenario "It":
    played by ann, ben
    when do walk
{}
"""

PLAYED = {
    "an option asks more": (
        """
        choose one asking "What?":
            option "Walk":
                choose a Way as way asking "Which way?"
                if way is left_way: raise your done by 1
            option "Wait": raise your behind by 1
        raise your coin by 1
        """,
        """
        and ann chooses "Walk", left_way
        and ben chooses "Wait"
        then done of ann is 1
        and behind of ben is 1
        and coin of ann is 4
        and coin of ben is 4
        """,
    ),
    "nothing happens before all have answered": (
        """
        choose one asking "What?":
            option "Walk":
                gain 1 coin
                choose a Way as way asking "Which way?"
                if way is left_way: raise your done by 1
            option "Wait": raise your behind by 1
        """,
        """
        and ann chooses "Walk", right_way
        then coin of ann is 3
        and ben is asked "What?"
        """,
    ),
    "a condition on the answer": (
        """
        choose a Way as way asking "Which way?"
        if way is right_way:
            choose a player other than you as friend asking "Whom?"
            raise done of friend by 1
        otherwise:
            choose a number from 1 to 3 as much asking "How much?"
            raise your behind by much
        """,
        """
        and ann chooses left_way, 3
        and ben chooses right_way, ann
        then behind of ann is 3
        and done of ann is 1
        """,
    ),
    "a condition is looked at when it is asked": (
        """
        if coin of you >= 3:
            choose a number from 0 to 1 as gift asking "A gift?"
            set coin of left of you to 0
            raise your done by 1
        """,
        """
        and ann chooses 1
        and ben chooses 1
        then done of ben is 1
        """,
    ),
    "a question whose answer is missing is skipped": (
        """
        choose a Way as way asking "Which way?"
        choose a player other than you as friend where way is right_way asking "Whom?"
        choose a Way as second where friend is not you asking "Second?"
        raise your behind by 1
        if second is left_way: raise your done by 1
        """,
        """
        and ann chooses left_way
        and ben chooses right_way, ann, left_way
        then done of ann is 0
        and done of ben is 1
        and behind of ben is 1
        """,
    ),
    "may choose, and passing": (
        """
        you may choose a number from 1 to 3 as much asking "Bet?" passing "No": raise your done by much
        otherwise: raise your behind by 1
        """,
        """
        and ann chooses 2
        and ben passes
        then done of ann is 2
        and behind of ben is 1
        """,
    ),
    "may do": (
        """
        you may "shout":
            choose a Way as way asking "Which way?"
            if way is left_way: raise your done by 1
        """,
        """
        and ann agrees
        and ann chooses left_way
        and ben declines
        then done of ann is 1
        and done of ben is 0
        """,
    ),
    "what is worked out for a question": (
        """
        let most be coin of you + 1
        choose a number from 0 to most as bid asking "Bid?"
        set your done to bid
        """,
        """
        and ann chooses 4
        and ben chooses 0
        then done of ann is 4
        """,
    ),
    "several questions in a loop": (
        """
        for each n from 1 to 2:
            choose a number from 0 to n as bid asking "Bid {n}?"
        raise your behind by 1
        """,
        """
        and ann chooses 1, 2
        and ben chooses 0, 0
        then behind of ben is 1
        """,
    ),
}


def indented(text: str, by: int) -> str:
    lines = [line[8:] for line in text.strip("\n").splitlines()]
    return "\n".join(" " * by + line for line in lines if line.strip())


def written(folder: Path, block: str, story: str) -> Path:
    story = "\n".join(f"    {line.strip()}" for line in story.strip().splitlines())
    (folder / "game.bylaws").write_text(GAME.format(indented(block, 8), story))
    return folder


@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize("name", PLAYED)
def test_what_each_decides_is_asked_first(name: str, engine: str, tmp_path: Path) -> None:
    (group,) = suite(load(written(tmp_path, *PLAYED[name])), engine=engine)
    assert not group.diagnostics, [d.message for d in group.diagnostics]
    (outcome,) = group.outcomes
    assert outcome.passed, outcome.failure


REFUSED = {
    "a question about what has changed": (
        """
        choose a number from 0 to 3 as bid asking "Bid?"
        lose bid coins
        choose a number from 0 to coin of you as second asking "And then?"
        set your done to second
        """,
        "asked-before-it-happens",
    ),
    "a condition about what has changed": (
        """
        choose a number from 0 to 3 as bid asking "Bid?"
        lose bid coins
        if coin of you > 1:
            choose a Way as way asking "Which way?"
            if way is left_way: raise your done by 1
        """,
        "asked-before-it-happens",
    ),
    "dice before the question": (
        """
        roll a die as thrown
        choose a number from 0 to pips of thrown as bid asking "Bid?"
        set your done to bid
        """,
        "asked-before-it-happens",
    ),
    "something happens in a loop of questions": (
        """
        for each n from 1 to 2:
            choose a number from 0 to n as bid asking "Bid?"
            raise your done by bid
        """,
        "asked-too-late",
    ),
    "an action is offered": (
        """
        choose a number from 0 to 2 as bid asking "Bid?"
        you take one action from work
        """,
        "asked-too-late",
    ),
    "a procedure asks": (
        """
        choose a number from 0 to 2 as bid asking "Bid?"
        if bid > 0: do haggling
        """,
        "asked-too-late",
    ),
    "somebody else is asked": (
        """
        choose a number from 0 to 2 as bid asking "Bid?"
        left of you may gain 1 coin
        """,
        "asked-too-late",
    ),
    "nobody decides": ("        raise your done by 1\n", "nothing-at-once"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_asked_of_all_at_once_is_an_error(name: str, tmp_path: Path) -> None:
    block, error = REFUSED[name]
    assert error in [d.name for d in check(written(tmp_path, block, "then coin of ann is 3"))]
