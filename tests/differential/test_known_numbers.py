"""Small games whose numbers are known from elsewhere, as `docs/measuring.md` shows them, come out as they should.

Each bound is four standard errors of so many games: a right game misses it once in 15,000 times, and with these
seeds it is the same each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import pytest
from attrs import frozen

from interpreter.simulation.games.run import Rules
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.statistics.estimate import Estimate, estimate
from tests.unit.interpreter.cli.commands import REPOSITORY, run

pytestmark = pytest.mark.slow

GAMES = REPOSITORY / "docs" / "measuring"


@frozen
class Known:
    """A game at a table, how many of it are played, and the value of each measure; `error` is that of a value."""

    name: str
    players: int
    games: int
    values: Mapping[str, float]
    parameters: Mapping[str, str] = {}
    error: float = 0.0


KNOWN = (
    # sums of the chances of all throws
    Known("craps", 1, 20_000, {"the player wins": 244 / 495}),
    Known("attack", 2, 20_000, {"seat 1 wins": 2890 / 7776, "seat 2 wins": 2275 / 7776, "nobody wins": 2611 / 7776}),
    Known("five_of_a_kind", 1, 20_000, {"the player wins": 0.04603}),
    # S. C. Althoen, L. King and K. Schilling, Mathematical Gazette 77 (1993), 71-76
    Known("ladders", 1, 10_000, {"rounds": 39.2251}),
    # what a turn comes to, and how often it is held
    Known("pig", 2, 4_000, {"points / turns": 8.1418, "turns held / turns": 0.375459}),
    # the dealer's hand, with six packs and with endless ones
    Known("dealer", 1, 12_000, {"the player wins": 0.281921}),
    Known("dealer", 1, 3_000, {"the player wins": 0.281593}, {"endless": "yes"}),
    Known("coupons", 1, 10_000, {"packets": 10 * sum(1 / k for k in range(1, 11))}),
    Known("derangement", 1, 20_000, {"the player wins": 1334961 / 3628800, "in place": 1.0}),
    Known("three_doors", 1, 20_000, {"the player wins": 2 / 3}),
    Known("three_doors", 1, 20_000, {"the player wins": 1 / 3}, {"switches": "no"}),
    Known("rock_paper_scissors", 3, 20_000, {"nobody wins": 1 / 3, "seat 1 wins": 2 / 9}),
    # W. Penney, Journal of Recreational Mathematics 2 (1969), 241
    Known("coins", 2, 20_000, {"seat 1 wins": 1 / 4, "tosses": 6.5}),
    # another simulation, of some 20,000 games
    Known("war", 2, 1_500, {"tricks": 270.62, "wars": 16.926}, error=1 / sqrt(20_000)),
)


def measured(known: Known) -> dict[str, Estimate]:
    """What the measures of a game come to."""
    work, common = same_luck(
        [Rules(str(GAMES / f"{known.name}.bylaws"), parameters=known.parameters)], ("random",) * known.players
    )
    found, play = work.empty(), work.start()
    for seed in range(1, known.games + 1):
        play(seed, found)
    assert found.together == known.games
    sums = {measure.name: (measure, found.sums[k]) for k, measure in enumerate(common)}
    return {name: estimate(sums[name][1].moments(0, 0, sums[name][0])) for name in known.values}


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: "_".join((known.name, *known.parameters)))
def test_what_is_known_comes_out(known: Known) -> None:
    for name, found in measured(known).items():
        value = known.values[name]
        if found.spread is None:
            error = sqrt(value * (1 - value) / known.games)
        else:
            error = sqrt(found.spread**2 / known.games + (found.spread * known.error) ** 2)
        assert abs(found.mean - value) <= 4 * error, f"{name}: {found.mean:.5f}, and not {value:.5f} ± {4 * error:.5f}"


def test_scenarios_of_these_games_hold_and_lint_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(GAMES.glob("*.bylaws")):
        assert run(capsys, "test", str(path)).code == 0, path.name
        found = run(capsys, "lint", str(path))
        assert (found.out, found.err) == ("", "nothing to report\n"), path.name
