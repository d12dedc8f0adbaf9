"""Keeps the current folder out of the search path of processes that are started (PYTHONSAFEPATH).

A spawned process would otherwise look there first for each module, where a rule file's author may have put one.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def can_be_safe() -> bool:
    """Tell whether processes started here heed `safe_path`: not if Python was told to ignore its environment."""
    return bool(sys.flags.safe_path) or not sys.flags.ignore_environment


@contextmanager
def safe_path() -> Iterator[None]:
    """Processes started in here do not search the folder that they are started in."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
