"""Whatever is given for something else is asked for first: counters and cards, paid in whatever words."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.lint.settings import Settings
from dsl.loading import load
from interpreter.findings.find import doubts

GAME = """
game "Prices":
    players: 2
cards Card: worth: number
counter coin of player
counter debt of player: may be negative
counter fame of player
zone pile: stack, face down
zone gone: stack, face up
zone hand of player: hand
zone area of player: row, face up
zone discard_pile: stack, face up
deck Card in pile:
    "Ox", worth 1
action deal "Deal":
{body}
round day:
    players take turns: you take one action from deal
game ends when fame of first of players > 9: first of players wins
"""

#: What is given, and how it would be asked for.
GIVEN = {
    "pay 2 coins to the bank": "coin of you >= 2",
    "lose 2 coins": "coin of you >= 2",
    "give 2 coins to left of you": "coin of you >= 2",
    "lower coin of you by 2": "coin of you >= 2",
    "discard top of your hand": "your hand is not empty",
    "remove top of your hand from the game": "your hand is not empty",
    "move the top 2 cards of your hand to gone": "number of cards in your hand >= 2",
    "choose a card from your hand as one\ndiscard one": "your hand is not empty",
    "choose a card from your hand as one\ngive one to left of you": "your hand is not empty",
    "choose 2 cards from your hand as some\ndiscard some": "number of cards in your hand >= 2",
}


def found(body: str, needs: str = "") -> list[str]:
    path = Path("example.bylaws")
    lines = "\n".join(f"    {line}" for line in ([f"needs {needs}"] if needs else []) + body.split("\n"))
    loaded = load(path, texts={path: GAME.format(body=lines)})
    assert not loaded.diagnostics, [each.message for each in loaded.diagnostics]
    told = doubts(loaded, Settings(select=("half-paid",)))
    return [doubt.help[-1] for doubt in told if doubt.name == "half-paid"]


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("got", ["gain 1 fame", "draw 1 from pile to your hand", "raise fame of you by 1"])
def test_what_is_given_for_something_is_asked_for(given: str, got: str) -> None:
    body, asked = f"{given}\n{got}", GIVEN[given]
    (told,) = found(body)
    assert told.endswith(f"ask first: `needs {asked}`")
    assert not found(body, asked)


@pytest.mark.parametrize(
    "body",
    [
        *(given for given in GIVEN if not given.startswith("pay")),
        "choose a card from your hand as one\ndiscard one\ngain fame equal to worth of one",
        "choose a card from your hand as one\nmove one to your area\ngain 1 fame",
        "you may choose a card from your hand as one:\n    discard one\n    gain 1 fame",
        "lower debt of you by 2\ngain 1 fame",
        "gain 1 fame\nlose 2 coins",
    ],
)
def test_what_is_no_price(body: str) -> None:
    assert not found(body)
