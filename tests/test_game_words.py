"""The language and the engine know no particular game: no name or title of a game stands in them.

The words come from the games themselves: titles of games, variants and cards, and names that they declare.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
GAMES = REPOSITORY / "games"
STANDARD = REPOSITORY / "dsl" / "standard"
ROOMS = ("dsl", "grammar", "interpreter")
KINDS = (".py", ".lark", ".bylaws", ".md", ".typ", ".js", ".css", ".html", ".toml")

DECLARATION = re.compile(
    r"^\s*(?:parameter|zone|role|counters?|flag|remember|enum|cards|tokens?|pawns?|dice|die|spaces|grid|track|deck)"
    r"\s+(\w+)",
    re.MULTILINE,
)
KINDS_OF_COUNTER = re.compile(r"^counters .*:[^\n]*\n((?:[ \t]+\w.*\n)+)", re.MULTILINE)
TITLE = re.compile(r'^(?:game|variant) "([^"]+)"', re.MULTILINE)
ENTRY = re.compile(r'^[ \t]+(?:\d+ x )?"([^"]+)"', re.MULTILINE)
SHORTEST = 5

# Words that a game uses and that belong to every game, or to English, as much as to it.
COMMON = """
    action, agreed, banned, board, called, cards, carried, character, discard, discard pile, draft, draw pile, entry,
    event, event kind, figure, fired, first player, fixed, hand size, leader, location, market, money, number,
    operator, pieces, placed, plate, player, point, points, prize, reached, reshuffle, resource, reversed, rounding,
    rounds, scheme, score, seats, section, security, shown, spent, square, stance, start player, status, supply,
    table, tally, target, token, trial, turns, waiting, watched, worker
"""


def test_no_word_of_a_game_stands_in_the_language_or_the_engine() -> None:
    words = game_words(_texts(GAMES)) - declared(_texts(STANDARD).values()) - common()
    texts = {path: text for room in ROOMS for path, text in _texts(REPOSITORY / room).items()}
    assert words and texts
    found = list(breaches(words, texts))
    assert not found, "\n".join(found)


def _texts(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix in KINDS)
    return {str(path.relative_to(REPOSITORY)): path.read_text(encoding="utf-8") for path in paths}


def common() -> set[str]:
    """The words of COMMON, in plain words."""
    return {plain(word) for word in COMMON.split(",")}


def game_words(texts: Mapping[str, str]) -> set[str]:
    """What is said of one game alone: titles of games, variants and cards, declared names, in plain words."""
    titles = {plain(title) for text in texts.values() for title in (*TITLE.findall(text), *_cards(text))}
    return {word for word in titles | declared(texts.values()) if len(word) >= SHORTEST}


def _cards(text: str) -> Iterator[str]:
    """The titles that begin a line of a deck; what stands in braces is no word of the game's."""
    for deck in re.findall(r"^\s*deck .*\n((?:[ \t]+.*\n|\s*\n)*)", text, re.MULTILINE):
        yield from (title for title in ENTRY.findall(deck) if "{" not in title)


def declared(texts: Iterable[str]) -> set[str]:
    """The names that these texts declare, in plain words."""
    names: set[str] = set()
    for text in texts:
        names.update(DECLARATION.findall(text))
        for block in KINDS_OF_COUNTER.findall(text):
            names.update(re.findall(r"^[ \t]+(\w+)", block, re.MULTILINE))
    return {plain(name) for name in names}


def plain(text: str) -> str:
    """The text in small letters, its words apart, whether they were joined by `_`, a capital or a space.

    Every other sign becomes a dot, so that words on its two sides do not look like one name.
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.replace("'", ""))
    return " ".join(re.findall(r"[^\W_]+|[^\w\s-]", re.sub(r"[^\w\s-]+", ".", apart))).strip(". ").casefold()


def breaches(words: set[str], texts: Mapping[str, str]) -> Iterator[str]:
    """Where one of the words, or its plural in -s, stands in one of the texts."""
    wanted = {spelling: word for word in words for spelling in (f"{word}s", word)}
    longest = max(len(word.split()) for word in words)
    first = {spelling.split()[0] for spelling in wanted}
    for path, text in texts.items():
        for number, line in enumerate(text.split("\n"), start=1):
            here = plain(line).split()
            begun = [at for at, word in enumerate(here) if word in first]
            runs = {" ".join(here[at:end]) for at in begun for end in range(at + 1, at + longest + 1)}
            for word in sorted({wanted[run] for run in runs & wanted.keys()}):
                yield f"{path}:{number}: `{word}` belongs to a game; add it to COMMON if any might say it"


GAME = """
game "Heist Night":
    players: 2 to 4
parameter loot_price = 3 (1 to 5)
role mastermind
counter heat of player: 0 to 9
counters Haul of player: hidden
    diamonds "Diamonds"
    oil
zone vault_row: row, face up
cards Gadget:
    cost: number

deck Gadget in vault_row:
    2 x "Grappling Hook", cost 2:
        gain 1 heat
    "Lockpick", cost 1

variant_of "nothing"
"""


def test_words_are_found_in_titles_cards_and_declarations() -> None:
    assert game_words({"game": GAME}) == {
        "heist night",
        "loot price",
        "mastermind",
        "diamonds",
        "vault row",
        "gadget",
        "grappling hook",
        "lockpick",
    }


def test_a_planted_word_is_found_however_it_is_spelt() -> None:
    words = game_words({"game": GAME})
    planted = "vault_row = 1\nclass VaultRow: ...\n# a Grappling Hook.\nfor lockpicks in x: ...\n_mastermind(3)\n"
    innocent = "vault = row\nhook, lock_picking = 1, 2\nmasterminded\n"
    found = [breach.split(": `")[0] for breach in breaches(words, {"a.py": planted, "b.py": innocent})]
    assert found == ["a.py:1", "a.py:2", "a.py:3", "a.py:4", "a.py:5"]
