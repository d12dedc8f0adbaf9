"""How fast it goes, as the bar says."""

from __future__ import annotations

import pytest

from interpreter.cli.output.progress import Rate


def test_the_rate_is_that_of_all_games_but_without_the_time_before_the_first_ones() -> None:
    """Workers need 5 seconds to start; then 100 games come each second, in lots of which two arrive at once."""
    rate = Rate(before=1000, begun=0.0)
    assert rate.at(1050, 5.0) == pytest.approx(10)
    assert rate.at(1100, 5.001) == pytest.approx(20, abs=0.1)
    assert rate.at(1250, 7.0) == pytest.approx(100)
    assert rate.at(3050, 25.0) == pytest.approx(100)
