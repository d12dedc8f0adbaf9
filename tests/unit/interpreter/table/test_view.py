"""A view shows what its player may see, and the rest as hidden or unknown."""

from __future__ import annotations

import json
from textwrap import dedent, indent
from typing import Any

import pytest

from interpreter.table.session import Session
from interpreter.table.view import BackView, EffectView, PieceView, View
from interpreter.text.redaction import PUBLIC
from tests.tables import game, game_of, play, table

HEAD = """game "Views":
    players: 2 to 3
enum Mood: merry, gloomy
counter purse of player: hidden, starts at 3
counter coins of player: starts at 5
counter safe: hidden, starts at 7
remember favourite: Ware or none
role host
cards Ware: price: number, mood: Mood
zone shelf: stack, face up
zone bag: stack, face down
zone hand of player: hand
zone laid of player: slot, face down, seen by whoever put it there
zone back of player: hand, seen by all but its owner
deck Ware in shelf:
    "Lamp", price 2, mood merry
    "Rug", price 9, mood gloomy
    "Cup", price 1, mood merry
phase day "Day":
    step 1 early "Early":
"""


def asked(body: str, players: int = 3) -> Session:
    return table(game_of(HEAD + indent(dedent(body).strip("\n"), " " * 8) + "\n"), players)


def variable(view: View, name: str) -> list[tuple[bool, Any]]:
    found = next(v for v in view.variables if v.name == name)
    return [(cell.hidden, cell.value) for cell in found.cells]


def pieces(view: View, name: str, *at: int) -> list[str | None]:
    found = next(zone for zone in view.zones if zone.name == name and zone.at == at)
    assert not any(isinstance(piece, BackView) for piece in found.pieces)
    return [piece.title if isinstance(piece, PieceView) else None for piece in found.pieces]


ASK = "each player: choose a number from 1 to 2 as n\n"


def test_hidden_counters_are_their_players_alone_until_the_end() -> None:
    session = asked(ASK + "lower safe by 1")
    assert variable(session.view(1), "purse") == [(True, None), (False, 3), (True, None)]
    assert variable(session.view(1), "coins") == [(False, 5)] * 3
    assert variable(session.view(1), "safe") == [(True, None)]
    assert variable(session.view(None), "purse") == [(False, 3)] * 3
    while not session.over:
        session.answer(0)
    session.state.over = 1
    assert variable(session.view(1), "purse") == [(False, 3)] * 3


def test_known_pieces_show_what_is_printed_on_them() -> None:
    view = asked(ASK).view(0)
    shelf = next(zone for zone in view.zones if zone.name == "shelf")
    assert shelf.pieces[-1] == PieceView("Lamp", "Ware", (("price", 2), ("mood", 0)), None)
    assert pieces(view, "shelf") == ["Cup", "Rug", "Lamp"]


def test_piles_show_positions_and_hands_only_how_many() -> None:
    session = asked("""
        move every card in shelf to bag
        shuffle bag
        each player: draw 1 from bag
        each player: choose a number from 1 to 2 as n
    """)
    assert pieces(session.view(0), "bag") == []
    assert pieces(session.view(0), "hand", 1) == [None]
    assert pieces(session.view(1), "hand", 1) != [None]
    assert pieces(session.view(2), "hand", 1) == [None]


def test_a_card_put_down_unseen_is_known_to_whoever_put_it_there() -> None:
    session = asked("""
        each player:
            draw 1 from shelf
            move every card in your hand to your laid
        shuffle shelf
        each player: choose a number from 1 to 2 as n
    """)
    everybody_saw_them_drawn = [pieces(session.view(seat), "laid", 0) for seat in range(3)]
    assert everybody_saw_them_drawn == [["Lamp"]] * 3


DEALT = """
move every card in shelf to bag
shuffle bag
each player: draw 1 from bag
"""
LAYS = """
each player in (first of players):
    choose a card from your hand as put
    move put to your laid
"""


def down(view: View, name: str, *at: int) -> list[bool]:
    found = next(zone for zone in view.zones if zone.name == name and zone.at == at)
    return [piece.face_down for piece in found.pieces if isinstance(piece, PieceView)]


def test_a_known_card_says_whether_it_lies_face_down() -> None:
    session = asked(DEALT + LAYS + ASK)
    assert down(session.view(0), "hand", 0) == [False]  # what is held does not lie
    session.answer(0)
    assert down(session.view(0), "laid", 0) == [True]
    assert down(session.view(None), "laid", 0) == [True]
    assert down(session.view(1), "laid", 0) == []  # who does not know it sees a back
    shown = asked(DEALT + LAYS + "reveal every card in laid of players\n" + ASK)
    shown.answer(0)
    assert [down(shown.view(seat), "laid", 0) for seat in (0, 1, None)] == [[False]] * 3


def test_of_equal_cards_in_no_order_those_face_down_lie_where_nobody_learns_of_it() -> None:
    rules = HEAD.replace('"Cup", price 1, mood merry', '3 x "Cup", price 1, mood merry')
    body = "each Ware in shelf as one where price of one > 1: remove one from the game\n" + (
        "move every card in shelf to heap\nflip {} of heap face down\nreveal {} of heap to first of players\n" + ASK
    )
    def seen(end: str) -> list[bool]:
        text = rules.replace("zone bag", "zone heap: group, face up\nzone bag", 1)
        return down(table(game_of(text + indent(body.format(end, end), " " * 8)), 3).view(0), "heap")
    assert seen("top") == seen("bottom") == [True, False, False]


def test_a_place_seen_by_all_but_its_owner() -> None:
    session = asked("""
        move every card in shelf to bag
        shuffle bag
        each player: move top of bag to your back
        each player: choose a number from 1 to 2 as n
    """)
    assert pieces(session.view(0), "back", 0) == [None]
    assert pieces(session.view(0), "back", 1) == pieces(session.view(2), "back", 1) != [None]


def test_in_a_hand_known_cards_come_first_and_in_the_order_of_the_rules() -> None:
    session = asked("""
        each player:
            draw 3 from shelf
            choose a number from 1 to 2 as n
    """)
    state = session.state
    hand = state.zones[session.engine.program.layout.zones["hand"].base]
    state.seen[hand[0]] = state.seen[hand[2]] = 0b001
    for order in (hand[:], hand[::-1], [hand[1], hand[0], hand[2]]):
        hand[:] = order
        assert pieces(session.view(1), "hand", 0) == ["Rug", None, None]
        assert pieces(session.view(0), "hand", 0) == ["Lamp", "Rug", "Cup"]


def test_a_remembered_card_is_named_to_those_who_know_it() -> None:
    session = asked("""
        move every card in shelf to bag
        shuffle bag
        each player:
            draw 1 from bag
            set favourite to top of your hand
            choose a number from 1 to 2 as n
    """)
    assert variable(session.view(1), "favourite") == [(False, "a card")]
    ((hidden, title),) = variable(session.view(0), "favourite")
    assert not hidden and title in ("Lamp", "Rug", "Cup")


def test_the_step_that_runs_and_who_decides() -> None:
    view = asked(ASK).view(2)
    assert view.flows == ("day", "early") and view.deciding == 0 and not view.over


def test_a_view_is_plain_data() -> None:
    session = play(table(game("action_the_project", "fate"), 3, 4), 4, 50)
    for seat in (None, 0, 1, 2):
        assert json.loads(json.dumps(session.view(seat).plain()))["seat"] == seat


def test_what_all_know_is_what_a_view_of_nobody_shows() -> None:
    session = asked("""
        move top 2 of shelf to bag
        shuffle bag
        each player: draw 1 from bag
        each player: choose a number from 1 to 2 as n
    """)
    view = session.view(PUBLIC)
    assert pieces(view, "shelf") == ["Cup"]
    assert [pieces(view, "hand", seat) for seat in range(3)] == [[None], [None], []]
    assert all(hidden for hidden, _ in variable(view, "purse"))
    assert not any(line.text.startswith("Ann draws Lamp") for line in session.log(PUBLIC))


def test_what_holds_for_a_time_is_seen_with_its_end() -> None:
    rules = """game "Effects":
    players: 2 to 3
counter coins of player
define luck of player: coins
phase day:
    players take turns:
        until end of your next turn:
            exception to luck of you: previous + 1
        for the rest of the game:
            exception to luck of you: previous + 2
        choose a number from 1 to 2 as answer
        gain answer coins
"""
    session = table(game_of(rules), 2)
    assert session.view(1).effects == (
        EffectView("Day", 0, "end", "turn", 0, False),
        EffectView("Day", 0, "", "", None, False),
    )
    session.decide(0)
    assert [effect.you for effect in session.view(0).effects] == [0, 1, 0, 1]


@pytest.mark.parametrize(("how", "on"), [("", (1,)), ("secretly ", ())])
def test_whom_it_hits_is_seen_unless_that_is_a_secret(how: str, on: tuple[int, ...]) -> None:
    rules = f"""game "Effects":
    players: 2 to 3
counter coins of player
define luck of player: coins
phase day:
    as first of players:
        {how}choose a player other than you as rival
        until end of your next turn:
            exception to luck of rival: previous + 1
        choose a number from 1 to 2 as answer
        gain answer coins
"""
    session = table(game_of(rules), 3)
    session.decide(0)
    assert [effect.on for seat in (0, 2) for effect in session.view(seat).effects] == [on, on]


@pytest.mark.parametrize(("lies", "seen"), [("face up", ("Lamp",)), ("face down, seen by its owner", ())])
def test_on_which_card_it_is_is_seen_unless_that_is_a_secret(lies: str, seen: tuple[str, ...]) -> None:
    rules = f"""game "Effects":
    players: 2
cards Ware
zone chest of player: row, {lies}
counter coins of player
define worn of card: no
deck Ware in chest of players:
    1 x "Lamp"
phase day:
    as first of players:
        do wear_out of (first of your chest)
        choose a number from 1 to 2 as answer
        gain answer coins
procedure wear_out "Used up" of thing: card:
    until end of your next turn:
        exception to worn of thing: instead yes
"""
    session = table(game_of(rules), 2)
    effects = [(effect.title, effect.cards) for seat in (0, 1) for effect in session.view(seat).effects]
    assert effects == [("Used up", seen)] * 2
