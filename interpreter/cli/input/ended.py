"""Signals that end the program, raised so that whoever is at work can save what there is."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Ended(Exception):
    """The program is to end, with the exit code that shells give for the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def raised_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP raise Ended in here; once, so that the end is not ended again."""
    numbers = _numbers()

    def end(number: int, _: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    before = [signal.signal(number, end) for number in numbers]
    try:
        yield
    except Ended:
        before = []
        raise
    finally:
        for number, handler in zip(numbers, before, strict=False):
            signal.signal(number, handler)


@contextmanager
def noted_signals(note: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGHUP are noted in here, and come once it is left: some event loops lose what they raise."""
    came: list[int] = []

    def noted(number: int, _: object) -> None:
        came.append(number)
        note()

    before = {number: signal.signal(number, noted) for number in _numbers()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number in came[:1]:
        signal.raise_signal(number)


def _numbers() -> list[int]:
    """Of the signals that end a command; none where they cannot be heard."""
    if threading.current_thread() is not threading.main_thread():
        return []
    return [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
