"""Another name for something: in each form in which it is said, and only if the rules go on meaning the same."""

from pathlib import Path

import pytest

from dsl.disk.files import Files
from dsl.editing.rename import Unfit, hold_to_the_meaning, renameable, renamed, texts_after
from dsl.editing.surroundings import Surroundings, surroundings

GAME = """game "Fair":
    players: 2 to 4
enum Season: spring, summer
enum Mood: glad, spring
use votes
counter grain of player
counter coin of player
dice storm_die: from 1 to 6
zone stall: stack, face up
zone hand of player: hand
cards Ware: price: number
deck Ware in stall:
    2 x "Apple", price 1
    "Pear", price 2
procedure sale of seller: player, for sum_paid: number:
    let profit be sum_paid + 1
    announce "{seller} has {profit} {sum_paid}"
    seller gains profit coins
    roll 2 storm_dice as thrown
round day "Day":
    step 1 market "Market":
        each player as trader: do sale of trader, for 2
        each player: gain 1 coin
game ends after day when round_number >= 3:
    the player with most coins wins
"""
SCENARIO = """scenario "A sale":
    played by ann, ben
    given hand of ann holds "Apple"
    when do sale of ann, for 2
    then ann's coin is 3

scenario "Another" like "A sale":
    then ann has 3 coins
"""


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/all.bylaws").write_text(SCENARIO, encoding="utf-8")
    return Files({tmp_path / "game.bylaws": GAME, tmp_path / "scenarios/all.bylaws": SCENARIO})


def here(around: Surroundings, words: str, word: str = "") -> int:
    text = around.source.text
    assert text.count(words) == 1
    return text.index(words) + words.index(word or words)


def told(files: Files, tmp_path: Path, words: str, word: str, new: str, file: str = "game.bylaws") -> tuple[str, str]:
    """The two texts after a word has got another name."""
    around = surroundings(tmp_path / file, files)
    edits, forms = renamed(around, renameable(around, here(around, words, word)), new)
    texts = {**files.texts, **texts_after(edits)}
    hold_to_the_meaning(tmp_path / "game.bylaws", files, Files(texts), forms)
    return texts[tmp_path / "game.bylaws"], texts[tmp_path / "scenarios/all.bylaws"]


@pytest.mark.parametrize(
    ("words", "word", "new", "changed"),
    [
        ("counter coin", "coin", "penny", {"coins": "pennys", "coin": "penny"}),
        ("most coins", "coins", "brass", {"coins": "brasss", "coin": "brass"}),
        ("2 storm_dice", "storm_dice", "hail_die", {"storm_d": "hail_d"}),
        ("2 storm_dice", "storm_dice", "hail", {"storm_dice": "hails", "storm_die": "hail"}),
        ("let profit", "profit", "gained", {"profit": "gained"}),
        ("for sum_paid", "sum_paid", "cost", {"sum_paid": "cost"}),
        ("{seller}", "seller", "merchant", {"seller": "merchant"}),
        ("do sale of trader", "sale", "deal", {"sale of": "deal of"}),
        ('"Apple"', "Apple", "Cox", {'"Apple"': '"Cox"'}),
        ("cards Ware", "Ware", "Thing", {"Ware": "Thing"}),
    ],
)
def test_each_form_of_a_name(
    files: Files, tmp_path: Path, words: str, word: str, new: str, changed: dict[str, str]
) -> None:
    expected = [GAME, SCENARIO]
    for old, other in changed.items():
        expected = [text.replace(old, other) for text in expected]
    assert list(told(files, tmp_path, words, word, new)) == expected


def test_a_player_of_scenarios_is_called_alike_where_one_begins_like_another(files: Files, tmp_path: Path) -> None:
    game, scenarios = told(files, tmp_path, "played by ann", "ann", "zoe", "scenarios/all.bylaws")
    assert game == GAME
    assert scenarios == SCENARIO.replace("ann", "zoe").replace("Azoe", "Ann")


@pytest.mark.parametrize(
    ("words", "word", "new", "why"),
    [
        ("counter coin", "coin", "stall", "a zone is called so already, in "),
        ("let profit", "profit", "sum_paid", "then "),
        ("counter coin", "coin", "grain", "a counter is called so already, in "),
        ("let profit", "profit", "coin", "then "),
        ("zone stall", "stall", "2stall", "`2stall` is no name"),
        ("zone stall", "stall", "stall now", "`stall now` is no name"),
        ("zone stall", "stall", "whenever", "`whenever` is a word of the language"),
        ('"Pear"', "Pear", 'Pe"ar', "a title is one line of text without quotation marks"),
        ('"Pear"', "Pear", "Apple", "something is called so already, in "),
    ],
)
def test_what_would_change_what_is_meant(
    files: Files, tmp_path: Path, words: str, word: str, new: str, why: str
) -> None:
    with pytest.raises(Unfit) as fault:
        told(files, tmp_path, words, word, new)
    assert str(fault.value).startswith(why)


def test_what_comes_with_bylaws_keeps_its_name(tmp_path: Path) -> None:
    text = GAME + "after doing vote: shuffle stall\n"
    around = surroundings(tmp_path / "game.bylaws", Files({tmp_path / "game.bylaws": text}))
    with pytest.raises(Unfit, match="`vote` is said in the library `votes`, which comes with Bylaws"):
        renameable(around, here(around, "doing vote", "vote"))
