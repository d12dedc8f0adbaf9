"""Writes a graph in the language of Mermaid, which many sites and editors draw."""

from json import dumps

from dsl.graph.model import Arrow, Box, Graph, Group, Look, Way, nested

_SHAPES = {Look.SETUP: ("([", "])"), Look.STEP: ("[", "]"), Look.ACTION: ("(", ")"), Look.END: ("((", "))")}
_ARROWS = {Way.NEXT: "-->", Way.AGAIN: "-->", Way.OFFERS: "-.->", Way.ENDS: "==>"}


def mermaid(graph: Graph) -> str:
    """The text of a flow chart."""
    title = dumps(graph.title, ensure_ascii=False)  # as YAML writes it, too
    lines = ["---", f"title: {title}", "---", "flowchart TD", *nested(graph, _box, _opens, "end")]
    return "\n".join([*lines, *(f"    {_arrow(arrow)}" for arrow in graph.arrows), ""])


def _opens(group: Group) -> tuple[str]:
    return (f"subgraph {group.name}[{_quoted(group.title)}]",)


def _box(box: Box) -> str:
    opened, closed = _SHAPES[box.look]
    return f"{box.name}{opened}{_quoted(box.title)}{closed}"


def _arrow(arrow: Arrow) -> str:
    words = f"|{_quoted(arrow.words)}|" if arrow.words else ""
    return f"{arrow.start} {_ARROWS[arrow.way]}{words} {arrow.end}"


def _quoted(text: str) -> str:
    """A text in quotes; signs that Mermaid would take for its own are written by number."""
    return '"' + "".join(f"#{ord(sign)};" if sign in '"#<>&`\\' else sign for sign in text) + '"'
