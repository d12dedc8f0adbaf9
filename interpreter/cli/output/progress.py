"""A bar that says how far a long run has come."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from attrs import define

#: With fewer letters there is no room for the bar itself.
WIDE = 70
#: So many seconds tell how fast it goes.
ENOUGH = 2.0


@contextmanager
def progress_bar(
    total: int, noun: str = "games", before: int = 0, *, rated: bool = True
) -> Iterator[Callable[[int], object]]:
    """Shows a bar with time left, and rate, on a terminal; yields what is told how many of `total` are done."""
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
    rate = Rate(before, monotonic())
    with Progress(*(columns if console.width >= WIDE else columns[1:]), console=console, transient=True) as bar:
        task = bar.add_task("", total=total, rate="", left="")

        def progress(done: int) -> None:
            speed = rate.at(done, monotonic())
            left = timedelta(seconds=round((total - done) / speed)) if speed else ""
            told = f"{speed:,.0f} a second" if rated and speed >= 1 else ""
            bar.update(task, completed=done, rate=told, left=f"{left}")

        yield progress


@define
class Rate:
    """How many are done in a second. Games come in lots, so it takes all of them together; but not the time that passes
    before the first lot, while workers start, once there is enough without it.
    """

    before: int
    begun: float
    first: tuple[int, float] | None = None

    def at(self, done: int, now: float) -> float:
        """When so many are done."""
        self.first = self.first or (done, now)
        number, since = self.first if now - self.first[1] >= ENOUGH else (self.before, self.begun)
        return (done - number) / max(now - since, 1e-3)
