"""What the server does unasked, and what it offers when a game is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.interpreter.web.serving import Served, served

#: Whoever has said how many is asked again, with one answer alone; what is in hand is seen by its owner.
RULES = """game "Cups":
    players: 2 to 2
cards Cup
zone pile: stack, face down
zone hand of player: hand
counter points of player
deck Cup in pile:
    2 x "Blue"
setup:
    each player: draw a card from pile
round day "Day":
    each player:
        choose a number from 1 to 2 as n asking "How many?"
        choose a number from n to n as again asking "So many?"
        gain again points
game ends after day when highest points of players >= 2: the player with most points wins
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("cups")
    (folder / "cups.bylaws").write_text(RULES, encoding="utf-8")
    with served(folder / "kept", folder / "cups.bylaws") as found:
        yield found


def test_a_question_with_one_answer_is_not_asked_and_told_with_the_next(place: Served) -> None:
    game, links = place.table()
    assert links["0"].answer(0).status_code == 200
    assert [one.seat for one in game.session.history] == [0, 0]
    links["1"].answer(0)
    asked = links["0"].now["table"]["question"]
    assert (asked["prompt"], asked["given"]) == ("How many?", ["So many? Only 1."])
    assert links["0"].post("take-back", {"question": links["0"].question}).status_code == 409
    assert links["1"].post("take-back", {"question": links["1"].question}).status_code == 200
    assert [one.seat for one in game.session.history] == [0, 0] and links["1"].question


def test_a_game_that_is_over_offers_another_one_and_all_hands_and_no_other_does(place: Served) -> None:
    game, links = place.table()
    for what in ("again", "hands"):
        assert links["0"].post(what).json() == {"why": "The game is not over yet."}
    links["0"].answer(1)
    links["1"].answer(0)
    assert game.session.over and links["1"].now["around"]["next"] == ""
    assert links["watch"].post("again").status_code == 403
    made = links["0"].post("again").json()["link"]
    assert links["0"].post("again").json()["link"] == made == links["0"].now["around"]["next"]
    other = links["1"].now["around"]["next"]
    assert other.split("#")[0] == made.split("#")[0].removesuffix("/0") + "/1"
    assert other.split("#")[1] != made.split("#")[1]
    assert made.split("#")[1] not in links["1"].get().text + links["watch"].get().text
    shown = links["watch"].post("hands").json()["hands"]
    hands = (("Ann's hand", 0), ("Ben's hand", 1))
    assert shown == [{"seat": seat, "label": label, "cards": ["Blue"]} for label, seat in hands]
    refused = links["1"].post("take-back", {"question": ""})
    assert refused.status_code == 409 and "All hands" in refused.json()["why"]
