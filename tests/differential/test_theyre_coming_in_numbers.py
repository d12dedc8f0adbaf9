"""Many random games of They're Coming!: as long, as bloody and as often without a winner as in plain Python.

The other program (`office_of_zombies.py`) was written from the clauses, without a look at the rules in Bylaws. Both are
held to the figures of the clauses too, which were measured with a simpler program.

That one saw games without a winner in 2 to 5 %. By the rules it is 3 % with two players and 6 % with seven, here and in
plain Python. No rule is read wrongly: such games end by an event that hits the last few at one moment (zombie-R25,
zombie-R63), two of three by Automated HR, which fires all who have two strikes. How many there are then hangs on what
players do with what saves them (notes, pouches, a union card, a scapegoat, strikes ignored or handed on). Who plays by
chance lets it lie half of the time; the figures are those of players who always use it. In plain Python, in percent
of 8,000 games for each number of players:

    players                                2     3     4     5     6     7
    used half of the time, as by chance   2.8   3.4   4.9   5.6   5.9   6.1
    used whenever it can be               2.2         4.1         4.9   4.9
    never used                            3.4         5.6
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from statistics import fmean, pvariance

import pytest
from attrs import Factory, define

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.players.uniform import uniform_bot
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from tests.differential.office_of_zombies import Game

SEATS = (1, 2, 4, 7)  # with the others it comes out as well, and takes as long again
#: Games in plain Python take a fifth of the time, so that there are more of them; what is compared is off by as much as
#: both. If all games are longer by a twentieth, one of the four tables says so with a chance of 0.9; if by a tenth,
#: of 0.999.
MANY, BY_HAND = 600, 1_600

#: By the clauses: turns of a game on average, and between which numbers 80 of 100 lie.
TURNS = {
    1: (10, 5, 16), 2: (18, 12, 24), 3: (21, 14, 29), 4: (22, 15, 30),
    5: (24, 16, 33), 6: (25, 17, 34), 7: (26, 17, 35),
}  # fmt: skip
WON_ALONE = 0.44
LOST = {2: 2.0, 4: 4.5, 7: 7.0}
MOST_WITHOUT_A_WINNER = {2: 0.05, 3: 0.05, 4: 0.06, 5: 0.07, 6: 0.07, 7: 0.075}
MOST_ZOMBIES = 19
WAYS = ("run", "hide", "fight")  # as they are offered
COUNTED = ("turns", *WAYS, "lost", "bosses")


@define
class Played:
    """What has come of many games, game by game."""

    counts: list[Counter[str]] = Factory(list)
    wins: Counter[int] = Factory(Counter)
    without: int = 0

    def all(self, name: str) -> list[int]:
        return [one[name] for one in self.counts]


def played(players: int) -> Played:
    """By the rules in Bylaws."""
    game = load("theyre_coming", ()).game
    assert game is not None
    rules = Engine(game, players)
    prompts = {site: getattr(ask, "prompt", ()) for site, ask in rules.program.asks.items()}
    found = Played()
    for seed in range(MANY):
        counts: Counter[str] = Counter()
        state = rules.new_game(seed)
        luck = [bot_seed(seed, seat) for seat in range(players)]
        while rules.asks(state):
            seat = state.player
            luck[seat], answer = uniform_bot(luck[seat], rules.option_count(state), 0)
            match prompts[state.site]:
                case ("Run, hide or fight? ", *_):
                    counts[WAYS[answer]] += 1
                case ("As whom do you come back?",):
                    counts["lost"] += 1
            rules.advance(state, answer)
        assert state.over and state.round_number < 60
        found.counts.append(counts + _in_the_end(rules, state))
        found.wins.update(state.winners)
        found.without += not state.winners
    return found


def _in_the_end(rules: Engine, state: State) -> Counter[str]:
    def variable(name: str) -> list[int]:
        stored = getattr(state, rules.program.layout.variables[name].attribute)
        return stored if isinstance(stored, list) else [stored]

    def lying(name: str) -> int:
        slot = rules.program.layout.zones[name]
        return len(state.zones[slot.base])

    turns = (state.round_number - 1) * rules.players + (
        state.active_player - variable("first_player")[0]
    ) % rules.players
    return Counter(
        turns=turns + 1,
        lost=sum(variable("undead")[: rules.players]),
        bosses=lying("former_bosses"),
        zombies=24 - lying("zombie_supply"),
    )


def by_hand(players: int, games: int = BY_HAND, saves: float = 0.5) -> Played:
    """In plain Python."""
    found = Played()
    for seed in range(games):
        result = Game(players, Random(1000 * seed + players), saves).play()
        found.counts.append(result.seen)
        found.wins.update(result.winners)
        found.without += not result.winners
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_games_go_as_in_plain_python_and_as_measured(players: int) -> None:
    games = played(players)
    _as_in_plain_python(games, by_hand(players))
    _as_measured(games, players)


def _as_in_plain_python(rules: Played, hand: Played) -> None:
    for name in COUNTED:
        one, other = rules.all(name), hand.all(name)
        error = sqrt(pvariance(one) / MANY + pvariance(other) / BY_HAND)
        assert abs(fmean(one) - fmean(other)) <= 4 * error, name
    share = (rules.without + hand.without) / (MANY + BY_HAND)
    error = sqrt(share * (1 - share) * (1 / MANY + 1 / BY_HAND))
    assert abs(rules.without / MANY - hand.without / BY_HAND) <= 4 * error


def _as_measured(games: Played, players: int) -> None:
    mean, low, high = TURNS[players]
    turns = sorted(games.all("turns"))
    assert fmean(turns) == pytest.approx(mean, rel=0.15)
    assert abs(turns[MANY // 10] - low) <= 2 and abs(turns[MANY * 9 // 10] - high) <= 3
    assert max(games.all("zombies")) <= MOST_ZOMBIES
    assert all(0.5 <= fmean(games.all(way)) <= 13 for way in WAYS)
    assert fmean(games.all("lost")) == pytest.approx(LOST.get(players, fmean(games.all("lost"))), rel=0.15)
    if players == 1:
        error = sqrt(WON_ALONE * (1 - WON_ALONE) / MANY)
        assert 1 - games.without / MANY == pytest.approx(WON_ALONE, abs=0.05 + 2 * error)
        return
    assert 0.02 <= games.without / MANY <= MOST_WITHOUT_A_WINNER[players]
    assert fmean(games.all("bosses")) == pytest.approx(2, abs=0.8)  # 1.3 to 1.6 here and in plain Python
    decided = MANY - games.without
    assert all(0.75 <= games.wins[seat] / decided * players <= 1.25 for seat in range(players))


@pytest.mark.slow
def test_who_is_lost_is_mostly_fired() -> None:
    """By the clauses, two of three; and more than half of all tests succeed, and hardly anybody is found again."""
    games = [one for players in SEATS[1:] for one in by_hand(players, 200).counts]
    total: Counter[str] = sum(games, Counter())
    assert total["fired"] / total["lost"] == pytest.approx(2 / 3, abs=0.07)
    assert total["passed"] / total["rolls"] == pytest.approx(0.6, abs=0.05)
    assert total["found again"] < len(games) / 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 7])
def test_as_many_games_without_a_winner_as_measured_if_what_saves_is_used(players: int) -> None:
    games = 1_500
    assert by_hand(players, games, saves=1).without / games == pytest.approx({2: 0.02, 7: 0.05}[players], abs=0.015)
