"""What bounds are found, and why: of counters, zones, rounds and questions that are not declared with any."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.bounds.report import Bounds, NumberBound, ZoneBound, bounds, without_bound
from dsl.loading import load

FRAME = """
game "Frame":
    players: 2 to 4
parameter wage = 2 (1 to 9)
enum Good: wheat, honey
cards Card: worth: number
tokens stone
dice die: from 1 to 6
zone pile: stack, face down
zone used: stack, face up
zone hand of player: hand
zone slot_one: slot
counter coin of player
counter pot
counter heap by Good
role host
deck Card in pile:
    5 x "Low", worth 1
    "High", worth 8
"""
END = float("inf")


def found(rules: str, players: int | None = None, **narrowed: int) -> Bounds:
    """The bounds of the frame with these rules."""
    path = Path("frame.bylaws")
    loaded = load(path, texts={path: FRAME + rules})
    assert loaded.game is not None, loaded.diagnostics
    return bounds(loaded.game, players, narrowed)


def counter(name: str, rules: str, players: int | None = None, **narrowed: int) -> tuple[float, float]:
    one = next(n for n in found(rules, players, **narrowed).numbers if n.name == name)
    return one.low, one.high


def zone(name: str, rules: str, players: int | None = None) -> ZoneBound:
    return next(z for z in found(rules, players).zones if z.zone.name == name)


COUNTERS = {
    "never changed": ("", 0),
    "set to constants": ("round day: set pot to 7", 7),
    "set to what another one can be": (
        "counter more: from 0 to 5\nround day:\n    raise more by 1\n    set pot to more * 2 + 1", 11,
    ),
    "raised again and again": ("round day: raise pot by 1", END),
    "lowered again and again": ("round day: lower pot by 1", 0),
    "raised once in a phase": ("phase one: raise pot by 3", 3),
    "raised in every round of a few": ("round day until round_number >= 4: raise pot by 3", 12),
    "until the number is passed": ("round day until round_number > 4: raise pot by 3", 15),
    "while the number is small": ("round day while round_number < 4: raise pot by 3", 12),
    "the end of the game counts rounds": (
        "round day: raise pot by 3\ngame ends after day when round_number = 6: nobody wins", 18,
    ),
    "an end that may not come": (
        "round day: raise pot by 3\ngame ends after day when round_number = 6 and host exists: nobody wins", END,
    ),
    "a rule in the place of each pass": (
        "round day: raise pot by 3\ngame ends after day when round_number = 6: nobody wins\n"
        "instead of round day: raise pot by 1",
        24,
    ),
    "each pass takes from a pile": (
        "round day:\n    move top of pile to used\n    raise pot by 2\n"
        "game ends after day when pile is empty: nobody wins", 12,
    ),
    "the pile is filled again": (
        "round day:\n    move top of pile to used\n    move top of used to pile\n    raise pot by 2\n"
        "game ends after day when pile is empty: nobody wins", END,
    ),
    "a loop for each player": ("phase one:\n    each player:\n        raise pot by 2", 8),
    "a loop with a limit": ("phase one:\n    repeat 5 times: raise pot by 2", 10),
    "a loop without a limit": ("phase one:\n    while pot < 5: raise pot by 1", END),
    "a procedure in two places": ("procedure p: raise pot by 2\nphase one:\n    do p\n    do p", 4),
    "a procedure that comes to itself": (
        "procedure p:\n    if pot < 9: do p\n    raise pot by 1\nphase one: do p", END,
    ),
    "an action once in a game": (
        "action a, once per game: raise pot by 1\n"
        "round day:\n    players take turns: you take any number of actions from a", 4,
    ),
    "an action any number of times": (
        "action a: raise pot by 1\nphase one:\n    players take turns: you take any number of actions from a", END,
    ),
    "up to two actions": (
        "action a: raise pot by 1\nphase one:\n    players take turns: you take up to 2 actions from a", 8,
    ),
    "a free action costs none of them": (
        "free action a: raise pot by 1\nphase one:\n    players take turns: you take up to 2 actions from a",
        END,
    ),
    "an anytime action": (
        "anytime action a, during p: raise pot by 1\nprocedure p of who: player:\n"
        "    who may choose a number from 1 to 3 as n: nothing happens\nphase one:\n    each player: do p of you",
        END,
    ),
    "all players at once": (
        "phase one:\n    all players at once:\n        choose a number from 1 to 3 as n\n        raise pot by n",
        12,
    ),
    "somebody may be given the next turn": (
        "phase one:\n    players take turns:\n        raise pot by 1\n        set next_player to you",
        END,
    ),
    "whenever something holds": ("whenever pot < 5: raise pot by 1\nphase one: nothing happens", END),
    "a card's text in a round": (
        'deck Card in used:\n    "Coin", worth 1:\n        raise pot by 2\n'
        "phase one:\n    each player: do effect of top of used",
        8,
    ),
    "a rule that holds for a time": (
        "phase one:\n    for the rest of the game:\n        after any player gaining some coins: raise pot by 1\n"
        "    each player gains 1 coin",
        END,
    ),
    "a rule that is in force once more in each round": (
        'round day until round_number >= 2:\n    step 1 work "Work": nothing happens\n    step 2 rest "Rest":\n'
        "        for the rest of the game:\n            after step work: raise pot by 1",
        END,
    ),
    "an exception that holds for a time": (
        "define price: 2\nphase one:\n    for the rest of the game:\n        exception to price: previous + 3\n"
        "    set pot to price",
        END,
    ),
    "an exception that always holds": (
        "define price: 2\nexception to price if host exists: previous + 3\nphase one: set pot to price",
        5,
    ),
    "a rule on the start of a turn": (
        "before start of your turn: raise pot by 1\nphase one:\n    players take turns: nothing happens", 4,
    ),
    "a rule on what happens any number of times": (
        "after any player gaining some coin: raise pot by 1\nphase one: each player gains 1 coin", END,
    ),
    "set to a die": ("phase one:\n    roll 2 dice as thrown\n    set pot to pips of item(1) of thrown", 6),
    "a card that can lie there": ("phase one: set pot to worth of top of pile", 8),
    "set to itself and more": ("round day: set pot to pot + 1", END),
    "by a parameter": ("phase one: raise pot by wage", 9),
    "halved": ("phase one: set pot to (wage / 2 rounded up)", 5),
    "a number that somebody chooses": (
        "phase one:\n    each player:\n        choose a number from 1 to 4 as n\n        set pot to n", 4,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "high"), COUNTERS.values(), ids=COUNTERS)
def test_how_high_a_pot_can_get(rules: str, high: float) -> None:
    assert counter("pot", rules) == (0, high)


HANDED_ROUND = """
counter money of player: starts at 5
phase start: nothing happens
round day:
    each player:
        give 1 money to left of you
        pay 1 money to the bank
"""


def test_what_only_changes_hands_is_as_much_as_there_is() -> None:
    assert counter("money", HANDED_ROUND) == (0, 20)
    assert counter("money", HANDED_ROUND, players=2) == (0, 10)


def test_one_coin_from_the_bank_in_each_round_and_there_is_no_end() -> None:
    assert counter("money", HANDED_ROUND + "    each player gains 1 money\n") == (0, END)


def test_each_player_gets_their_own_share_alone() -> None:
    assert counter("coin", "phase one: each player gains 3 coins") == (0, 3)
    assert counter("coin", "phase one: host gains 3 coins") == (0, 3)
    assert counter("coin", "phase one:\n    each player: host gains 3 coins") == (0, 12)


def test_below_zero_goes_only_what_may() -> None:
    debt = "counter debt of player: from -9 to 9, starts at 0\nround day: each player loses 1 debt"
    assert counter("debt", debt) == (-9, 0)
    assert counter("kept", "remember kept: number\nround day: set kept to 0 - 4") == (-4, 0)


def test_what_is_narrowed_is_narrower() -> None:
    rules = "phase one: raise pot by wage * number of players"
    assert counter("pot", rules) == (0, 36)
    assert counter("pot", rules, players=3) == (0, 27)
    assert counter("pot", rules, players=3, wage=2) == (0, 6)


def test_zones_hold_what_can_get_there() -> None:
    assert zone("pile", "").most == 6
    assert zone("used", "").most == 0
    assert zone("used", "round day: move top of pile to used").most == 6
    assert zone("slot_one", "round day: move top of pile to slot_one").most == 1
    assert zone("used", "phase one: move top 2 of pile to used").most == 2
    assert zone("hand", "phase one: each player draws 2 from pile").most == 2
    assert zone("hand", "phase one: host draws 2 from pile").most == 2
    assert zone("hand", "round day: each player draws 2 from pile").most == 6


def test_pieces_that_are_made() -> None:
    assert zone("used", "phase one:\n    each player: create 2 stones in used").most == 8
    endless = zone("used", "round day:\n    each player: create 2 stones in used")
    assert (endless.most, endless.why.words) == (END, "stone may be made again and again")


def test_a_pile_that_is_filled_again_holds_what_comes_from_there() -> None:
    well = zone("well", "zone well: stack, face down, refill from used\nphase one: move top 2 of pile to used")
    assert (well.most, [kind.title for kind in well.kinds]) == (6, ["Low", "High"])


def test_pieces_that_change_places_get_where_the_others_lie() -> None:
    rules = "phase one:\n    create 1 stone in used\n    swap top of pile and top of used"
    assert {kind.title for kind in zone("pile", rules).kinds} == {"Low", "High", "stone"}
    assert {kind.title for kind in zone("used", rules).kinds} == {"Low", "High", "stone"}


def test_of_what_may_be_missing_there_may_be_none() -> None:
    rules = "remember taste: Good\nphase one: set taste to first of (every Good where heap[honey] > 3)"
    assert counter("taste", rules) == (-1, 1)


def test_which_pieces_get_there() -> None:
    kinds = zone("used", "round day:\n    each player: create 1 stone in your hand\n    move top of pile to used").kinds
    assert [(kind.title, kind.most) for kind in kinds] == [("Low", 5), ("High", 1)]


def test_whole_zones_that_change_places_do_not_mind_their_room() -> None:
    assert zone("slot_one", "phase one: swap slot_one and pile").most == 6


def test_questions_have_as_many_options_as_there_can_be() -> None:
    rules = """
phase one:
    each player:
        choose a number from 2 to wage as n
        choose up to 2 cards from pile as some_cards
        choose an order of pile as sorted
        you may choose a player other than you as rival: nothing happens
        choose one:
            option "A": nothing happens
            option "B": nothing happens
"""
    asked = found(rules).questions
    assert [(q.most, q.picks, q.may_pass) for q in asked] == [
        (8, 1, False), (6, 2, True), (6, 5, False), (4, 1, True), (2, 1, False),
    ]  # fmt: skip


def test_rounds_go_on_so_often() -> None:
    (day,) = found("round day until round_number >= wage: nothing happens").rounds
    assert day.most == 9


def test_lists_are_as_long_as_what_they_are_taken_from() -> None:
    (awake,) = found(
        "phase one:\n    let awake be every player where coin > 0\n    each player in awake: gain 1 coin"
    ).lists
    assert (awake.name, awake.most) == ("awake", 4)


def test_what_has_no_bound_is_named() -> None:
    endless = without_bound(found("round day:\n    raise pot by 1\n    create 1 stone in used"))
    names = [one.name if isinstance(one, NumberBound) else one.zone.name for one in endless]
    assert names == ["used", "pot"]
