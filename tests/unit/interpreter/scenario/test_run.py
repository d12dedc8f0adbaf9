"""The scenario runner tells right from wrong: for each form of claim and answer, one that holds and one that does
not."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.scenario.run import Outcome
from interpreter.scenario.suite import suite

GAME = """
game "Nim":
    players: 2 to 3

counter coins of player: hidden, starts at 5
counter pile: starts at 7
role taker
flag bold of player
cards Card: worth: number
zone hand of player: hand
zone table: row, face up
zone stock: stack, face down, seen by nobody
zone secret of player: slot, face down, seen by whoever put it there

deck Card in stock:
    "One", worth 1
    "Two", worth 2
    3 x "Three", worth 3

setup:
    each player: draw 1 from stock to your hand

round turn "Turn" until pile is 0:
    each player:
        you may choose a number from 1 to 3 as taken asking "Take how many?" passing "Leave it":
            lower pile by taken
            set taker to you

step 1 gift "Gift":
    each player:
        you may "be bold": set your bold to yes
    each player:
        choose a player other than you as friend asking "Who gets a coin?"
        give 1 coins to friend

define wealth of player: coins * 2

procedure best, deciding player or none:
    decide taker

action shout "Shout":
    needs bold of you else "only the bold shout"
    raise pile by 1

procedure sorting:
    as first of players:
        choose an order of table as sorted asking "In which order?"
        for each one in sorted: move one to hand of first of players

step 2 hiding "Hiding":
    each player: move top of stock to your secret

game ends when pile is 0: taker wins
"""


def play(tmp_path: Path, scenario: str) -> Outcome:
    """The only scenario of the game, indented below `played by ann, ben`."""
    (tmp_path / "game.bylaws").write_text(GAME + '\nscenario "It":\n    played by ann, ben\n' + _indented(scenario))
    groups = list(suite(load(tmp_path)))
    assert not [d.message for g in groups for d in g.diagnostics]
    (outcome,) = [o for g in groups for o in g.outcomes]
    return outcome


def _indented(text: str) -> str:
    return "".join(f"    {line.strip()}\n" for line in text.strip().splitlines())


HOLD = {
    "a value": "then pile is 7",
    "a given value": "given pile is 3\nthen pile is 3",
    "given to all": "given coins of players is 2\nthen ann's coins is 2\nand ben's coins is 2",
    "claimed of all": "then coins of players is 5\nand wealth of players > 9",
    "given cards": 'given table holds "One", "Three"\nthen table holds "Three"\nand number of cards in table = 2',
    "given copies": 'given table holds 2 x "Three"\nthen number of cards in table = 2',
    "a mark": "given bold of ben is yes\nthen bold of ben",
    "can": "given bold of ben is yes\nthen ben can shout\nand ann cannot shout",
    "an action is taken": "given bold of ben is yes\nwhen ben takes shout\nthen pile is 8\nand shout happened 1 times",
    "numbers chosen": 'when round turn\nand ann chooses 2 at "Take"\nand ben passes\nthen pile is 5\nand taker is ann',
    "passing by others is skipped": 'when round turn\nand ben chooses 3 at "Take"\nthen pile is 4',
    "agreeing": 'when step gift\nand ann agrees at "bold"\nand ben declines\n'
    'and ann chooses ben at "Who"\nand ben chooses ann\nthen bold of ann\nand give happened 2 times',
    "everybody else passes": "when round turn\nand everybody else passes\nthen taker is none\nand the game is not over",
    "an open question": 'when round turn\nthen ann is asked "Take"\nand ann is offered 1, 2, 3\n'
    "and ann is not offered 4\nand ann may pass\nand ben is not asked",
    "all that is offered": "when round turn\nthen ann is offered only 1, 2, 3\nand ann may pass",
    "all cards that are offered": 'given table holds only 2 x "Three", "One"\nwhen do sorting\n'
    'then ann is offered only "Three", "One" from table\nwhen ann chooses "One", "Three"\nthen table is empty',
    "somebody is given a flag and a role": "given ann is bold\nand ben is the taker\n"
    "then bold of ann\nand not bold of ben\nand taker is ben",
    "the end": "given pile is 1\nwhen the game is played\nand ann chooses 1\nand ben passes\n"
    "then the game is over\nand ann wins",
    "a decision": "given taker is ben\nwhen do best\nthen best decided ben",
    "sees": "when step hiding\nthen ann does not see ben's secret\nand ann sees ann's hand\n"
    "and ann does not see ben's hand\n"
    "and ann does not see coins of ben\nand ben sees coins of ben",
    "did not happen": "when round turn\nand everybody else passes\nthen shout did not happen\nand turn happened",
    "random play ends": "when everybody plays at random\nthen the game is over",
}

FAIL = {
    "a value": ("then pile is 6", "`pile` is 7"),
    "a player": ("given taker is ben\nthen taker is ann", "`taker` is ben"),
    "a counter of all": ("given coins of ben is 4\nthen coins of players is 5", "`coins` is 4"),
    "a definition of all": ("given coins of ben is 4\nthen wealth of players is 10", "`wealth` is 8"),
    "cards": ('given table holds "One"\nthen table holds "Two"', "One"),
    "can": ("then ann can shout", "only the bold shout"),
    "cannot": ("given bold of ann is yes\nthen ann cannot shout", "it is allowed"),
    "taking what is not allowed": ("when ann takes shout\nthen pile is 8", "only the bold shout"),
    "a number too high": ("when round turn\nand ann chooses 4\nthen pile is 3", "ann may choose: 1 to 3"),
    "the wrong player": ("when round turn\nand ben chooses 1\nthen pile is 6", "ann is asked"),
    "too many answers": (
        "when round turn\nand ann passes\nand ben passes\nand ann passes\nthen pile is 7",
        "nobody is asked anything more",
    ),
    "a question left open": ("when round turn\nthen pile is 7", "ann is still asked"),
    "asked something else": ('when round turn\nthen ann is asked "Give"', "ann is asked: Take how many?"),
    "agreeing where there are several answers": (
        'given table holds "One", "Two"\nwhen do sorting\nand ann agrees\nthen pile is 7', "ann may choose: One, Two"
    ),
    "offered": ("when round turn\nthen ann is not offered 2", "ann may choose"),
    "offered only": ("when round turn\nthen ann is offered only 1, 2", "ann may choose: 1 to 3"),
    "offered only some cards": (
        'given table holds only "Three", "One"\nwhen do sorting\nthen ann is offered only "Three"', "Three, One"
    ),
    "may pass": ("when step gift\nand ann passes\nand ben passes\nthen ann may pass", "ann is asked"),
    "passing what must be answered": (
        "when step gift\nand everybody else passes\nthen pile is 7",
        "ann must answer: Who gets a coin?",
    ),
    "over": ("then the game is over", "it is not over"),
    "the winner": (
        "given pile is 1\nwhen the game is played\nand ann chooses 1\nand ben passes\nthen ben wins",
        "ann won",
    ),
    "winning before the end": ("then ann wins", "the game is not over"),
    "happened": ("then shout happened", "it did not happen"),
    "happened so often": (
        "given bold of ben is yes\nwhen ben takes shout\nthen shout happened 2 times",
        "it happened once",
    ),
    "a decision": ("given taker is ben\nwhen do best\nthen best decided ann", "ben"),
    "sees": ("then ann sees ben's hand", "ann does not see Two"),
    "does not see": ("then ann does not see ann's hand", "ann sees One"),
    "no such card left": ('given table holds 2 x "One"\nthen pile is 7', "no such card is left"),
    "refused": ("then the game is refused", "2 players may play it"),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_is_so_passes(name: str, tmp_path: Path) -> None:
    outcome = play(tmp_path, HOLD[name])
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize("name", FAIL)
def test_what_is_not_so_fails_and_says_what_is(name: str, tmp_path: Path) -> None:
    scenario, got = FAIL[name]
    outcome = play(tmp_path, scenario)
    assert outcome.failure is not None
    assert got in outcome.failure.got


def test_the_last_of_an_order_is_not_asked_and_the_failure_says_so(tmp_path: Path) -> None:
    in_order = 'given table holds only "One", "Two"\nwhen do sorting\nand ann chooses "Two", "One"\nthen pile is 7'
    outcome = play(tmp_path, in_order)
    assert outcome.failure is not None and outcome.failure.got == "nobody is asked anything more"
    assert any("last of an order" in each for each in outcome.failure.notes)
    assert play(tmp_path, in_order.replace(', "One"\nthen', "\nthen")).passed


def test_a_wrong_number_of_players_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.bylaws").write_text(
        GAME + '\nscenario "Four":\n    played by a, b, c, d\n    then the game is refused\n'
    )
    (group,) = suite(load(tmp_path))
    assert [o.passed for o in group.outcomes] == [True]


def test_a_fault_of_the_rules_fails_the_scenario(tmp_path: Path) -> None:
    rules = GAME + "\nprocedure split of parts: number:\n    set pile to pile / parts rounded down\n"
    scenario = '\nscenario "Split":\n    played by ann, ben\n    when do split of 0\n    then pile is 0\n'
    (tmp_path / "game.bylaws").write_text(rules + scenario)
    (group,) = suite(load(tmp_path))
    (outcome,) = group.outcomes
    assert outcome.failure is not None and "divided by 0" in outcome.failure.got


COSTS = """
game "Why":
    players: 2 to 3
cards Cable: length: number
zone hand of player: hand
zone discard_pile: stack, face up
counter coin of player: starts at 1
deck Cable in discard_pile:
    3 x "Long cable", length 4
tokens gem
action stroll "Stroll": gain 1 coin
action build "Build", costs 2 Cables: gain 1 coin
action bribe "Bribe", costs 3 coins: gain 1 coin
action gaze "Gaze", up to 2 per turn: gain 1 coin
action bow "Bow", on your turn: gain 1 coin
action dance "Dance":
    needs your coin >= 5
    gain 1 coin
round day "Day":
    players take turns: you take any number of actions from build, gaze, stroll
"""


@pytest.mark.parametrize(
    ("story", "why"),
    [
        (
            'given ann\'s hand holds only "Long cable"\nwhen ann takes build',
            '"Build" is not possible now: it costs 2 Cables (there is 1 cable in your hand).',
        ),
        ("when ann takes bribe", '"Bribe" is not possible now: it costs 3 coins (you have 1 coin).'),
        ("when ann takes dance", '"Dance" is possible only if you have at least 5 coins: you have 1 coin.'),
        (
            "given active_player is ben\nwhen ann takes bow",
            '"Bow" is not possible now: only on your own turn (it is ben\'s turn).',
        ),
        ("when round day\nthen ben can gaze", "ann is asked something else first: What do you do?"),
        (
            "when round day\nthen ann can dance",
            '"Dance" cannot be done at this point. The question is: What do you do?',
        ),
        (
            "when round day\nand ann takes gaze\nand ann takes gaze\nand ann takes gaze",
            '"Gaze" is not possible now: no more than 2 times per turn.',
        ),
        (
            "when round day\nthen ann is offered build",
            '"Build" is not possible now: it costs 2 Cables (there are no cables in your hand).',
        ),
    ],
)
def test_why_an_action_cannot_be_taken_is_told_as_at_the_table(tmp_path: Path, story: str, why: str) -> None:
    claim = "" if "then" in story else "\nthen coin of ann is 1"
    lines = "".join(f"    {line}\n" for line in f"{story}{claim}".splitlines())
    (tmp_path / "game.bylaws").write_text(f'{COSTS}\nscenario "It":\n    played by ann, ben\n{lines}')
    (outcome,) = [o for group in suite(load(tmp_path)) for o in group.outcomes]
    assert outcome.failure is not None
    assert why in (outcome.failure.got, *outcome.failure.notes)


TITLES = """
game "Titles":
    players: 2 to 3
enum Good: wheat, rye, oats
counter coin of player: starts at 5
procedure ask:
    each player:
        let mate be left of you
        choose one asking "What do you do?":
            option "{wanted} at market, by donkey" for each wanted in Good: lose 1 coin
            option "Doubt that {mate} is the Cook": lose 2 coins
            option "Doubt that {mate} is the Porter": lose 3 coins
            option "Nothing": nothing happens
            option "Nothing at all, since it is late" if coin of you > 9: nothing happens
"""
ALL = (
    "Wheat at market, by donkey", "Rye at market, by donkey", "Oats at market, by donkey", "Doubt that ben is the Cook",
    "Doubt that ben is the Porter", "Nothing",
)  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("Rye at market, by donkey", 4), ("rye at", 4), ("rye", 4), ("Doubt that ben is the Cook", 3),
        ("doubt that ... is the cook", 3), ("Doubt that {mate} is the P", 2), ("Doubt that ben is the P", 2),
        ("Nothing", 5), ("doubt that", None), ("Doubt that ... is the Boatman", None), ("nothing at all", None),
    ],
)  # fmt: skip
def test_options_go_by_the_beginning_of_their_titles(tmp_path: Path, answer: str, left: int | None) -> None:
    story = f'    when do ask\n    and ann chooses "{answer}"\n    and ben chooses "nothing"\n'
    claims = f'    then coin of ann is {left or 0}\nscenario "B":\n    played by ann, ben\n    when do ask\n'
    offered = f'    then ann is {"not " if left is None and answer[-4:] != "that" else ""}offered "{answer}"\n'
    (tmp_path / "game.bylaws").write_text(f'{TITLES}\nscenario "A":\n    played by ann, ben\n{story}{claims}{offered}')
    groups = list(suite(load(tmp_path)))
    told, claimed = (o for group in groups for o in group.outcomes)
    assert claimed.passed, claimed.failure
    if left is not None:
        assert told.passed, told.failure
        return
    assert told.failure is not None
    listed = told.failure.got.removeprefix("ann may choose: ")
    first = {"d": "Doubt that ben", "D": "Doubt that ben is the Porter", "n": "Nothing"}[answer[0]]
    assert listed.startswith(first) and all(one in listed for one in ALL)
    assert bool(told.failure.notes) == (answer == "doubt that")


ALIKE = """
game "Alike":
    players: 2
enum Row: upper, middle
cards Beast: power: number
enum Pile: titles of Beast
zone hand of player: hand
zone market: row, face up
zone supply by Pile: stack, face up
zone stall of player by Row: row, face up
zone gone: row, face up
flag tired of Beast
remember marked: Beast or none
deck Beast in market:
    3 x "Ox", power 1
    2 x "Cow", power 2
procedure ask:
    as first of players:
        choose a Beast from (every Beast) as one asking "Which?"
        move one to gone
scenario "It":
    played by ann, ben
    given gone is empty
"""


@pytest.mark.parametrize(
    ("given", "answer", "ways"),
    [
        ("", '"Ox"', ()),
        ('and ben\'s hand holds "Ox"', '"Ox"', ('"Ox" from ben\'s hand', '"Ox" from market')),
        ('and ben\'s hand holds "Ox"', '"Ox" from market', ()),
        ('and stall[middle] of ann holds "Ox"', '"Ox"', ('"Ox" from ann\'s stall[middle]', '"Ox" from market')),
        ('and supply["Ox"] holds "Ox"', '"Ox"', ('"Ox" from market', '"Ox" from supply["Ox"]')),
        ('and supply["Ox"] holds 2 x "Ox"', '"Ox" from supply', ()),
        ("and tired of item(2) of market is yes", '"Ox" from market', ("item(1) of market", "item(2) of market")),
        ("and tired of item(2) of market is yes", "item(2) of market", ()),
        ("and marked is item(1) of market", '"Ox"', ("item(1) of market", "item(2) of market")),
        ('and market holds "Ox" face down', '"Ox"', ("item(1) of market", "item(5) of market")),
        ('and ben\'s hand holds "Ox"', '"Cow" from ben\'s hand', None),
    ],
)
def test_of_cards_that_are_called_the_same_it_is_said_which(
    tmp_path: Path, given: str, answer: str, ways: tuple[str, ...] | None
) -> None:
    lines = f"    {given}\n" if given else ""
    story = f"{lines}    when do ask\n    and ann chooses {answer}\n    then number of cards in gone = 1\n"
    (tmp_path / "game.bylaws").write_text(ALIKE + story)
    (outcome,) = [o for group in suite(load(tmp_path)) for o in group.outcomes]
    if ways == ():
        assert outcome.passed, outcome.failure
        return
    assert outcome.failure is not None
    if ways is None:
        assert outcome.failure.expected == "Cow from ben's hand to be offered"
        return
    said = [f"`ann chooses {way}`" for way in ways]
    assert sorted(outcome.failure.notes[0].removeprefix("say which: ").split(" or ")) == sorted(said)


def test_the_place_that_is_said_last_holds_for_all_titles(tmp_path: Path) -> None:
    story = """
    and ben's hand holds "Ox", 2 x "Cow"
    when do ask
    then ann is offered "Cow", "Ox" from ben's hand
    and ann is not offered "Cow" from market
    when ann chooses "Cow" from ben's hand
    and do ask
    and ann chooses "Ox" from ben's hand
    then ben's hand holds only "Cow"
"""
    (tmp_path / "game.bylaws").write_text(ALIKE + story[1:])
    (outcome,) = [o for group in suite(load(tmp_path)) for o in group.outcomes]
    assert outcome.passed, outcome.failure
