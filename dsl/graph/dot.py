"""Writes a graph in DOT, the language of Graphviz."""

from dsl.graph.model import Arrow, Box, Graph, Group, Look, Way, nested

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
    return "\n".join([*head, *nested(graph, _box, _opens, "}"), *arrows, "}", ""])


def _opens(group: Group) -> tuple[str, str]:
    return f"subgraph cluster_{group.name} {{", f"label={_quoted(group.title)};"


def _box(box: Box) -> str:
    return f"{box.name} [label={_quoted(box.title)}, {_SHAPES[box.look]}];"


def _arrow(arrow: Arrow) -> str:
    label = f"label={_quoted(arrow.words)}" if arrow.words else ""
    traits = ", ".join(filter(None, (label, _STYLES[arrow.way])))
    return f"{arrow.start} -> {arrow.end}" + (f" [{traits}];" if traits else ";")


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
