"""Signals that end the program, raised so that whoever is at work can save what there is."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Ended(Exception):
    """The program is to end, with the exit code that shells give for the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def raised_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP raise Ended in here; once, so that the end is not ended again."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []

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
