"""Office Job on the engine and written by hand: the same questions, the same answers, the same table after each.

The rank rule is also worked out from nothing after each answer, in the plainest way.
"""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.players.uniform import BOTS, random_bot
from interpreter.runtime.chance import bot_seed
from interpreter.simulation.games.run import play_game
from tests.benchmarks.office_job import hand_written
from tests.bundled import each_table
from tests.differential.office_job_table import Table, engine

SEATS = (2, 3, 4, 5)
FEW = 25  # games for each number of players, compared after every answer
#: Games for each number of players, of which only the results are looked at; bounds are three standard errors or wider.
MANY = 800


def games_side_by_side(players: int, seed: int, kind: str) -> Any:
    """Plays both games with the same random players; yields both after each answer."""
    by_rules = engine(players, kind)
    table = Table(by_rules, by_rules.new_game(seed))
    by_hand = hand_written.Game(players, seed)
    play = by_hand.play()
    luck = [bot_seed(seed, seat) for seat in range(players)]
    question = next(play)
    while True:
        yield table, by_hand
        seat, options, may_pass = question
        wanted = [*options, *([None] if may_pass else [])]
        assert (table.state.player, table.answers()) == (seat, wanted)
        luck[seat], place = random_bot(luck[seat], len(wanted), may_pass)
        by_rules.advance(table.state, place)
        try:
            question = play.send(wanted[place])
        except StopIteration:
            break
    yield table, by_hand
    assert table.state.over
    assert list(table.state.winners) == by_hand.winners


def laid_out(table: Table) -> dict[str, Any]:
    """What lies where on the engine's table."""
    return {
        "hands": [sorted(hand) for hand in table.of_all("hand")],
        "decks": table.of_all("personal_deck"),
        "areas": [sorted(area) for area in table.of_all("play_area")],
        "central": table.zone("central_pile"),
        "discard": sorted(table.zone("discard_pile")),
        "removed": sorted(table.removed()),
    }


def laid_out_by_hand(game: hand_written.Game) -> dict[str, Any]:
    """What lies where in the game written by hand."""
    return {
        "hands": [sorted(hand) for hand in game.hands],
        "decks": game.decks,
        "areas": [sorted(area) for area in game.area],
        "central": game.central,
        "discard": sorted(game.discard),
        "removed": sorted(game.removed),
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["generated", "reference"])
@pytest.mark.parametrize("players", each_table(SEATS))
def test_the_same_answers_give_the_same_game(players: int, kind: str) -> None:
    for seed in range(FEW if kind == "generated" else 3):
        for table, by_hand in games_side_by_side(players, seed, kind):
            assert table.points() == by_hand.points
            assert table.held() == by_hand.held
            assert table.ranks() == [by_hand.rank(seat) for seat in table.seats]
            assert [bool(lost) for lost in table.variable("has_lost_points")] == by_hand.lost
            at_peace = not any(table.of_all("shortlist"))  # in the middle of a draw both count differently
            if at_peace:
                assert laid_out(table) == laid_out_by_hand(by_hand)


# ---------------------------------------------------------------- the rank rule from nothing


def natural(points: int, has_skill: bool) -> int:
    return 3 if points >= 10 and has_skill else 2 if points >= 5 else 1


def counted_as(held: int, seat: int, effects: list[hand_written.Effect]) -> int:
    """Exactly, then at least, then shifts, then the ends: layer by layer, over all that is in force."""
    mine = [e for e in effects if e.target in (seat, hand_written.EVERYBODY)]
    exactly = [e.exact for e in mine if e.exact > 0]
    rank = exactly[-1] if exactly else held
    for e in mine:
        if e.exact < 0:
            rank = max(rank, -e.exact)
    return sorted((1, rank + sum(e.shift for e in mine if e.exact == 0), 3))[1]


def is_stopped(game: hand_written.Game, seat: int, step: int, held: int) -> bool:
    """Whether a card stops that step from that rank."""
    if step > 0:
        return any(e.target in (seat, hand_written.EVERYBODY) for e in game.no_promotion)
    parachute = game.skill[seat] == hand_written.PARACHUTE and held == 2
    return parachute or any(e.target == seat for e in game.no_demotion)


@pytest.mark.parametrize("players", each_table(SEATS))
def test_ranks_are_what_they_are_worked_out_to_be(players: int) -> None:
    """After each answer: nobody is due, and everybody counts as what the layers say."""
    seen = set()
    for seed in range(1000, 1000 + FEW):
        for table, game in games_side_by_side(players, seed, "generated"):
            points, held, ranks = table.points(), table.held(), table.ranks()
            for seat in table.seats:
                skills = [
                    c for c in table.zone("play_area", seat) if hand_written.DESIGN[c] >= hand_written.FIRST_SKILL
                ]
                due = natural(points[seat], bool(skills)) - held[seat]
                assert due == 0 or is_stopped(game, seat, due, held[seat])
                assert ranks[seat] == counted_as(held[seat], seat, game.ranks)
                seen.add((due != 0, ranks[seat] - held[seat]))
    assert {(True, 0), (False, 1), (False, -1)} <= seen  # blocks and cards that count were really met


# ---------------------------------------------------------------- what many random games come to


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_many_random_games_come_out_as_measured_elsewhere(players: int) -> None:
    by_rules = engine(players)
    points, winners, shared = 0, [0.0] * players, 0
    ranks = {0: 0, 1: 0, 2: 0}
    for seed in range(MANY):
        state, _, _ = play_game(by_rules, seed, [BOTS["random"]] * players)
        assert state.over
        table = Table(by_rules, state)
        cards = sorted(card for zone in state.zones for card in zone)
        assert cards == list(range(100))
        assert not any(table.of_all("personal_deck"))
        assert 8 <= state.round_number <= 14
        first = table.variable("first_player")
        for seat in state.winners:
            winners[(seat - first) % players] += 1 / len(state.winners)
        shared += len(state.winners) > 1
        points += sum(table.points())
        for rank in table.ranks():
            ranks[rank - 1] += 1
    assert 8.2 <= points / MANY / players <= 9.2
    assert 0.05 <= ranks[0] / MANY / players <= 0.14
    assert 0.52 <= ranks[1] / MANY / players <= 0.70
    assert 0.22 <= ranks[2] / MANY / players <= 0.38
    assert 0.10 <= shared / MANY <= 0.20
    assert all(0.75 / players <= won / MANY <= 1.25 / players for won in winners)
