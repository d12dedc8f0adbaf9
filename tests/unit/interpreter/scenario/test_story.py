"""A scenario is one story: runs, answers and claims in turn, about a game with a deal, secrets, dice and a rule that
looks at how things stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.scenario.run import Outcome
from interpreter.scenario.suite import Group, suite

GAME = """
game "Harbour":
    players: 2 to 3

enum Way: north "North wind", south "South wind"
counter coin of player
counter mirror of player
role host
flag shut
dice die: from 1 to 6
cards Crate: weight: number
zone quay:            row, face up
zone hold:            row, face down, seen by nobody
zone deck_pile:       stack, face down, seen by nobody
zone hand of player:  hand
zone own of player:   stack, face down, seen by nobody

deck Crate in deck_pile:
    "Tea", weight 1
    "Salt", weight 2
    "Rope", weight 3
    2 x "Iron", weight 4
    4 x "Ale", weight 5

deck Crate in own of players:
    "Letter", weight 1
    "Stamp", weight 1

define worth of player: coin + 1

setup:
    each player: draw 1 from deck_pile to your hand
    set host to first of players

whenever any player as one where mirror of one is not coin of one: set mirror of one to coin of one

action work "Work": gain 1 coin
action trade "Trade":
    choose a card from your hand as sold asking "What do you sell?"
    move sold to quay

round day "Day":
    step 1 working "Working":
        players take turns: you take one action from work, trade

step 2 winds "Winds":
    all players at once:
        choose a Way as way asking "Which wind?"
        if way is north: gain 1 coin
    announce "The wind has turned"

step 3 luck "Luck":
    roll 2 dice as thrown
    first of players gains coin equal to total pips of thrown

procedure stow: move every card in quay to hold
procedure feast:
    do stow
    each player: gain 1 coin

game ends after day when round_number >= 9: the player with most coin wins
"""


def told(tmp_path: Path, scenarios: str) -> list[Group]:
    (tmp_path / "game.bylaws").write_text(GAME + scenarios)
    return list(suite(load(tmp_path)))


def play(tmp_path: Path, lines: str) -> Outcome:
    """The one scenario of the game that has these lines."""
    body = "".join(f"    {line.strip()}\n" for line in lines.strip().splitlines())
    groups = told(tmp_path, f'\nscenario "It":\n    played by ann, ben\n{body}')
    assert not [d.message for g in groups for d in g.diagnostics]
    (outcome,) = [o for g in groups for o in g.outcomes]
    return outcome


HOLD = {
    "a claim changes nothing": """
        when step working
        then ann is asked
        when ann takes work
        then ben is asked
        and coin of ann is 1
        when ben takes work
        then nobody is asked
        and coin of ben is 1""",
    "claims that are not about the question": """
        when step working
        then coin of ann is 0
        when ann takes work
        then coin of ann is 1
        when ben takes work
        then coin of ben is 1""",
    "others go on": """
        when step working
        and ann takes work
        then ben is asked
        when everybody plays at random
        then nobody is asked""",
    "an action of its own, if nothing waits": "when ann takes work\nthen coin of ann is 1",
    "a round so many times": """
        when round day 3 times
        and ann takes work
        and ben takes work
        then coin of ann is 3
        and work happened 6 times
        and ann is told "gain"
        and day happened 3 times""",
    "the number of the round is given": "given round_number is 7\nwhen round day\n"
    "and everybody else plays at random\nthen round_number is 8",
    "secret answers in any order": """
        when step winds
        and ben chooses north
        and ann chooses south
        then coin of ben is 1
        and coin of ann is 0
        and nobody is asked""",
    "a claim between secret answers": """
        when step winds
        and ben chooses north
        then ann is asked "Which wind"
        and ben is not told "gains"
        when ann chooses south
        then coin of ben is 1""",
    "a rule looks at what is given": "given coin of ann is 5\nthen mirror of ann is 5",
    "it looks again later": "given coin of ben is 5\nwhen ann takes work\nthen mirror of ben is 5",
    "the words behind a list hold for it": """
        given quay holds "Tea", "Salt" face down
        then quay holds "Tea" face down, "Salt" face down""",
    "each may have its own": """
        given quay holds "Tea" face up, "Salt" face down
        then quay holds "Salt" face down, "Tea" face up""",
    "the owner behind a list": """
        given quay holds "Letter", "Stamp" by ben
        then own of ben is empty
        and number of cards in own of ann is 2""",
    "the owner of what nobody owns is not asked for": 'given quay holds "Tea", "Letter" by ben\n'
    'then quay holds "Tea", "Letter" by ben',
    "only these": """
        given ann's hand holds only "Tea", "Salt"
        then number of cards in ann's hand is 2
        and ann's hand holds only "Salt", "Tea\"""",
    "these as well": """
        given ann's hand holds only "Tea"
        and ann's hand also holds "Salt"
        then ann's hand holds only "Tea", "Salt\"""",
    "nobody sees it": 'given hold holds "Tea", "Salt" face down\nthen nobody sees hold',
    "everybody sees it": 'given quay holds "Tea" face up\nthen everybody sees quay',
    "sees none of it": """
        given hold holds "Tea", "Salt" face down
        then ann does not see hold
        and ann sees no card in hold
        and ann sees no card in own of players""",
    "all zones of a list": "then ann does not see own of players",
    "what comes into a hand from the open is not known to others": (
        'given quay holds "Tea"\nand ben\'s hand holds only "Tea"\nthen everybody sees only their own hand'
    ),
    "nobody looks into another's hand": "then everybody sees only their own hand\nand ann sees only their own hand",
    "an answer by place": """
        given ann's hand holds only "Tea", "Salt"
        when ann takes trade
        and ann chooses item(2) of ann's hand
        then quay holds only "Salt\"""",
    "happened": "when do feast\nthen stow happened once\nand feast happened 1 time\nand gain happened 2 times",
    "happened in order": "when do feast\nthen feast happened, then stow, then gain",
    "told": """
        when step winds
        and ann chooses north
        and ben chooses south
        then ben is told "The wind has turned"
        and ann is told of "gain"
        and everybody is told "The wind has turned"
        and everybody is told of "gain"
        and nobody is told "Salt\"""",
    "dice": "rolls 2, 3\nwhen step luck\nthen coin of ann is 5",
    "dice by chance": "rolls 6, then by chance\nwhen step luck\nthen coin of ann >= 7",
    "definitions are claimed like counters": "given coin of players is 2\nthen worth of ben is 3",
    "one wins among others": """
        given round_number is 8
        when round day
        and ann takes work
        and ben takes work
        then ann wins among others
        and ann and ben win alone""",
    "a role and a flag are seen": "then ann sees host\nand ben sees shut",
    "the title of a card": 'given quay holds only "Tea"\nthen title of item(1) of quay is "Tea"',
}

FAIL = {
    "a run while a question waits": ("when step working\nthen ann is asked\nwhen step luck\nthen coin of ann is 0",
                                     "ann is asked"),
    "a question that nothing answers": ("when step working\nthen coin of ann is 0", "ann is still asked"),
    "an answer that nobody asks for": ("when step winds\nand ben chooses north\nand ben chooses north\n"
                                       "and ann chooses north\nthen coin of ann is 1", "nobody is asked anything"),
    "lies face up": ('given hold holds "Tea" face up\nthen hold holds "Tea" face down', "Tea face up lies there"),
    "what else lies there": ('given hold holds "Tea", "Salt"\nthen hold holds only "Tea"', "Salt lies there too"),
    "sees nothing of nothing": ("then ann does not see hold", "nothing lies there"),
    "sees no item that is not there": ("then ann does not see item(7) of ann's hand", "nothing lies there"),
    "sees one of them": ('given hold holds "Tea" face up, "Salt"\nthen ann does not see hold', "ann sees Tea"),
    "does not see one of them": ('given hold holds "Tea" face up, "Salt"\nthen ann sees hold', "ann does not see Salt"),
    "one of them sees it": ("then nobody sees ben's hand", "ben sees"),
    "one of them does not see it": ("then everybody sees ben's hand", "ann does not see"),
    "sees no card": ('given quay holds "Tea"\nthen ann sees no card in quay', "ann sees Tea"),
    "others see a hand": ('given ben\'s hand holds only "Tea" face up\nthen everybody sees only their own hand',
                          "ann sees Tea in ben's hand"),
    "more dice": ("rolls 2\nwhen step luck\nthen coin of ann >= 3", "2 dice were rolled"),
    "fewer dice": ("rolls 2, 3, 4\nwhen step luck\nthen coin of ann is 5", "2 dice were rolled"),
    "not in order": ("when do feast\nthen gain happened, then stow", "first stow, then gain"),
    "not at all": ("when do feast\nthen stow happened, then trade", "it did not happen"),
    "once too often": ("when do feast\nthen stow happened 2 times", "it happened once"),
    "not told": ('when do feast\nthen ann is told "Salt"', "ann is told:"),
    "one of them is not told": ('when ann takes work\nthen everybody is told "and gain 1"', "ben is told: Ann"),
    "told": ('when do feast\nthen nobody is told of "gain"', "is told:"),
    "somebody is asked": ("when step working\nthen nobody is asked", "ann is asked"),
    "the title of a card": ('given quay holds only "Tea"\nthen title of item(1) of quay is "Salt"', "is Tea"),
    "no answer lies there": ("when ann takes trade\nand ann chooses item(1) of quay\nthen quay is empty",
                             "ann may choose"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLD)
def test_what_is_so_passes(name: str, tmp_path: Path) -> None:
    outcome = play(tmp_path, HOLD[name])
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize("name", FAIL)
def test_what_is_not_so_fails_and_says_what_is(name: str, tmp_path: Path) -> None:
    lines, got = FAIL[name]
    outcome = play(tmp_path, lines)
    assert outcome.failure is not None
    assert got in outcome.failure.got


def test_what_lay_there_besides_is_told(tmp_path: Path) -> None:
    outcome = play(tmp_path, "given ann's hand holds \"Rope\"\nthen number of cards in ann's hand is 1")
    assert outcome.failure is not None
    assert "1 more card lay there already" in outcome.failure.notes[0] and "holds only" in outcome.failure.notes[0]


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        ('given quay holds "Tea"\nthen nobody sees quay', "the quay is seen by ann and ben: so the zone is declared"),
        *(
            (
                f'given ben\'s hand holds only "Tea" face up\nthen {claim}',
                'ann and ben have been shown Tea: to leave that out, give it anew: `holds "Tea" face down`',
            )
            for claim in (
                "ann does not see ben's hand", "everybody sees only their own hand",
                'ann cannot tell whether hand of ben holds "Tea"',
            )
        ),
    ],
)  # fmt: skip
def test_who_was_told_of_a_card_is_said(lines: str, note: str, tmp_path: Path) -> None:
    outcome = play(tmp_path, lines)
    assert outcome.failure is not None
    assert note in outcome.failure.notes


# ---------------------------------------------------------------- beginnings

BEGINNING = """
scenario "A rich start":
    played by ann, ben
    given coin of players is 10
    and quay holds only "Tea"
"""


def test_a_scenario_begins_like_another(tmp_path: Path) -> None:
    more = """
scenario "Richer" like "A rich start":
    given coin of ann is 11
    then coin of ann is 11
    and coin of ben is 10
    and quay holds only "Tea"

scenario "With others" like "Richer":
    played by ben, ann, cat
    then coin of cat is 10
"""
    (group,) = told(tmp_path, BEGINNING + more)
    assert [(o.scenario.title, o.failure) for o in group.outcomes] == [("Richer", None), ("With others", None)]
    assert not group.diagnostics


@pytest.mark.parametrize(
    ("scenario", "name"),
    [
        ('scenario "B" like "A rich stort":\n    then coin of ann is 10\n', "unknown-scenario"),
        ('scenario "B" like "B":\n    then coin of ann is 10\n', "begins-like-itself"),
        ('scenario "B" like "A rich start":\n    given coin of ann is 1\n', "claims-nothing"),
        ('scenario "B" like "C":\n    given coin of ann is 1\n\nscenario "C" like "B":\n    then shut\n',
         "begins-like-itself"),
    ],
)  # fmt: skip
def test_a_beginning_that_leads_nowhere(scenario: str, name: str, tmp_path: Path) -> None:
    groups = told(tmp_path, BEGINNING + "\n" + scenario)
    assert name in [d.name for g in groups for d in g.diagnostics]


def test_a_slip_for_asked_is_told(tmp_path: Path) -> None:
    (fault,) = [d for g in told(tmp_path, '\nscenario "It":\n    played by ann, ben\n    then ann is ask\n')
                for d in g.diagnostics]  # fmt: skip
    assert "asked" in fault.label


def test_who_is_named_in_a_beginning_must_play(tmp_path: Path) -> None:
    beginning = BEGINNING.replace("ann, ben", "ann, ben, cat").replace("coin of players is 10", "cat has 10 coin")
    other = '\nscenario "B" like "A rich start":\n    played by ann, ben\n    then shut is no\n'
    (fault,) = [d for g in told(tmp_path, beginning + other) for d in g.diagnostics]
    assert fault.name == "not-in-the-cast" and 'plays in "B", which begins like this' in fault.message
    assert fault.span.text == "cat"


def test_it_begins_after_the_setup_if_something_is_claimed_before_a_whole_game(tmp_path: Path) -> None:
    lines = "then number of cards in ann's hand is 1\nwhen everybody plays at random\nthen the game is over"
    outcome = play(tmp_path, lines)
    assert outcome.passed, outcome.failure


def test_the_line_that_says_what_is_rolled_is_pointed_at(tmp_path: Path) -> None:
    outcome = play(tmp_path, "rolls 2, 3, 4\nwhen step luck\nthen coin of ann is 5")
    assert outcome.failure is not None and outcome.failure.span.text.strip() == "rolls 2, 3, 4"


def test_what_is_wrong_in_a_beginning_is_said_once(tmp_path: Path) -> None:
    wrong = BEGINNING.replace("coin of players", "cion of ann")
    groups = told(tmp_path, wrong + '\nscenario "B" like "A rich start":\n    then shut\n')
    loaded = load(tmp_path)
    assert len([d for g in groups for d in g.diagnostics]) + len(loaded.diagnostics) <= 1


def test_a_crash_is_told_of_its_scenario_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.scenario.claims import Claims

    def broken(self: Claims, claim: object) -> None:
        raise TypeError("no such thing")

    monkeypatch.setattr(Claims, "_in_order", broken)
    two = '\nscenario "{}":\n    played by ann, ben\n    when do feast\n    then {}\n'
    (group,) = told(tmp_path, two.format("One", "feast happened, then stow") + two.format("Two", "stow happened"))
    one, other = group.outcomes
    assert other.passed
    assert one.failure is not None and "TypeError: no such thing" in one.failure.got
    assert one.failure.span.text == "feast happened, then stow"


ROUNDS = """
game "Rounds":
    players: 2
counter coin
round day "Day" until round_number >= 10: raise coin by 1
round night "Night" until round_number >= 3: raise coin by 1
scenario "It":
    played by ann, ben
"""


@pytest.mark.parametrize(
    ("story", "headings"),
    [
        ("given round_number is 8\nwhen round day", ("Day 9",)),
        ("given round_number is 8\nwhen round day 2 times", ("Day 9", "Day 10")),
        ("when round day\ngiven round_number is 5\nwhen round day", ("Day 1", "Day 6")),
        ("when round day 3 times\nwhen round night", ("Day 3", "Night 1")),
        ("given round_number is 4\nwhen round day\nwhen round night\nwhen round day", ("Day 5", "Night 1", "Day 6")),
    ],
)
def test_the_heading_of_a_round_has_its_number(story: str, headings: tuple[str, ...], tmp_path: Path) -> None:
    told = "\n".join(_played(story + "\nthen coin is 99", tmp_path).last_events)
    assert all(heading in told for heading in headings), told


def _played(story: str, tmp_path: Path) -> Outcome:
    lines = "".join(f"    {line}\n" for line in story.splitlines())
    (tmp_path / "game.bylaws").write_text(ROUNDS + lines)
    (outcome,) = [o for group in suite(load(tmp_path)) for o in group.outcomes]
    return outcome


def test_a_round_that_is_given_is_not_forgotten_by_a_whole_game(tmp_path: Path) -> None:
    outcome = _played("given round_number is 8\nwhen the game is played\nthen coin is 99", tmp_path)
    assert outcome.failure is not None and outcome.failure.span.line == 9
    assert _played("given round_number is 8\nthen round_number is 8", tmp_path).passed
    assert _played("when round day 3 times\nwhen round night\nthen round_number is 1", tmp_path).passed


@pytest.mark.parametrize(
    ("kind", "told"),
    [("number", "decides nothing, or -1"), ("yes_no", "decides nothing"), ("player", "decides nothing")],
)
def test_a_procedure_that_decides_nothing_is_said_to(kind: str, told: str, tmp_path: Path) -> None:
    value = {"number": "3", "yes_no": "yes", "player": "first of players"}[kind]
    (tmp_path / "game.bylaws").write_text(f"""
game "Silent":
    players: 2
flag silent
counter asked
procedure guess, deciding {kind}: decide {value}
instead of doing guess while silent: raise asked by 1
procedure inquiry: let found be decided by guess
scenario "It":
    played by ann, ben
    given silent is yes
    when do inquiry
    then asked is 9
""")
    (outcome,) = [o for group in suite(load(tmp_path)) for o in group.outcomes]
    assert any(line.endswith(f"`guess` {told}.") for line in outcome.last_events), outcome.last_events


TURNS = """
game "Turns":
    players: 2
counter coin of player
cards Card: cost: number
zone hand of player: hand
deck Card in hand of players:
    "Ox", cost 1
action sell "Sell":
    choose a card from your hand as sold asking "Which?"
    remove sold from the game
round day "Day":
    players take turns: you take one action from sell
scenario "It":
    played by ann, ben
    when round day
"""


@pytest.mark.parametrize(
    ("story", "got", "note"),
    [
        ("then active_player is ann\nand ann is asked", "", ""),
        ("then active_player is ben\nand ann is asked", "`active_player` is ann", ""),
        ("and ann chooses \"Ox\"\nthen ann's hand is empty", "ann may choose: Sell",
         "an action is asked for here: `ann takes sell`, say, comes first"),
    ],
)  # fmt: skip
def test_a_turn_in_rules_that_never_ask_whose_it_is(story: str, got: str, note: str, tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in story.splitlines())
    (tmp_path / "game.bylaws").write_text(TURNS + lines)
    (outcome,) = [o for group in suite(load(tmp_path)) for o in group.outcomes]
    assert (outcome.failure.got if outcome.failure else "") == got
    assert not note or (outcome.failure and note in outcome.failure.notes)
