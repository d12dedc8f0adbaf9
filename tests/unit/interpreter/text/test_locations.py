"""A place in the rules is said from the current folder, or as shortly as it can be."""

from __future__ import annotations

from dsl.source import NO_SPAN, Source, Span
from interpreter.text.locations import location

TEXT = "first\nsecond\n"


def place(path: str, text: str = TEXT) -> str:
    return location(Span(Source(path, text), text.index("second"), text.index("second") + 3))


def test_places() -> None:
    assert place("my_game/game.bylaws") == "my_game/game.bylaws:2"
    assert place("/home/ann/games/my_game/game.bylaws") == "my_game/game.bylaws:2"
    assert (
        place("/usr/lib/python/dsl/standard/auctions.bylaws", 'library auctions "Auctions"\nsecond\n') == "auctions:2"
    )
    assert location(NO_SPAN) == ""
