"""The checks find what is wrong, and nothing in rules that are as they should be."""

from itertools import combinations
from pathlib import Path

import pytest

from dsl.checks.checks import CHECKS, check
from dsl.checks.essential import ESSENTIALS
from dsl.loading import load
from tests.bundled import variant_names
from tests.findings import found_in, meant
from tests.golden_files import FOLDER

GAME = Path("games/action_the_project")
VARIANTS = variant_names(GAME.name)

HEAD = """game "Small":
    players: 2 to 4
parameter worth = 3 (0 to 5)
parameter price = 3 (1 to 5)
counter coins of player
counter fire
counter score of player: from 1 to 9
flag night
cards Deed: size: number
zone pile: stack, face down
zone table: row, face up
zone hand of player: hand
deck Deed in pile:
    8 x "Small", size 2
    4 x "Large", size 5
define hungry: every player where coins = 0
action work_hard "Work": gain 1 coins
round day "Day":
    step 1 work "Work":
        players take turns: you take one action from work_hard
        do body
game ends after work when fire > 9: the player with most coins wins
procedure body:
"""


def found(body: str, more: str = "") -> list[str]:
    """The names of what the checks say of a procedure with this body."""
    lines = "\n".join("    " + line for line in body.split("\n"))
    return [d.name for d in meant(f"{HEAD}{lines}\n{more}\n", "small.bylaws")]


# ---------------------------------------------------------------- a real game


@pytest.mark.parametrize("variants", [[], *([v] for v in VARIANTS)], ids=str)
def test_nothing_is_wrong_with_a_real_game(variants: list[str]) -> None:
    loaded = load(GAME, [*variants, *(["Fate"] if "kinder_fate" in variants else [])])
    assert loaded.findings == ()
    assert loaded.game is not None


@pytest.mark.slow
@pytest.mark.parametrize("variants", list(combinations(VARIANTS, 2)), ids=" and ".join)
def test_nothing_is_wrong_with_two_variants(variants: tuple[str, str]) -> None:
    loaded = load(GAME, [*variants, "Fate"])
    if loaded.game is not None:  # two that cannot be combined are told so
        assert check(loaded.rule_set) == ()


@pytest.mark.parametrize("library", sorted(Path("dsl/standard").glob("*.bylaws")), ids=lambda path: path.stem)
def test_a_library_alone_is_no_game_that_could_end(library: Path) -> None:
    assert load(library).findings == ()


def test_too_few_cards_in_a_real_game() -> None:
    path = GAME / "cards.bylaws"
    text = path.read_text(encoding="utf-8")
    fewer = text.replace('    "Stan Stakeholder", epithet "Needs to Be Comfortable With This"\n', "")
    assert fewer != text
    (report,) = load(GAME, texts={path: fewer}).findings
    assert report.message == "with 6 players, there is nothing left to choose from in `leader_supply`"


@pytest.mark.slow
def test_every_check_has_a_message_that_is_looked_at() -> None:
    cases = (FOLDER / "messages" / "meaning").glob("*.bylaws")
    shown = {found.name for case in cases for found in found_in(case)}
    names = (
        "no-you", "too-few-cards", "refilled-from-itself", "refilled-from-whose", "nothing-to-choose",
        "divided-by-zero",
        "endless-calls", "calls-itself", "endless-loop", "action-out-of-reach", "procedure-never-done", "never-reached",
        "step-out-of-reach", "game-never-ends", "nobody-wins", "nothing-to-play", "step-order", "same-title",
    )  # fmt: skip
    assert set(names) - shown == set()
    assert not set(ESSENTIALS) & set(CHECKS)


# ---------------------------------------------------------------- division


@pytest.mark.parametrize(
    "body",
    [
        "raise fire by 6 / 2 rounded down",
        "raise fire by 6 / price rounded down",
        "raise fire by 6 / number of players rounded down",
        "each player: raise fire by 6 / your score rounded down",
        "if hungry is empty: return\nraise fire by 6 / number of hungry rounded down",
        "if hungry is not empty: raise fire by 6 / number of hungry rounded down",
        "if number of hungry = 0: return\nraise fire by 6 / number of hungry rounded down",
        "if number of hungry > 0 and 6 / number of hungry rounded down > 1: set night to yes",
        "if number of hungry = 0 or 6 / number of hungry rounded down > 1: set night to yes",
        "if fire = 0: set fire to 1\notherwise: raise fire by 6 / fire rounded down",
        "if worth < 1: return\nraise fire by 6 / worth rounded down",
        "while fire > 0: lower fire by 6 / fire rounded up",
        "for each one in hungry: raise fire by 6 / number of hungry rounded down",
        "raise fire by 6 / (number of hungry + 1) rounded down",
        "raise fire by 6 / larger(worth, 1) rounded down",
    ],
)
def test_a_guarded_division(body: str) -> None:
    assert found(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "raise fire by 6 / worth rounded down",
        "raise fire by 6 / number of hungry rounded down",
        "raise fire by 6 / fire rounded down",
        "raise fire by 6 / (worth * price) rounded down",
        "raise fire by 6 / smaller(worth, price) rounded down",
        "each player: raise fire by 6 / your coins rounded down",
        "if hungry is not empty: set night to yes\nraise fire by 6 / number of hungry rounded down",
        "if hungry is empty: raise fire by 6 / number of hungry rounded down",
        "if night: raise fire by 6 / worth rounded down",
        "while fire < 9: raise fire by 6 / fire rounded down",
    ],
)
def test_a_division_that_may_be_by_zero(body: str) -> None:
    assert found(body) == ["divided-by-zero"]


def test_a_division_by_a_counter_whose_bounds_leave_out_0() -> None:
    division = "raise fire by 6 / cold rounded down"
    assert found(division, "counter cold: from -5 to -1, starts at -1") == []
    assert found(division, "counter cold: from -5 to 5, starts at -1") == ["divided-by-zero"]
    assert found(division, "counter cold: from worth to 9, starts at 5") == ["divided-by-zero"]
    assert found(division, "counter cold: from price to 9, starts at 5") == []
    assert found(division, "counter cold: from price to 9, starts at worth") == ["divided-by-zero"]


# ---------------------------------------------------------------- bounds of counters


@pytest.mark.parametrize(
    "body",
    [
        "each player: if your score > 8: set night to yes",
        "each player: if your score = 1: set night to yes",
        "each player: if your score != 0: set night to yes",
        "each player: if your score >= number of players: set night to yes",
        "each player: if your score > your coins: set night to yes",
        "if fire > 1000: set night to yes",
        "if worth > 4: set night to yes",
        "if number of players > 3: set night to yes",
    ],
)
def test_a_condition_that_can_hold(body: str) -> None:
    assert found(body.replace(": if", ":\n    if")) == []


@pytest.mark.parametrize(
    "body",
    [
        "each player: if your score > 9: set night to yes",
        "each player: if 9 < your score: set night to yes",
        "each player: if your score < 1: set night to yes",
        "each player: if your score = 0: set night to yes",
        "each player: if your score >= number of players * 3: set night to yes",
        "if fire < 0: set night to yes",
    ],
)
def test_a_condition_that_the_bounds_of_a_counter_rule_out(body: str) -> None:
    assert found(body.replace(": if", ":\n    if")) == ["never-holds"]


# ---------------------------------------------------------------- loops and circles


@pytest.mark.parametrize(
    "body",
    [
        "while fire < 3: raise fire by 1",
        "while fire < 3, at most 9 times: set night to yes",
        "repeat until night: do lighten",
        "repeat until pile is empty: move top of pile to table",
        "let n be 0\nwhile n < 3: set n to n + 1",
        "while any player where coins > 3:\n    each player where coins > 3: lose 1 coins",
        "repeat until night:\n    if fire > 3: stop\n    raise fire by 1",
        'repeat until night:\n    each player:\n        you may "sleep": set night to yes',
        "players take turns while hungry is not empty: gain 1 coins",
        "while not night:\n    return",
        "repeat until night:\n    each player: you take one action from doze",
    ],
)
def test_a_loop_that_can_end(body: str) -> None:
    more = 'procedure lighten: set night to yes\naction doze "Doze": set night to yes'
    assert "endless-loop" not in found(body, more)


@pytest.mark.parametrize(
    "body",
    [
        "while fire < 3: set night to yes",
        "repeat until night: raise fire by 1",
        "let n be 0\nwhile n < 3: raise fire by 1",
        "repeat until pile is empty: raise fire by 1",
        "players take turns while hungry is not empty: raise fire by 1",
    ],
)
def test_a_loop_that_cannot_end(body: str) -> None:
    assert found(body) == ["endless-loop"]


@pytest.mark.parametrize("below", ["", "\nphase finish: the player with most coin wins"])
@pytest.mark.parametrize("pass_", ["players take turns: gain 1 coin", "step 1 earning: each player gains 1 coin"])
def test_a_round_that_counts_its_passes_ends(below: str, pass_: str) -> None:
    head = 'game "Laps":\n    players: 2\ncounter coin of player\n'
    rules = f"{head}round lap until round_number >= 3:\n    {pass_}{below}\n"
    path = Path("laps.bylaws")
    names = [d.name for d in load(path, texts={path: rules}).diagnostics]
    assert names == []


def test_a_rule_that_meets_what_happens_may_end_a_loop() -> None:
    assert found("repeat until night: raise fire by 1", "whenever fire > 3: set night to yes") == []


def test_a_circle_of_calls() -> None:
    assert found("do body") == ["endless-calls"]
    assert found("do another", "procedure another: do body") == ["endless-calls"]
    assert found("if fire > 3: do body") == ["calls-itself"]
    assert found("do dive of 3", "procedure dive of n: number, at most 5 deep:\n    if n > 0: do dive of (n - 1)") == []


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize(
    ("setup", "names"),
    [
        ("setup: move top 12 of pile to table", []),
        ("setup: move top 13 of pile to table", ["too-few-cards"]),
        ("setup: move top (3 * number of players) of pile to table", []),
        ("setup: move top (4 * number of players) of pile to table", ["too-few-cards"]),
        ("setup:\n    each player: draw 3 from pile", []),
        ("setup:\n    move top of pile to table\n    each player: draw 3 from pile", ["too-few-cards"]),
        ("setup:\n    move pile to table\n    move top of pile to table", ["too-few-cards"]),
        ("setup:\n    move pile to table\n    move top 12 of table to pile", []),
        ("setup:\n    create 3 Deed in table\n    move top 15 of pile to table", ["too-few-cards"]),
        ("setup:\n    create 3 Deed in pile\n    move top 15 of pile to table", []),
        ("setup:\n    move every Deed in pile where size > 3 to table\n    move top 12 of pile to table", []),
        ("setup:\n    if night: move top 20 of pile to table", []),
        ("setup:\n    for each n from 1 to 13: move top of pile to table", ["too-few-cards"]),
        ("setup:\n    do deal of 7\n    do deal of 7", ["too-few-cards"]),
    ],
)
def test_how_many_cards_the_setup_needs(setup: str, names: list[str]) -> None:
    more = "procedure deal of n: number: move top n of pile to table"
    assert [name for name in found("set night to no", f"{setup}\n{more}") if name != "procedure-never-done"] == names


# ---------------------------------------------------------------- who acts, and what is reached


def test_a_procedure_that_needs_somebody() -> None:
    more = "procedure bonus: gain 1 coins\nprocedure through: do bonus"
    assert found("set night to yes\neach player: do through", more) == []
    assert found("do through", more) == ["no-you"]  # said of the step that does this
    assert found("as the player with most coins: do through", more) == []


def test_chance_and_moves_need_nobody() -> None:
    assert found("randomly choose a player as one\nmove top of pile to hand of one") == []


def test_an_action_that_is_taken_nowhere() -> None:
    assert found("set night to no", 'action idle "Idle": set night to yes') == ["action-out-of-reach"]
    assert found("set night to no", 'anytime action idle "Idle", during body: set night to yes') == [
        "action-out-of-reach"
    ]
    asks = 'each player:\n    you may "nap": set night to yes'
    assert found(asks, 'anytime action idle "Idle", during body: set night to yes') == []


def test_lines_behind_an_end() -> None:
    assert found("return\nset night to yes") == ["never-reached"]
    assert found("if night: return\notherwise: return\nset night to yes") == ["never-reached"]
    assert found("if night: return\nset night to yes") == []
    assert found("repeat 3 times:\n    stop\n    set night to yes") == ["never-reached"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("choose a number from 3 to 1 as n\nraise fire by n", ["nothing-to-choose"]),
        ("choose a number from 1 to 3 as n\nraise fire by n", []),
        ("choose a number from 1 to fire as n\nraise fire by n", []),
        ("choose a player other than you as p\nraise fire by score of p", []),
        ("choose 5 players as some\nraise fire by number of some", ["nothing-to-choose"]),
        ("choose 4 players as some\nraise fire by number of some", []),
        ("choose 4 players other than you as some\nraise fire by number of some", ["nothing-to-choose"]),
        ("choose up to 9 players as some\nraise fire by number of some", []),
    ],
)
def test_questions_without_an_answer(text: str, names: list[str]) -> None:
    lines = "\n".join("    " + line for line in text.split("\n"))
    assert found(f"each player:\n{lines}") == names


# ---------------------------------------------------------------- what stands on the table


@pytest.mark.parametrize(
    ("of", "secret"),
    [
        (": number of cards in pile", False),
        (" of player: number of cards in their hand", False),
        (" of player: total size of cards in their hand", True),
        (" of player as one: total size of cards in hand of one", True),
        (" of player: luck", True),
        (" of player combining latest: coins", False),
        (": highest luck of players", True),
        (": size of top of pile", True),
        (": total size of cards in table", False),
        (": fortune of first of players", True),
    ],
)
def test_what_not_everybody_may_know_is_not_shown(of: str, secret: bool) -> None:
    head, colon, value = of.partition(":")
    more = "counter luck of player: hidden\ndefine fortune of player: luck\n"
    names = found("nothing happens", f"{more}define worked_out{head}, shown{colon}{value}")
    assert ("secret-on-the-table" in names) is secret


@pytest.mark.parametrize(
    ("bent", "secret"),
    [
        ("exception to rank of any player if luck > 2: instead 3", True),
        ("exception to rank of any player if coins > 2: instead 3", False),
        ("exception to rank of any player if coins > 2: instead luck", True),
        ('deck Deed in pile:\n    "A":\n        as long as this is in your hand:\n'
         "            exception to rank of you: instead 3", True),
        ('deck Deed in pile:\n    "A":\n        as long as this is in table:\n'
         "            exception to rank of each_one: instead 3", False),
    ],
)  # fmt: skip
def test_nor_is_what_something_secret_bends(bent: str, secret: bool) -> None:
    more = f"counter luck of player: hidden\ndefine rank of player combining highest, shown: 1\n{bent}"
    assert ("secret-on-the-table" in found("nothing happens", more)) is secret


@pytest.mark.parametrize(("how", "secret"), [("secretly choose", True), ("choose", False)])
def test_nor_is_what_somebody_has_chosen_in_secret(how: str, secret: bool) -> None:
    body = f"each player:\n    {how} a number from 1 to 3 as bonus\n    until end of this turn:\n"
    more = "define rank of player combining latest, shown: 1"
    names = found(f"{body}        exception to rank of you: previous + bonus", more)
    assert ("secret-on-the-table" in names) is secret


@pytest.mark.parametrize(
    ("of", "there"),
    [
        (" of card: 2", False),
        (": every player where coins > 2", False),
        (" of player as one, player as two: 2", True),
        (": the player with most coins", True),
        (" of Deed as deed: size of deed", False),
    ],
)
def test_lists_and_what_is_of_pieces_have_no_place_on_the_table(of: str, there: bool) -> None:
    head, colon, value = of.partition(":")
    assert ("not-for-the-table" in found("nothing happens", f"define many{head}, shown{colon}{value}")) is not there
