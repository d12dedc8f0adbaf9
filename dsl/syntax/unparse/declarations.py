"""Declarations of one line, and the first lines of those that go on."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.syntax import nodes as n
from dsl.syntax.unparse.events import action_trait, trigger
from dsl.syntax.unparse.expressions import commas, duration, expression, led, party, quoted, words

_SEERS = {
    "nobody": "nobody",
    "everybody": "everybody",
    "owner": "its owner",
    "all_but_owner": "all but its owner",
    "mover": "whoever put it there",
}

OneLine = (
    n.Library | n.Use | n.Parameter | n.Cards | n.Tokens | n.Pawn | n.Dice | n.Zone | n.Role | n.Remember
    | n.Flag | n.Grid
)  # fmt: skip


def one_line(node: OneLine) -> str:
    """A declaration that is all on one line."""
    match node:
        case n.Library(name, title):
            return words("library", name.text, quoted(title))
        case n.Use(names):
            return words("use", commas(names))
        case n.Parameter(name, value, range_, description):
            between = f"({spread(range_)})" if range_ else ""
            return words("parameter", name.text, "=", expression(value), between, quoted(description))
        case n.Cards(name, fields):
            return words("cards", name.text) + _behind_colon(field(each) for each in fields)
        case n.Tokens(name, owner, traits, fields):
            head = words("tokens", name.text, led("of", owner))
            return head + _behind_colon([*map(trait, traits), *map(field, fields)])
        case n.Remember(name, owner, by, type_, traits):
            head = words("remember", name.text, led("of", owner), led("by", by))
            return head + _behind_colon([type_name(type_), *map(trait, traits)])
        case n.Grid(name, rows, columns, kind):
            return f"grid {name.text}, {rows.text} by {columns.text} of {kind.text}"
        case _:
            return _with_traits(node)


def _with_traits(node: n.Pawn | n.Dice | n.Zone | n.Role | n.Flag) -> str:
    owner = None if isinstance(node, n.Dice | n.Role) else node.owner
    by = node.by if isinstance(node, n.Zone | n.Flag) else None
    head = words(type(node).__name__.lower(), node.name.text, led("of", owner), led("by", by))
    return head + _behind_colon(map(trait, node.traits))


def counters_head(node: n.Counters) -> str:
    """`counter` with its one name, or the line that opens a group of them."""
    (first, *_) = node.items
    alone = first.name if node.group is None and isinstance(first, n.CounterItem) else node.group
    word = "counters" if node.group else "counter"
    head = words(word, led("", alone), led("of", node.owner), led("by", node.by))
    return head + _behind_colon(map(trait, node.traits))


def define_head(node: n.Define) -> str:
    """What is defined, of what."""
    domains = ", ".join(words(domain.kind.text, led("as", domain.binding)) for domain in node.domains)
    of = domains and f"of {domains}"
    return words("define", node.name.text, of, node.combining and f"combining {node.combining}") + ":"


def zone_cells(node: n.Zone) -> list[str]:
    """A zone, and how things lie there."""
    head, *traits = one_line(node).split(": ", 1)
    return [f"{head}:", *traits] if traits else [head]


def value_cells(node: n.EnumValue | n.Seat) -> list[str]:
    """A value of an enum, a space, or a place on a track, with what is printed on it."""
    place = node.place.text if isinstance(node, n.Seat) else ""
    return _with_commas([words(place, node.name.text), quoted(node.title)], node.attributes)


def card_cells(node: n.CardEntry) -> list[str]:
    """A card of a deck, without its text."""
    copies = f"{expression(node.copies)} x" if node.copies else ""
    return _with_commas([words(copies, quoted(node.title))], node.attributes)


def flow_head(node: n.Flow) -> str:
    """A round, phase or step."""
    condition = led(node.condition.how, node.condition.condition) if node.condition else ""
    head = words(node.kind, led("", node.number), node.name.text, quoted(node.title), condition)
    return head + (f", at most {expression(node.bound)} times" if node.bound else "")


def procedure_head(node: n.Procedure) -> str:
    """A procedure with what it is given and what it answers."""
    given = ", ".join(words(each.preposition, f"{each.name.text}: {type_name(each.type)}") for each in node.parameters)
    answer = f", deciding {type_name(node.answer)}" if node.answer else ""
    depth = f", at most {expression(node.depth)} deep" if node.depth else ""
    return words("procedure", node.name.text, given) + answer + depth


def action_head(node: n.Action) -> str:
    """An action with its traits."""
    head = words(node.kind, "action", node.name.text, quoted(node.title))
    return ", ".join([head, *map(action_trait, node.traits)])


def reaction_head(node: n.Reaction) -> str:
    """A reaction with what it answers to."""
    return f"{words('reaction', led('', node.name), quoted(node.title))}, {trigger(node.trigger)}"


def exception_line(node: n.ExceptionTo) -> str:
    """An exception to what is defined."""
    how = {"plain": "", "instead": "instead", "at_least": "at least", "at_most": "at most"}[node.value.how]
    of = f"of {party(node.of)}" if node.of else ""
    head = words("exception to", node.name.text, of, led("if", node.condition))
    return f"{head}: {words(how, expression(node.value.value))}"


def ruling_head(node: n.Ruling) -> str:
    """A ruling with its question."""
    changed = f", changed by {commas(node.changed_by)}" if node.changed_by else ""
    return f"ruling {node.clause.text} {quoted(node.question)}{changed}:"


def trait(node: n.Trait) -> str:
    """One trait of a zone, a counter or a piece."""
    value = expression(node.value) if node.value else ""
    match node.kind:
        case "shape" | "hidden" | "unordered":
            return node.word or node.kind
        case "face":
            return words("face", node.word)
        case "seen":
            return words("seen by", _SEERS[node.word or "owner"])
        case "refill":
            return words("refill", led("from", node.name))
        case "at_most":
            return f"at most {value}"
        case "bounds" if node.range:
            return f"from {spread(node.range)}"
        case "starts":
            return words("starts", node.word or "at", value)
        case _:
            return f"{value} each"


def field(node: n.CardField) -> str:
    """What is printed on a kind of card."""
    return f"{node.name.text}: {type_name(node.type)}"


def type_name(node: n.TypeName) -> str:
    """A kind of thing."""
    return words(node.name.text, node.or_none and "or none")


def spread(node: n.Range) -> str:
    """From one value to another."""
    return words(expression(node.low), "to", expression(node.high))


def _attribute(node: n.Attribute | n.Lasts) -> str:
    match node:
        case n.Lasts(lasting):
            return words("lasts", duration(lasting))
        case n.Attribute(name, value):
            return words(name.text, _printed(value))


def _printed(value: n.Expression | n.EachValue | None) -> str:
    match value:
        case None:
            return ""
        case n.EachValue(n.Name(values)):
            return f"each {values}"
        case n.EachValue(n.Range() as numbers):
            return f"each number from {spread(numbers)}"
        case n.EachValue():
            raise AssertionError(value)
        case n.Number() | n.Negative(n.Number()) | n.Text() | n.Name() | n.YesNo() | n.Nothing():
            return expression(value)
        case _:
            return f"({expression(value)})"


def _with_commas(first: Iterable[str], attributes: Iterable[n.Attribute | n.Lasts]) -> list[str]:
    """The first of them, then the attributes, with a comma before each."""
    cells = [each for each in first if each]
    for attribute in attributes:
        cells[-1] += ","
        cells.append(_attribute(attribute))
    return cells


def _behind_colon(parts: Iterable[str]) -> str:
    listed = ", ".join(parts)
    return f": {listed}" if listed else ""
