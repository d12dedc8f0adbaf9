"""A graph in DOT, the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.graph.model import Arrow, Box, Graph, Look, Way

_SHAPES = {
    Look.SETUP: "shape=oval",
    Look.STEP: "shape=box",
    Look.ACTION: 'shape=box, style="rounded"',
    Look.END: "shape=doublecircle",
}
_STYLES = {Way.NEXT: "", Way.AGAIN: "constraint=false", Way.OFFERS: "style=dashed", Way.ENDS: "style=bold"}


def dot(graph: Graph) -> str:
    """The text of a directed graph."""
    head = [f"digraph {_quoted(graph.title)} {{", f"    label={_quoted(graph.title)}; labelloc=t;"]
    arrows = [f"    {_arrow(arrow)}" for arrow in graph.arrows]
    return "\n".join([*head, *_inside(graph, "", "    "), *arrows, "}", ""])


def _inside(graph: Graph, group: str, indent: str) -> Iterator[str]:
    for box in graph.boxes:
        if box.inside == group:
            yield indent + _box(box)
    for inner in graph.groups:
        if inner.inside == group:
            yield f"{indent}subgraph cluster_{inner.name} {{"
            yield f"{indent}    label={_quoted(inner.title)};"
            yield from _inside(graph, inner.name, indent + "    ")
            yield f"{indent}}}"


def _box(box: Box) -> str:
    return f"{box.name} [label={_quoted(box.title)}, {_SHAPES[box.look]}];"


def _arrow(arrow: Arrow) -> str:
    label = f"label={_quoted(arrow.words)}" if arrow.words else ""
    traits = ", ".join(filter(None, (label, _STYLES[arrow.way])))
    return f"{arrow.start} -> {arrow.end}" + (f" [{traits}];" if traits else ";")


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
