"""Graphs of games: what they show, and that both languages can be read by a reader of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Lark

from dsl.disk.find import installed_games
from dsl.graph import Graph, dot, graph_of, mermaid
from dsl.graph.model import Way
from dsl.loading import load
from tests.golden_files import Case, Golden, golden_cases
from tests.unit.interpreter.cli.commands import REPOSITORY

MILL = REPOSITORY / "tests" / "golden" / "graph" / "mill.bylaws"

MERMAID = Lark(
    r"""
    start: "---" _NL "title:" TEXT _NL "---" _NL "flowchart TD" _NL (box | group | arrow)*
    box: NAME ("([" TEXT "])" | "[" TEXT "]" | "((" TEXT "))" | "(" TEXT ")") _NL
    group: "subgraph" NAME "[" TEXT "]" _NL (box | group)* "end" _NL
    arrow: NAME ("-->" | "-.->" | "==>") ["|" TEXT "|"] NAME _NL
    NAME: /(?!end\b|subgraph\b)[a-z]\w*/
    TEXT: /"([^"#<>&`]|#\d+;)*"/
    _NL: /\n[ ]*/
    %ignore " "
    """,
    parser="earley",
)
DOT = Lark(
    r"""
    start: "digraph" TEXT "{" label (box | group | arrow)* "}"
    label: "label=" TEXT ";" ["labelloc=t;"]
    box: NAME traits ";"
    group: "subgraph" NAME "{" label (box | group)* "}"
    arrow: NAME "->" NAME [traits] ";"
    traits: "[" trait ("," trait)* "]"
    trait: WORD "=" (TEXT | WORD)
    NAME: /(?!subgraph\b|digraph\b)[a-z]\w*/
    WORD: /[a-z]+/
    TEXT: /"([^"\\]|\\["\\])*"/
    %ignore /\s+/
    """,
    parser="earley",
)


def drawn(game: Path | str) -> Graph:
    rules = load(game)
    assert rules.game is not None, rules.diagnostics
    return graph_of(rules.game)


@golden_cases("graph", "*.bylaws", ".txt")
def test_what_is_drawn(case: Case, golden: Golden) -> None:
    graph = drawn(case.input)
    golden(case, f"{mermaid(graph)}\n{dot(graph)}")


@pytest.mark.parametrize("game", [*installed_games(), "mill"])
def test_both_languages_can_be_read(game: str) -> None:
    graph = drawn(MILL if game == "mill" else game)
    for reader, text in ((MERMAID, mermaid(graph)), (DOT, dot(graph))):
        tree = reader.parse(text)
        boxes = [str(node.children[0]) for node in tree.find_data("box")]
        groups = [str(node.children[0]).removeprefix("cluster_") for node in tree.find_data("group")]
        arrows = [[str(c) for c in node.children if re.match(r"[a-z]", str(c))][:2] for node in tree.find_data("arrow")]
        assert sorted(boxes) == sorted(box.name for box in graph.boxes)
        assert sorted(groups) == sorted(group.name for group in graph.groups)
        assert len(arrows) == len(graph.arrows)


@pytest.mark.parametrize("game", [*installed_games(), "mill"])
def test_every_arrow_leads_from_a_box_to_a_box(game: str) -> None:
    graph = drawn(MILL if game == "mill" else game)
    names = {box.name for box in graph.boxes}
    assert len(names) == len(graph.boxes)
    assert {name for arrow in graph.arrows for name in (arrow.start, arrow.end)} <= names
    assert {box.inside for box in graph.boxes} - {""} <= {group.name for group in graph.groups}


def test_steps_of_a_variant_are_drawn_where_they_stand() -> None:
    rules = load("action_the_project", ["fate"])
    assert rules.game is not None
    plain, varied = drawn("action_the_project"), graph_of(rules.game)
    more = [box for box in varied.boxes if box not in plain.boxes and box.look == "step"]
    assert [box.title.split(". ")[0] for box in more] == ["2.1", "5.1", "5.2"]
    for box in more:
        assert [arrow.way for arrow in varied.arrows if box.name in (arrow.start, arrow.end)].count(Way.NEXT) == 2
