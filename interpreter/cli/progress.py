"""A bar that says how far a long run has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

#: With fewer letters there is no room for the bar itself.
WIDE = 70


@contextmanager
def progress_bar(total: int, noun: str = "games", before: int = 0) -> Iterator[Callable[[int], object]]:
    """A bar on stderr with rate and time left, if that is a terminal; what is yielded is told how many are done.

    Both are worked out from all that was done since it began, at `before`: games come in lots.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(noun),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[left]}"),
    )
    console = Console(stderr=True)
    begun = monotonic()
    with Progress(*(columns if console.width >= WIDE else columns[1:]), console=console, transient=True) as bar:
        task = bar.add_task("", total=total, rate="", left="")

        def progress(done: int) -> None:
            rate = (done - before) / max(monotonic() - begun, 1e-3)
            left = timedelta(seconds=round((total - done) / rate)) if rate else ""
            bar.update(task, completed=done, rate=f"{rate:,.0f} a second", left=f"{left}")

        yield progress
