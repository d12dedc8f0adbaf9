"""Every way that chance may turn out, one after another: for whoever walks through all games instead of one.

    for ways, state in beginnings(engine): ...
    for ways, after in outcomes(engine, state, index): ...

Each of these comes up once in so many `ways`; an answer that no chance follows has one outcome, once in 1.
`with_numbers` draws one random number at a time, for whoever says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.runtime.state import State


def beginnings(engine: Engine) -> Iterator[tuple[int, State]]:
    """Every state in which a game may ask its first question."""
    return _every(lambda: engine.empty_state(0), engine.begin)


def outcomes(engine: Engine, state: State, index: int) -> Iterator[tuple[int, State]]:
    """Every state to which an answer may lead; the one that is answered stays as it is."""
    return _every(lambda: engine.clone(state), lambda after: engine.advance(after, index))


def _every(start: Callable[[], State], go_on: Callable[[State], None]) -> Iterator[tuple[int, State]]:
    """Goes on from the start with each luck. Afterwards a state is as lucky as it was at the start."""
    luck = _Luck()
    while True:
        state = start()
        _go_on(state, go_on, dict.fromkeys(state.layout.streams, luck))
        yield luck.ways(), state
        if not luck.turns():
            return


@frozen
class Draw:
    """A random number that is drawn next: one of 0 to `ways` - 1, each as likely, from the stream of that name."""

    stream: str
    ways: int


def with_numbers(start: Callable[[], State], go_on: Callable[[State], None], numbers: Sequence[int]) -> State | Draw:
    """Goes on from the start with these random numbers, in their order; a Draw if one more is wanted.

    Where there is but one number to draw, none is wanted. Afterwards a state is as lucky as it was at the start.
    """
    state = start()
    left = iter(numbers)
    try:
        _go_on(state, go_on, {at: _Given(name, left) for at, name in state.layout.streams.items()})
    except _Undrawn as wanted:
        return wanted.draw
    return state


def _go_on(state: State, go_on: Callable[[State], None], lucks: Mapping[str, _Stream]) -> None:
    """Goes on with these in place of the random streams, which are as they were afterwards."""
    streams = {attribute: getattr(state, attribute) for attribute in lucks}
    for attribute, luck in lucks.items():
        setattr(state, attribute, luck)
    go_on(state)
    for attribute, stream in streams.items():
        setattr(state, attribute, stream)


class _Stream:
    """Stands in for a random stream, and answers the arithmetic of `runtime/chance.py` with numbers of its own."""

    def draw(self, n: int) -> int:
        """The next number from 0 to n - 1."""
        raise NotImplementedError

    def __mul__(self, _: int) -> _Stream:
        return self  # `s * A + C & M64` is the next state of a stream: this has but one

    __add__ = __and__ = __mul__

    def __rshift__(self, _: int) -> _Drawing:
        return _Drawing(self)


class _Given(_Stream):
    """Draws the numbers that it is given; raises _Undrawn when there are no more."""

    def __init__(self, name: str, numbers: Iterator[int]) -> None:
        self.name, self.numbers = name, numbers

    def draw(self, n: int) -> int:
        if n == 1:
            return 0
        for number in self.numbers:
            return number
        raise _Undrawn(Draw(self.name, n))


class _Undrawn(Exception):
    def __init__(self, draw: Draw) -> None:
        super().__init__()
        self.draw = draw


class _Luck(_Stream):
    """Counts through all outcomes: at first each number drawn is 0; each turn the last that can grow does."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, int]] = []  # each number, and of how many it is one
        self.at = 0

    def draw(self, n: int) -> int:
        """The next number from 0 to n - 1."""
        if self.at == len(self.drawn):
            self.drawn.append((0, n))
        self.at += 1
        return self.drawn[self.at - 1][0]

    def ways(self) -> int:
        """Once in how many this luck comes up."""
        found = 1
        for _, n in self.drawn:
            found *= n
        return found

    def turns(self) -> bool:
        """Whether there is another one, which comes up from now on."""
        self.at = 0
        while self.drawn:
            number, n = self.drawn.pop()
            if number + 1 < n:
                self.drawn.append((number + 1, n))
                return True
        return False


class _Drawing:
    """What is left of `(s >> 32) * n >> 32` behind the bracket."""

    def __init__(self, luck: _Stream) -> None:
        self.luck = luck

    def __mul__(self, n: int) -> int:
        return self.luck.draw(n) << 32
