"""What a person types is obeyed, refused with a reason, or taken as an answer."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import interpreter.table.session
from interpreter.engine import Engine
from interpreter.players.human.person import Leaving, Person
from interpreter.players.human.terminal import CLEAR, Terminal
from interpreter.runtime.state import State
from interpreter.table.decision import Decision, decision
from interpreter.table.save import read
from interpreter.table.session import Session
from interpreter.text.labels import Words
from tests.tables import game_of, table
from tests.unit.interpreter.players.human.typing import type_to

RULES = """game "Typing":
    players: 2 to 2
counter purse of player: hidden, starts at 4
> The day begins at nine.
phase day "Day":
    > Everybody puts something by.
    each player:
        choose a number from 1 to purse of you as first_part asking "How many first?"
        choose a number from 1 to purse of you as second_part asking "And then?"
        lower purse of you by 1
        choose a number from 1 to first_part + second_part as third asking "At last?"
        lower purse of you by 1
"""


@pytest.fixture
def session() -> Session:
    return table(game_of(RULES), 2)


def test_a_wrong_answer_gets_its_reason_and_the_question_stands(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = type_to(monkeypatch, session, "9", "x", "lots", "2")
    assert "9 is too much: you have 4 purse." in text
    assert "No answer here has the letter x." in text
    assert 'A number is asked for here, and "lots" is none.' in text
    assert session.codes == (2,)


def test_undo_takes_back_ones_own_and_says_why_it_cannot(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "undo", "2", "undo", "3", "1", "1", "undo")
    assert "Nothing has been decided yet." in text
    assert "The last decision was Ann's; you can only take back your own" in text
    assert session.codes == (3, 1, 1)


def test_the_rules_of_the_step_are_shown_without_clause_numbers(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = type_to(monkeypatch, session, "?", "? Day", "? night", "rules")
    assert text.count("Everybody puts something by.") == 3
    assert "The day begins at nine." in text
    assert "The rulebook has nothing under night. There are: Day." in text


TOLD_IN_PROCEDURES = """game "Parts":
    players: 2 to 2
counter pile
phase day "Day":
    > The day begins
    > at nine.
    do pile_up
    each player:
        choose a number from 1 to worth as part asking "How many?"
phase night "Night":
    > Everybody sleeps.
    nothing happens
procedure pile_up:
    > One more lies on the pile.
    raise pile by 1
> It counts for two.
define worth: pile + 2
procedure never_done:
    > Nothing comes to this.
    nothing happens
"""


def test_the_rulebook_has_no_names_of_the_file_for_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, table(game_of(TOLD_IN_PROCEDURES), 2), "rules")
    assert (
        "Day\n"
        "  The day begins at nine.\n"
        "  One more lies on the pile.\n"
        "  It counts for two.\n"
        "Night\n"
        "  Everybody sleeps.\n"
        "Further rules\n"
        "  Nothing comes to this.\n"
    ) in text


def test_why_knows_the_numbers_and_letters_before_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(
        monkeypatch, table(game_of(STALLS), 2), *("why 1", "why 3", "why 7", "why a", "why p", "why b", "why")
    )
    told = text.split("p  Buy nothing\n")[1].splitlines()
    assert told == [
        "Lamp (price 2) can be chosen: type 1.",
        "Rug (price 3) can be chosen: type 3.",
        "There is no answer 7 here.",
        "Beg for a coin can be chosen: type a.",
        "Buy nothing can be chosen: type p.",
        "No answer here has the letter b.",
        "Say what: `why 3`, `why NAME`.",
    ]


def test_why_names_the_place_in_the_rules_only_where_a_designer_wants_it(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = type_to(monkeypatch, session, "why 3", "why 9")
    assert "3 can be chosen." in text and "9 is too much: you have 4 purse.\n" in text
    text = type_to(monkeypatch, session, "why 9", trace=True)
    assert "9 is too much: you have 4 purse.  [test.bylaws:8]" in text


def test_pass_can_be_typed_and_what_could_be_several_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game_of(STALLS), 2)
    text = type_to(monkeypatch, session, "la", "l", "pass")
    assert '"la" could mean Lamp (price 2) or Lamp oil (price 1): type more of it' in text
    assert '"l" could mean Lamp (price 2) or Lamp oil (price 1)' in text
    assert [line.text for line in session.log(0)][-2:] == ["Day", 'You choose "Buy nothing".']


ERRANDS = """game "Errands":
    players: 2 to 2
cards Errand: minutes: number
zone list: group, face up
zone done: row, face up
deck Errand in list:
    "Milk", minutes 1
    "Bread", minutes 2
    "Post", minutes 3
phase day "Day":
    repeat 3 times:
        do run
        repeat 2 times:
            first of players chooses the next piece from done as undone asking "Which is undone?"
            move undone to list
procedure run:
    while list is not empty, at most 5 times:
        first of players chooses the next piece from list as errand asking "Which errand?" passing "In any order"
        move errand to done
"""


def test_what_never_matters_is_asked_once_and_again_when_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game_of(ERRANDS), 2)
    text = type_to(monkeypatch, session, "Always in any order", "1", "2", "2 1", "undo", "1", "3 1 2")
    assert text.count("Day: Which errand?") == 2, "asked at first, and when what was done by itself has been taken back"
    again = type_to(monkeypatch, table(game_of(ERRANDS), 2), "always in any order", "1", "ask", "2", "ask")
    assert again.count("Day: Which errand?") == 2 and "You are asked for every order again." in again
    assert again.endswith("You are asked everything already.\n")


def test_each_question_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game_of(ERRANDS), 2)
    asked: list[int] = []

    def worked_out(engine: Engine, state: State, words: Words) -> Decision:
        asked.append(len(session.history))
        return decision(engine, state, words)

    monkeypatch.setattr(interpreter.table.session, "decision", worked_out)
    type_to(monkeypatch, session, "1 2", "why 1", "? Post", "", "1", "1", "3", "1")
    assert asked == list(range(len(asked))) and len(asked) > 5
    session.undo()
    again = len(asked)
    type_to(monkeypatch, session, "why 1")
    assert len(asked) == again, "what was asked before is known"


def test_several_in_one_line_are_as_many_as_there_will_be(monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, table(game_of(ERRANDS), 2), "in any order", "1 2 3", "1")
    _, three_of, two_of, one_of = text.split("Day: Which")
    assert "such as `2 1`, `in any order`" in three_of and "such as `2 1`\n" in two_of
    assert 'At most 2 answers can be given here, and "1 2 3" has 3.' in two_of
    assert "in one line" not in one_of


STALLS = """game "Stalls":
    players: 2 to 2
cards Ware: price: number
counter coins of player: starts at 3
zone stall: row, face up
zone hand of player: hand
zone discard_pile: stack, face up
deck Ware in stall:
    "Lamp", price 2
    "Lamp oil", price 1
    "Rug", price 3
anytime action beg "Beg for a coin", during market:
    gain 1 coins
phase day "Day":
    each player: do market
procedure market:
    you may choose a card from stall as bought asking "What do you buy?" passing "Buy nothing":
        move bought to your hand
"""


# ---------------------------------------------------------------- look


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("look discard", ["The discard pile is empty."]),
        ("look the discard pile", ["The discard pile is empty."]),
        ("look hand of ben", ["Ben's hand is empty."]),
        ("look ben's hand", ["Ben's hand is empty."]),
        ("look my hand", ["Your hand", "  Lamp (price 2)"]),
        ("look hand", ["Your hand", "  Lamp (price 2)", "Ben's hand is empty."]),
        ("look hend", ["No place is called hend. Did you mean hand?"]),
        ("look x", ["No place is called x. There are: stall, hand, discard pile."]),
        ("look", ["The stall", "  Lamp oil (price 1)", "  Rug (price 3)", "Your hand", "  Lamp (price 2)"]),
    ],
)
def test_look_finds_places_by_what_one_calls_them(
    typed: str, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = STALLS.replace("    each player: do market", "    each player:\n        do market\n        do market")
    session = table(game_of(rules), 2)
    text = type_to(monkeypatch, session, "1", typed)
    assert text.split('b  back: take back "Lamp"\n')[-1].splitlines() == shown


def test_cards_of_others_are_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game_of(STALLS), 2)
    text = type_to(monkeypatch, session, "1", "look hand of ann")
    assert text.endswith("Ann's hand\n  Lamp (price 2)\n"), "Ben has seen it being taken"
    shuffled = STALLS.replace('phase day "Day":', 'phase day "Day":\n    each player: move top of stall to your hand')
    shuffled = shuffled.replace("zone stall: row", "zone stall: stack").replace(
        "face up\nzone hand", "face down\nzone hand"
    )
    text = type_to(monkeypatch, table(game_of(shuffled), 2), "look ben")
    assert text.endswith("Ben's hand\n  1 card that you do not know\n")


def test_what_was_typed_before_is_redrawn_on_enter(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "", "")
    assert text.count("How many first?") == 3


def test_a_game_is_saved_when_asked(session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "my game.save"
    text = type_to(monkeypatch, session, "2", f"save {file}", f"save {tmp_path}/none/a.save")
    assert f"Saved to {file}" in text.replace("\n", " ")
    assert "there is no such folder" in text.replace("\n", " ")
    assert read(file).decisions == (2,)


def test_quit_leaves(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Leaving):
        type_to(monkeypatch, session, "2", "quit")
    assert session.codes == (2,)


def test_a_trace_shows_the_lines_of_the_rules(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "2", "1", "1", "3", trace=True)
    assert 'test.bylaws:8  You choose 2 ("How many first?").' in text
    assert "purse" not in [line.split("  ")[-1] for line in text.splitlines() if "test.bylaws:10" in line]


def test_what_stands_there_already_is_not_told_again(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, session, "2", "1", "1", "3", "2", "undo", "2")
    assert text.count('You choose 2 ("How many first?")') == text.count('Ann chooses 2 ("How many first?")') == 1
    assert text.count('You choose 3 ("How many first?")') == 1
    again = type_to(monkeypatch, table(game_of(RULES), 2), "2", "")
    assert again.count('You choose 2 ("How many first?")') == 2, "Enter shows it again"


# ---------------------------------------------------------------- between two people


class Screen(Terminal):
    """A terminal that can be cleared, with somebody at it who types these lines."""

    lines: list[str]

    def read(self, prompt: str) -> str:
        self.write(prompt)
        return self.lines.pop(0)


def test_the_screen_is_empty_while_it_is_passed_on(session: Session) -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, color_system=None), asks=True, clears=True)
    screen.lines = ["", "2", "1", "1", "", "3"]
    person = Person(screen, private=True, trace=False, save=lambda *_: "")
    for _ in range(4):
        person.decide(session)
    screens = [text.strip() for text in out.getvalue().split(CLEAR)]
    passed = [k for k, text in enumerate(screens) if text.startswith("Pass the screen to")]
    assert [screens[k] for k in passed] == [
        "Pass the screen to Ann and press Enter.",
        "Pass the screen to Ben and press Enter.",
    ]
    anns, bens = screens[passed[0] + 1 : passed[1]], screens[passed[1] + 1 :]
    assert all("Ann (you)" in text for text in anns if text)
    assert all("Ben (you)" in text for text in bens if text)
    assert "Ann chooses 2" in "".join(bens)
    assert re.search("^Purse +hidden +4$", "".join(bens), re.MULTILINE)


def test_a_terminal_that_cannot_be_cleared_is_scrolled(session: Session) -> None:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, height=30, color_system=None), asks=True, clears=False)
    screen.lines = ["", "2"]
    Person(screen, private=True, trace=False, save=lambda *_: "").decide(session)
    assert "\n" * 30 in out.getvalue() and CLEAR not in out.getvalue()


TEXTS = """game "Texts":
    players: 2 to 2
cards Charm: power: number
tokens seal of player
counter coin of player
zone pile: row, face up
zone hand of player: hand
zone shelf of player: group, face up
zone desk of player: board, face up
deck Charm in pile:
    1 x "Wish", power 2:
        > You gain two
        > coins.
        gain 2 coins
    1 x "Stone", power 1
setup:
    each player:
        create 5 seals in your shelf
    as item(1) of players:
        move top of your shelf to your desk
        move top of shelf of item(2) of players to your desk
phase day "Day":
    each player:
        choose a Charm from pile as charm asking "Which one?"
        move charm to your hand
"""


def test_the_text_of_a_card_is_shown_by_its_title_and_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    text = type_to(monkeypatch, table(game_of(TEXTS), 2), "? wish", "look pile", "? stone")
    assert "Wish\n  One of the charms: power 2.\n  You gain two coins.\n" in text
    assert "The pile\n  Wish (power 2)\n    You gain two coins.\n  Stone (power 1)\n" in text
    assert "Stone\n  One of the charms: power 1.\n" in text


def test_tokens_that_everybody_has_are_called_by_whose_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = type_to(monkeypatch, table(game_of(TEXTS), 2)).splitlines()
    assert [line.split() for line in rows if line.startswith("Shelf")] == [
        ["Shelf", "4", "x", "Ann's", "seal", "4", "x", "Ben's", "seal"]
    ]
    assert any(line.startswith("Desk") and "Ann's seal, Ben's seal" in line for line in rows)
    assert not any(line.startswith("Your shelf") for line in rows), "the table has said it"


# ---------------------------------------------------------------- the goal


def test_the_goal_stands_above_the_first_screen_and_under_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = "game ends after day: the player with most coins wins\n"
    session = table(game_of(STALLS + ends), 2)
    text = type_to(monkeypatch, session, "1", "?")
    goal = "Goal: whoever has the most coins when the game ends wins.\n"
    assert text.startswith(goal) and text.count(goal) == 2
    assert "Goal:" not in type_to(monkeypatch, table(game_of(STALLS), 2), "?"), "nobody can win there"


def test_a_goal_that_the_game_says_itself_stands_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    said = STALLS.replace(":\n", ':\n    goal: "Sell all that you have.",\n        "Then go home"\n', 1)
    text = type_to(monkeypatch, table(game_of(said), 2), "?", "? goal")
    assert text.startswith("Goal: sell all that you have. Then go home.\n") and text.count("go home.") == 3


# ---------------------------------------------------------------- one answer, units, nothing there


def test_why_what_can_only_be_passed_cannot_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = STALLS.replace(
        "    each player: do market",
        """    each player: draw a card from stall
    each player:
        you may choose a card from your hand where price > 3 asking "What do you sell?":
            gain 1 coins""",
    ).replace("zone stall: row, face up", "zone stall: stack, face down, seen by nobody")
    session = table(game_of(rules), 2)
    mine = session.words.title(session.state, session.state.zones[session.state.layout.zones["hand"].base][0])
    text = type_to(monkeypatch, session, f"why {mine}", "pass")
    assert "Enter  the same" in text, "that there is nothing to sell is nobody else's business"
    assert f"{mine} can be chosen only if {mine}'s price is above 3: the price of {mine} is " in text


def test_a_number_says_what_it_is_a_number_of(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = """game "Till":
    players: 2 to 2
counter coins of player: starts at 5
phase day "Day":
    each player:
        choose a number from 0 to coins of you as paid asking "How much?"
        lose paid coins
"""
    text = type_to(monkeypatch, table(game_of(rules), 2))
    assert "0 to 5  coins to" in text


def test_back_says_what_it_takes_back_and_a_choice_of_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = """game "Gifts":
    players: 2 to 3
counter coins of player: starts at 2
counter gems of player
enum Kind: coins_kind "Coins", gems_kind "Gems"
phase day "Day":
    each player: you take any number of actions from gift
action gift "Give", taken secretly:
    secretly choose a Kind as kind where kind is coins_kind or your gems > 0 asking "What?"
    secretly choose a player other than you as friend asking "To whom?"
    gain 1 gems
"""
    session = table(game_of(rules), 3)
    text = type_to(monkeypatch, session, "1", "1", "1", "1")
    assert "What? Only Coins.\nGive: To whom?" in text
    assert 'b  back: take back "Give"' in text
    assert 'b  back: take back "Ben" (Give)' in text
    assert "What? Only" not in text.split('take back "Ben"')[-1]


def test_a_card_face_down_is_told_with_the_tokens_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = """game "Desks":
    players: 2
cards Paper
tokens seal of player
zone pile: stack, face down, seen by nobody
zone supply of player: group, face up
zone desk of player: board, face down, seen by nobody
deck Paper in pile:
    "Memo"
    "Bill"
phase day "Day":
    each player:
        create 1 seal in your supply
        move the seal in your supply to your desk
        move the top card of pile to your desk
    first of players chooses a number from 1 to 2 as far asking "How far?"
"""
    text = type_to(monkeypatch, table(game_of(rules), 2), "1")
    assert re.search(r"Desk +a card face down, with Ann's seal +a card face down, with Ben's seal", text), text
