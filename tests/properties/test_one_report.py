"""One mistake is one report: a declaration left out or misspelt, or a name misspelt where it is used."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from dsl.diagnostic import Diagnostic
from dsl.elaborate.game import elaborate
from dsl.render import render
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.walk import nodes_of

REPOSITORY = Path(__file__).parents[2]
FILES = (
    "dsl/standard/auctions.bylaws",
    "games/action_the_project/game.bylaws",
    "games/action_the_project/cards.bylaws",
)

#: Of so many mistakes, one is a test by itself.
EACH = 4

#: Declares a kind and two counters: three names that nobody knows once it is gone.
SEVERAL = "counters Resource of player: hidden"


@frozen
class Damage:
    """A piece of a file and what stands there instead."""

    path: str
    start: int
    end: int
    instead: str

    @property
    def was(self) -> str:
        return text_of(self.path)[self.start : self.end].split("\n")[0]

    def __str__(self) -> str:
        return f"{Path(self.path).stem}: {self.was}"


@cache
def text_of(path: str) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")


@cache
def tree_of(path: str) -> n.File:
    return parse(Source(path, text_of(path)))[0]


def reports(damage: Damage) -> tuple[Diagnostic, ...]:
    """All that is said about the game with that damage."""
    text = text_of(damage.path)
    damaged = text[: damage.start] + damage.instead + text[damage.end :]
    tree, faults = parse(Source(damage.path, damaged))
    items = tuple(x for path in FILES for x in (tree if path == damage.path else tree_of(path)).items)
    return (*faults, *elaborate(items)[1])


def left_out() -> Iterator[Damage]:
    for path, item in declarations():
        yield Damage(path, item.span.start, item.span.end, "")


def misspelt_where_declared() -> Iterator[Damage]:
    for path, item in declarations():
        name = getattr(item, "name", None)
        if isinstance(name, n.Name):
            yield slip(path, name.span)


def misspelt_where_used() -> Iterator[Damage]:
    luck = Random(11)
    for path in FILES:
        names = [name for name in nodes_of(tree_of(path), n.Name) if len(name.text) > 3 and name.span.in_file]
        yield from (slip(path, name.span) for name in luck.sample(names, min(60, len(names))))


def slip(path: str, span: Span) -> Damage:
    word = span.text
    return Damage(path, span.start, span.end, f"{word[:2]}q{word[2:]}")


def declarations() -> Iterator[tuple[str, n.TopItem]]:
    apart = (n.Game, n.Use, n.Library, n.Ruling, n.RuleText, n.Setup)
    for path in FILES:
        yield from ((path, item) for item in tree_of(path).items if not isinstance(item, apart))


def at_most_one(damage: Damage) -> None:
    found = reports(damage)
    most = 3 if damage.was == SEVERAL else 1
    assert len(found) <= most, render(found, "full")


@pytest.mark.parametrize("damage", [*left_out()][::EACH], ids=str)
def test_a_declaration_left_out(damage: Damage) -> None:
    at_most_one(damage)


@pytest.mark.parametrize("damage", [*misspelt_where_declared()][::EACH], ids=str)
def test_a_declaration_misspelt(damage: Damage) -> None:
    at_most_one(damage)


@pytest.mark.parametrize("damage", [*misspelt_where_used()][::EACH], ids=str)
def test_a_name_misspelt(damage: Damage) -> None:
    at_most_one(damage)


@pytest.mark.slow
@pytest.mark.parametrize("damages", [left_out, misspelt_where_declared, misspelt_where_used])
def test_all_others(damages: Callable[[], Iterator[Damage]]) -> None:
    cases = list(damages())
    assert len(cases) > 50
    del cases[::EACH]
    for damage in cases:
        at_most_one(damage)


@pytest.mark.slow
def test_a_mistake_is_found_at_all() -> None:
    found = [len(reports(damage)) for damage in [*misspelt_where_used()][::6]]
    assert sum(found) > 0.8 * len(found)
