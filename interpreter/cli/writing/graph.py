"""`bylaws graph`: how a game runs, drawn by Mermaid or Graphviz."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from dsl.graph import Graph, dot, graph_of, mermaid
from dsl.loading import Loaded
from interpreter.cli.input.game import game_of, sound
from interpreter.cli.input.rule_sets import playable

VERSION = 1


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    rules = game_of(options)
    if not sound(rules):
        return 1
    graph = graph_of(playable(rules))
    match options.format:
        case "mermaid":
            print(mermaid(graph), end="")
        case "dot":
            print(dot(graph), end="")
        case _:
            print(json.dumps(_report(rules, graph), indent=2, ensure_ascii=False))
    return 0


def _report(rules: Loaded, graph: Graph) -> dict[str, Any]:
    return {
        "version": VERSION,
        "game": graph.title,
        "variants": list(rules.chosen),
        "boxes": [
            {"name": box.name, "title": box.title, "kind": box.look.value, "inside": box.inside or None}
            for box in graph.boxes
        ],
        "groups": [
            {"name": group.name, "title": group.title, "inside": group.inside or None} for group in graph.groups
        ],
        "arrows": [
            {"from": arrow.start, "to": arrow.end, "kind": arrow.way.value, "words": arrow.words}
            for arrow in graph.arrows
        ],
    }
