"""A deck from a table is the deck that says the same in the rules."""

import re
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings

from dsl.ir import nodes as ir
from dsl.loading import Loaded, load, rules_hash
from dsl.tables.sheet import guarded
from tests.made_decks import HEADINGS, MadeCard, csv_of, decks, row_of, rules_of

HOME, TABLE = Path("game.bylaws"), Path("jobs.csv")


def _listed(text: str, deck: list[MadeCard]) -> tuple[str, str]:
    """The rules with the deck in a table, and the table: what is done stays in the rules."""
    begin, end = text.index("deck Job in pile:"), text.index("\nround day")
    block = ["        gain 1 point", "        gain 2 points"]
    entries = [
        "\n".join([f'    "{card.cells["Title"]}":', *block, *(f"        > {x}" for x in card.later.split("\n") if x)])
        for card in deck
        if card.does
    ]
    head = 'deck Job in pile from "jobs.csv"' + ":" * bool(entries)
    rows = [[guarded(cell) for cell in row_of(evolve(card, later=""))] for card in deck]
    return text[:begin] + "\n".join([head, *entries, ""]) + text[end:], csv_of([list(HEADINGS), *rows])


@pytest.mark.slow
@given(decks())
@settings(max_examples=30)
def test_both_mean_the_same(deck: list[MadeCard]) -> None:
    deck = [evolve(card, spelt_out=False) for card in deck]
    written = re.sub(r"\[made-\d+\] ", "", rules_of(deck))
    rules, table = _listed(written, deck)
    one = load(HOME, texts={HOME: written})
    other = load(HOME, texts={HOME: rules, TABLE: table})
    assert [fault.message for fault in other.diagnostics] == [fault.message for fault in one.diagnostics]
    assert _game(one) == _game(other)
    assert rules_hash(one) == rules_hash(other)
    for card in other.game.cards if other.game else ():
        assert card.title in card.span.text.replace('""', '"')
        assert card.span.source.path == "jobs.csv"


def _game(rules: Loaded) -> ir.Game:
    assert rules.game is not None
    return rules.game
