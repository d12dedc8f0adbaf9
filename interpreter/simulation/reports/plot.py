"""A picture of a sweep in letters: for each point a mark at its mean, and a line for where the true one may lie."""

from collections.abc import Iterator, Sequence
from typing import Final

from dsl.frozen import frozen
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.reports.axis import Axis, axis, tick_words
from interpreter.simulation.reports.said import digits_of, said
from interpreter.simulation.statistics.estimate import Estimate

#: So many letters may the number under the last mark stand out to the right.
_OVERHANG: Final = 4
#: So many letters the picture has at least, even if it then does not fit.
_LEAST: Final = 12


@frozen
class Signs:
    """Letters of a plot: the ends of a line and what it is made of, the mark, the target, the frame."""

    left: str
    line: str
    right: str
    mark: str
    target: str
    frame: str
    tick: str


LINES = Signs("├", "─", "┤", "●", "┊", "─", "┴")
PLAIN = Signs("|", "-", "|", "o", ":", "-", "+")


def plot(
    labels: Sequence[str], estimates: Sequence[Estimate], measure: Measure, width: int, target: float | None = None,
    signs: Signs = LINES, alike: Sequence[Estimate] = (),
) -> Iterator[str]:  # fmt: skip
    """The lines of the picture, `width` letters wide at most; the axis has room for what is `alike`, too."""
    digits = digits_of(measure, [one.mean for one in estimates], [one.interval for one in estimates])
    means = [said(measure, found.mean, digits) for found in estimates]
    left, right = (max(map(len, words)) for words in (labels, means))
    beside = [f"{label:<{left}}  {mean:>{right}}" for label, mean in zip(labels, means, strict=True)]
    margin = len(beside[0]) + 2
    room = max(width - margin - _OVERHANG, _LEAST)
    found = axis(_values((*estimates, *alike), target), measure, max(2, room // 14))
    for words, estimate in zip(beside, estimates, strict=True):
        yield f"{words}  {_line(estimate, found, room, target, signs)}".rstrip()
    yield from _below(found, measure, margin, room, signs)
    if target is not None:
        yield f"{signs.target} target: {said(measure, target)}"


def _values(estimates: Sequence[Estimate], target: float | None) -> Iterator[float]:
    for estimate in estimates:
        yield estimate.mean
        if estimate.interval is not None:
            yield from (estimate.interval.low, estimate.interval.high)
    if target is not None:
        yield target


def _line(estimate: Estimate, at: Axis, room: int, target: float | None, signs: Signs) -> str:
    cells = [" "] * room
    if target is not None:
        cells[_cell(at, target, room)] = signs.target
    if estimate.interval is not None:
        low, high = (_cell(at, end, room) for end in (estimate.interval.low, estimate.interval.high))
        cells[low : high + 1] = [signs.line] * (high + 1 - low)
        cells[low], cells[high] = signs.left, signs.right
    cells[_cell(at, estimate.mean, room)] = signs.mark
    return "".join(cells)


def _below(at: Axis, measure: Measure, margin: int, room: int, signs: Signs) -> Iterator[str]:
    """The axis with its marks, and the numbers under it."""
    frame, numbers = [signs.frame] * room, ""
    for tick, words in zip(at.ticks, tick_words(measure, at), strict=True):
        cell = _cell(at, tick, room)
        frame[cell] = signs.tick
        begin = max(0, min(cell - len(words) // 2, room + _OVERHANG - len(words)))
        if not numbers or begin > len(numbers):  # a number that has no room is left out
            numbers = f"{numbers:<{begin}}{words}"
    yield " " * margin + "".join(frame)
    yield " " * margin + numbers


def _cell(at: Axis, value: float, room: int) -> int:
    return round(at.place(value) * (room - 1))
