"""Measures by the words that a person types: `team wins`, `rounds`, `seat 2 wins`, `decisions / rounds`."""

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
    asked = (measure_of(one, known) for one in words)
    return tuple(dict.fromkeys(asked)) if words else tuple(one for one in known if one.shown)


def ratios_in(*words: str) -> tuple[str, ...]:
    """Those that ask for one measure divided by another, such as `points / turns`; a target's value is left out."""
    found = (_plain(one.partition("=")[0]) for one in words)
    return tuple(dict.fromkeys(one for one in found if one.count("/") == 1))


def _plain(words: str) -> str:
    return " ".join(normalize("NFC", words.replace("_", " ").replace("/", " / ").casefold()).split())
