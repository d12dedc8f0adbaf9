"""What stands on the table and no rule looks at is found, whether it is shown unasked or because the rules say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.lint.settings import Settings
from dsl.loading import load
from interpreter.findings.find import doubts

FRAME = Path(__file__).with_name("frame.bylaws").read_text(encoding="utf-8")


def names(rules: str) -> set[str]:
    path = Path("example.bylaws")
    chosen = Settings(select=("counter-never-read", "unused-counter"))
    return {doubt.name for doubt in doubts(load(path, texts={path: FRAME + rules}), chosen)}


@pytest.mark.parametrize("declared", ["counter luck", "counter luck: shown", "flag luck: shown"])
def test_what_is_shown_and_never_looked_at(declared: str) -> None:
    change = "set luck to yes" if "flag" in declared else "raise luck by 1"
    assert names(f"\n{declared}\n") == {"unused-counter"}
    assert names(f"\n{declared}\nafter step evening: {change}\n") == {"counter-never-read"}


def test_what_a_text_tells_is_looked_at() -> None:
    assert not names('\ncounter luck: shown\nafter step evening:\n    raise luck by 1\n    announce "Luck: {luck}"\n')
