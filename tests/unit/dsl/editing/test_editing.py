"""What an editor asks about a text: what a word means, what may come next, how the text is divided."""

from pathlib import Path

import pytest

from dsl.disk.files import Files
from dsl.disk.find import find
from dsl.editing.completion import completion
from dsl.editing.explained import explained
from dsl.editing.meant import meant_at
from dsl.editing.outline import Part, folds, outline
from dsl.editing.surroundings import Surroundings, surroundings
from dsl.names.built_ins import CONSTANTS, FUNCTIONS, WORDS
from dsl.names.declare import TAKEN
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.walk import nodes_of
from tests.bundled import EACH_GAME

GAME = """game "Fair":
    players: 2 to 4
enum Season: spring, summer
counter coin of player
zone stall: stack, face up
zone hand of player: hand
cards Ware: price: number, season: Season
> [rules-001] Whoever has sold the most
> is rich.
define worth of player: sum of price of cards in their hand
procedure sale of seller: player, for price_paid: number:
    let profit be price_paid + 1
    seller gains profit coin
deck Ware in stall:
    2 x "Apple", price 1, season spring:
        do sale of you, for 2
    "Pear", price 2, season summer
setup:
    each player: draw 2 cards from stall to your hand
round day "Day":
    step 1 market "Market":
        each player as trader: do sale of trader, for worth of trader
game ends after day when round_number >= 3:
    the player with most coins wins
"""
SCENARIO = """scenario "A sale" covers rules-001:
    played by ann, ben
    given hand of ann holds "Apple"
    when step market
    then ann's coin is 2

scenario "Another" like "A sale":
    then ben has 0 coins
"""


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """The game with its scenarios, in no folder at all."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/all.bylaws").write_text(SCENARIO, encoding="utf-8")
    return Files({tmp_path / "game.bylaws": GAME})


@pytest.fixture
def game(tmp_path: Path, files: Files) -> Surroundings:
    return surroundings(tmp_path / "game.bylaws", files)


@pytest.fixture
def scenarios(tmp_path: Path, files: Files) -> Surroundings:
    return surroundings(tmp_path / "scenarios/all.bylaws", files)


def at(around: Surroundings, words: str, word: str = "") -> int:
    """Where a word stands in words of the text."""
    text = around.source.text
    assert text.count(words) == 1, "the words stand there once"
    return text.index(words) + words.index(word or words)


def lines(spans: tuple[Span, ...]) -> list[str]:
    return [f"{Path(span.source.path).name}:{span.line}" for span in spans]


@pytest.mark.parametrize(
    ("words", "word", "what", "declared", "said"),
    [
        ("from stall to", "stall", "a zone", 5, [14, 19, 5]),
        ("with most coins", "coins", "a counter", 4, [13, 24, 4]),
        ("trader: do sale", "sale", "a procedure", 11, [11, 16, 22]),
        ("gains profit", "profit", "a name in this rule", 12, [12, 13]),
        ("be price_paid", "price_paid", "a name in this rule", 11, [11, 12]),
        ("for worth of trader", "trader", "a name in this rule", 22, [22, 22, 22]),
        ("season spring:", "spring", "a value of Season", 3, [15, 3]),
        ("price 2", "price", "printed on each Ware", 7, [10, 15, 17, 7]),
        ("of price of", "price", "printed on each Ware", 7, [10, 15, 17, 7]),
        ("draw 2 cards from stall to your hand", "hand", "a zone", 6, [10, 19, 6]),
    ],
)
def test_names(game: Surroundings, words: str, word: str, what: str, declared: int, said: list[int]) -> None:
    meant = meant_at(game, at(game, words, word))
    assert meant is not None
    assert meant.what == what
    assert lines(meant.declared) == [f"game.bylaws:{declared}"]
    here = [span.line for span in meant.said if span.source is game.source]
    assert sorted(here) == sorted(said)


def test_names_in_other_files(game: Surroundings, scenarios: Surroundings) -> None:
    coin = meant_at(scenarios, at(scenarios, "ann's coin", "coin"))
    assert coin and lines(coin.declared) == ["game.bylaws:4"]
    assert [line for line in lines(coin.said) if line.startswith("all")] == ["all.bylaws:5", "all.bylaws:8"]
    apple = meant_at(scenarios, at(scenarios, "Apple"))
    assert apple and apple.what == "a card" and lines(apple.declared) == ["game.bylaws:15"]
    like = meant_at(scenarios, at(scenarios, 'like "A sale"', "A sale"))
    assert like and like.what == "a scenario" and lines(like.declared) == ["all.bylaws:1"]
    ben = meant_at(scenarios, at(scenarios, "then ben", "ben"))
    assert ben and lines(ben.declared) == ["all.bylaws:2"]
    clause = meant_at(scenarios, at(scenarios, "rules-001"))
    assert clause and lines(clause.declared) == ["game.bylaws:8"]
    again = meant_at(game, at(game, "rules-001"))
    assert again and lines(again.said) == ["game.bylaws:8", "all.bylaws:1"]


def test_what_is_said_of_a_word(game: Surroundings) -> None:
    worth = explained(game, at(game, "for worth of", "worth"))
    assert worth is not None
    assert worth.span.text == "worth"
    assert "\\[rules-001\\] Whoever has sold the most is rich." in worth.markdown
    assert "define worth of player: sum of price" in worth.markdown
    apple = explained(game, at(game, "Apple"))
    assert apple and "do sale of you, for 2\n````" in apple.markdown
    built_in = explained(game, at(game, "round_number"))
    assert built_in and "how often the round that runs has begun" in built_in.markdown
    keyword = explained(game, at(game, "zone stall", "zone"))
    assert keyword and "zone hand of player: hand" in keyword.markdown
    assert explained(game, at(game, "players: 2 to 4", "2")) is None


@pytest.mark.parametrize(
    ("ending", "first", "others", "never"),
    [
        ("", None, {"zone", "counter", "scenario"}, {"gain", "coin"}),
        ("procedure a:\n    do ", "a", {"sale", "coin"}, {"gain", "zone"}),
        ("procedure a:\n    gain x\n    dr", None, {"draw", "gain"}, {"zone"}),
        ("procedure a:\n    draw 2 cards from ", None, {"stall", "hand"}, {"gain"}),
        ("procedure a of b: player:\n    let profit be ", "b", {"coin", "worth", "spring", "price"}, {"gain"}),
        ("procedure a:\n    let ", None, set(), {"coin", "sale"}),
        ('procedure a:\n    move "', "Apple", {"Pear"}, {"coin"}),
        ('scenario "B" like "', None, {"A sale", "Another"}, {"Apple"}),
        ("# a comment ", None, set(), {"zone", "coin"}),
        ("zone a: ", None, {"stack", "hand"}, {"coin"}),
    ],
)
def test_what_may_come_next(
    tmp_path: Path, files: Files, ending: str, first: str | None, others: set[str], never: set[str]
) -> None:
    text = GAME + ending
    around = surroundings(tmp_path / "game.bylaws", Files({tmp_path / "game.bylaws": text}))
    done = completion(text, around)
    found = [one.text for one in done.candidates]
    if first is not None:
        assert found[0] == first
    assert others <= set(found)
    assert not never & set(found)
    assert text[done.start :] == ("dr" if ending.endswith("dr") else "")


def test_names_from_a_moment_ago_are_good_enough(game: Surroundings) -> None:
    text = GAME.replace("counter coin", "# one more line\ncounter coin")
    text = text[: text.index("    let profit")] + "    let profit be pr"
    found = {one.text: one for one in completion(text, game).candidates}
    assert found["price_paid"].rank == 0
    assert found["price"].what == "printed on cards"


def test_the_parts_of_a_text(game: Surroundings) -> None:
    def shown(part: Part) -> object:
        return (part.name, part.what, [shown(inner) for inner in part.parts])

    parts = [shown(part) for part in outline(game.text.items)]
    assert parts[0] == ("Fair", "the game", [])
    assert ("day", "a round", [("market", "a step", [])]) in parts
    assert ("deck Ware", "a deck", [("Apple", "a card", []), ("Pear", "a card", [])]) in parts
    assert {(11, 13), (14, 17), (15, 16), (20, 22), (21, 22)} <= set(folds(game.source))


@pytest.mark.parametrize("name", EACH_GAME)
def test_every_word_of_a_bundled_game_means_something(name: str) -> None:
    """Each name is declared or a word of every game, and is among the places where it is said."""
    disk = Files()
    folder = find(name, disk).folder
    assert folder is not None
    for path in [*disk.in_folder(folder), *disk.below(folder / "variants"), *disk.below(folder / "scenarios")]:
        here = surroundings(path, disk)
        settings = {name.span for item in nodes_of(here.text.items, n.Setting) for name in nodes_of(item, n.Name)}
        for word in {word.text: word for word in here.own_words if word.span not in settings}.values():
            meant = meant_at(here, word.span.start)
            if meant is None:
                where = f"{word.span.source.path}:{word.span.line}: {word.text}"
                assert isinstance(word, n.Text) or word.text in KNOWN, where
            else:
                assert word.span in meant.said
                assert all(span.in_file for span in meant.declared)


KNOWN = {
    *TAKEN, *WORDS, *vocabulary().verbs, *(one.name for one in (*CONSTANTS, *FUNCTIONS)),
    *("number", "yes_no", "text", "game", "amount", "turn", "round", "tell", "zone"),
}  # fmt: skip
