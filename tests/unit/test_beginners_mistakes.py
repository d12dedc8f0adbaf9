"""Mistakes that beginners make: one message each, at its place, and who does what it says has a game again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic
from dsl.fix import mended
from dsl.load import LoadError, load

FILE = Path("small.bylaws")
GAME = """\
game "Small":
    players: 2 to 4

cards Penny: worth: number
counter coin of player
zone pile:           stack, face down
zone hand of player: hand
role host

deck Penny in pile:
    9 x "Penny", worth 1

setup:
    shuffle pile
    each player: draw 2 from pile
    randomly choose a player as first
    set host to first

round day "Day" until round_number >= 3:
    step 1 fee "Fee":
        players take turns from host:
            gain 1 coin
    step 2 trade "Trade":
        if coin of host is 3: host gains 1 coin

game ends: the player with most coin wins
"""

#: What is right, what is written instead, the finding, its line, and how its help is followed where no fix does it.
MISTAKES = {
    "curly quotes": ('"Fee"', "“Fee”", "curly-quote", 20, None),
    "a tab": ("    shuffle pile", "\tshuffle pile", "mixed-indent", 14, None),
    "a missing colon": ("setup:", "setup", "missing-colon", 13, None),
    "a wrong indent": (
        "    each player: draw",
        "     each player: draw",
        "unexpected-indent",
        15,
        ("     each", "    each"),
    ),
    "a misspelt verb": ("shuffle pile", "shufle pile", "misspelt-word", 14, None),
    "a plural": ("coin of player\n", "coin of players\n", "unknown-kind", 5, None),
    "a card in the wrong zone": ("Penny in pile", "Penny in pil", "unknown-zone", 10, ("in pil:", "in pile:")),
    "== for is": ("coin of host is 3", "coin of host == 3", "other-word", 24, None),
    "= for set": ("set host to first", "host = first", "other-word", 17, None),
    "a step number used twice": ("step 2 trade", "step 1 trade", "step-order", 23, ("step 1 trade", "step 2 trade")),
}


def found(text: str) -> tuple[Diagnostic, ...]:
    return load(FILE, texts={FILE: text}).findings


def test_the_game_is_right() -> None:
    assert found(GAME) == ()


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake(mistake: tuple[str, str, str, int, tuple[str, str] | None]) -> None:
    right, wrong, name, line, follow = mistake
    text = GAME.replace(right, wrong)
    assert text != GAME
    (report,) = found(text)
    assert (report.name, report.span.line) == (name, line)
    assert report.help or report.label or report.fix
    after = text.replace(*follow) if follow else next(iter(mended([report], unsafe=True)[0].values()))
    assert found(after) == ()


def test_a_variant_of_a_game_that_does_not_exist() -> None:
    with pytest.raises(LoadError) as fault:
        load("action_the_project", ["sealed_bid"])
    assert fault.value.help == "did you mean sealed_bids?"
    with pytest.raises(LoadError) as fault:
        load("acton_the_project")
    assert fault.value.help == "did you mean action_the_project?"
