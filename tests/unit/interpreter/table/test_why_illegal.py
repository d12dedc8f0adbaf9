"""Why something cannot be chosen: in the player's own terms, with the rule, and no more than the asker can know."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from interpreter.table.decision import decision
from interpreter.table.session import Session
from interpreter.table.why_illegal import Reason, not_now, why_illegal
from tests.tables import game_of, table

HEAD = """game "Reasons":
    players: 2 to 3
enum Mood: merry, gloomy
parameter largest = 5 (1 to 9) "the most that a stall takes"
counter coins of player: starts at 3
counter purse of player: hidden, starts at 3
counter tally
counter pot: starts at 4
define reach of player: coins + 1
cards Ware: price: number
zone shelf: row, face up
zone bag: stack, face down
zone hand of player: hand
flag tired of player
deck Ware in shelf:
    "Lamp", price 2
    "Rug", price 9
action dance "Dance":
    needs coins of you >= 5
    needs not tired of you else "you are tired"
    raise tally by 1
action sing "Sing":
    raise tally by 1
action buy "Buy":
    choose a card from shelf as bought where price <= 1
    move bought to your hand
action sell "Sell":
    choose a number from 1 to coins of you - 3 as sold
    lower coins of you by sold
action show "Show":
    choose a card from shelf as shown_one
    reveal shown_one
phase day "Day":
    each player:
"""


def asked(body: str, players: int = 3) -> Session:
    return table(game_of(HEAD + indent(dedent(body).strip("\n"), " " * 8) + "\n"), players)


def why(session: Session, said: str) -> Reason | None:
    return why_illegal(session.engine, session.state, session.words, said)


def sentence(session: Session, said: str) -> str:
    reason = why(session, said)
    assert reason is not None
    return reason.sentence


NUMBER = "choose a number from coins of you - 1 to coins of you as n\nraise tally by n"


@pytest.mark.parametrize("said", ["2", "3"])
def test_what_is_offered_has_no_reason_against_it(said: str) -> None:
    assert why(asked(NUMBER), said) is None


def test_numbers_are_too_little_or_too_much() -> None:
    session = asked(NUMBER)
    assert sentence(session, "1") == "1 is too little: it has to be at least 2 (your coins minus 1: you have 3 coins)."
    assert sentence(session, "-4").startswith("-4 is too little: it has to be at least 2")
    assert sentence(session, "4") == "4 is too much: you have 3 coins."
    assert sentence(session, "lots") == 'A number is asked for here, and "lots" is none.'


@pytest.mark.parametrize(
    ("most", "why_not"),
    [
        ("purse of you", "you have 3 purse"),
        ("coins of left of you", "Ben has 3 coins"),
        ("pot", "the pot is 4"),
        ("reach of you", "your reach is 4"),
        ("number of cards in shelf", "there are 2 cards in the shelf"),
        ("6", "it can be at most 6"),
        ("largest", "it can be at most 5 (the most that a stall takes)"),
        ("price of first of shelf", "the price of Lamp is 2"),
        ("coins of you + pot", "it can be at most 7 (your coins plus the pot: you have 3 coins and the pot is 4)"),
    ],
)
def test_a_limit_is_told_in_the_players_own_terms(most: str, why_not: str) -> None:
    session = asked(f"choose a number from 1 to {most} as n\nraise tally by n")
    assert sentence(session, "9") == f"9 is too much: {why_not}."


def test_a_single_counter_stands_in_the_singular() -> None:
    session = asked("set coins of you to 1\n" + NUMBER)
    assert sentence(session, "9") == "9 is too much: you have 1 coin."


def test_the_place_is_where_the_rule_stands() -> None:
    session = asked(NUMBER)
    reason = why(session, "9")
    line = HEAD.count("\n") + 1
    assert reason is not None and reason.place == f"test.bylaws:{line}"


def test_passing_is_refused_where_an_answer_is_needed() -> None:
    assert sentence(asked(NUMBER), "pass") == "This question has to be answered."
    assert why(asked("you may choose a number from 1 to 2 as n: raise tally by n"), "pass") is None


CARD = "choose a card from shelf as taken where price > 1 and price <= coins of you\nmove taken to your hand"


def test_the_part_of_a_condition_that_fails_is_told() -> None:
    session = asked(CARD)
    assert sentence(session, "rug") == (
        "Rug can be chosen only if Rug's price is at most your coins: the price of Rug is 9 and you have 3 coins."
    )
    assert why(session, "LAMP") is None


def test_who_is_left_out_is_told_from_who_does_not_fit() -> None:
    session = asked("choose a player other than (you, left of you) as friend\nraise coins of friend by 1")
    assert sentence(session, "Ann") == "Ann cannot be chosen: it has to be other than you and the player to your left."
    assert why(session, "Cat") is None


def test_what_is_elsewhere_is_not_among_them() -> None:
    session = asked("draw 1 from shelf\nchoose a card from your hand as taken\nmove taken to bag")
    reasons = [why(session, "Lamp"), why(session, "Rug")]
    assert sorted(reason is None for reason in reasons) == [False, True]
    assert any("is not among the cards in your hand." in str(reason) for reason in reasons)


def test_misspelt_names_are_recognised() -> None:
    session = asked("choose a Mood as felt\nif felt is merry: raise tally by 1")
    assert sentence(session, "glomy").endswith('Did you mean "Gloomy"?')
    assert sentence(session, "7") == "There is no answer 7 here."


ACTIONS = "you take any number of actions from dance, sing, buy, sell"


def test_actions_name_the_need_that_is_not_met() -> None:
    session = asked(ACTIONS)
    assert sentence(session, "dance") == '"Dance" is possible only if you have at least 5 coins: you have 3 coins.'
    assert why(session, "Sing") is None
    tired = asked("raise coins of you by 9\nset tired of you to yes\n" + ACTIONS)
    assert sentence(tired, "dance") == '"Dance" is not possible now: you are tired.'


def test_actions_name_the_first_question_that_nothing_answers() -> None:
    session = asked(ACTIONS)
    assert sentence(session, "Buy") == (
        '"Buy" is not possible now: there is no card in the shelf whose price is at most 1.'
    )
    assert "at most 0 (your coins minus 3: you have 3 coins)" in sentence(session, "sell")


def test_an_action_that_is_not_listed_cannot_be_done_here() -> None:
    session = asked("you take any number of actions from sing")
    assert sentence(session, "dance") == '"Dance" cannot be done at this point. The question is: What do you do?'


def test_a_card_is_chosen_in_an_action_or_that_says_why_not() -> None:
    session = asked(ACTIONS)
    assert sentence(session, "Rug") == "Buy: Rug can be chosen only if Rug's price is at most 1: the price of Rug is 9."
    dear = asked(ACTIONS.replace("buy", "show"))
    assert sentence(dear, "Rug") == '"Rug" is chosen in an action: take "Show" first.'


def test_what_the_question_is_not_about_is_told_from_what_there_is_not() -> None:
    session = asked("choose a Mood as felt\nif felt is merry: raise tally by 1")
    assert sentence(session, "Ben") == '"Ben" is not among the answers here. The question is: Choose a Mood:'
    assert sentence(session, "Zed") == 'Nothing that could be answered here is called "Zed".'


def test_an_answer_of_a_menu_that_is_missing_says_why() -> None:
    menu = """
        choose one:
            option "Pay five coins" if coins of you >= 5: lower coins of you by 5
            option "Wait": raise tally by 1
    """
    session = asked(menu)
    why_not = '"Pay five coins" is possible only if you have at least 5 coins: you have 3 coins.'
    assert sentence(session, "pay") == why_not
    assert not_now(session.engine, session.state, session.words) == [(0, why_not)]


# ---------------------------------------------------------------- what the asker may know


def test_what_others_hold_is_quoted_and_not_told() -> None:
    session = asked("choose a number from 1 to purse of left of you - 3 as n\nraise tally by n", 2)
    assert session.over, "nobody has that much, so nobody is asked"
    session = asked("you may choose a number from 1 to purse of left of you - 3 as n: raise tally by n", 2)
    assert sentence(session, "2") == (
        "No number is possible now: it would have to be at least 1 and at most the purse of the player to your left"
        " minus 3."
    )


def test_a_part_that_can_be_known_is_named_before_one_that_cannot() -> None:
    body = "you may choose a player as rich where purse > 3 and coins > {}: raise coins of rich by 1"
    assert sentence(asked(body.format(2)), "Ben") == "Ben can be chosen only if Ben has more than 3 purse."
    assert sentence(asked(body.format(3)), "Ben") == (
        "Ben can be chosen only if Ben has more than 3 coins: Ben has 3 coins."
    )


def test_cards_that_are_not_known_are_not_named() -> None:
    session = asked(
        "move every card in shelf to bag\nshuffle bag\nchoose a card from bag as taken\nmove taken to your hand"
    )
    assert sentence(session, "Lamp") == 'Nothing that could be answered here is called "Lamp".'


PRICES = """
game "Prices":
    players: 2
cards Part: worth: number
zone hand of player: hand
zone discard_pile: stack, face up
counter coin "gold coins" of player: starts at 1
counter money of player: starts at 2, shown "$100" each
deck Part in discard_pile:
    "Paper", worth 1
action build "Build", costs 2 coins: nothing happens
action rest "Rest": nothing happens
round day:
    players take turns:
        choose one:
            option "Bribe", costs 2 coins: nothing happens
            option "Bail", costs 4 money: nothing happens
            option "Post", costs 1 Part: nothing happens
            option "Tip {some}" for each some from 1 to 3, costs some money: nothing happens
        you take one action from build, rest
        you may "leave", costs 1 coin: nothing happens
game ends after day when round_number = 9: nobody wins
"""


def words_of(session: Session) -> list[str]:
    options = decision(session.engine, session.state, session.words).options
    return [": ".join(filter(None, (one.words, one.terms))) for one in options]


def test_what_cannot_be_paid_says_the_price_and_what_there_is() -> None:
    session = table(game_of(PRICES), 2)
    assert sentence(session, "bribe") == '"Bribe" is not possible now: it costs 2 gold coins (you have 1 gold coin).'
    assert sentence(session, "bail") == '"Bail" is not possible now: it costs $400 (you have $200).'
    assert "it costs 1 Part (there are 0 cards in your hand)" in sentence(session, "post")
    assert words_of(session) == ["Tip 1: costs $100", "Tip 2: costs $200"]
    session.answer(0)
    assert sentence(session, "build") == '"Build" is not possible now: it costs 2 gold coins (you have 1 gold coin).'
    session.answer(0)
    assert words_of(session) == ["Yes: costs 1 gold coin", "No"]


def test_what_card_is_missing_is_told_without_the_kinds_of_cards_that_there_are() -> None:
    head = HEAD.replace("flag tired", 'cards Ticket\ntokens Chip\ndefine fits "fits the lamp" of Ware: no\nflag tired')
    body = """
        choose one asking "What now?":
            option "Plug it in" if any card in your hand where fits: nothing happens
            option "Wait": nothing happens
    """
    session = table(game_of(head + indent(dedent(body).strip("\n"), " " * 8) + "\n"), 3)
    told = '"Plug it in" is possible only if there is a card in your hand that fits the lamp.'
    assert sentence(session, "Plug it in") == told
