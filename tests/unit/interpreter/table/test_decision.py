"""A question in words: what each kind of option is called, what can be told apart, what the others hear."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from attrs import asdict

from dsl.loading import load
from interpreter.players.answers import answer
from interpreter.table.decision import Decision, NoSuchAnswer, Waiting, decision, engine_index, option_at
from interpreter.table.session import Session
from tests.tables import game_of, table

HEAD = """game "Kinds":
    players: 2 to 3
enum Mood: merry, gloomy "Gloomy as rain"
counters Coin of player: hidden, starts at 3
    gold "Gold pieces"
    copper
counter tally
cards Ware: price: number, mood: Mood
zone shelf: row, face up
zone bag: stack, face down
zone hand of player: hand
deck Ware in shelf:
    2 x "Lamp", price 2, mood merry
    "Vase", price 0, mood gloomy
phase questions "Questions":
    each player:
"""


def asked(body: str, players: int = 2) -> Session:
    """A game that asks each player what `body` says; the first one is asked now."""
    return table(game_of(HEAD + indent(dedent(body).strip("\n"), " " * 8) + "\n"), players)


def question(session: Session) -> Decision:
    return decision(session.engine, session.state, session.words)


def words(session: Session) -> list[tuple[str, str]]:
    return [(option.kind, option.words) for option in question(session).options]


def test_values_are_called_by_their_titles() -> None:
    session = asked("""
        choose a Mood as felt asking "How do you feel, {you}?"
        if felt is merry: raise tally by 1
    """)
    assert words(session) == [("option", "Merry"), ("option", "Gloomy as rain")]
    assert question(session).prompt == "How do you feel, Ann?"


def test_players_are_called_by_their_names_and_counters_by_their_titles() -> None:
    session = asked(
        """
        choose a player other than you as friend
        choose a Coin as kind
        give 1 kind to friend
        """,
        players=3,
    )
    assert words(session) == [("option", "Ben"), ("option", "Cat")]
    session.answer(1)
    assert words(session) == [("option", "Gold pieces"), ("option", "Copper")]


def test_cards_are_called_by_their_titles_with_what_is_printed_on_them() -> None:
    session = asked("""
        choose a card from shelf as taken
        move taken to your hand
    """)
    listed = question(session).options
    printed = ["Lamp (price 2, mood Merry)", "Vase (price 0, mood Gloomy as rain)"]
    assert [option.words for option in listed] == printed
    assert [(option.name, option.alike) for option in listed] == [("Lamp", 2), ("Vase", 1)]


def test_a_range_is_two_numbers_and_what_stands_beside_it() -> None:
    session = asked("""
        you may choose a number from 2 to 7 as wanted passing "Keep out": gain wanted gold
    """)
    shown = question(session)
    assert shown.numbers == (2, 7) and shown.first_option == 6
    assert words(session) == [("pass", "Keep out")]
    session.answer(shown.first_option)
    assert session.log(None)[-1].text == 'Ann chooses "Keep out".'


def test_the_number_of_an_answer_means_the_same_to_the_engine() -> None:
    session = asked("you may choose a number from 2 to 7 as wanted: gain wanted gold")
    engine, state = session.engine, session.state
    codes = [engine.code(state, engine_index(engine, state, session.words, number)) for number in range(7)]
    assert codes[:6] == [2, 3, 4, 5, 6, 7] and codes[6] < 0


def test_an_offer_without_a_choice_is_a_yes_or_a_no() -> None:
    session = asked('you may "take the gold": gain 1 gold')
    assert question(session).prompt == "Take the gold?"
    assert words(session) == [("option", "Yes"), ("pass", "No")]


def test_a_menu_lists_its_labels() -> None:
    session = asked("""
        choose one asking "What now?":
            option "take the gold": gain 1 gold
            option "take the copper" if gold of you > 9: gain 1 copper
            option "leave it": raise tally by 1
    """)
    assert question(session).prompt == "What now?"
    assert words(session) == [("option", "Take the gold"), ("option", "Leave it")]


def test_several_are_asked_for_one_by_one_until_done() -> None:
    session = asked("""
        choose up to 2 cards from shelf as some
        for each one in some: move one to your hand
    """)
    assert words(session)[-1] == ("pass", "Done")
    session.answer(0)
    assert [(option.name, option.alike) for option in question(session).options] == [
        ("Lamp", 1),
        ("Vase", 1),
        ("Done", 1),
    ]


HIDDEN_HAND = """
    move every card in shelf to bag
    shuffle bag
    move every card in bag to hand of left of you
    choose a card from hand of left of you as taken
    move taken to your hand
"""


def test_what_the_asker_does_not_know_cannot_be_told_apart() -> None:
    session = asked(HIDDEN_HAND)
    assert words(session) == [("option", "a card from Ben's hand")]
    assert question(session).options[0].alike == 3


def test_known_cards_in_somebody_elses_hand_come_sorted_and_before_the_others() -> None:
    session = asked(HIDDEN_HAND)
    for piece in session.state.options:
        session.state.seen[piece] |= session.words.title(session.state, piece) == "Lamp"
    told = words(session)
    session.state.zones[session.state.zone[session.state.options[0]]].reverse()
    session.state.options = tuple(reversed(session.state.options))
    assert [said for _, said in told] == ["Lamp (price 2, mood Merry)", "a card from Ben's hand"]
    assert words(session) == told


def test_places_in_a_pile_are_told_apart_though_their_cards_are_not() -> None:
    session = asked("""
        move every card in shelf to bag
        shuffle bag
        choose a card from bag as taken
        move taken to your hand
    """)
    assert [said for _, said in words(session)] == [f"a card from the bag, number {n}" for n in (1, 2, 3)]


def test_the_others_hear_only_who_decides() -> None:
    session = asked("you may choose a number from 1 to gold of you as paid: lose paid gold")
    waiting = session.question(1)
    assert waiting == Waiting(0, "Ann is deciding.")
    assert waiting and set(asdict(waiting)) == {"seat", "words"}
    while not session.over:
        session.answer(0)
    assert session.question(0) is None


ELSEWHERE = """game "Elsewhere":
    players: 2 to 2
counter tally
procedure befriend of one: player:
    as one:
        you may choose a player other than you as friend: raise tally by 1
        you may choose up to 2 players as friends: raise tally by 1
phase questions:
    each player: do befriend of you
"""


@pytest.mark.parametrize("engine", ["reference", "generated"])
def test_passing_is_called_the_same_wherever_the_question_stands(engine: str) -> None:
    session = table(game_of(ELSEWHERE), 2, engine=engine)
    called = []
    for _ in range(2):
        called.append(words(session)[-1])
        session.decide(session.engine.option_count(session.state) - 1)
    assert called == [("pass", "Pass"), ("pass", "Done")]


STOPPING = """game "Stopping":
    players: 2
counter tally
action work: raise tally by 1
free action rest: raise tally by 1
phase questions:
    each player:
        you take up to 2 actions from work passing "Rest"
        you take one action from work passing "Go home"
        you take free actions passing "End your turn"
"""


@pytest.mark.parametrize("engine", ["reference", "generated"])
def test_stopping_is_called_as_the_rules_say(engine: str) -> None:
    session = table(game_of(STOPPING), 2, engine=engine)
    called = []
    for _ in range(3):
        called.append(words(session)[-1])
        session.decide(session.engine.option_count(session.state) - 1)
    assert called == [("pass", "Rest"), ("pass", "Go home"), ("pass", "End your turn")]


@pytest.mark.parametrize(
    ("body", "prompts"),
    [
        ('choose 2 cards from shelf as picked asking "Which ones?"', ["Which ones? (1 of 2)", "Which ones? (2 of 2)"]),
        (
            'choose up to 3 cards from shelf as picked asking "Take"',
            ["Take (1 of at most 3)", "Take (2 of at most 3)", "Take (3 of at most 3)"],
        ),
        ('choose up to 1 card from shelf as picked asking "Take"', ["Take:"]),
        ('choose 9 cards from shelf as picked asking "Take"', ["Take (1 of 3)", "Take (2 of 3)", "Take (3 of 3)"]),
        ('choose an order of shelf as sorted asking "Next"', ["Next (1 of 3)", "Next (2 of 3)"]),
    ],
)
def test_of_several_it_says_which_one_it_is(body: str, prompts: list[str]) -> None:
    session, said = asked(body), []
    while session.state.player == 0:
        said.append(question(session).prompt)
        session.answer(0)
    assert said == prompts


ALIKE = """game "Alike":
    players: 3
cards Beast: power: number
zone pile: stack, face down, seen by nobody
zone field of player: row, face up
zone discard_pile: row, face up
deck Beast in pile:
    9 x "Ox", power 3
setup:
    each player: move top of pile to your field
    move top of pile to field of last of players
phase culling:
    first of players chooses a card from (field of players) as victim asking "Which one goes?"
    discard victim
    first of players chooses a number from 1 to 2 as n
    announce "{n}"
"""


def test_alike_cards_in_different_places_are_different_answers() -> None:
    session = table(game_of(ALIKE), 3)
    options = question(session).options
    assert [(option.words, option.alike) for option in options] == [
        ("Ox (power 3), your field", 1),
        ("Ox (power 3), Ben's field", 1),
        ("Ox (power 3), Cat's field", 2),
    ]
    assert answer(question(session), "ox") is None and answer(question(session), "ox (power 3), ben") == 1
    first = option_at(session.engine, session.state, session.words, 0)
    assert first.words == "Ox (power 3), your field"
    session.answer(1)
    assert [len(zone.pieces) for zone in session.view(0).zones if zone.name == "field"] == [1, 0, 2]
    for seat in (0, 1, None):
        said = [line.text for line in session.log(seat)]
        whose, ben = ("You choose", "Ben's") if seat == 0 else ("Ann chooses", "your" if seat == 1 else "Ben's")
        assert f'{whose} {ben} Ox ("Which one goes?").' in said
        assert f"Ox is discarded from {ben} field." in said


@pytest.mark.parametrize("engine", ["reference", "generated"])
def test_braces_in_the_titles_of_options_are_filled_in(engine: str) -> None:
    body = """
        let low be 3
        let high be low + 4
        choose one asking "Which of {low} to {high}?":
            option "{low}, {you}": raise tally by 1
            option "from {low} to {high}" if high > 5: raise tally by 2
            option "{low}, Ann": raise tally by 3
        you may "pay {high} of {low}": raise tally by high
    """
    session = table(game_of(HEAD + indent(dedent(body).strip("\n"), " " * 8) + "\n"), 2, engine=engine)
    assert question(session).prompt == "Which of 3 to 7?"
    assert words(session) == [("option", "3, Ann"), ("option", "From 3 to 7"), ("option", "3, Ann")]
    session.answer(2)
    assert session.view(0).variables[-1].cells[0].value == 3
    assert question(session).prompt == "Pay 7 of 3?"


def test_what_is_no_name_in_the_braces_of_an_option_is_an_error() -> None:
    menu = 'choose one:\n    option "{1 + 1}": gain 1 tally\n    option "b": nothing happens'
    for line in (menu, 'you may "{x y}": nothing happens'):
        rules = HEAD + indent(line, " " * 8) + "\n"
        found = load(Path("test.bylaws"), texts={Path("test.bylaws"): rules}).diagnostics
        assert "not-a-name" in [one.name for one in found]


SPACES = """game "Rooms":
    players: 2
spaces Room: hall, pantry, stairs
enum Mood: merry, gloomy
cards Ware: price: number
pawn guest of player: starts on hall
pawn cat: starts on stairs
counter mud of Room
flag dark of Room: shown
zone floor of Room: group, face up
zone chest of Room: stack, face down, seen by nobody
zone pack: row, face down, seen by nobody
deck Ware in pack:
    4 x "Lamp", price 2
phase day "Day":
    move top of pack to chest[pantry]
    repeat 2 times: move the Ware in pack to floor[pantry]
    set mud of stairs to 2
    set dark of hall to yes
    each player chooses a Room as entered asking "Where?"
    each player chooses a Mood as felt asking "How?"
"""


def test_a_space_is_offered_with_what_there_is_on_it() -> None:
    session = table(game_of(SPACES), 2)
    assert [(one.words, one.text) for one in session.decision.options] == [
        ("Hall", "Ann, Ben, Dark"), ("Pantry", "2 x Lamp, Chest: 1 unknown"), ("Stairs", "Cat, Mud 2"),
    ]  # fmt: skip
    session.answer(0)
    session.answer(0)
    assert [one.text for one in session.decision.options] == ["", ""], "values that are no spaces hold nothing"


STAND = """game "Stand":
    players: 2
counter coins of player: starts at 5
counter fame of player
action build "Build", costs 2 coins, up to 1 per turn: gain 1 fame
action rest "Rest": gain 1 coin
round day "Day", at most 2 times:
    each player: take up to 3 actions from build, rest
    each player:
        choose a number from 1 to 2 as praise asking "How much fame?"
        pay (praise * 2) coins to the bank
        gain praise fame
"""


def test_a_question_says_what_is_left_what_it_costs_and_what_a_number_means() -> None:
    session = table(game_of(STAND), 2)
    assert session.decision.prompt == "What do you do? (3 actions left of 3)"
    assert [one.terms for one in session.decision.options] == ["costs 2 coins; once per turn, 1 left", "", ""]
    session.answer(0)
    assert session.decision.prompt == "What do you do? (2 actions left of 3)"
    session.answer(0)
    session.answer(0)
    assert session.decision.prompt == "What do you do? (3 actions left of 3)", "it is the other one's turn"
    while session.decision.numbers is None:
        session.answer(len(session.decision.options) - 1)
    assert session.decision.unit == "fame to gain, 2 coins to pay for each"


PICKS = """game "Picks":
    players: 2
parameter most = 1 (1 to 3) "how often one may rest"
cards Ware: price: number
zone chest of player: row, face up
zone pack: group, face up
counter coins of player
parameter worth = 100 (1 to 999) "what dust is worth"
counters Money of player: starts at 0
    gold
    dust, shown "${worth}" each
deck Ware in chest of players:
    1 x "Lamp", price 2
deck Ware in pack:
    1 x "Belt", price 1
    1 x "Cord", price 2
    1 x "Rope", price 3
action rest "Rest": gain 1 coins
round day "Day", at most 1 times:
    as first of players:
        take up to most actions from rest
        choose a piece from chest of players as lamp asking "Which lamp?"
        choose a player as friend asking "Who?"
        repeat 2 times:
            choose the next piece from pack as rope asking "Which rope?"
            move rope to your chest
        choose a Money as kind asking "Which?"
        choose a number from 1 to 2 as many asking "How many?"
        gain many kind
"""


def test_a_question_says_where_things_lie_who_one_is_and_how_many_are_to_be_chosen() -> None:
    session = table(game_of(PICKS), 2)
    assert session.decision.prompt == "What do you do?", "of a single action nothing is left"
    session.answer(1)
    lamps = ["Lamp (price 2), your chest", "Lamp (price 2), Ben's chest"]
    assert [one.words for one in session.decision.options] == lamps
    session.answer(1)
    assert [(one.name, one.words) for one in session.decision.options] == [("Ann", "Ann (you)"), ("Ben", "Ben")]
    session.answer(0)
    assert session.decision.prompt == "Which rope? (2 to choose)"
    assert [one.words for one in session.decision.options] == [
        "Belt (price 1)", "Cord (price 2)", "Rope (price 3)",
    ], "all lie in one place"
    session.answer(0)
    assert session.decision.prompt == "Which rope? (1 to choose)"
    session.answer(0)
    session.answer(1)
    assert session.decision.unit == "times $100 to gain", "of the kind that was chosen before"


AT_STAKE = """game "At Stake":
    players: 2 to 2
remember drawn: Ware or none
remember unseen: Ware or none
cards Ware
zone box: stack, face down, seen by nobody
zone hand of player: hand
deck Ware in box:
    3 x "Lamp":
        > It gives light.
        raise tally by 1
counter tally
action keep "Keep it":
    needs drawn exists
    raise tally by 2
phase questions "Questions":
    each player:
        draw a card from box to your hand as drawn_now
        set drawn to drawn_now
        set unseen to top of box
        {asks}
"""


@pytest.mark.parametrize(
    ("asks", "about"),
    [
        ('you may choose a number from 1 to 2 as n asking "How often {drawn_now}?": raise tally by n', ["Lamp"]),
        ('you may choose a number from 1 to 2 as n asking "What of {unseen}?": raise tally by n', []),
        ("you take up to 1 actions from keep", ["Lamp"]),
        ('you may choose a number from 1 to 2 as n asking "How often?": raise tally by n', []),
    ],
)
def test_a_question_about_a_card_shows_what_that_card_says_to_who_knows_it(asks: str, about: list[str]) -> None:
    session = table(game_of(AT_STAKE.replace("{asks}", asks)), 2)
    assert [one.card for one in question(session).cards] == about
    assert all("It gives light." in one.text for one in question(session).cards)


@pytest.mark.parametrize("number", [-1, 2, 10**30, True, "0", 1.0, None])
def test_what_is_no_number_of_an_answer_is_refused(number: Any) -> None:
    session = table(game_of(PICKS), 2)
    assert len(session.decision.options) == 2
    with pytest.raises(NoSuchAnswer, match="numbered from 0 to 1"):
        session.answer(number)
    assert not session.history
