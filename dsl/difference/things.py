"""Splits a rule set into things to compare one by one: a parameter, a card, a step, an exception."""

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from dsl.frozen import frozen
from dsl.syntax import nodes as n
from dsl.syntax.unparse import text_lines
from dsl.variant.rules import Items

#: The chapters of a comparison, in order, with the kinds of things in each.
CHAPTERS = {
    "The game": ("game", "setting", "library"),
    "Parameters": ("parameter",),
    "What there is": (
        *("enum", "value", "cards", "tokens", "pawn", "dice", "zone", "counter", "role", "flag", "remember"),
        *("spaces", "space", "grid", "track", "place"),
    ),
    "Cards": ("card",),
    "Definitions": ("define", "exception"),
    "Rounds, phases and steps": ("setup", "round", "phase", "step", "game ends"),
    "Procedures, actions and rules": ("procedure", "action", "reaction", "rule", "forbid", "allow"),
    "Rulings and words": ("ruling", "rule text"),
}
_MEMBERS = {n.Enum: "value", n.Spaces: "space", n.Track: "place"}


@frozen
class Thing:
    """`head` is what its first line says behind its kind and name, `body` the lines below it, without things of
    their own; `inside` is what it stands in."""

    kind: str
    name: str
    head: str
    body: tuple[str, ...] = ()
    inside: str = ""


def things(items: Items) -> list[Thing]:
    """All of a rule set, in its order."""
    return [thing for item in items for thing in _things(item, "")]


def _things(item: Any, inside: str) -> Iterator[Thing]:
    match item:
        case n.Game(title, settings):
            yield Thing("game", "", f'"{title.text}"')
            said = (each for each in settings if isinstance(each, n.Setting))
            yield from (_line(each, "setting", each.name.text, "") for each in said)
            yield from (thing for each in settings if isinstance(each, n.RuleText) for thing in _things(each, ""))
        case n.Flow():
            yield from _flow(item, inside)
        case n.Deck(entries=entries):
            where = text_lines(item)[0].removeprefix("deck ").rstrip(":")
            cards = (each for each in entries if isinstance(each, n.CardEntry))
            yield from (_line(card, "card", f'"{card.title.text}"', f"the deck {where}") for card in cards)
        case n.Enum() | n.Spaces() | n.Track():
            yield from _listed(item)
        case n.Counters(group, items=members):
            yield from _counters(item, group, members)
        case n.BadLine():
            return
        case n.RuleText(text):
            yield Thing("rule text", f"> {text}".strip(), "")
        case _:
            yield _line(item, *_kind_and_name(item), inside)


def _flow(item: n.Flow, inside: str) -> Iterator[Thing]:
    """A round, phase or step without those in it, then those."""
    inner = [each for each in item.body.items if isinstance(each, n.Flow)]
    rest = tuple(each for each in item.body.items if not isinstance(each, n.Flow))
    own = evolve(item, body=evolve(item.body, items=rest))
    yield _line(own, item.kind, item.name.text, inside)
    for each in inner:
        yield from _things(each, f"{item.kind} {item.name.text}")


def _listed(item: n.Enum | n.Spaces | n.Track) -> Iterator[Thing]:
    """A list with a name, and what stands in it."""
    head, *_ = text_lines(item)
    called = head.partition(":")[0]
    kind, _, rest = called.partition(" ")
    yield Thing(kind, item.name.text, rest.removeprefix(item.name.text).lstrip(", "))
    members: Iterable[Any] = item.seats if isinstance(item, n.Track) else item.values
    for each in members:
        if isinstance(each, n.EnumValue | n.Seat):
            yield _line(each, _MEMBERS[type(item)], each.name.text, f"{kind} {item.name.text}")


def _counters(item: n.Counters, group: n.Name | None, members: Iterable[Any]) -> Iterator[Thing]:
    head = text_lines(item)[0]
    for each in members:
        if isinstance(each, n.CounterItem):
            name = each.name.text
            first = group.text if group else name
            said = head.partition(first)[2].strip().removesuffix(":").strip(": ")
            title = f'"{each.title.text}"' if each.title else ""
            yield Thing("counter", name, " ".join(filter(None, (title, said))), (), group.text if group else "")


def _kind_and_name(item: Any) -> tuple[str, str]:
    match item:
        case n.ExceptionTo(name):
            return "exception", name.text
        case n.Hook():
            return "rule", text_lines(item)[0].partition(":")[0]
        case n.Permission():
            verb, _, rest = text_lines(item)[0].partition(" ")
            return verb, rest.partition(" if ")[0]
        case n.GameEnd():
            return "game ends", ""
        case n.Ruling(clause):
            return "ruling", clause.text
        case n.Use():
            return "library", text_lines(item)[0].removeprefix("use ")
        case n.Setup():
            return "setup", ""
        case n.Reaction(name, title):
            return "reaction", name.text if name else f'"{title.text if title else ""}"'
        case _:
            return type(item).__name__.lower(), item.name.text


def _line(item: Any, kind: str, name: str, inside: str) -> Thing:
    """A thing that is printed as it stands."""
    first, *rest = text_lines(item)
    body = tuple(line.removeprefix("    ") for line in rest)
    return Thing(kind, name, "" if name == first else _behind(first, kind, name, bool(rest)), body, inside)


def _behind(first: str, kind: str, name: str, opens: bool) -> str:
    """What a first line says behind kind and name."""
    head = first.removesuffix(":") if opens else first
    before, _, after = head.partition(name) if name else ("", "", head.removeprefix(kind))
    before = "" if before.strip() in (kind, "exception to", "reaction", f"{kind} action") else before
    before = before.removeprefix(f"{kind} ").strip()
    comma = "," if before.endswith(" x") and after.startswith(",") else ""
    return " ".join(filter(None, (before + comma, after.strip(" :,"))))
