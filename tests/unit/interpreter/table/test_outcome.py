"""How games end, in data and in words: of every game that comes along, and of each kind of ending."""

from __future__ import annotations

import pytest

from interpreter.engine import Engine
from interpreter.table.ending.outcome import Outcome
from interpreter.table.session import Session, Table
from interpreter.text.redaction import PUBLIC
from tests.bundled import EACH_GAME, seats
from tests.golden_files import FOLDER, Case, Golden
from tests.tables import NAMES, game, game_of, play, table

GAMES = [
    pytest.param(each.values[0], Case(str(each.values[0]), FOLDER / "outcomes" / f"{each.values[0]}.txt"),
                 marks=each.marks, id=str(each.values[0]))
    for each in EACH_GAME
]  # fmt: skip
#: So many games of each size are played to meet different ends.
TRIED = 12


@pytest.mark.parametrize(("name", "case"), GAMES)
def test_each_game_says_how_it_ended(name: str, case: Case, golden: Golden) -> None:
    found: dict[tuple[object, ...], str] = {}
    for players in sorted({seats(name)[0], seats(name)[-1]}):
        engine = Engine(game(name), players, trace=True)
        for seed in range(1, TRIED + 1):
            session = Session(engine, Table(name, "", (), {}, NAMES[:players], ("random",) * players, seed))
            ended = play(session, seed, 100_000).outcome(PUBLIC)
            assert ended is not None
            key = (players, ended.rule, min(len(ended.winners), 2), "".join(c for c in ended.reason if c.islower()))
            said = [f"{players} players, seed {seed}: {ended.rule}", f"  {' '.join(ended.sentences)}"]
            found.setdefault(key, "\n".join([*said, *(f"    {line}" for line in ended.places)]))
    golden(case, "\n".join([*found.values(), ""]))


def _ended(rules: str, players: int = 2, seat: int | None = PUBLIC) -> Outcome:
    ended = play(table(game_of(f"{rules.strip()}\n"), players), 1, 1000).outcome(seat)
    assert ended is not None
    return ended


HEAD = """
game "Test":
    players: 1 to 4
counter coins of player: starts at 3
counter score: starts at 7
remember side of player: Side or none
enum Side: wolf "the wolves", sheep "the sheep"
flag out of player
"""

BEST = """
counter fame of player: starts at 2
define those_in: every player where not out
procedure best_of_all, deciding player or none:
    let top_coins be highest coins of players in those_in
    let richest be every player in those_in where coins is top_coins
    let top_fame be highest fame of players in richest
    let best be every player in richest where fame is top_fame
    if number of best is 1: decide first of best
    let drawn be decided by lot among best
    decide drawn
procedure lot among equals: players, deciding player or none:
    first of equals chooses a player from equals as favoured asking "Who?"
    decide favoured
step 1 only "Only":
"""

ENDINGS = {
    "shared by those who are equal": (
        "step 1 only \"Only\":\n    the player with most coins wins",
        ["The game is over.", "Ann, Ben and Cat win together with 3 coins (most coins)."],
    ),
    "by a side": (
        "step 1 only \"Only\":\n    set side of first of players to wolf\n    every player where side is wolf wins",
        ["The game is over.", "The wolves wins: Ann."],
    ),
    "with a loser": (
        "step 1 only \"Only\":\n    first of players loses the game",
        ["The game is over.", "Ann loses, and Ben and Cat win together."],
    ),
    "for one of two reasons": (
        "step 1 only \"Only\":\n    raise score by 4\n"
        "game ends when score > 10 or no player where not out: first of players wins",
        ["The game is over: the score is 11, above 10.", "Ann wins."],
    ),
    "where all are out": (
        "step 1 only \"Only\":\n    each player: set your out to yes\n"
        "game ends when score > 10 or no player where not out: first of players wins",
        ["The game is over: every player is out.", "Ann wins."],
    ),
    "for what somebody has": (
        "step 1 only \"Only\":\n    last of players gains 4 coins\n"
        "game ends when any player where coins >= 6: first of players wins",
        ["The game is over: Cat has 7 coins, at least 6.", "Ann wins."],
    ),
    "in a branch, within a procedure": (
        "step 1 only \"Only\":\n    if score < 5: first of players wins\n    otherwise: do finish\n"
        "procedure finish:\n    the player with fewest coins wins",
        ["The game is over: the score is 7.", "Ann, Ben and Cat win together with 3 coins (fewest coins)."],
    ),
    "with words of the rules where no others can be found": (
        "step 1 only \"Only\":\n    let found be score\n    if found > 3:\n"
        "        > Seven is enough.\n        first of players wins",
        ["The game is over.", "Seven is enough.", "Ann wins."],
    ),
    "for a condition that the winners alone meet": (
        "step 1 only \"Only\":\n    set out of first of players to yes\n    living win\n"
        "define living: every player where not out",
        ["The game is over.", "Ben and Cat win together: Ben and Cat are not out."],
    ),
    "each by itself, for the best": (
        "step 1 only \"Only\":\n    last of players gains 4 coins\n"
        "    each player where coins = highest coins of players: you win",
        ["The game is over.", "Cat wins with 7 coins, before Ann and Ben with 3 coins (highest coins)."],
    ),
    "for the best of an enum": (
        "step 1 only \"Only\":\n    let winners be every player where rank_of = highest rank_of of players\n"
        "    winners win\n"
        "enum Rank: low \"Low\", high \"High\"\ndefine rank_of of player:\n    high if coins > 2\n    low otherwise",
        ["The game is over.", "Ann, Ben and Cat win together with rank of High (highest rank of)."],
    ),
    "for what was worked out step by step, among those who are in": (
        BEST + "    last of players gains 4 coins\n    set out of last of players to yes\n"
        "    let winner be decided by best_of_all\n    winner wins",
        [
            "The game is over.",
            "Ann wins with 3 coins, fame 2 and the lot, before Ben with 3 coins and fame 2 "
            "(highest coins, then highest fame, then lot).",
            "Cat is out.",
        ],
    ),
    "for what was worked out, without a tie": (
        BEST + "    last of players gains 4 coins\n    let winner be decided by best_of_all\n    winner wins",
        ["The game is over.", "Cat wins with 7 coins, before Ann and Ben with 3 coins (highest coins)."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", ENDINGS)
def test_each_kind_of_ending_has_its_sentence(kind: str) -> None:
    rules, sentences = ENDINGS[kind]
    assert list(_ended(HEAD + rules, 3).sentences) == sentences


TEAM = """
game "Together":
    players: 1 to 4
    measured: score
counter trouble by Room: starts at 0
counter score: starts at 7
enum Room: hall, cellar
step 1 only "Only":
    raise trouble[cellar] by 1
"""


def test_a_team_wins_or_loses_with_a_score() -> None:
    lost = TEAM + "game ends when any Room where trouble > 0: players lose the game"
    won = TEAM + "    lower trouble[cellar] by 1\ngame ends when score >= 5 and no Room where trouble > 0: players win"
    assert _ended(lost).sentences[1:] == ("The team loses.", "Score: 7.")
    assert _ended(won).sentences == (
        "The game is over: the score is 7, at least 5 and no trouble is left.", "The team wins.", "Score: 7.",
    )  # fmt: skip
    assert _ended(won).scores == (("score", "7"),)
    assert _ended(lost, 1).sentences[1] == "Ann loses."


RANKED = """
game "Ranked":
    players: 2 to 6
counter coins of player
counter fame of player
step 1 only "Only":
    each player: gain 1 coins
    first of players gains 3 fame
game ends:
    the player with most coins then most fame wins
"""


def test_everybody_has_a_place_and_equals_share_it() -> None:
    ended = _ended(RANKED, 4)
    assert [(one.name, one.place, one.won, one.values) for one in ended.standings] == [
        ("Ann", 1, True, ("1 coin", "3 fame")),
        ("Ben", 2, False, ("1 coin", "0 fame")),
        ("Cat", 2, False, ("1 coin", "0 fame")),
        ("Dan", 2, False, ("1 coin", "0 fame")),
    ]
    assert ended.criteria == ("most coins", "most fame")
    assert ended.sentences[1] == (
        "Ann wins with 1 coin and 3 fame, before Ben, Cat and Dan with 1 coin and 0 fame (most coins, then most fame)."
    )
    assert ended.places[0] == "1. Ann: 1 coin, 3 fame"
    assert ended.rule == "game ends" and ended.where.endswith("test.bylaws:8")


def test_what_is_sealed_is_not_told_by_the_ranking() -> None:
    sealed = RANKED.replace("counter fame of player", "counter fame of player: hidden")
    assert "3 fame" in _ended(sealed, 2).sentences[1]
    kept = _ended(sealed.replace("hidden", "hidden, also after the game"), 2)
    assert kept.sentences[1] == "Ann wins." and not any(one.values for one in kept.standings)
    assert "3 fame" in _ended(sealed.replace("hidden", "hidden, also after the game"), 2, None).sentences[1]


def test_what_a_procedure_ends_is_told_in_the_words_where_it_is_called() -> None:
    called = HEAD + (
        'step 1 only "Only":\n    let found be score\n    > Seven is enough.\n    if found > 3: do finish\n'
        "procedure finish: first of players wins"
    )
    assert _ended(called).sentences == ("The game is over.", "Seven is enough.", "Ann wins.")
