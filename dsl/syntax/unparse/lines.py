"""Prints what stands on lines of its own, as lines."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve

from dsl.syntax import construct
from dsl.syntax import nodes as n
from dsl.syntax.unparse.page import TextLine, line, row
from dsl.syntax.unparse.text import optional, template_of, text, words


def lines(node: construct.Line) -> list[TextLine]:
    """The lines of whatever can stand in a file, a body, a variant or a scenario."""
    special = _IRREGULAR.get(type(node))
    written = special(node) if special else _regular(node)
    return [each if each.node else evolve(each, node=node) for each in written]


def _all(nodes: Iterable[Any]) -> list[TextLine]:
    return [each for node in nodes for each in lines(node)]


def _regular(node: construct.Line) -> list[TextLine]:
    """A line, with its block or its list under it if it has one."""
    under = template_of(node).under if node.forms.printed else ""
    if not under:
        return line(text(node), node.trivia)
    inside = getattr(node, under)
    if inside is None:
        return line(text(node), node.trivia)
    if isinstance(inside, n.Block):
        return _body(text(node), inside, node.trivia)
    return line(f"{text(node)}:", node.trivia, _all(inside))


def _body(head: str, block: n.Block, trivia: n.Trivia) -> list[TextLine]:
    """A line with its block, or with the one sentence behind it."""
    if not block.inline:
        return line(f"{head}:", trivia, _all(block.items))
    if not block.items:
        return line(f"{head}: nothing happens", trivia)
    (sentence,) = _all(block.items)
    return line(f"{head}: {sentence.text}", trivia, opens=f"{head}:")


def _with_else(node: n.If | n.MayDo | n.MayChoose) -> list[TextLine]:
    return [*_regular(node), *_otherwise(node)]


def _otherwise(node: n.If | n.MayDo | n.MayChoose) -> list[TextLine]:
    """The lines of what is done if not, with the rule text that stands before it."""
    texts = _all(node.otherwise_texts)
    match node.otherwise:
        case None:
            return []
        case n.If(body=body) as other:
            return [*texts, *_body(f"otherwise {text(other)}", body, node.otherwise_trivia), *_otherwise(other)]
        case body:
            return [*texts, *_body("otherwise", body, node.otherwise_trivia)]


def _zone(node: n.Zone) -> list[TextLine]:
    head, *traits = text(node).split(": ", 1)
    return row("zones", [f"{head}:", *traits] if traits else [head], node.trivia)


def _value(node: n.EnumValue | n.Seat) -> list[TextLine]:
    """A value of an enum, a space, or a place on a track, with what is printed on it."""
    place = node.place.text if isinstance(node, n.Seat) else ""
    return row("values", _cells([words(place, node.name.text), optional(node.title)], node.attributes), node.trivia)


def _case(node: n.Case) -> list[TextLine]:
    condition = f"if {text(node.condition)}" if node.condition else "" if node.lone else "otherwise"
    return row("cases", (text(node.value), condition), node.trivia)


def _card(node: n.CardEntry, before: str = "", trivia: n.Trivia | None = None) -> list[TextLine]:
    copies = f"{text(node.copies)} x" if node.copies else ""
    *cells, last = _cells([words(before, copies, text(node.title))], node.attributes)
    return row(before or "cards", (*cells, f"{last}:" if node.body else last), trivia or node.trivia, _all(node.body))


def _cells(first: Iterable[str], attributes: Iterable[n.Attribute | n.Lasts]) -> list[str]:
    """The first of them, then the attributes, with a comma before each."""
    cells = [each for each in first if each]
    for attribute in attributes:
        cells[-1] += ","
        cells.append(text(attribute))
    return cells


def _insert(node: n.Insert) -> list[TextLine]:
    flow = node.flow
    name = words(optional(flow.number), flow.name.text, optional(flow.title))
    head = f"insert {node.timing} {node.anchor_kind} {node.anchor.text} as {name}"
    return _body(head, flow.body, node.trivia)


def _with_word(word: str, said: construct.Line, trivia: n.Trivia) -> list[TextLine]:
    """What is declared, behind the word of an edit."""
    first, *under = lines(said)
    return line(f"{word} {first.text}", trivia, [evolve(each, depth=each.depth - 1) for each in under])


def _joined(word: str, parts: Iterable[Any], node: n.Given | n.When | n.Then) -> list[TextLine]:
    """The first part behind the word, each other on a line with `and`."""
    first, *others = map(text, parts)
    comments = [*node.and_trivia, *[n.NO_TRIVIA] * len(others)]
    rest = [each for part, trivia in zip(others, comments, strict=False) for each in line(f"and {part}", trivia)]
    return [*line(f"{word} {first}", node.trivia), *rest]


def _bad(node: n.BadLine) -> list[TextLine]:
    """As it is typed, since nobody knows what it says."""
    return line(node.span.text.partition("\n")[0], node.trivia, _all(node.body))


_IRREGULAR: Mapping[type[construct.Line], Callable[[Any], list[TextLine]]] = {
    n.BadLine: _bad,
    n.If: _with_else,
    n.MayDo: _with_else,
    n.MayChoose: _with_else,
    n.Counters: lambda node: line(text(node), node.trivia, _all(node.items) if node.group else ()),
    n.Deck: lambda node: _regular(node) if node.entries else line(text(node), node.trivia),
    n.Zone: _zone,
    n.EnumValue: _value,
    n.Seat: _value,
    n.Case: _case,
    n.CardEntry: _card,
    n.ReplaceCard: lambda node: _card(node.entry, "replace", node.trivia),
    n.AddCard: lambda node: _card(node.entry, "add", node.trivia),
    n.Insert: _insert,
    n.ExtendEnum: lambda node: _with_word("extend", node.more, node.trivia),
    n.ReplaceDefine: lambda node: _with_word("replace", node.definition, node.trivia),
    n.ReplaceHeading: lambda node: _with_word("replace", node.new, node.trivia),
    n.Given: lambda node: _joined("given", node.parts, node),
    n.When: lambda node: _joined("when", (node.run, *node.answers), node),
    n.Then: lambda node: _joined("then", node.claims, node),
}
