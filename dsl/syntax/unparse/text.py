"""Prints a node on one line: by the first of its forms that fits, or by a function of its own."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.construct import WORDS, Construct, Slot, Template, TemplatePart, template


def text(node: Construct, ending: str = "") -> str:
    """The text of a node; of one that opens a block, its head. `ending` is that of its verb."""
    special = _IRREGULAR.get(type(node))
    return special(node) if special else _printed(template_of(node).parts, node, ending)


def template_of(node: Construct) -> Template:
    """The first form whose fixed fields are those of the node."""
    kind: Any = type(node)
    for fixed, found in _templates(kind):
        if all(getattr(node, name) == value for name, value in fixed):
            return found
    raise TypeError(f"{type(node).__name__} cannot be printed")


@cache
def _templates(kind: type[Construct]) -> tuple[tuple[tuple[tuple[str, object], ...], Template], ...]:
    return tuple((tuple(form.fixed.items()), template(form.template)) for form in kind.forms.printed)


def optional(node: Construct | None) -> str:
    """A node that may be left out."""
    return text(node) if node else ""


def words(*parts: str | None) -> str:
    """The parts that are there, with spaces between."""
    return " ".join(part for part in parts if part)


def _printed(parts: Iterable[TemplatePart], node: Construct, ending: str) -> str:
    out: list[str] = []
    for part in parts:
        if type(part) is str:
            out.append(part)
        elif type(part) is Slot:
            out.append(_slot(part, node, ending))
        elif all(getattr(node, slot.name) for slot in part if type(slot) is Slot):
            out.append(_printed(part, node, ending))
    return "".join(out)


def _slot(slot: Slot, node: Construct, ending: str) -> str:
    name, mark, rest = slot
    if name in WORDS:
        return ending if name == "s" else ("an" if text(getattr(node, rest))[0].lower() in "aeiou" else "a")
    value = getattr(node, name)
    match mark:
        case "":
            return _value(value)
        case "?":
            return ""
        case "=":
            return rest.split("|")[not value]
        case "+":
            return text(value, rest)
        case _:
            return (rest or ", ").join(map(_value, value))


def _value(value: Any) -> str:
    return text(value) if isinstance(value, Construct) else "" if value is None else str(value)


# ---------------------------------------------------------------- constructs without a form


def _property(node: n.Property) -> str:
    name = node.name.text + (f"[{text(node.index)}]" if node.index else "")
    match node.owner:
        case None:
            return name
        case n.Possessive(word):
            return f"{word} {name}"
        case owner if node.apostrophe:
            return f"{text(owner)}'s {name}"
        case owner:
            return f"{name} of {text(owner)}"


def _applied(node: n.Applied) -> str:
    if node.name.text == "distance":
        start, end = node.arguments
        return f"distance from {text(start)} to {text(end)}"
    if node.last_of:
        *arguments, owner = node.arguments
        return f"{node.name.text}({', '.join(map(text, arguments))}) of {text(owner)}"
    return f"{node.name.text}({', '.join(map(text, node.arguments))})"


def _ranking(node: n.Ranking) -> str:
    """What somebody has most of; the number of things is said by the things alone."""
    return words(node.how, text(node.value.noun if isinstance(node.value, n.Query) else node.value))


def _counters(node: n.Counters) -> str:
    """`counter` with its one name, or the line that opens a group of them."""
    (first, *_) = node.items
    alone = words("counters", node.group.text) if node.group else words("counter", text(first))
    of, by = (f" {word} {name.text}" if name else "" for word, name in (("of", node.owner), ("by", node.by)))
    return alone + of + by + _behind_colon(node.traits)


def _behind_colon(parts: tuple[Construct, ...]) -> str:
    return f": {', '.join(map(text, parts))}" if parts else ""


_SEERS = {"owner": "its owner", "all_but_owner": "all but its owner", "mover": "whoever put it there"}


def _trait(node: n.Trait) -> str:
    if node.kind == "seen":
        return f"seen by {_SEERS.get(node.word or 'owner', node.word)}"
    return _printed(template_of(node).parts, node, "")


def _attribute(node: n.Attribute) -> str:
    match node.value:
        case None:
            return node.name.text
        case n.EachValue() | n.Number() | n.Negative(n.Number()) | n.Text() | n.Name() | n.YesNo() | n.Nothing():
            return f"{node.name.text} {text(node.value)}"
        case value:
            return f"{node.name.text} ({text(value)})"


def _period(node: n.Period) -> str:
    if node.owner is None:
        return f"this {node.unit}"
    whose = text(node.owner) + ("" if isinstance(node.owner, n.Possessive) else "'s")
    return words(whose, "next" if node.following else "", node.unit)


def _take_actions(node: n.TakeActions) -> str:
    plain = node.plural or node.subject is None
    take = words(optional(node.subject), "take" if plain else "takes")
    passing = f"passing {text(node.passing)}" if node.passing else ""
    if node.how_many == "free":
        return words(take, "free actions", passing)
    how_many = {"one": "one", "any": "any number of", "up_to": "up to"}.get(node.how_many, "")
    single = node.how_many == "one" or node.amount == n.Number("1")
    names = ", ".join(name.text for name in node.actions)
    return words(take, how_many, optional(node.amount), "action" if single else "actions", "from", names, passing)


def _has(node: n.Has) -> str:
    each = "each" if node.each and node.who.text != "everybody" else ""
    inside = f"in {text(node.inside)}" if node.inside else ""
    return words(each, node.who.text, "has", optional(node.amount) or "no", text(node.thing), inside)


_IRREGULAR: Mapping[type[Construct], Callable[[Any], str]] = {
    n.Property: _property,
    n.Applied: _applied,
    n.Ranking: _ranking,
    n.Counters: _counters,
    n.Cards: lambda node: words("cards", node.name.text) + _behind_colon((*node.fields, *node.traits)),
    n.Tokens: lambda node: (
        words("tokens", node.name.text, node.owner and f"of {node.owner.text}")
        + _behind_colon((*node.traits, *node.fields))
    ),
    n.Trait: _trait,
    n.EachValue: lambda node: words(
        "each", "number from" if isinstance(node.values, n.Range) else "", text(node.values)
    ),
    n.Attribute: _attribute,
    n.Period: _period,
    n.TakeActions: _take_actions,
    n.Has: _has,
}
