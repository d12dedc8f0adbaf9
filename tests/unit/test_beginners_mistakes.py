"""Mistakes that beginners make: one message each, at its place, and who does what it says has a game again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic
from dsl.fix import mended
from dsl.loading import LoadError, load

pytestmark = pytest.mark.usefixtures("nothing_kept")

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

#: A second game, in which more can go wrong.
GOATS = (Path(__file__).parent / "goats.bylaws").read_text(encoding="utf-8")

#: What is right in it, and what is written instead: the one report on it has a fix, and with that the game is right.
TOLD = (
    ('game "Goat Market":', 'Game: "Goat Market"'),
    ("counter coin of player: starts at 3", "counter coin per player: starts at 3"),
    ("counter coin of player: starts at 3", "counter coin of player: starts with 3"),
    ("zone hand of player:    hand", "zone hand of player:    row, private"),
    ("zone meadow of player:  row, face up", "zone meadow for each player: row, face up"),
    ("deck Goat in pile:", "deck pile of Goat:"),
    ('    4 x "Billy", worth 1, colour red', '    "Billy" x 4, worth 1, colour red'),
    ('    4 x "Billy", worth 1, colour red', '    4 x "Billy", worth = 1, colour = red'),
    ('    4 x "Billy", worth 1, colour red', "    4 Billy, worth 1, colour red"),
    ("needs your coin >= 2 else", "needs you have 2 coins else"),
    ("needs your coin >= 2 else", "needs at least 2 coins else"),
    ("choose a card from market as goat asking", "choose one of the cards in market as goat asking"),
    ("pay 2 coins to the bank", "pay the bank 2 coins"),
    ("move goat to your meadow", "add goat to your meadow"),
    ("move goat to your meadow", "put the goat in your meadow"),
    ("move goat to your meadow", "move the chosen card to your meadow"),
    ("    gain 1 milk\n", "    gain milk\n"),
    ("    gain 1 milk\n", "    gain 1 milk for each card in your meadow\n"),
    ("    gain 1 milk\n", "    gain as many milk as cards in your meadow\n"),
    ("    gain 1 milk\n", "    you gain 1 milk\n"),
    ("    gain 1 milk\n", "    milk = milk + 1\n"),
    ("number of cards in their meadow", "count of cards in their meadow"),
    ("define herd of player: number", "define herd of player = number"),
    ('round day "Day" until round_number >= 5:', 'round day "Day" 5 times:'),
    ('round day "Day" until round_number >= 5:', 'round day "Day" until 5 rounds:'),
    ("until round_number >= 5", "until round 5"),
    ('step 1 fair "Fair":', 'step 1 "Fair":'),
    ('step 1 fair "Fair":', "step 1: fair"),
    ("players take turns from starter:", "each player takes a turn:"),
    ("players take turns from starter:", "players take turns starting with starter:"),
    ("you take one action from buy, milk_goats", "you may buy or milk_goats"),
    ("you take one action from buy, milk_goats", "choose one action from buy, milk_goats"),
    ("you take one action from buy, milk_goats", "you take one action from buy or milk_goats"),
    ("set starter to left of starter", "starter moves left"),
    ("set starter to left of starter", "set starter to next player"),
    ("game ends: the player", "game ends when pile has no cards: the player"),
    ("game ends: the player with most coin then most milk wins", "winner: the player with most coin"),
    ("the player with most coin then most milk wins", "highest coin wins"),
    ("the player with most coin then most milk wins", "the player with most coin and most milk wins"),
    ("the player with most coin then most milk wins", "the player with the most coins wins, ties go to most milk"),
    ("    shuffle pile", "    - shuffle pile"),
    ("    shuffle pile", "    1. shuffle pile"),
    ("    shuffle pile", "    shuffle pile."),
    ("    gain 1 milk\n", "    gain -1 milk\n"),
    ("    gain 1 milk\n", "    steal 1 coin from left of you\n"),
    ("    gain 1 milk\n", "    all other players lose 1 coin\n"),
    ("    gain 1 milk\n", "    everyone else loses 1 coin\n"),
    ("    gain 1 milk\n", "    if you have 2 cards: gain 1 milk\n"),
    ("    gain 1 milk\n", "    gain 1 milk twice\n"),
    ("    gain 1 milk\n", "    double your milk\n"),
    ("    gain 1 milk\n", "    swap hands with left of you\n"),
    ("    gain 1 milk\n", "    take another turn\n"),
    ("    gain 1 milk\n", "    return the card in your meadow to pile\n"),
    ("    gain 1 milk\n", "    you are asleep\n"),
    ("    gain 1 milk\n", "    if you have most coin: gain 1 milk\n"),
)

#: What is right in it, what is written instead, the name of the first report, and a part of its help.
EXPLAINED = (
    (
        "cards Goat: worth: number, colour: Colour",
        "cards Goat: worth: number, colour: red or blue",
        "said-otherwise",
        "enum Kind: red, blue",
    ),
    ("deck Goat in pile:", "Deck: 8 goats", "said-otherwise", "deck KIND in ZONE:"),
    (
        "role starter",
        "Each player starts with 3 coins and 2 cards",
        "said-otherwise",
        "counter coins of player: starts at 3",
    ),
    ("zone market: ", "zone goat deck: ", "name-in-two-words", "zone goat_deck"),
    (
        "    randomly choose a player as first\n",
        "    the youngest player goes first\n",
        "said-otherwise",
        "role starter",
    ),
    (
        "action milk_goats",
        "On your turn:\n    gain 1 milk\n\naction milk_goats",
        "said-otherwise",
        "players take turns:",
    ),
    ("    gain 1 milk\n", "    if your hand is empty: game over\n", "end-of-the-game", "nobody wins"),
    (
        "    gain 1 milk\n",
        "    each player counts the worth of their goats\n",
        "said-otherwise",
        "define score of player",
    ),
    (
        "cards Goat: worth: number, colour: Colour",
        "cards Goat with worth and colour",
        "said-otherwise",
        "cards Goat: worth: number",
    ),
    ("enum Colour: red, blue", 'enum Colour: "Red", "Blue"', "said-otherwise", "enum Colour: red, blue"),
    (
        "counter coin of player: starts at 3",
        "each player has 3 coins",
        "said-otherwise",
        "counter coins of player: starts at 3",
    ),
    (
        "zone hand of player:    hand",
        "zone hand of player:    hidden",
        "trait-out-of-place",
        "where only its owner sees",
    ),
    (
        "    randomly choose a player as first\n    set starter to first",
        "    starter is a random player",
        "said-otherwise",
        "set starter to chosen",
    ),
    ("pay 2 coins to the bank", "pay the worth of goat", "not-a-counter", "coin equal to worth of goat"),
    ("    gain 1 milk\n", "    the player gains 1 milk\n", "the-which", "order to you"),
    ('step 1 fair "Fair":', 'step fair "Fair":', "said-otherwise", "step 1 fair"),
    (
        "each player where herd > 2: gain 1 coin",
        "if a player has more than 2 goats: gain 1 coin",
        "choice-inside",
        "each player where",
    ),
    ("    shuffle pile", "    shuffle pile // mix them", "said-otherwise", "`#`"),
    ("    gain 1 milk\n", "    roll d6 as luck\n    gain pips of luck milk\n", "unknown-die", "dice d6: from 1 to 6"),
    ("    gain 1 milk\n", "    roll 1 die as luck\n    gain luck milk\n", "wrong-type", "pips of luck"),
    ("    gain 1 milk\n", "    roll a die\n    gain that many milk\n", "unfinished-line", "roll"),
    (
        "    gain 1 milk\n",
        "    choose an opponent as victim\n    victim loses 1 coin\n",
        "unknown-kind",
        "a player other than you",
    ),
    ("    gain 1 milk\n", "    if you have a red card: gain 1 milk\n", "said-otherwise", "where colour is red"),
    ("    gain 1 milk\n", "    if any card in your meadow is red: gain 1 milk\n", "never-equal", "where colour is red"),
    ("    gain 1 milk\n", "    gain 1 milk or 1 coin\n", "one-or-the-other", "gain 1 coin"),
    ("    gain 1 milk\n", "    discard 1 card\n", "choice-inside", "choose 1 card from your hand"),
    ("    gain 1 milk\n", "    left of you skips a turn\n", "skipped-turn", "set skipped of left of you to yes"),
    ("    gain 1 milk\n", "    trade 1 coin for 1 milk\n", "pay-and-get", "pay 1 coin to the bank"),
)


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


@pytest.mark.parametrize(("right", "wrong"), TOLD, ids=[wrong.strip() for _, wrong in TOLD])
def test_what_is_told_as_at_the_table_is_written_down(right: str, wrong: str) -> None:
    text = GOATS.replace(right, wrong, 1)
    assert text != GOATS
    (report,) = found(text)
    assert report.fix is not None
    assert found(next(iter(mended([report], unsafe=True)[0].values()))) == ()


@pytest.mark.parametrize(
    ("right", "wrong", "name", "help_"), EXPLAINED, ids=[wrong.strip() for _, wrong, *_ in EXPLAINED]
)
def test_what_has_no_single_line_is_explained(right: str, wrong: str, name: str, help_: str) -> None:
    text = GOATS.replace(right, wrong, 1)
    (helps,) = [report.help for report in found(text) if report.name == name]
    assert help_ in " ".join(helps)


def test_a_variant_of_a_game_that_does_not_exist() -> None:
    with pytest.raises(LoadError) as fault:
        load("action_the_project", ["sealed_bid"])
    assert fault.value.help == "did you mean sealed_bids?"
    with pytest.raises(LoadError) as fault:
        load("acton_the_project")
    assert fault.value.help == "did you mean action_the_project?"
