"""What is printed of a game, as values."""

from __future__ import annotations

import pytest

from dsl.ir import nodes as ir
from interpreter.paper.model import Face, Kind, Printed, Said, printed
from tests.tables import game
from tests.unit.interpreter.paper.printing import BAKERY, rules_of

MADE = """game "Made":
    players: 2 to 5
enum Colour: red "Deep red", blue
cards Vote: colour: Colour
cards Copied
cards Each
tokens cube of player: 3 each, starts in store
tokens Chip: worth: number
zone hand of player: hand
zone pile: stack
zone store of player: group
zone mine of player: hand
counter point of player

deck Copied in pile:
    2 x "One"
deck Each in mine of players:
    3 x "Own"
deck Chip in pile:
    4 x "White", worth 1

setup:
    each player:
        create 2 Vote of each Colour in your hand
round day "Day":
    step 1 voting "Voting":
        each player: gain 1 point
game ends after day when round_number >= 3: the player with most points wins
"""


def of(text: str, players: int | None = None, said: dict[str, Said] | None = None) -> Printed:
    loaded = rules_of(text)
    assert loaded.game is not None
    return printed(loaded.game, players, said)


def face(whole: Printed, title: str) -> Face:
    return next(one for deck in (*whole.decks, *whole.tokens) for one in deck.faces if one.title == title)


def test_a_face_has_its_kind_its_fields_and_what_the_rules_say_it_looks_like() -> None:
    loaf = face(of(BAKERY), "Rye loaf")
    assert loaf.kind == Kind("kind", "Bread", 0)
    assert loaf.shows == "2"
    assert [(one.title, one.value, one.type) for one in loaf.fields] == [("Motto", "Keeps for a week", ir.Kind.TEXT)]
    assert loaf.copies == 4
    assert not loaf.says
    odile = face(of(BAKERY), "Odile")
    assert odile.kind is None
    assert [(one.title, one.value) for one in odile.fields] == [("Speed", "3"), ("Strength", "1"), ("Lazy", "")]


def test_the_text_is_the_designers_own_where_most_cards_have_that_else_what_the_rules_say() -> None:
    whole = of(BAKERY)
    assert face(whole, "Long wooden peel").does == ("Before you bake, look at the next order.",)
    assert face(whole, "Bruno").does == ("Draw 2 cards from the book.",)
    rules = face(of(BAKERY, said={"Good": Said.RULES}), "Long wooden peel")
    assert (rules.does, rules.remarks) == (("Gain 2 points.",), ())
    own = face(of(BAKERY, said={"Good": Said.SAID}), "Long wooden peel")
    assert own.does == ("Before you bake, look at the next order.",)


def test_decks_that_start_in_one_zone_look_the_same_from_behind() -> None:
    backs = {deck.name: deck.back for deck in of(BAKERY).decks}
    assert backs == {
        "Good": "Good or Rumour", "Rumour": "Good or Rumour", "Order": "Order or Helper", "Helper": "Order or Helper",
    }  # fmt: skip


@pytest.mark.parametrize(("players", "votes", "own", "cubes"), [(2, 4, 6, 6), (5, 10, 15, 15), (None, 10, 15, 15)])
def test_there_are_as_many_as_so_many_players_need(players: int | None, votes: int, own: int, cubes: int) -> None:
    whole = of(MADE, players)
    assert whole.players == (players or 5)
    assert face(whole, "Deep red").copies == face(whole, "Blue").copies == votes
    assert face(whole, "Own").copies == own
    assert face(whole, "One").copies == 2
    tokens = {deck.title: (deck.copies, deck.personal) for deck in whole.tokens}
    assert tokens == {"Cube": (cubes, True), "Chip": (4, False)}


def test_what_is_made_in_play_is_counted_where_it_has_an_end_else_there_once() -> None:
    """Two at the beginning and one in each of three days, for five players."""
    text = MADE.replace("gain 1 point\n", "create 1 Vote of each Colour in your hand\n")
    blue = face(of(text), "Blue")
    assert (blue.copies, blue.bounded) == (25, True)
    endless = face(of(text.replace("when round_number >= 3", "when highest point of players >= 3")), "Blue")
    assert (endless.copies, endless.bounded) == (1, False)


def test_several_fields_with_one_enum_are_no_kind() -> None:
    text = BAKERY.replace("cards Rumour", "cards Rumour: first: Kind, second: Kind").replace(
        '"The mill has burnt down"', '"The mill has burnt down", first bread, second tool'
    )
    rumour = face(of(text), "The mill has burnt down")
    assert rumour.kind is None
    assert [one.value for one in rumour.fields] == ["Bread", "Tool"]


def test_a_game_at_fewer_players_has_fewer_cards() -> None:
    """Each of the players has the same four cards."""
    rules = game()
    assert {players: printed(rules, players).decks[0].copies for players in (2, 6)} == {2: 8, 6: 24}
