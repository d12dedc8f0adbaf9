"""Rulebooks: every word of the rules once, none that is for designers, and files that others can read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl.disk.find import installed_games
from dsl.ir import nodes as ir
from dsl.loading import load
from dsl.walk import nodes_of
from interpreter.rulebook import parts
from interpreter.rulebook.derived import goals
from interpreter.rulebook.told import plain
from tests.bundled import EACH_GAME, rule_sets
from tests.golden_files import Case, Golden, golden_cases
from tests.tables import game_of
from tests.unit.interpreter.cli.commands import REPOSITORY, run

Say = pytest.CaptureFixture[str]
BAKERY = REPOSITORY / "tests" / "golden" / "rulebook" / "bakery.bylaws"
CLAUSE = re.compile(r"\[?\b[a-z]+-R?\d{2,3}\b")


@golden_cases("rulebook", "*.bylaws", ".md")
def test_as_markdown(case: Case, golden: Golden, capsys: Say) -> None:
    done = run(capsys, "rulebook", str(case.input))
    assert (done.code, done.err) == (0, "")
    golden(case, done.out)


@golden_cases("rulebook", "*.bylaws", ".html")
def test_as_html(case: Case, golden: Golden, capsys: Say) -> None:
    done = run(capsys, "rulebook", str(case.input), "--format", "html")
    golden(case, done.out)
    page = ElementTree.fromstring(done.out)
    assert [heading.text for heading in page.iter("h1")] == ["Bakery & Co"]
    assert [cell.text for cell in page.iter("td")][:2] == ["Top | shelf", "Sweet"]


@pytest.mark.parametrize("game", [*installed_games(), "bakery"])
def test_every_word_stands_there_once_and_no_id_of_a_clause(game: str) -> None:
    rules = load(BAKERY if game == "bakery" else game)
    assert rules.game is not None
    book = parts(rules.game)
    said = [*(text for part in book for text in part.paragraphs), *(" ".join(row) for p in book for row in p.table)]
    whole = " ".join(" ".join(said).split())
    for text in nodes_of(rules.game.rulebook, ir.RuleText):
        assert " ".join(plain(text.words).split()) in whole, text.words
    for ruling in rules.game.rulings:
        assert [part.title for part in book].count(ruling.question) == 1
    assert CLAUSE.findall(" ".join((whole, *(part.title for part in book)))) == []


@pytest.mark.parametrize("game", installed_games())
def test_every_round_step_and_action_has_its_heading(game: str) -> None:
    rules = load(game)
    assert rules.game is not None
    titles = [part.title for part in parts(rules.game)]
    for flow in rules.game.flows:
        assert any(title.endswith(flow.title) for title in titles), flow.title
    for action in rules.game.actions:
        assert any(title == action.title or title.startswith(f"{action.title} (") for title in titles), action.title


def test_a_variant_changes_the_book(capsys: Say) -> None:
    plain = run(capsys, "rulebook", "action_the_project").out
    varied = run(capsys, "rulebook", "action_the_project", "--variant", "fate").out
    assert "With Fate." in varied and "### 5.1. Customer Feedback" in varied
    assert "Customer Feedback" not in plain


def test_into_a_file(tmp_path: Path, capsys: Say) -> None:
    path = tmp_path / "bakery.md"
    done = run(capsys, "rulebook", str(BAKERY), "--out", str(path))
    assert (done.code, done.out) == (0, "")
    assert path.read_text(encoding="utf-8") == run(capsys, "rulebook", str(BAKERY)).out
    assert run(capsys, "rulebook", str(BAKERY), "--out", str(path / "bakery.md")).code == 2


def test_for_programs(capsys: Say) -> None:
    report = json.loads(run(capsys, "rulebook", str(BAKERY), "--format", "json").out)
    assert (report["version"], report["game"]) == (1, "Bakery & Co")
    assert [part["title"] for part in report["parts"] if part["depth"] == 2] == [
        "The goal", "What there is", "Setup", "Day", "Actions", "At any time", "Cards", "The end of the game",
        "Further rules", "Numbers and choices", "Questions and answers",
    ]  # fmt: skip


def test_rules_with_errors(tmp_path: Path, capsys: Say) -> None:
    path = tmp_path / "game.bylaws"
    path.write_text('game "Odd":\n    playas: 2\n')
    done = run(capsys, "rulebook", str(path))
    assert (done.code, done.out) == (1, "") and "error[" in done.err


def test_what_an_action_costs_is_said_in_its_heading() -> None:
    game = load(str(REPOSITORY / "tests" / "semantics" / "costs.bylaws")).game
    assert game is not None
    titles = [part.title for part in parts(game)]
    assert (
        "Build (costs 1 Cable, 2 Parts from your hand; once per turn)" in titles
        and "Bribe (costs 3 coins; once per turn)" in titles
    )


SPLIT = """\
game "Split":
    players: 2 to 4
parameter more = 2
cards Tile: colour: Colour, worth: number, loud: yes_no
enum Colour: red, blue
tokens stone
spaces square: start, finish
pawn walker of player: starts at start
zone pile: stack, face down
zone bag of player: row
dice die: from 1 to 6
dice second_die: from 1 to 6
counter coins of player

deck Tile in pile:
    > Tiles are thin.
    more x "Sun", colour red, worth 2, loud
    "Moon", colour blue, worth 1

setup:
    > The pile is shuffled,
    shuffle pile
    > Everybody takes stones.
    each player: create 3 stone in your bag
    > and laid down.
    do lay

> What is laid down stays `laid_down`.
procedure lay: reveal top of pile

round turn "Turn":
    > Each turn,
    do tally
    > everybody gets a coin.
    each player: gain 1 coins

> What counts is worth.
procedure tally:
    each player: gain worth_of_all coins
define worth_of_all: rise
> One more in each round.
define rise: round_number
action wait "Wait": gain 1 coins
game ends after turn when pile is empty: the player with most coins wins
"""


def test_in_the_order_of_a_printed_rulebook_each_sentence_whole() -> None:
    book = parts(game_of(SPLIT))
    assert [part.title for part in book if part.depth < 3] == [
        "Split", "The goal", "What there is", "Setup", "Turn", "Actions", "Cards", "The end of the game",
        "Numbers and choices",
    ]  # fmt: skip
    assert next(part.items for part in book if part.title == "Numbers and choices") == ("More: 2",)
    said = {part.title: part.paragraphs for part in book}
    assert said["The goal"] == ("Whoever has the most coins when the game ends wins.",)
    assert said["Setup"] == (
        "The pile is shuffled, and laid down. Everybody takes stones.", "What is laid down stays “laid down”.",
    )  # fmt: skip
    assert said["Turn"] == (
        "Each turn, everybody gets a coin.", "What counts is worth. One more in each round.",
    )  # fmt: skip
    assert said["Wait"] == ("Gain 1 coin.",)
    assert said["The end of the game"] == ("The game ends after each turn if the pile is empty.",)


def test_what_lies_in_the_box_is_complete_and_cards_have_one_column() -> None:
    book = {part.title: part for part in parts(game_of(SPLIT))}
    assert book["What there is"].items == (
        "3 Tile cards", "3 stones for each player", "A pawn for each player: walker",
        "2 dice from 1 to 6: die and second die",
        "The spaces of a board (square): Start and Finish",
    )  # fmt: skip
    assert book["Cards"].paragraphs == ("Tiles are thin.",)
    assert book["Cards"].table == (
        ("Card", "Copies", "Colour", "Worth", "Loud"), ("Sun", "2", "Red", "2", "yes"), ("Moon", "1", "Blue", "1", ""),
    )  # fmt: skip


@pytest.mark.parametrize("game", EACH_GAME)
def test_every_link_of_the_contents_leads_to_a_heading(game: str, capsys: Say) -> None:
    page = ElementTree.fromstring(run(capsys, "rulebook", game, "--format", "html").out)
    headings = [heading for depth in "123456" for heading in page.iter(f"h{depth}")]
    anchors = [heading.get("id") for heading in headings]
    assert len(set(anchors)) == len(anchors)
    links = [link.get("href", "").removeprefix("#") for link in page.iter("a")]
    assert len(links) > 2 and set(links) <= set(anchors)
    assert max((len(list(row)) for row in page.iter("tr")), default=0) <= 6


@pytest.mark.parametrize("game", installed_games())
def test_no_sign_of_the_rule_language_and_no_torn_sentence_is_left(game: str) -> None:
    rules = load(game)
    assert rules.game is not None
    for part in parts(rules.game):
        for words in (part.title, *part.paragraphs, *part.items, *(cell for row in part.table for cell in row)):
            assert "`" not in words and not re.search(r"\w_\w", words), words
        for words in part.paragraphs:
            torn = words[:1].islower() or not words.endswith((".", "!", "?", ":", ")", '"', "”"))
            assert not torn or part.depth == 1, words


SOUGHT = """game "Sought":
    players: 2 to 4
counter coins of player
flag out of player
counter trouble
define those_in: every player where not out
step 1 only "Only":
    each player gains 1 coins
"""
GOALS = {
    "for the best, in other words": (
        "game ends: every player where coins = highest coins of players wins",
        "Whoever has the most coins when the game ends wins.",
    ),
    "for what a procedure compares, among those who are in": (
        "game ends:\n    let winner be decided by best_of_all\n    winner wins\n"
        "procedure best_of_all, deciding player or none:\n    let most_coins be highest coins of players in those_in\n"
        "    let best be every player in those_in where coins is most_coins\n    decide first of best",
        "Of the players who are not out, whoever has the most coins when the game ends wins.",
    ),
    "for what the winners are": ("game ends: those_in win", "Whoever is not out when the game ends wins."),
    "of a team": ("game ends when trouble > 0: players lose the game", "All win together, or lose together."),
    "without words": ("game ends: first of players wins", ""),
}


@pytest.mark.parametrize("kind", GOALS)
def test_what_players_are_after_is_told_from_the_rules(kind: str) -> None:
    rules, goal = GOALS[kind]
    assert " ".join(goals(game_of(f"{SOUGHT}{rules}\n"))) == goal


@pytest.mark.parametrize("game", EACH_GAME)
def test_no_book_of_a_variant_tells_of_that_variant_as_of_another_game(game: str) -> None:
    """`The variant X takes the share away` stands where X is not played, or the book says both."""
    for names in rule_sets(game):
        rules = load(game, names).game
        assert rules is not None
        for part in parts(rules):
            for words in (part.title, *part.paragraphs):
                assert not any(f"variant {title}" in words for title in rules.variants), words


def test_each_variant_says_what_it_changes_behind_its_name() -> None:
    rules = load("action_the_project", ("no_gifts", "fate")).game
    assert rules is not None
    *_, first, second = parts(rules)[0].paragraphs
    assert first == "With Fate. Plans meet customers." and second.startswith("With No Gifts. Talk as much as you like")


def test_things_are_called_as_players_call_them() -> None:
    """Headings by titles, counters in the plural where the rules use one, tokens of players as tokens."""
    made = game_of("""\
game "Toys":
    players: 2
> Nobody looks in there.
zone toy_box "box of toys": stack, face down
> They are worth nothing.
counter sticker of player
> Some are rare.
counters Stamp of player
    small
    large
> Nobody has two.
counter luck of player
tokens chip
zone bag of player: row
define gifts of player: sticker
setup:
    each player: gain 2 stickers
    each player: create 2 chips in bag of you
round day: each player gains 1 sticker
game ends after day: the player with fewest gifts then most luck wins
""")
    book = parts(made)
    assert [part.title for part in book if part.depth == 3][:4] == ["Box of toys", "Stickers", "Stamps", "Luck"]
    assert next(part for part in book if part.title == "What there is").items == ("2 chips for each player",)
    assert next(part for part in book if part.title == "The goal").paragraphs == (
        "Whoever has the fewest gifts when the game ends wins; among equals, whoever has the most luck.",
    )


def test_what_a_round_and_its_steps_both_use_stands_among_the_further_rules() -> None:
    game = game_of("""\
game "Split":
    players: 2
counter coins of player
round day "Day":
    > Every day has one step.
    do levy
    step 1 work "Work":
        > Then there is work.
        do toil
        do levy
> Everybody pays.
procedure levy:
    each player: lose 1 coins
> Everybody gains twice.
procedure toil:
    each player: gain 2 coins
game ends when any player where coins > 9: nobody wins
""")
    found = {part.title: part.paragraphs for part in parts(game)}
    assert found["Day"] == ("Every day has one step.",)
    assert found["1. Work"] == ("Then there is work.", "Everybody gains twice.")
    assert found["Further rules"] == ("Everybody pays.",)


def test_what_a_further_rule_uses_is_told_with_it_alone() -> None:
    game = game_of("""\
game "Nest":
    players: 2
counter coins of player
> Whoever has many coins is rich.
define rich of player as person: coins of person > 2
> The rich pay twice.
define tax of player as person:
    2 if rich of person
    1 otherwise
> Where nothing else is said, one is modest.
define modest of player as person: not rich of person
round day "Day", at most 3 times:
    each player: gain 1 coins
""")
    found = {part.title: part.paragraphs for part in parts(game)}
    told = " ".join(found["Further rules"])
    assert [told.count(words) for words in ("is rich.", "pay twice.", "one is modest.")] == [1, 1, 1]


def test_the_values_of_an_enum_are_listed_with_what_is_said_of_each() -> None:
    game = game_of("""\
game "Moods":
    players: 2
> There are three moods.
enum Mood:
    > The good one.
    merry "Merry"
    gloomy "Gloomy"
    > One
    > that passes.
    angry "Angry"
remember mood of player: Mood, starts as merry
round day "Day", at most 3 times:
    each player:
        choose a Mood as felt asking "How?"
        set your mood to felt
""")
    book = {part.title: part for part in parts(game)}
    assert book["What there is"].paragraphs == ("There are three moods.",)
    assert book["Moods"].table == (
        ("Mood", "What it is"), ("Merry", "The good one."), ("Gloomy", ""), ("Angry", "One that passes."),
    )  # fmt: skip


def test_of_many_cards_without_a_text_the_first_and_the_last_are_named() -> None:
    """For each kind: few, one, several of each, some for each player, and many."""
    found = {part.title: part.paragraphs[-1] for part in parts(game_of(BLANKS)) if part.title.endswith("cards")}
    assert found == {
        "Few cards": "A, B.", "One cards": "C (2).", "Several cards": "D, E; 2 of each.",
        "Uneven cards": "F, G (3).", "Own cards": "H, I; 1 of each for each player.",
        "Many cards": "N 1, N 2, N 3 and so on to N 40, 40 different ones.",
    }  # fmt: skip


BLANKS = """game "Blanks":
    players: 2
cards Few
cards One
cards Several
cards Uneven
cards Own
cards Many: worth: number
zone pile: stack
zone box of player: stack
deck Few in pile:
    "A"
    "B"
deck One in pile:
    2 x "C"
deck Several in pile:
    2 x "D"
    2 x "E"
deck Uneven in pile:
    "F"
    3 x "G"
deck Own in box of players:
    "H"
    "I"
deck Many in pile:
    "N {worth}", worth each number from 1 to 40
phase one "One": shuffle pile
"""


def test_a_single_sentence_goes_on_in_the_paragraph_before_until_that_is_long() -> None:
    said = {part.title: part.paragraphs for part in parts(game_of(CHAIN))}
    assert said["Day"] == ("It begins.", "Second. Third.", "Fourth has two. Of them. Fifth.", LONG_ONE)


LONG_ONE = f"{'Long ' * 60}sentence."
CHAIN = f"""game "Chain":
    players: 2
round day "Day", at most 2 times:
    > It begins.
    do second
> Second.
procedure second: do third
> Third.
procedure third: do fourth
> Fourth has two.
> Of them.
procedure fourth: do fifth
> Fifth.
procedure fifth: do sixth
> {LONG_ONE}
procedure sixth: nothing happens
"""
