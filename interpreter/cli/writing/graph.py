"""`bylaws graph`: how a game runs, drawn by Mermaid or Graphviz."""

from argparse import Namespace

from dsl.graph import dot, graph_of, mermaid
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.output.written import document, entry, print_json


def run(options: Namespace) -> int:
    """1 if the rules have errors."""
    rules = rules_of(options)
    graph = graph_of(sound(rules))
    match options.format:
        case "mermaid":
            print(mermaid(graph), end="")
        case "dot":
            print(dot(graph), end="")
        case _:
            boxes = [{**entry(b, "name", "title"), "kind": b.look.value, **entry(b, "inside?")} for b in graph.boxes]
            groups = [entry(group, "name", "title", "inside?") for group in graph.groups]
            arrows = [{"from": a.start, "to": a.end, "kind": a.way.value, "words": a.words} for a in graph.arrows]
            print_json(document(rules, boxes=boxes, groups=groups, arrows=arrows))
    return 0
