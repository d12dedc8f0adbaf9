"""Formatting: the one style, and that it never loses or changes anything."""

from __future__ import annotations

import pytest

from dsl.formatting import Formatted, format_source, says_the_same
from dsl.source import Source
from dsl.syntax import unparse as printer
from dsl.syntax.parse import parse
from tests.golden_files import Case, Golden, golden_cases

GAME = 'game "Small":\n    players: 2 to 4\n'
WIDTH = 115


def formatted(text: str) -> Formatted:
    return format_source(Source("small.bylaws", text))


@golden_cases("fmt", "*.bylaws", ".txt")
def test_the_one_style(case: Case, golden: Golden) -> None:
    done = formatted(case.input.read_text(encoding="utf-8"))
    assert done.faults == ()
    golden(case, done.text)
    assert not formatted(done.text).changed


@pytest.mark.parametrize(
    "text",
    ["", GAME, GAME.replace("\n", "\r\n"), "# only a comment\n", f"{GAME}\n> A rule in   words.\n>\n> More.\n"],
    ids=("nothing", "a game", "lines of Windows", "a comment", "rule text"),
)
def test_what_is_formatted_already_stays_as_it_is(text: str) -> None:
    done = formatted(text)
    assert (done.text, done.faults) == (text, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GAME.replace("    ", "\t"), GAME),
        ("\ufeff" + GAME, GAME),
        (GAME.removesuffix("\n"), GAME),
        (GAME + "\n\n\n\ncounter coin of player\n\n\n", GAME + "\ncounter coin of player\n"),
        (GAME.replace("\n", "\r\n") + "flag a\nflag b\r\n", GAME + "flag a\nflag b\n"),
    ],
    ids=("tabs", "a mark at the start", "no last line end", "blank lines", "two kinds of line ends"),
)
def test_white_space(text: str, expected: str) -> None:
    assert formatted(text).text == expected


def test_a_file_with_errors_is_left_alone() -> None:
    text = f"{GAME}cuonter   coin of player\n"
    done = formatted(text)
    assert (done.text, done.changed) == (text, False)
    assert [fault.name for fault in done.faults] == ["misspelt-word"]


@pytest.mark.parametrize(
    "lossy",
    [
        lambda text: text.replace("# why", ""),
        lambda text: text.replace("> Because.\n", ""),
        lambda text: text.replace("coin", "coins"),
        lambda text: text + "counter counter\n",
    ],
    ids=("a comment", "rule text", "a name", "unreadable"),
)
def test_a_printer_that_loses_something_is_found_out(lossy: object, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{GAME}> Because.\ncounter   coin of player  # why\n"
    assert formatted(text).changed
    good = printer.unparse
    monkeypatch.setattr("dsl.formatting.unparse", lambda file: lossy(good(file)))  # type: ignore[operator]
    done = formatted(text)
    assert (done.text, done.changed) == (text, False)
    assert [fault.name for fault in done.faults] == ["format-would-change"]


def test_a_printer_that_never_comes_to_rest_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    good, ends = printer.unparse, iter(("", "\n", "\n\n"))
    monkeypatch.setattr("dsl.formatting.unparse", lambda file: good(file) + next(ends))
    assert [fault.name for fault in formatted(f"{GAME}flag   late\n").faults] == ["format-would-change"]


def test_a_comment_that_the_tree_has_lost_is_missed_too() -> None:
    text = f"{GAME}counter coin of player\n"
    file, _ = parse(Source("small.bylaws", text))
    assert says_the_same(file, text, text)
    assert not says_the_same(file, f"{text}# lost\n", text)


BROKEN = (
    "you may choose a card from hand as first_choice where worth of first_choice > 3 and not spoiled of first_choice "
    'asking "Which one?" passing "None of them":\n        discard it',
    "if coin of you > 3 and (number of cards in hand) > 4 and coin of left of you > coin of right of you: gain 12 coin",
    "let chosen be (every card in hand where worth of it > 3 and not spoiled of it, every card in market where cheap)",
    "do big_deal of ann_the_first_player_here, with hand_of_the_first_player_here, for market_of_the_first, to nobody",
)


@pytest.mark.parametrize("sentence", BROKEN)
def test_long_lines_are_broken_where_the_language_allows(sentence: str) -> None:
    done = formatted(f"procedure long:\n    {sentence}\n")
    assert done.faults == () and max(map(len, done.text.splitlines())) <= WIDTH


def test_the_comment_of_a_broken_line_stands_above_it() -> None:
    sentence = "choose a card from market as first_choice where worth of first_choice > 3 and not spoiled"
    done = formatted(f'procedure long:\n    {sentence} asking "Which of them do you take?"  # why\n')
    assert done.text.splitlines()[1:] == ["    # why", f"    {sentence}", '        asking "Which of them do you take?"']
