"""The games that come with Bylaws, found by listing, and the tables at which they can be played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from attrs import frozen
from hypothesis import strategies as st

from dsl.cache import key_of, program, remembered
from dsl.disk.files import Files
from dsl.disk.find import find, installed_games
from dsl.loading import load
from tests.tables import game

GAMES = tuple(installed_games())
#: Whatever is done with a game whose rules have more bytes takes more than a few seconds.
MOST_BYTES = 20_000


def _is_large(name: str) -> bool:
    return sum(path.stat().st_size for path in find(name, Files()).rules) > MOST_BYTES


#: The same for a test of each game, which is slow for a large one; and those that are not, where a slow test does more.
EACH_GAME = tuple(pytest.param(name, marks=[pytest.mark.slow] if _is_large(name) else []) for name in GAMES)
SMALL_GAMES = tuple(name for name in GAMES if not _is_large(name))


def each_table(seats: Iterable[int], most: int = 3) -> list[Any]:
    """How many play, for a test of each, which is slow where there are more than `most`."""
    return [pytest.param(players, marks=[pytest.mark.slow] if players > most else []) for players in seats]


@frozen
class Sitting:
    """One game, with variants, and how many sit down to it."""

    name: str
    variants: tuple[str, ...]
    players: int


def sittings(name: str) -> st.SearchStrategy[Sitting]:
    """A game for any number of players, or with any of its rule sets."""
    return st.deferred(lambda: st.sampled_from(each_sitting(name)))


@cache
def each_sitting(name: str) -> tuple[Sitting, ...]:
    """A game for each number of players, and with each of its rule sets once, for different numbers of them.

    Tests that all look at these share what is made for them.
    """
    alone = tuple(Sitting(name, (), players) for players in seats(name))
    varied = enumerate(rule_sets(name)[1:])
    return alone + tuple(Sitting(name, v, seats(name, v)[place % len(seats(name, v))]) for place, v in varied)


def seats(name: str, variants: tuple[str, ...] = ()) -> range:
    """How many may play."""
    rules = game(name, *variants)
    return range(rules.fewest_players, rules.most_players + 1)


#: In place of a variant: as many of them as can be on together.
TOGETHER = "together"


def variant_names(name: str) -> tuple[str, ...]:
    """The variants of a game by their files alone: to name tests takes no more, and each worker names them all."""
    return tuple(sorted(path.stem for path in find(name, Files()).rules[0].parent.glob("variants/*.bylaws")))


def named_rule_sets(name: str) -> tuple[str, ...]:
    """A word for each of `rule_sets`, without a look into the rules: "", a variant, TOGETHER."""
    variants = variant_names(name)
    return ("", *variants, *((TOGETHER,) if len(variants) > 1 else ()))


def rule_set(name: str, word: str) -> tuple[str, ...]:
    """The variants that are on for such a word; with a variant that needs others, these as well."""
    if word in ("", TOGETHER):
        return rule_sets(name)[-1 if word else 0]
    return min((variants for variants in rule_sets(name) if word in variants), key=len)


@cache
def rule_sets(name: str) -> tuple[tuple[str, ...], ...]:
    """The game as it is, with each variant alone that can be, and with as many together as can be; none is left out."""
    texts = (path.read_bytes() for path in sorted(find(name, Files()).rules[0].parent.rglob("*.bylaws")))
    return remembered("rule-sets", key_of(program(), name, *texts), lambda: _rule_sets(name))


def _rule_sets(name: str) -> tuple[tuple[str, ...], ...]:
    names = tuple(variant.name for variant in load(name).variants)
    alone = tuple((one,) for one in names if _fit(name, (one,)))
    together: tuple[str, ...] = names if _fit(name, names) else ()
    for one in names if not together else ():
        if _fit(name, (*together, one)):
            together = (*together, one)
    found = tuple(dict.fromkeys(((), *alone, together)))
    left_out = set(names) - {one for variants in found for one in variants}
    assert not left_out, f"{left_out} of {name} would not be played"
    return found


def _fit(name: str, variants: tuple[str, ...]) -> bool:
    return load(name, variants).game is not None
