"""The words of the rules under the headings of what they explain: each once, in the order written."""

from __future__ import annotations

from dsl.elaborate.core.elaborator import Elaborator
from dsl.elaborate.declarations.rulebook import rulebook
from dsl.elaborate.expressions.meaning import meaning
from dsl.elaborate.statements.statements import sequence
from dsl.ir.nodes import Standing
from dsl.loading import load
from dsl.names.collect import collect
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.walk import nodes_in

TEXT = """\
game "Small":
    > [a-001] For two.
    players: 2 to 2

> [a-002] Coins are counted.
counter coins of player

setup:
    > You begin with one.
    each player: gain 1 coins

> [a-003] Turns go on.
round turn "Turn":
    > [a-004] First comes the deal.
    step 1 deal "Deal":
        > [a-005] One for each.
        each player:
            > [a-006] Really.
            gain 1 coins
        if round_number > 3: stop
        > [a-007] Or not.
        otherwise: announce "on"
    > [a-008] Then nothing.
    step 2 rest "Rest":
        announce "rest"

> [a-009] Shouting is free.
action shout "Shout aloud":
    announce "ho"

ruling a-R01 "Who begins?":
    > Nobody knows.
"""


def sections(text: str) -> list[tuple[str, list[str]]]:
    file, found = parse(Source("small.bylaws", text))
    assert not found
    e = Elaborator(collect(file.items), lambda _: (Standing.BASE, ""), meaning, sequence)
    return [(s.title, [t.words for t in s.texts]) for s in rulebook(e, file.items)]


def test_every_line_stands_under_what_it_explains() -> None:
    assert sections(TEXT) == [
        ("Small", ["For two."]),
        ("Coins", ["Coins are counted."]),
        ("Setup", ["You begin with one."]),
        ("Turn", ["Turns go on."]),
        ("1. Deal", ["First comes the deal.", "One for each.", "Really.", "Or not."]),
        ("2. Rest", ["Then nothing."]),
        ("Shout aloud", ["Shouting is free."]),
    ]


def test_no_line_of_a_game_is_lost_or_said_twice() -> None:
    loaded = load("action_the_project", ["fate"])
    assert loaded.game is not None
    said = [t.span for s in loaded.game.rulebook for t in s.texts]
    rulings = [item for item in loaded.items if isinstance(item, n.Ruling)]
    apart = {id(t) for ruling in rulings for t in nodes_in(ruling) if isinstance(t, n.RuleText)}
    written = [t.span for t in nodes_in(loaded.items) if isinstance(t, n.RuleText) and id(t) not in apart]
    assert sorted(said, key=str) == sorted(written, key=str)
    assert len(said) > 90


CARDS = """\
game "Small":
    players: 2 to 2
cards Charm: power: number
zone pile: stack, face down
zone hand of player: hand
counter coin of player
> Charms are rare.
deck Charm in pile:
    > These two are alike.
    2 x "Wish", power 2:
        > Two coins
        > for you.
        gain 2 coins
    "Stone", power 1
    "Blessing", power 3:
        > You may gain a coin.
        you may "gain": gain 1 coin
        > Or lose one.
        otherwise: lose 1 coin
"""


def test_a_card_has_a_text_of_its_own() -> None:
    assert sections(CARDS) == [
        ("Charm cards", ["Charms are rare.", "These two are alike."]),
        ("Wish", ["Two coins", "for you."]),
        ("Blessing", ["You may gain a coin.", "Or lose one."]),
    ]
