"""The IR as JSON: the same game comes back, with its places; what is no IR is refused."""

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from dsl.ir import nodes as ir
from dsl.ir.json import NODES, VERSION, BadIr, from_json, to_json
from dsl.loading import load
from dsl.walk import nodes_in

GAME = "games/action_the_project"
VARIANTS = [[], ["Fate"], ["Kinder Fate", "Fate"], ["Sealed Bids", "Spent Cards"]]


def rules(variants: list[str]) -> ir.Game:
    game = load(GAME, variants).game
    assert game is not None
    return game


@pytest.mark.parametrize("variants", VARIANTS, ids=" and ".join)
def test_the_same_game_comes_back(variants: list[str]) -> None:
    game = rules(variants)
    data = json.loads(json.dumps(to_json(game)))
    back = from_json(data)
    assert back == game
    assert places(back) == places(game)
    assert to_json(back) == data


def places(game: ir.Game) -> list[tuple[str, int, int, str]]:
    """Where every node stands in the rules; a span is no part of what makes two nodes equal."""
    spans = [node.span for node in nodes_in(game) if hasattr(node, "span")]
    return [(s.source.path, s.start, s.end, s.text) for s in spans]


def test_the_version_comes_first() -> None:
    data = to_json(rules([]))
    assert next(iter(data)) == "version"
    assert data["version"] == VERSION == 2


def test_a_place_is_written_with_line_and_column() -> None:
    data = to_json(rules([]))
    first = data["game"]["parameters"][0]
    span = first["span"]
    assert first["name"] == "money_counter"
    line = data["sources"][span["path"]].split("\n")[span["line"] - 1]
    assert line[span["column"] - 1 :].startswith("parameter money_counter")
    assert data["sources"][span["path"]][span["start"] : span["end"]].startswith("parameter money_counter")


def test_every_kind_of_node_has_a_name() -> None:
    kinds = {kind for kind in vars(ir).values() if isinstance(kind, type) and attrs.has(kind)}
    named = set(NODES.values())
    assert {kind.__name__ for kind in kinds - named} == {"Node"}


def _version(data: dict[str, Any]) -> None:
    data["version"] = 1


def _no_game(data: dict[str, Any]) -> None:
    del data["game"]


def _node(data: dict[str, Any]) -> None:
    data["game"]["setup"]["node"] = "Teleport"


def _field(data: dict[str, Any]) -> None:
    del data["game"]["title"]


def _word(data: dict[str, Any]) -> None:
    data["game"]["zones"][0]["seen"] = "cats"


def _source(data: dict[str, Any]) -> None:
    data["sources"] = {}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_version, "this is version 1 of the IR; known is version 2"),
        (_no_game, "there is no game in this"),
        (_node, "there is no kind of node called `Teleport`"),
        (_field, "a Game has other fields than these"),
        (_word, "`cats` is no Seen"),
        (_source, "its file is not among the sources"),
    ],
)
def test_what_is_no_ir_is_refused(damage: Callable[[dict[str, Any]], None], said: str) -> None:
    data = json.loads(json.dumps(to_json(rules([]))))
    damage(data)
    with pytest.raises(BadIr, match=said):
        from_json(data)
