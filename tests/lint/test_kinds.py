"""How many kinds of faults are planted, and how many of them are found.

Faults in rules that lint and checks find by reading (`faults.txt`); rules that read well and are wrong, which stories
about them find (`wrong_rules.txt`); stories that are spoilt (`spoilt_stories.txt`); and rules that tell what is hidden,
which `bylaws secrets` finds, each of them in a test of its own (`tests/secrecy`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.lint import test_faults as read
from tests.lint import test_spoilt_stories as told
from tests.lint.faults import Fault
from tests.secrecy.planted import LEAKS

pytestmark = pytest.mark.usefixtures("nothing_kept")

#: Of all faults, this share must be found at least.
WANTED = 0.99


def is_told(fault: Fault) -> bool:
    """Whether something is said of a story that is spoilt; the others are as they were, and need not be played."""
    return any(map(fault.is_met_by, told.said_of(fault.planted(told.stories()), told.title_of(fault))))


def is_wrong(fault: Fault) -> bool:
    """Whether a story fails, or something is said, where the rules are wrong."""
    return any(map(fault.is_met_by, told.said_of(told.stories(), fault=fault))) or read.is_found(fault)


PLANTED: Mapping[str, tuple[tuple[Fault, ...], Callable[[Fault], bool]]] = {
    "faults in rules": (read.FAULTS, read.is_found),
    "wrong rules": (told.WRONG, is_wrong),
    "spoilt stories": (told.FAULTS, is_told),
}


def test_there_are_many_kinds(record_property: Callable[[str, object], None]) -> None:
    counted = {name: len(faults) for name, (faults, _) in PLANTED.items()} | {"leaks": len(LEAKS)}
    said = ", ".join(f"{number} {name}" for name, number in counted.items())
    record_property("measured", f"kinds of planted faults: {sum(counted.values())} ({said})")
    assert counted["wrong rules"] >= 130 and counted["spoilt stories"] >= 120 and counted["leaks"] >= 70
    assert sum(counted.values()) >= 530


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_nearly_all_are_found(name: str, record_property: Callable[[str, object], None]) -> None:
    faults, is_found = PLANTED[name]
    missed = [str(fault) for fault in faults if not is_found(fault)]
    record_property("measured", f"{name}: {len(faults) - len(missed)} of {len(faults)} are found")
    assert len(missed) <= (1 - WANTED) * len(faults), "\n".join(missed)
