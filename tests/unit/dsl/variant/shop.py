"""A small game and ways to put variants on it, for the tests of variants."""

from typing import Any

from attrs import evolve, has

from dsl.diagnostic import Diagnostic
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.variant import Composed, compose
from dsl.variant.rules import Items
from dsl.walk import schema

SHOP = """
game "Shop":
    players: 2 to 4

parameter price = 2 (1 to 5) "what a ware costs"
parameter open_late = no
enum Weather: sunny, rainy, stormy
parameter weather = sunny

cards Ware: size: number
cards Event: strength: number, kind: Weather
zone shelf: row, face up
zone events: stack, face down
zone box: stack, face down
counter coin of player
flag tired of player

deck Ware in shelf:
    > A ware fits on the shelf.
    2 x "Lamp", size 1
    "Sofa", size 3

deck Event in events:
    "Rain", strength 1

setup:
    each player: gain 3 coin

> A day has a morning and an evening.
round day "Day":
    step 1 opening "Opening":
        shuffle events
    step 2 selling "Selling":
        each player: lose 1 coin
        do count_up
    phase evening "Evening":
        > Last things first.
        step 1 cleaning "Cleaning":
            move every card in shelf to box

> Counting is done aloud.
procedure count_up:
    each player: gain price coin

procedure richest, deciding player or none:
    decide none

action haggle "Haggle":
    gain 1 coin

reaction grumble, after action haggle:
    set your tired to yes

define wealth of player: coin
define luck:
    1 if open_late
    0 otherwise
"""


def read(text: str, path: str = "game.bylaws") -> Items:
    """The items of a rule file."""
    tree, faults = parse(Source(path, text))
    assert not faults
    return tree.items


def variant(edits: str, title: str = "Test", over: str = "", of: str = "Shop") -> n.Variant:
    """A variant with these lines, which need not be indented; its path is made of its title."""
    lines = "\n".join(f"    {line}" for line in edits.strip("\n").split("\n"))
    path = f"{title.lower()}.bylaws"
    (found,) = read(f'variant "{title}" of "{of}"{over}:\n{lines}\n', path)
    assert isinstance(found, n.Variant)
    return found


def composed(*edits: str, base: str = SHOP) -> Composed:
    """The shop with variants A, B, C ... on top."""
    return compose(read(base), [variant(text, chr(ord("A") + k)) for k, text in enumerate(edits)])


def merged(*edits: str, base: str = SHOP) -> Items:
    """The items of the shop with variants on top, which must have no fault."""
    result = composed(*edits, base=base)
    assert result.diagnostics == ()
    return result.items


def fault(*edits: str, base: str = SHOP) -> Diagnostic:
    """The only thing that is wrong with variants on the shop."""
    (found,) = composed(*edits, base=base).diagnostics
    return found


def shop_with(*changes: tuple[str, str]) -> Items:
    """The shop as it would be if its text had been written otherwise."""
    text = SHOP
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return read(text)


def in_blocks(tree: Any) -> Any:
    """The tree as if every body stood on lines of its own."""
    if isinstance(tree, tuple):
        return tuple(in_blocks(part) for part in tree)
    if not has(type(tree)):
        return tree
    parts = {name: in_blocks(getattr(tree, name)) for name in schema(type(tree)).said}
    return evolve(tree, **{**parts, "inline": False} if isinstance(tree, n.Block) else parts)


def marked(found: Diagnostic) -> list[str]:
    """The texts that a diagnostic marks, the main one first."""
    return [found.span.text, *(label.span.text for label in found.labels)]
