"""Measures by the words that a person types: `team wins`, `rounds`, `seat 2 wins`."""

from collections.abc import Sequence
from unicodedata import normalize

from dsl.nearest import nearest
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.measures import Measure


def measure_of(words: str, known: Sequence[Measure]) -> Measure:
    """The measure that is meant. Raises WrongUse."""
    wanted = _plain(words)
    for measure in known:
        if _plain(measure.name) == wanted:
            return measure
    names = [measure.name for measure in known]
    near = nearest(wanted, names)
    there_are = f"there are: {', '.join(names)}"
    raise WrongUse(
        f'nothing is measured that is called "{words}"', f"did you mean {near[0]}? {there_are}" if near else there_are
    )


def measures_of(words: Sequence[str], known: Sequence[Measure]) -> tuple[Measure, ...]:
    """Those that are asked for, each once; all if none is. Raises WrongUse."""
    return tuple(dict.fromkeys(measure_of(one, known) for one in words)) if words else tuple(known)


def _plain(words: str) -> str:
    return " ".join(normalize("NFC", words.replace("_", " ").casefold()).split())
