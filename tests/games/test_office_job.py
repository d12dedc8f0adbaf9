"""What always holds in Office Job, looked at after every answer of random games."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.players.uniform import random_bot
from interpreter.program.model.nodes import Verb
from interpreter.runtime.chance import bot_seed
from tests.bundled import each_table
from tests.differential.office_job_table import Table, engine

GAMES = 50  # for each number of players
SKILLS = range(88, 100)  # the last twelve cards of the deck


def check_cards(table: Table) -> None:
    """A hundred cards, each in one place."""
    assert sorted(card for zone in table.state.zones for card in zone) == list(range(100))


def check_players(table: Table) -> None:
    """Points and ranks within their bounds, one C-Suite Skill at most, and a held rank that is up to date."""
    assert min(table.points()) >= 0
    assert set(table.ranks()) <= {1, 2, 3}
    for seat, held in enumerate(table.held()):
        assert sum(card in SKILLS for card in table.zone("play_area", seat)) <= 1
        natural = table.defined("natural_rank", seat) + 1
        if held != natural:
            assert not table.defined("can_be_promoted" if natural > held else "can_be_demoted", seat)


def check_turns(table: Table, begun: int) -> int:
    """In each turn one card at most, delegations within the limit, the C-Suite power once. Gives the entries seen."""
    journal = table.state.journal
    assert journal is not None
    names = [str(name) for name in table.engine.program.names]
    for entry in journal[begun:]:
        if entry[1] == Verb.BEGIN:
            what = names[entry[5]]
            if what == "procedure clear_play_area":  # with which a turn begins
                TAKEN.clear()
            elif what.startswith("action "):
                TAKEN[what] += 1
                assert TAKEN[what] <= (3 if what == "action delegate" else 1)
                if what == "action delegate":
                    assert TAKEN[what] <= table.defined("delegations", entry[2])
    return len(journal)


TAKEN: Counter[str] = Counter()


@pytest.mark.parametrize("players", each_table((2, 3, 4, 5), most=2))
def test_what_always_holds(players: int) -> None:
    by_rules = engine(players, trace=True)
    for seed in range(GAMES):
        table = Table(by_rules, by_rules.new_game(seed))
        luck = [bot_seed(seed, seat) for seat in range(players)]
        empty: set[int] = set()
        TAKEN.clear()
        begun = 0
        while by_rules.asks(table.state):
            state = table.state
            seat = state.player
            luck[seat], answer = random_bot(luck[seat], by_rules.option_count(state), state.can_pass)
            by_rules.advance(state, answer)
            check_cards(table)
            check_players(table)
            begun = check_turns(table, begun)
            decks = table.of_all("personal_deck")
            assert not any(decks[seat] for seat in empty)
            empty.update(seat for seat in table.seats if not decks[seat])
            if by_rules.asks(state):
                assert len(empty) < players or state.player >= 0
        assert table.state.over
        assert len(empty) == players
