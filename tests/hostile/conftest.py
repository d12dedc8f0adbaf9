"""What hostile inputs are given to: a small game in a folder, beside a folder that nothing may touch."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

GAME = """game "Tiny":
    players: 2 to 3
    > Whoever has most points wins.

parameter goal = 3 (1 to 9) "points to win"
dice die: from 1 to 6
counter points of player
counter purse of player: hidden
cards Hat: price: number
zone pile: stack, face down
zone hand of player: hand

deck Hat in pile:
    4 x "Bowler", price 1
    4 x "Cap", price 2

setup: shuffle pile

round lap "Lap":
    step 1 throwing "Throwing":
        > Throw, or draw.
        players take turns:
            choose one asking "Which?":
                option "Draw": draw a Hat from pile
                option "Roll":
                    roll a die as thrown
                    raise your points by pips of thrown
                option "Save": raise purse of you by 1

game ends after lap when highest points of players >= goal or pile is empty:
    the player with most points wins

scenario "Whoever rolls a 3 ends it":
    played by ann, ben
    rolls 3, 1
    when step throwing
    and ann chooses "Roll"
    and ben chooses "Roll"
    then points of ann is 3
"""
#: The same for `fmt` and `lint --fix` to change.
UNTIDY = "\ufeff" + GAME.replace("counter points", "counter   points")
VARIANT = """variant "Long" of "Tiny":
    set parameter goal = 9
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with the game `tiny` in it; what lies `outside` of it is still the same at the end."""
    if sys.platform == "win32":
        pytest.skip("there are no processes that fork")
    (around := tmp_path / "around").mkdir()  # so that what is two folders up is this test's own as well
    (outside := around / "outside").mkdir()
    (outside / "kept.bylaws").write_text(UNTIDY, encoding="utf-8")
    (outside / "kept.txt").write_text("This is nobody's but mine.\n", encoding="utf-8")
    before = _all_in(outside)
    (tiny := around / "inside" / "tiny").mkdir(parents=True)
    (tiny / "variants").mkdir()
    (tiny / "game.bylaws").write_text(GAME, encoding="utf-8")
    (tiny / "variants" / "long.bylaws").write_text(VARIANT, encoding="utf-8")
    monkeypatch.chdir(around / "inside")
    yield around / "inside"
    assert _all_in(outside) == before
    assert not list(around.rglob("PROOF"))


def _all_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
