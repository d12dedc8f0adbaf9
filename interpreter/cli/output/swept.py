"""The values that a sweep goes through, as `--set` says them: `price=1..5`, `price=2,4,8`, `fog=yes,no`, `mood`."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.nearest import nearest
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.reports.parameters import named_values
from interpreter.simulation.sweep import Point

#: So many rule sets are played at most.
MOST_POINTS = 60
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")


@frozen
class Swept:
    """`fixed` parameters have one value throughout; each of the `points` has a value of every other one."""

    fixed: dict[str, str]
    points: tuple[Point, ...]


def swept(settings: Sequence[str], game: ir.Game) -> Swept:
    """Parses `--set`. Raises WrongUse if nothing is swept, or too much."""
    if not game.parameters:
        raise WrongUse(f"{game.title} has no parameter", "declare one in its rules: `parameter price = 3 (1 to 5)`")
    fixed: dict[str, str] = {}
    tried: dict[str, list[str]] = {}
    for setting in settings:
        name, equals, said = (part.strip() for part in setting.partition("="))
        if equals and not (name and said):
            raise WrongUse(f"--set {setting} gives no value", f"write it as in --set {name or 'price'}=1..5")
        if name in fixed or name in tried:
            raise WrongUse(f"{name} is given twice", f"write all of its values in one place: --set {name}=2,4,8")
        parts = said.split(",") if equals else []
        found = [value for part in parts for value in _part(name, part.strip(), game)]
        values = list(dict.fromkeys(found)) if equals else _all_values(name, game)
        if equals and len(values) == 1 and ".." not in said:
            fixed[name] = values[0]
        else:
            tried[name] = values
    if not tried:
        raise WrongUse("there is nothing to try", f"say which values: --set {_example(game)}")
    number = prod(map(len, tried.values()))
    if number > MOST_POINTS:
        raise WrongUse(f"that makes {number:,} rule sets, and {MOST_POINTS} are the most", _fewer(tried, game))
    return Swept(fixed, tuple(dict(zip(tried, values, strict=True)) for values in product(*tried.values())))


def _part(name: str, part: str, game: ir.Game) -> Iterator[str]:
    if not part:
        raise WrongUse(f"--set {name} has a comma with nothing beside it", f"write it as in --set {name}=1,2,5")
    if ".." not in part:
        yield part
        return
    found = _RANGE.fullmatch(part)
    if found is None:
        raise WrongUse(f"{part} is no range", f"a range goes from one whole number to another: --set {name}=1..5")
    low, high = int(found[1]), int(found[2])
    if high < low:
        raise WrongUse(f"{part} goes backwards", f"the smaller number comes first: --set {name}={high}..{low}")
    if high - low >= 10 * MOST_POINTS:
        fault = f"{part} makes {high - low + 1:,} rule sets, and {MOST_POINTS} are the most"
        raise WrongUse(fault, _fewer({name: [str(low), str(high)]}, game))
    yield from map(str, range(low, high + 1))


def _all_values(name: str, game: ir.Game) -> list[str]:
    """All that a parameter may be. Raises WrongUse where nobody can tell."""
    parameter = next((each for each in game.parameters if each.name == name), None)
    if parameter is None:
        near = nearest(name, [each.name for each in game.parameters])
        raise WrongUse(f"there is no parameter {name}", f"did you mean {near[0]}?" if near else _known(game))
    if names := named_values(game, parameter):
        return names
    if parameter.high - parameter.low >= MOST_POINTS:
        low = max(parameter.low, parameter.value - 2)
        advice = f"say which: --set {name}={low}..{low + 4}"
        raise WrongUse(f"{name} may be too many things to try them all", advice)
    return [str(value) for value in range(parameter.low, parameter.high + 1)]


def _fewer(tried: dict[str, list[str]], game: ir.Game) -> str:
    """The same range with a few values, as one would type it."""
    name, values = max(tried.items(), key=lambda one: len(one[1]))
    if not all(value.removeprefix("-").isdecimal() for value in (values[0], values[-1])):
        return f"try fewer values of {name}"
    low, high = int(values[0]), int(values[-1])
    for parameter in game.parameters:
        if parameter.name == name:
            low, high = max(low, parameter.low), min(high, parameter.high)
    some = sorted({low + (high - low) * k // 4 for k in range(5)})
    return f"try fewer values: --set {name}={','.join(map(str, some))}"


def _example(game: ir.Game) -> str:
    """An example of `--set` for this game."""
    for parameter in game.parameters:
        if parameter.type.kind not in (ir.Kind.YES_NO, ir.Kind.VALUE):
            low = max(parameter.low, parameter.value - 1)
            return f"{parameter.name}={low}..{min(parameter.high, low + 3)}; {_known(game)}"
    return f"{game.parameters[0].name}; {_known(game)}"


def _known(game: ir.Game) -> str:
    return f"the parameters are {', '.join(parameter.name for parameter in game.parameters)}"
