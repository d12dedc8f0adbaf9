"""`bylaws play` through a pipe: plain text, no question but the game's, and nothing lost when the input ends."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.cli.input.seats import names_of, seats_of
from interpreter.cli.wrong_use import WrongUse
from interpreter.table.save import read
from tests.tables import game_of
from tests.unit.interpreter.cli.commands import Ran, run, run_apart

Say = pytest.CaptureFixture[str]
Piped = Callable[..., Ran]

RULES = """game "Coins":
    players: 2 to 3
parameter most = 3 (1 to 9) "the most that may be put by"
counter purse of player: hidden, starts at 9
counter box
round day "Day", at most 2 times:
    each player:
        you may choose a number from 1 to most as part asking "How much?" passing "Nothing":
            lower purse of you by part
            raise box by part
game ends after day when box > 7:
    the player with most purse wins
"""
VARIANT = """variant "Rich" of "Coins":
    set parameter most = 9
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "rich.bylaws").write_text(VARIANT)
    (tmp_path / "game.bylaws").write_text(RULES)
    return str(tmp_path / "game.bylaws")


@pytest.fixture
def piped(tmp_path: Path, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> Piped:
    """The command with these lines as its input."""

    def piped(*arguments: str, given: str = "") -> Ran:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        return run(capsys, "play", *arguments)

    return piped


def test_a_game_between_people_ends_with_everything_open(rules: str, piped: Piped) -> None:
    ran = piped(rules, "--seats", "you,you", "--names", "Zoe,Yan", "--seed", "5", given="3\n2\n1\n3\n")
    assert ran.code == 0 and ran.err == ""
    assert "Zoe decides." in ran.out and "Yan decides." in ran.out
    assert "The game is over." in ran.out and "Zoe wins." not in ran.out.split("The game is over.")[0]
    assert re.search(r"^Purse +5 +4$", ran.out, re.MULTILINE)
    assert "The seed of this game was 5." in ran.out
    assert "The game is over: the box is 9, above 7." in ran.out
    assert "Zoe wins with purse 5, before Yan with purse 4 (most purse)." in ran.out


def test_at_the_end_all_hands_are_open(tmp_path: Path, piped: Piped) -> None:
    (tmp_path / "cups.bylaws").write_text(
        '''game "Cups":
    players: 2 to 2
cards Cup
zone pile: stack, face down
zone hand of player: hand
deck Cup in pile:
    3 x "Blue"
    "Red"
setup:
    each player: draw 2 cards from pile
round day "Day":
    each player: choose a number from 1 to 2 as n
game ends after day when round_number = 1: nobody wins
'''
    )
    ran = piped(str(tmp_path / "cups.bylaws"), "--seats", "you,random", given="1\n")
    assert "All hands are open now:\n  Ann's hand: " in ran.out and "\n  Ben's hand: " in ran.out, ran.err


@pytest.mark.slow
def test_a_pipe_gets_neither_colour_nor_clearing(rules: str, tmp_path: Path) -> None:
    environment = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "XDG_STATE_HOME": str(tmp_path / "state")}
    ran = run_apart("play", rules, "--seats", "you,random", given=b"3\n", **environment)
    assert "\x1b" not in ran.out + ran.err
    assert all(line == line.rstrip() for line in ran.out.splitlines())


def test_nobody_is_told_the_seed_before_the_end(rules: str, piped: Piped) -> None:
    ran = piped(rules, "--seats", "you,you", "--seed", "987654321", given="3\n2\n1\n")
    assert ran.code == 1
    assert "987654321" not in ran.out + ran.err


def test_input_that_ends_too_early_loses_nothing(rules: str, piped: Piped) -> None:
    ran = piped(rules, "--seats", "you,you", "--names", "Zoe,Yan", given="3\n2\n")
    assert ran.code == 1
    assert "The input has ended before the game." in ran.err
    found = re.search(r"Go on with: bylaws (play --load .+)", ran.err)
    assert found
    _, *arguments = shlex.split(found[1])
    assert read(arguments[-1]).decisions == (3, 2)
    again = piped(*arguments, given="1\n3\n")
    assert again.code == 0
    assert re.search(r"^Purse +5 +4$", again.out, re.MULTILINE)


def test_a_game_is_kept_after_each_decision(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = tmp_path / "kept.save"
    ran = piped(rules, "--seats", "you,you", "--save", str(file), "--set", "most=5", given="5\nquit\n")
    assert ran.code == 0
    save = read(file)
    assert save.decisions == (5,) and save.seats == ("you", "you") and save.parameters["most"] == 5


def test_bots_alone_play_to_the_end_and_the_log_has_it_all(rules: str, tmp_path: Path, piped: Piped) -> None:
    log = tmp_path / "log.txt"
    ran = piped(rules, "--seats", "uniform,random,uniform", "--seed", "2", "--set", "most=9", "--log", str(log))
    assert ran.code == 0 and ran.err == ""
    lines = log.read_text().splitlines()
    assert "# Day 1" in lines and "The game is over." in lines
    assert all(line.removeprefix("# ") in ran.out for line in lines)


def test_rules_that_come_to_their_end_say_so(rules: str, piped: Piped) -> None:
    ran = piped(rules, "--seats", "you,you", given="p\np\np\np\n")
    assert ran.code == 0
    assert "The game is over.\nNobody wins." in ran.out


def test_the_same_seed_gives_the_same_game(rules: str, piped: Piped) -> None:
    one, two, other = (piped(rules, "--seats", "random,random", "--seed", seed).out for seed in ("3", "3", "4"))
    assert one == two and one.replace("seed of this game was 3", "") != other.replace("seed of this game was 4", "")


def test_variants_and_parameters_change_what_can_be_answered(rules: str, piped: Piped) -> None:
    base = piped(rules, "--seats", "you,you", given="9\n")
    assert "9 is too much: it can be at most 3" in base.out
    rich = piped(rules, "--seats", "you,you", "--variant", "rich", given="9\n9\n")
    assert rich.code == 0 and "Coins with Rich" in rich.out


def test_a_trace_names_the_line(rules: str, piped: Piped) -> None:
    ran = piped(rules, "--seats", "you,you", "--trace", given="3\n2\n")
    assert re.search(r"game\.bylaws:10  The box goes up by 3\.", ran.out)


def test_bots_go_on_with_the_luck_that_they_had(rules: str, tmp_path: Path, piped: Piped) -> None:
    seats = ["--seats", "random,you,uniform", "--seed", "6", "--set", "most=2"]
    whole = piped(rules, *seats, given="2\n1\n").out
    file = str(tmp_path / "a.save")
    assert piped(rules, *seats, "--save", file, given="2\n").code == 1
    rest = piped("--load", file, given="1\n").out
    assert whole.split("Day 2")[-1] == rest.split("Day 2")[-1]


def test_a_game_that_was_taken_up_is_saved_where_it_was(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = str(tmp_path / "a.save")
    piped(rules, "--seats", "you,you", "--save", file, given="1\n")
    ran = piped("--load", file, given="2\nsave\n")
    assert f"Saved to {file}" in ran.out.replace("\n", "") and read(file).decisions == (1, 2)
    piped("--load", file, given="3\n")
    assert read(file).decisions == (1, 2, 3)


def test_a_game_that_was_taken_up_stops_where_it_did(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = str(tmp_path / "a.save")
    piped(rules, "--seats", "you,you", "--pace", "all", "--save", file, given="1\n")
    assert read(file).pace == "all"
    piped("--load", file, given="2\nsave\n")
    assert (read(file).decisions, read(file).pace) == ((1, 2), "all")
    piped("--load", file, "--pace", "none", given="1\nsave\n")
    assert (read(file).decisions, read(file).pace) == ((1, 2, 1), "none")


ERRANDS = """game "Errands":
    players: 1
cards Errand: minutes: number
zone list: group, face up
zone done: row, face up
deck Errand in list:
    "Milk", minutes 1
    "Bread", minutes 2
round day "Day", at most 20 times:
    while list is not empty, at most 5 times:
        first of players chooses the next piece from list as errand asking "Which errand?" passing "In any order"
        move errand to done
    move every card in done to list
    each player: choose a number from 1 to 2 as rest asking "How long?"
"""


def test_an_order_that_never_matters_is_saved_with_the_game(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = str(tmp_path / "a.save")
    shutil.rmtree(tmp_path / "variants")
    Path(rules).write_text(ERRANDS)
    first = piped(rules, "--seats", "you", "--save", file, given="always in any order\n1\n1\n").out
    assert first.count("Which errand?") == 1
    assert "Which errand?" not in piped("--load", file, given="1\n1\n1\n").out
    piped("--load", file, given="1\nask\nquit\n")
    assert "Which errand?" in piped("--load", file, given="1\n1\n1\n").out, "asking again is saved too"
    piped("--load", file, given="always in any order\n")
    Path(rules).write_text(ERRANDS.replace("1 to 2", "1 to 3"))
    out = piped("--load", file, given="1\n1\n1\n1\n1\n").out
    assert "\nWhich errand?\n" in out, "places in changed rules are others"


# ---------------------------------------------------------------- files that are somebody else's


def test_nothing_but_a_saved_game_is_written_over(rules: str, piped: Piped) -> None:
    before = Path(rules).read_text()
    ran = piped(rules, "--seats", "you,you", "--save", rules, given="1\n")
    assert ran.code == 2 and "is something else than a saved game" in ran.err
    ran = piped(rules, "--seats", "you,you", given=f"1\nsave {rules}\n")
    assert "is something else than a saved game" in ran.out.replace("\n", " ")
    assert Path(rules).read_text() == before


def test_a_place_where_nothing_can_be_kept_is_told_before_the_game(rules: str, tmp_path: Path, piped: Piped) -> None:
    ran = piped(rules, "--seats", "you,you", "--save", str(tmp_path / "none" / "a.save"), given="1\n")
    assert ran.code == 2 and "there is no such folder" in ran.err and ran.out == ""


def test_a_log_that_cannot_be_written_is_told(rules: str, tmp_path: Path, piped: Piped) -> None:
    ran = piped(rules, "--seats", "random,random", "--log", str(tmp_path / "none" / "log.txt"))
    assert "The log could not be written to" in ran.err and "no such file or directory" in ran.err


def test_a_game_without_a_name_gets_one_that_is_free(
    rules: str, tmp_path: Path, piped: Piped, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for _ in range(2):
        assert piped(rules, "--seats", "you,you", given="1\nsave\nsave\nquit\n").code == 0
    name = tmp_path.name.replace("-", "_").casefold()
    assert sorted(path.name for path in folder.iterdir()) == [f"{name}-2.save", f"{name}.save"]


def test_a_fault_in_the_setup_is_a_fault_of_the_rules(tmp_path: Path, piped: Piped) -> None:
    (tmp_path / "game.bylaws").write_text(RULES + "setup:\n    set box to (6 / box rounded down)\n")
    ran = piped(str(tmp_path / "game.bylaws"), "--seats", "you,you")
    assert ran.code == 1 and "game.bylaws:14: nothing can be divided by 0" in ran.err


def test_another_saved_game_is_not_written_over(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = tmp_path / "a.save"
    piped(rules, "--seats", "you,you", "--seed", "1", "--save", str(file), given="1\n")
    before = file.read_text()
    ran = piped(rules, "--seats", "you,you", "--seed", "2", "--save", str(file), given="1\n")
    assert ran.code == 2 and "another game is saved there" in ran.err
    ran = piped(rules, "--seats", "you,you", "--seed", "2", given=f"1\nsave {file}\n")
    assert "another game is saved there" in ran.out.replace("\n", " ")
    assert file.read_text() == before


# ---------------------------------------------------------------- a saved game and other rules


def test_a_saved_game_of_another_game_is_named(rules: str, tmp_path: Path, piped: Piped) -> None:
    other, file = tmp_path / "other" / "other.bylaws", str(tmp_path / "a.save")
    other.parent.mkdir()
    other.write_text(RULES.replace("Coins", "Marbles").replace("most = 3", "largest = 3").replace("most as", "3 as"))
    piped(rules, "--seats", "you,you", "--save", file, given="1\n")
    ran = piped(str(other), "--load", file)
    assert ran.code == 2 and f"{file} is a saved game of Coins, not of Marbles" in ran.err
    Path(rules).unlink()
    ran = piped(str(other), "--load", file)
    assert ran.code == 2 and f"was saved with other rules ({rules}) than Marbles: there is no parameter" in ran.err


def test_a_saved_game_for_more_than_may_play_now(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = str(tmp_path / "a.save")
    piped(rules, "--seats", "you,you,you", "--save", file, given="1\n")
    Path(rules).write_text(RULES.replace("2 to 3", "2 to 2"))
    ran = piped("--load", file)
    assert ran.code == 2 and "is for 2 players, not for 3" in ran.err and "the rules have changed" in ran.err


def test_changed_rules_are_told_and_followed_as_far_as_they_fit(rules: str, tmp_path: Path, piped: Piped) -> None:
    file = tmp_path / "a.save"
    piped(rules, "--seats", "you,you", "--names", "Zoe,Yan", "--save", str(file), given="2\n3\n")
    Path(rules).write_text(RULES.replace("starts at 9", "starts at 8"))
    fits = piped("--load", str(file))
    assert "The rules have changed since this game was saved; every decision still fits." in fits.out
    Path(rules).write_text(RULES.replace("from 1 to most", "from 1 to most - 1"))
    ran = piped("--load", str(file))
    assert ran.code == 1
    assert "goes another way from decision 2 of 2 on: Yan is asked" in ran.err
    assert '"How much?" and can answer 1 to 2 or Nothing' in ran.err
    assert "Nothing was played" in ran.err


def test_a_saved_game_brings_its_own_table(rules: str, tmp_path: Path, capsys: Say) -> None:
    for extra in (
        ["--seats", "you,you"],
        ["--variant", "rich"],
        ["--set", "most=2"],
        ["--seed", "1"],
        ["--names", "A"],
    ):
        ran = run(capsys, "play", "--load", str(tmp_path / "a.save"), *extra)
        assert ran.code == 2 and "a saved game has its own" in ran.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no file"),
        ("hello", "is not a saved game of Bylaws"),
        ('{"version": 1', "is not a complete saved game"),
    ],
)
def test_what_is_no_saved_game_is_refused_in_a_sentence(
    content: str | None, said: str, tmp_path: Path, capsys: Say
) -> None:
    if content is not None:
        (tmp_path / "a.save").write_text(content)
    ran = run(capsys, "play", "--load", str(tmp_path / "a.save"))
    assert ran.code == 2 and said in ran.err and ran.out == ""


# ---------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "which game?"),
        (["{rules}", "--seats", "you,rnadom"], "did you mean random?"),
        (["{rules}", "--seats", "you"], "is for 2 to 3 players, not for 1"),
        (["{rules}", "--seats", "you"], "type --seats you,random"),
        (["{rules}", "--seats", "you,you,you,you"], "is for 2 to 3 players, not for 4"),
        (["{rules}", "--seats", "you,you,you,you"], "name at most 3 with --seats"),
        (["{rules}", "--names", "A,B,C,D"], "name at most 3 with --names"),
        (["{rules}", "--seats", "you,you", "--names", "A,a"], "two players have the same name"),
        (["{rules}", "--seats", "you,you", "--names", "A,B,C"], "3 names for 2 seats"),
        (["{rules}", "--seed", "-1"], "out of range"),
        (["{rules}", "--variant", "nope"], "nope"),
        (["{rules}", "--set", "most"], "gives no value"),
        (["no_such_game"], "there is no game"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(rules: str, capsys: Say, arguments: list[str], said: str) -> None:
    ran = run(capsys, "play", *(argument.format(rules=rules) for argument in arguments))
    assert ran.code == 2 and said in ran.err and ran.out == ""


def test_rules_with_errors_are_shown_as_check_shows_them(tmp_path: Path, capsys: Say) -> None:
    (tmp_path / "game.bylaws").write_text(RULES.replace("raise box", "raise bxo"))
    ran = run(capsys, "play", str(tmp_path / "game.bylaws"))
    assert ran.code == 1 and "did you mean `box`?" in ran.out


def test_a_fault_in_the_rules_names_the_line_and_keeps_the_game(tmp_path: Path, piped: Piped) -> None:
    (tmp_path / "game.bylaws").write_text(
        RULES.replace("raise box by part", "raise box by (6 / (part - 1) rounded down)")
    )
    ran = piped(str(tmp_path / "game.bylaws"), "--seats", "you,you", given="2\n1\n")
    assert ran.code == 1
    assert re.search(r"The rules go wrong here: .*game\.bylaws:10: nothing can be divided by 0", ran.err)
    assert re.search(r'  in round day "Day", at most 2 times \(.*game\.bylaws:6\)\n', ran.err)
    assert "setup and main" not in ran.err and "in pass day" not in ran.err and "in flow" not in ran.err
    assert "The game stands where it did before the last decision." in ran.err
    assert "Go on with: bylaws play --load" in ran.err


# ---------------------------------------------------------------- who sits there


def test_without_a_word_you_play_against_bots() -> None:
    game = game_of(RULES)
    assert seats_of(None, None, game) == ("you", "random")
    assert seats_of(None, "A,B,C", game) == ("you", "random", "random")
    assert seats_of(" You , RANDOM", None, game) == ("you", "random")


def test_names_are_found_for_those_who_have_none() -> None:
    assert names_of(None, ("you",) * 3) == ("Ann", "Ben", "Cat")
    assert names_of("Ben, Zoe", ("you",) * 4) == ("Ben", "Zoe", "Ann", "Cat")
    assert len(set(names_of(None, ("random",) * 20))) == 20


@pytest.mark.parametrize("name", ["", " ", "x" * 30, "a\x1bb", "a\nb", "a\u202eb"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(WrongUse):
        names_of(f"Ann,{name}", ("you", "you"))


def test_a_log_never_takes_the_place_of_another_file(rules: str, piped: Piped, tmp_path: Path) -> None:
    kept = tmp_path / "rules.bylaws"
    kept.write_text("mine")
    ran = piped(rules, "--seats", "you,you", "--log", str(kept), given="q\nn\n")
    assert ran.code == 2 and "there is a file" in ran.err
    assert kept.read_text() == "mine"
