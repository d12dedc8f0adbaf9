"""Differences of rule sets: none where there is none, both ways where there is one, and nothing passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.difference import differences, in_short
from dsl.difference.things import CHAPTERS, things
from dsl.loading import load, with_variant
from dsl.source import Source
from dsl.syntax.parse import parse
from tests.bundled import GAMES, variant_names
from tests.properties.damage import FILES, REPOSITORY

VARIANTS = [(game, name) for game in GAMES for name in variant_names(game)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_a_file_does_not_differ_from_itself_and_all_its_things_have_a_chapter(path: Path) -> None:
    file, _ = parse(Source(path.name, path.read_text(encoding="utf-8")))
    items = tuple(item for item in file.items if type(item).__name__ not in ("Variant", "Scenario"))
    kinds = {kind for chapter in CHAPTERS.values() for kind in chapter}
    assert {thing.kind for thing in things(items)} <= kinds
    assert differences(items, items) == []


@pytest.mark.parametrize(("game", "name"), VARIANTS)
def test_every_variant_differs_and_the_way_back_is_the_mirror(game: str, name: str) -> None:
    base = load(game)
    (title,) = (variant.title for variant in base.variants if variant.name == name)
    varied = with_variant(base, title)
    there, back = differences(base.items, varied.items), differences(varied.items, base.items)
    assert there
    mirrored = {"added": "removed", "removed": "added", "changed": "changed"}
    assert sorted((mirrored[d.how], d.kind, d.name, d.after, d.before) for d in there) == sorted(
        (d.how, d.kind, d.name, d.before, d.after) for d in back
    )


GAME = 'game "Small":\n    players: 2 to 4\ncounter coin of player\ncounter fee\n'


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("flag a\n", "# why\n\nflag a  # so\n", []),
        ("flag a\nflag b\n", "flag b\nflag a\n", []),
        ("exception to fee: instead 2\n", "exception to fee: instead 2\n" * 2, [("added", "exception", "fee")]),
        ("step 1 a: stop\nstep 2 b: stop\n", "step 2 b: stop\nstep 1 a: stop\n", [("changed", "order", "the game")]),
        ("round r:\n    step 1 a: stop\n", "round r:\n    gain 1 coin\nstep 1 a: stop\n",
         [("changed", "round", "r"), ("changed", "step", "a")]),
        ("setup: stop\n", "setup:\n    stop\n", [("changed", "setup", "")]),
        ("enum E: a, b\n", "enum E, ring: a, b\n", [("changed", "enum", "E")]),
        ("use votes\n", "", [("removed", "library", "votes")]),
    ],
)  # fmt: skip
def test_small_differences(before: str, after: str, expected: list[tuple[str, str, str]]) -> None:
    one, other = (parse(Source("small.bylaws", GAME + text))[0].items for text in (before, after))
    assert [(d.how, d.kind, d.name) for d in differences(one, other)] == expected


def test_in_short_a_difference_is_named_and_of_a_parameter_its_values_too() -> None:
    before = 'parameter fee_due = 2 (1 to 3) "what is due"\nstep 1 a: stop\nflag gone\n'
    after = 'parameter fee_due = 3 (1 to 3) "what is due"\nstep 1 a: gain 1 coin\n'
    one, other = (parse(Source("small.bylaws", GAME + text))[0].items for text in (before, after))
    assert sorted(map(in_short, differences(one, other))) == ["flag gone", "parameter fee_due (2 -> 3)", "step a"]
