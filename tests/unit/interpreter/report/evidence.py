"""Games made up for measures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.report.course import Course as Game
from interpreter.report.course import End, Evidence
from interpreter.simulation.games.run import Rules


def planted(name: str) -> Rules:
    """The rules of a game in which something is wrong, or nothing is."""
    return Rules(str(Path(__file__).parent / "planted" / f"{name}.bylaws"))


def game(seed: int, winners: Sequence[int], **more: object) -> Game:
    """A game that came to its end; `more` of its fields."""
    fields = {"end": End.RULES, "rounds": 5, "decisions": 20, "forced": 0, **more}
    return Game(seed=seed, winners=list(winners), **fields)  # type: ignore[arg-type]


def of(games: Iterable[Game]) -> Evidence:
    """Evidence that holds these games."""
    return Evidence(courses=list(games))
