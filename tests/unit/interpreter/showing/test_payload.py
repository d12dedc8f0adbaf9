"""What viewers are sent: where answers lie, what is new, what who watches sees, and the log line by line."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from interpreter.showing.payload import _SHOWN, payload
from interpreter.table.session import Session
from interpreter.text.redaction import PUBLIC
from tests.tables import game, game_of, play, table

ANN, BEN = range(2)
PROPERTIES = Path(__file__).parents[3] / "properties"
RULES = """
game "Stall":
    players: 1 to 3
spaces Place, laid out 2 across: gate, well, hill
cards Good: price: number
tokens Cup
counter coins of player: hidden, starts at 5
counter pot: from 0 to 9
pawn walker of player: starts on gate
zone stock: stack, face down
zone goods of player: hand
zone stall: row, face up
zone ground of Place: group, face up
dice cube: from 1 to 6
deck Good in stock:
    4 x "Apple", price 1:
        > Eat it.
    4 x "Pear", price 2
deck Cup in ground[gate]:
    2 x "Cup"
setup:
    each player: draw 3 from stock to your goods
step 1 offering "Offering":
    > Everybody offers something.
    players take turns:
        choose a card from your goods as offered asking "Which one?"
        move offered to stall
        roll a cube as pips
        raise pot by 1
        choose a Place as goal asking "Where to?"
        set walker of you to goal
        choose a player as friend asking "Who else?"
        gain 1 coins
        choose a card from goods of friend as taken asking "Which of them?"
        move taken to stock
game ends:
    nobody wins
"""


def _session(players: int = 2, seed: int = 1) -> Session:
    return table(game_of(RULES), players, seed)


def _after(decisions: int) -> Session:
    session = _session()
    for luck in range(decisions):
        play(session, luck, 1)
    return session


def _place(sent: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(place for place in sent["places"] if place["id"] == name)
    return found


def test_answers_say_what_they_are_about() -> None:
    session = _session()
    asked = payload(session, ANN)["question"]
    hand = _place(payload(session, ANN), "goods.0")["cards"]
    assert [one["about"] for one in asked["options"]] == [
        [{"kind": "card", "id": "goods.0", "card": number}] for number in range(len(hand))
    ]
    assert [one["alike"] for one in asked["options"]] == [card["number"] for card in hand]
    assert [(line["level"], line["text"]) for line in asked["rules"]] == [
        (1, "1. Offering"), (0, "Everybody offers something."),
    ]  # fmt: skip
    session.answer(0)
    spaces = [one["about"] for one in payload(session, ANN)["question"]["options"]]
    assert spaces == [[{"kind": "space", "id": f"Place.{number}", "card": None}] for number in range(3)]
    session.answer(1)
    players = [one["about"] for one in payload(session, ANN)["question"]["options"]]
    assert players == [[{"kind": "seat", "id": str(seat), "card": None}] for seat in (ANN, BEN)]
    session.answer(BEN)
    options = payload(session, ANN)["question"]["options"]
    assert [one["about"] for one in options] == [[{"kind": "card", "id": "goods.1", "card": 0}]]
    assert options[0]["alike"] == 3, "unknown cards are one entry, and one answer"
    designers = payload(session, None)["question"]["options"]
    assert [one["about"] for one in designers] == [[{"kind": "card", "id": "goods.1", "card": None}]]


def test_an_empty_place_is_sent_to_who_may_choose_it() -> None:
    chosen = RULES.replace("choose a Place as goal", "choose one of ground[well], ground[hill] as spot")
    session = table(game_of(chosen.replace("set walker of you to goal", "move top of stock to spot")), 2)
    session.answer(0)
    sent = {viewer: payload(session, viewer) for viewer in (ANN, BEN, PUBLIC)}
    assert [one["about"][0]["id"] for one in sent[ANN]["question"]["options"]] == ["ground.1", "ground.2"]
    on_spaces = {viewer: [space["places"] for space in sent[viewer]["boards"][0]["spaces"]] for viewer in sent}
    others = [["ground.0"], [], []]
    assert on_spaces == {ANN: [["ground.0"], ["ground.1"], ["ground.2"]], BEN: others, PUBLIC: others}
    assert _place(sent[ANN], "ground.1")["count"] == 0


def test_seats_are_shown_the_same_together_as_alone() -> None:
    """What one viewer is shown never comes to another by what they have in common."""
    together, viewers = _session(), (ANN, None, BEN, PUBLIC)
    for luck in range(12):
        alone = [payload(_after(luck), viewer) for viewer in viewers]
        assert [payload(together, viewer) for viewer in viewers] == alone
        play(together, luck, 1)


def test_what_is_new_since_the_last_decision_of_ones_own_is_marked() -> None:
    session = _session()
    assert not any(place["new"] for place in payload(session, BEN)["places"])
    for answer in (0, 1, 1, 0):
        session.answer(answer)
    session.answer(0)
    for viewer in (ANN, BEN):
        sent = payload(session, viewer)
        seen = _place(sent, "stall")["cards"]
        assert [(card["number"], card["new"]) for card in seen] == (
            [(1, False), (1, True)] if viewer == ANN else [(1, False), (1, False)]
        )
        assert [cell["new"] for value in sent["values"] if value["id"] == "pot" for cell in value["cells"]] == [
            viewer == ANN
        ]
    assert [dice["seat"] for dice in payload(session, ANN)["dice"]] == [BEN]


def test_a_board_says_where_things_are() -> None:
    sent = payload(_session(), PUBLIC)
    (board,) = sent["boards"]
    assert board["rows"] == [["Place.0", "Place.1"], ["Place.2", None]]
    gate = board["spaces"][0]
    assert (gate["title"], [one["seat"] for one in gate["players"]], gate["places"]) == ("Gate", [0, 1], ["ground.0"])
    cups = _place(sent, "ground.0")["cards"]
    assert [(sent["faces"][card["face"]]["title"], card["number"]) for card in cups] == [("Cup", 2)]
    assert sent["faces"][cups[0]["face"]]["chip"] and sent["faces"][cups[0]["face"]]["token"]


@pytest.mark.parametrize("players", [1, 2])
def test_who_watches_sees_no_hand(players: int) -> None:
    session = _session(players)
    assert all(card["face"] is not None for card in _place(payload(session, ANN), "goods.0")["cards"])
    sent = payload(session, PUBLIC)
    assert [(card["face"], card["number"]) for card in _place(sent, "goods.0")["cards"]] == [(None, 3)]
    assert all(cell["hidden"] for value in sent["values"] if value["id"] == "coins" for cell in value["cells"])
    session.answer(0)
    assert [card["face"] is None for card in _place(payload(session, PUBLIC), "stall")["cards"]] == [False]
    assert "Apple" not in str(payload(session, PUBLIC)["log"]["lines"][0])


def test_lines_of_the_log_stay_and_name_what_they_are_about() -> None:
    session, known = _session(), [list[Any]() for _ in range(2)]
    for luck in range(12):
        for seat in (ANN, BEN):
            log = payload(session, seat, len(known[seat]))["log"]
            assert log["first"] == len(known[seat])
            known[seat] += log["lines"]
            assert known[seat] == payload(session, seat)["log"]["lines"]
        play(session, luck, 1)
    about = [(line["text"][one["at"] :][: one["length"]], one["kind"])
             for line in known[ANN] for one in line["about"]]  # fmt: skip
    assert {("Ben", "seat"), ("Apple", "card"), ("Hill", "space")} <= set(about)


def test_lines_that_are_taken_back_are_taken_from_the_log() -> None:
    session = table(game("tic_tac_toe"), 2)
    for _ in range(20):
        before = payload(session, 0)["log"]["lines"]
        session.answer(0)
        assert payload(session, 0)["log"]["lines"][: len(before)] == before
        assert session.undo(session.history[-1].seat) is None
        assert payload(session, 0)["log"]["lines"] == before
        if session.engine.option_count(session.state) < 5:
            break
        session.answer(0)


@pytest.mark.slow
def test_the_log_takes_no_longer_late_in_a_game() -> None:
    session = table(game("thrown_under_the_bus"), 4, 2, "generated")
    took: list[float] = []
    for luck in range(260):
        if session.over:
            break
        began = process_time()
        session.told(0)
        took.append(process_time() - began)
        play(session, luck, 1)
    early, late = (sorted(part)[len(part) // 2] for part in (took[10:60], took[-50:]))
    assert late < 4 * early


@pytest.mark.parametrize("name", ["bad_day_at_the_office", "marks", "copies"])
def test_what_is_kept_of_what_was_shown_changes_nothing(name: str) -> None:
    made_up = PROPERTIES / f"{name}.bylaws"
    rules = game_of(made_up.read_text(encoding="utf-8")) if made_up.exists() else game(name)
    session, chance = table(rules, min(max(3, rules.fewest_players), rules.most_players), 4), Random(4)
    viewers = (*range(len(session.table.names)), PUBLIC, None)
    for made in range(20):
        told = [payload(session, viewer) for viewer in viewers]
        kept = _SHOWN.pop(session)
        assert [payload(session, viewer) for viewer in viewers] == told
        _SHOWN[session] = kept
        if made % 7 == 6:
            session.undo(session.history[-1].seat)
        if not session.over:
            session.decide(chance.randrange(session.engine.option_count(session.state)))
