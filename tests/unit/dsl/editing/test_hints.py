"""What an editor says between the words and of things: numbers of a game without errors, and who `you` is."""

from pathlib import Path

from dsl.disk.files import Files
from dsl.editing.figures import Figures, figures
from dsl.editing.hints import hints
from dsl.editing.surroundings import surroundings
from dsl.loading import load

GAME = """game "Fair":
    players: 2 to 4
    measured: income
parameter wage = 2 (1 to 5)
parameter is_open = yes
counter coin of player: from 0 to 9
counter dust
zone stall: stack, face up
cards Ware
deck Ware in stall:
    2 x "Apple":
        gain 2 coin
define fair_wage: wage + 1
define two: 2
define sides: number of players
define income of player: coin * 2
procedure sale of seller: player:
    gain wage coin
procedure cleaning:
    each player: gain fair_wage coin
action beg "Beg": gain 1 coin
after action beg: lose 1 coin
after end of your turn: gain 1 coin
after any player as payer losing some coin as lost: gain 1 coin
before step market: raise dust by 1
after action beg: payer_of_all gains 1 coin
role payer_of_all
round day "Day":
    step 1 market "Market":
        players take turns: you take any number of actions from beg
game ends after day when round_number >= 3:
    the player with most coin wins
"""


def known(tmp_path: Path) -> tuple[Path, Files, Figures]:
    path = tmp_path / "game.bylaws"
    files = Files({path: GAME})
    rules = load(path, disk=files)
    assert rules.game is not None, rules.diagnostics
    return path, files, figures(rules.game)


def test_who_acts_and_what_numbers_come_to(tmp_path: Path) -> None:
    path, files, found = known(tmp_path)
    lines: dict[str, str] = {}
    for hint in hints(surroundings(path, files), found):
        start, end = GAME.rfind("\n", 0, hint.at) + 1, GAME.find("\n", hint.at)
        line = GAME[start : hint.at].split("[")[0]
        lines[line + hint.words] = GAME[hint.at : end]
    assert list(lines) == [
        "define fair_wage = 3",
        "define fair_wage: wage = 2",
        "procedure sale of seller: player (you: who acts where it is done)",
        "    gain wage = 2",
        "    each player: gain fair_wage = 3",
        "after action beg (you: who takes it)",
        "after end of your turn (you: whose turn it is)",
        "after any player as payer losing some coin as lost (you: who acts then)",
    ]


def test_figures(tmp_path: Path) -> None:
    _, _, found = known(tmp_path)
    assert found.values == {"wage": "2", "is_open": "yes", "fair_wage": "3", "two": "2"}
    assert found.ranges["coin"] == "0 to 9: as declared"
    assert found.ranges["stall"].startswith("at most 2 pieces: ")
    assert found.meanings["Apple"] == "Gain 2 coin."
    assert found.meanings["fair_wage"] == "number: wage + 1"
    assert found.measured == {"income"}
