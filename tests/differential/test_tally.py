"""The tally of a desktop against ten lines of plain Python that know nothing of the rule file."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from attrs import frozen

from interpreter.program.model.routine_id import SETUP_ID
from tests.differential.bus_table import DAYS, FRIDAY, Table, engine

#: What is printed on the accounting cards, as their makers list them.
PRINTED = {
    "Answered the Phone": "+1", "Refilled the Paper Tray": "+2", "Took the Minutes": "+3", "Showed Initiative": "+4",
    "Calmed the Client": "+5", "Nosy Neighbour": "-1", "Left at Four": "-2", "Jammed the Copier": "-3",
    "Whisper Campaign": "-5", "Burned the Midnight Oil": "X2", "Printer Whisperer": "+3", "Slide-Deck Sorcery": "+4",
    "Standing Ovation at Stand-Up": "+5", "Landed the Whale": "+7", "Microwaved Haddock": "-3",
    "Reply-All Avalanche": "-4", "Camera Was On": "-6", "Synergy Sermon": "X2", "Career Cul-de-Sac": "X0",
    "Offsite Trust Fall": "+0", "Last-Minute Hero": "X1", "Micromanager": "-3", "Backdated Bonus": "+3",
    "Golden Handshake": "+8", "Ghosted the Auditor": "-8", "Viral Keynote": "X3", "Sealed Complaint": "X0",
}  # fmt: skip
ONE_SHOTS = ("Golden Handshake", "Ghosted the Auditor", "Viral Keynote", "Sealed Complaint")
COPIERS = ("Copy-Paste Champion", "Industry Benchmark")
OPPOSITE = {"+": "-", "-": "+", "X": "/", "/": "X"}
PLAYERS = 4


@frozen
class Laid:
    """A card on a desktop: what it counts as, on which day, upside down or not; `spent`: it has counted before."""

    title: str
    day: int
    upside_down: bool
    spent: bool


def tally(desktop: Sequence[Laid], associates: int, towards_zero: bool = False) -> int:
    """From left to right, the backdated ones first; `associates` have tokens on the desktop."""
    total = 0
    for card in sorted(desktop, key=lambda one: (one.title != "Backdated Bonus", one.day)):
        operator, number = PRINTED[card.title][0], int(PRINTED[card.title][1:])
        number = associates if card.title == "Offsite Trust Fall" else number
        number = 3 if card.title == "Last-Minute Hero" and card.day == FRIDAY else number
        if not card.spent:
            operator = OPPOSITE[operator] if card.upside_down else operator
            divided = 0 if number == 0 else int(total / number) if towards_zero else total // number
            total = {"+": total + number, "-": total - number, "X": total * number, "/": divided}[operator]
    return total


def laid_by_chance(table: Table, luck: random.Random, seat: int, deck: list[int]) -> tuple[list[Laid], int]:
    """Cards and tokens on a desktop; what they should count as, and how many associates have tokens there."""
    desktop, owners = [], set()
    for day in DAYS:
        upside_down = luck.random() < 0.4
        if luck.random() < 0.85:
            card = deck.pop()
            title, marks = table.title(card), {"reversed": int(upside_down)}
            spent = title in ONE_SHOTS and luck.random() < 0.3
            if title in COPIERS:
                title = luck.choice(list(PRINTED))
                marks["acts_as"] = table.titled(title)[0]
            table.lay(card, seat, day, marks | {"spent": int(spent)})
            desktop.append(Laid(title, day, upside_down, spent))
        for owner in luck.sample(list(table.seats), luck.choice((0, 1, 1, 1, 2))):
            if table.zone("portrait", owner):
                table.lay(table.zone("portrait", owner)[-1], seat, day)
                owners.add(owner)
    return desktop, len(owners)


def hold_against_each_other(games: int, kind: str, towards_zero: bool = False) -> set[int]:
    """So many times the desktops of all players; gives the different results that were seen."""
    parameters = {"division_rounding": 1} if towards_zero else {}
    by_rules = engine(PLAYERS, kind, **parameters)
    begun = by_rules.new_game(seed=3)
    while by_rules.asks(begun) and by_rules.running(begun)[-1:] == (SETUP_ID,):
        by_rules.advance(begun, 0)
    cards = [card for card in range(len(begun.kind)) if Table(by_rules, begun).title(card) in {*PRINTED, *COPIERS}]
    luck, seen = random.Random(20221209), set()
    for _ in range(games):
        table = Table(by_rules, by_rules.clone(begun))
        deck = luck.sample(cards, len(cards))
        laid = [laid_by_chance(table, luck, seat, deck) for seat in table.seats]
        by_rules.start(table.state, "procedure", "tallies")
        expected = [tally(desktop, associates, towards_zero) for desktop, associates in laid]
        assert list(table.variable("tally")) == expected, laid
        seen.update(expected)
    return seen


@pytest.mark.parametrize(("kind", "games"), [("generated", 250), ("reference", 50)])
def test_a_thousand_desktops(kind: str, games: int) -> None:
    assert len(hold_against_each_other(games, kind)) > 20


@pytest.mark.slow
def test_ten_thousand_desktops() -> None:
    seen = hold_against_each_other(10_000 // PLAYERS, "generated")
    assert min(seen) < -15 and max(seen) > 15


@pytest.mark.slow
def test_two_thousand_desktops_on_the_other_engine() -> None:
    hold_against_each_other(2_000 // PLAYERS, "reference")


def test_divisions_towards_zero() -> None:
    hold_against_each_other(250, "generated", towards_zero=True)


def test_the_example_of_the_handbook() -> None:
    """+4, X2, -1, nothing, -5 makes +2."""
    titles = ("Showed Initiative", "Burned the Midnight Oil", "Nosy Neighbour", None, "Whisper Campaign")
    week = [Laid(title, day, False, False) for day, title in enumerate(titles) if title is not None]
    assert tally(week, 0) == 2


def test_divisions_are_rounded_down_also_below_zero_and_by_nothing_give_nothing() -> None:
    def week(*cards: tuple[str, bool]) -> int:
        return tally([Laid(title, day, turned, False) for day, (title, turned) in enumerate(cards)], 2)

    assert week(("Calmed the Client", False), ("Synergy Sermon", True)) == 2
    assert week(("Whisper Campaign", False), ("Synergy Sermon", True)) == -3
    assert week(("Calmed the Client", False), ("Career Cul-de-Sac", True), ("Took the Minutes", False)) == 3
    assert week(("Whisper Campaign", True), ("Offsite Trust Fall", True)) == 3
