"""Ctrl-C while many games are played: noted at first, so that it cannot fall into the middle of a sum."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

from attrs import define


@define
class Interrupt:
    """Whether Ctrl-C was pressed."""

    pressed: bool = False


@contextmanager
def noted_interrupt() -> Iterator[Interrupt]:
    """Notes the first Ctrl-C in here; a second one raises KeyboardInterrupt as usual.

    Where the caller has a handler of its own, or none can arrive (outside the main thread), nothing changes.
    """
    interrupt = Interrupt()
    if not _is_heard() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupt
        return

    def note(*_: object) -> None:
        if interrupt.pressed:
            raise KeyboardInterrupt
        interrupt.pressed = True

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes started in here do not hear Ctrl-C, not even while they import; their parent ends them.

    The parent hears afterwards what was pressed meanwhile (but on Windows, where a signal cannot wait).
    """
    if not _is_heard():
        yield
    elif sys.platform == "win32":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    else:
        resource_tracker.ensure_running()  # which would otherwise begin in here, and stop the signal from waiting
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        try:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what was pressed before may be raised by it
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def be_deaf() -> None:
    """Do not hear Ctrl-C from now on, in a child's main thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _is_heard() -> bool:
    """Handlers run, and can be set, in the main thread alone."""
    return threading.current_thread() is threading.main_thread()
