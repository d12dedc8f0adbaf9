"""The logs of whole games, kept to be read by a person; and what no sentence of any log may be."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.text.log.card_words import INDENT
from tests.bundled import GAMES, SMALL_GAMES, seats
from tests.golden_files import Case, Golden, golden_names
from tests.tables import game, play, table

LARGE = tuple(name for name in GAMES if name not in SMALL_GAMES)
SEEDS = (1, 2)
#: Longer than any game.
WHOLE = 10**6


def log_of(name: str, players: int, seed: int, seat: int | None) -> list[tuple[int, str]]:
    """The lines of a whole game of chance, with the level of those that are headings."""
    session = play(table(game(name), players, seed, "generated"), seed, WHOLE)
    return [(line.level, line.text) for line in session.log(seat)]


@pytest.mark.slow
@golden_names("logs", [f"{name}_{seed}_{view}" for name in LARGE for seed in SEEDS for view in ("ann", "all")], ".txt",
              slow={f"{name}_{SEEDS[-1]}_{view}" for name in LARGE for view in ("ann", "all")})  # fmt: skip
def test_whole_games_read_well(case: Case, golden: Golden) -> None:
    name, seed, view = case.name.rsplit("_", 2)
    lines = log_of(name, min(3, seats(name)[-1]), int(seed), 0 if view == "ann" else None)
    golden(case, "".join(f"{'#' * level} {text}\n" if level else f"{text}\n" for level, text in lines))


#: What a sentence must not have in it, and why.
FAULTS = {
    r"_": "a name of the rule file",
    r"\bis now\b|\bare now\b": "`becomes` is English for it",
    r"  |\.\.(?!\.)|(?<!\.)\.\.| [.,]|^\s|\s$": "odd spaces or stops",
    r"(?<!:)\b1 (?!goes\b|moves\b|leaves\b|comes\b|lies\b)\w*[^usi]s\b": "one of several",
    r"\b[Aa] (?=[aeio])(?!one\b)": "a before a vowel",
    r"\b[Aa]n (?=[bcdfgjklmnpqrstvwxyz])": "an before a consonant",
    r"\b(?:You|you) (?:is|has|\w+es|draws|plays|gains)\b": "the verb of somebody else",
    r"\{|\}": "braces that nothing stands for",
}


def faults(sentence: str) -> Iterator[str]:
    """What is wrong with a sentence of a log."""
    said = sentence.replace("...", "something").removeprefix(INDENT)
    yield from (why for pattern, why in FAULTS.items() if re.search(pattern, said))
    if not re.match(r"[A-Z0-9]", said):
        yield "no capital at the beginning"
    if not sentence.endswith((".", "!", "?", '."', '?"', '!"')):
        yield "no stop at the end"


#: Sentences that have each a fault.
FAULTY = """
Ann's held_rank becomes Manager.
Ann is now the host.
Ann  draws a card.
Ann draws a card..
Ann draws 1 cards.
Ben takes an card.
Ben takes a apple.
You draws a card.
ann draws a card.
Ann draws a card
Ann plays {card}.
"""


@pytest.mark.parametrize("sentence", FAULTY.strip().splitlines())
def test_faults_are_found(sentence: str) -> None:
    assert list(faults(sentence))


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_GAMES)
@given(data=st.data())
@settings(max_examples=30)
def test_every_sentence_is_one(name: str, data: st.DataObject) -> None:
    """With twenty games of a small one nearly all forms of its sentences are seen: 54 of 56, 33 of 34, 18 of 20."""
    says_whole_sentences(name, data)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
@given(data=st.data())
@settings(max_examples=30)
def test_every_sentence_of_a_large_game_is_one(name: str, data: st.DataObject) -> None:
    says_whole_sentences(name, data)


def says_whole_sentences(name: str, data: st.DataObject) -> None:
    """Looks at each line of the log of a whole game."""
    players = data.draw(st.sampled_from(seats(name)), "players")
    seat = data.draw(st.none() | st.integers(0, players - 1), "seat")
    lines = log_of(name, players, data.draw(st.integers(0, 2**32), "seed"), seat)
    assert {text: found for level, text in lines if not level and (found := list(faults(text)))} == {}
