"""Relates rules to what they meet: the hooks, exceptions and so on of a step, a definition, a sentence.

A rule that meets an event stands somewhere else than the event, often in another file. For a sentence this
means that it may meet it: whether it does can depend on who acts, and on values that only play knows.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, get_args

from dsl.syntax import nodes as n
from dsl.variant.rules import Items
from dsl.walk import nodes_by_kind, nodes_in_whole

#: A rule that meets something else.
Meeting: TypeAlias = n.Hook | n.Reaction | n.Permission | n.ExceptionTo | n.Action | n.GameEnd

_MEETING = frozenset(get_args(Meeting))
#: What can be met.
_MET: tuple[type, ...] = (n.Define, n.Flow, n.Action, n.Procedure, n.Act, n.Assign)

#: The words of the language, each with the nodes that it happens at.
_VERBS: Mapping[str, Callable[[Any], bool]] = {
    "gaining": lambda verb: isinstance(verb, n.Transfer) and verb.verb == "gain",
    "losing": lambda verb: isinstance(verb, n.Transfer) and verb.verb == "lose",
    "paying": lambda verb: isinstance(verb, n.Transfer) and verb.verb == "pay",
    "giving": lambda verb: isinstance(verb, n.GiveAmount | n.GivePieces),
    "drawing": lambda verb: isinstance(verb, n.Draw),
    "discarding": lambda verb: isinstance(verb, n.Discard),
    "moving": lambda verb: isinstance(verb, n.Move),
    "revealing": lambda verb: isinstance(verb, n.Reveal),
    "shuffling": lambda verb: isinstance(verb, n.Shuffle),
    "rolling": lambda verb: isinstance(verb, n.Roll | n.RollAgain),
    "entering": lambda verb: isinstance(verb, n.Move),
    "leaving": lambda verb: isinstance(verb, n.Move | n.Discard | n.RemoveFromGame),
}


def meetings(items: Items, wanted: Callable[[Meeting], bool] = lambda _: True) -> dict[int, list[Meeting]]:
    """The rules, of those wanted, that meet each node of the items, by its `id`; nodes that none meets are left out."""
    declared = set(_places(items))
    rules = [node for node in nodes_in_whole(items) if node.__class__ in _MEETING and wanted(node)]
    if not rules:
        return {}
    found: dict[int, list[Meeting]] = {}
    for node in (node for kind in _MET for node in nodes_by_kind(items).get(kind, ())):
        if met := [rule for rule in rules if _meets(rule, node, declared)]:
            found[id(node)] = met
    return found


def _meets(rule: Meeting, node: Any, declared: set[str]) -> bool:
    match rule, node:
        case n.ExceptionTo(name), n.Define(other):
            return name.text == other.text
        case n.Action(traits=traits), n.Procedure() | n.Flow():
            return any(name.text == node.name.text for trait in traits for name in trait.names)
        case n.GameEnd(n.Name(after)), n.Flow():
            return after == node.name.text
        case (
            (n.Hook(n.AtEvent(_, event)) | n.Reaction(trigger=n.AtEvent(_, event)) | n.Permission(_, event)),
            _,
        ):
            return _happens(event, node, declared)
        case _:
            return False


def _happens(event: n.Event, node: Any, declared: set[str]) -> bool:
    """Whether an event is, or may be, what happens at the node."""
    match event, node:
        case n.FlowEvent(kind, name), n.Flow():
            return (kind, name.text) == (node.kind, node.name.text)
        case (n.ActionEvent(name), n.Action(name=other)) | (n.ProcedureEvent(name), n.Procedure(name=other)):
            return name.text == other.text
        case n.VerbEvent(gerund="becoming", object=n.Name(role)), n.Assign(target=n.Name(other)):
            return role == other
        case n.VerbEvent(), n.Act():
            return _VERBS.get(event.gerund, _never)(node.verb) and _may_be_about(event, node.verb, declared)
        case _:
            return False


def _never(_: object) -> bool:
    return False


def _may_be_about(event: n.VerbEvent, verb: Any, declared: set[str]) -> bool:
    """Whether counters and places, as far as they are called by declared names or their plurals, are the same."""
    called = (
        (_counter(event.object), _counter(getattr(verb, "amount", None))),
        (_root(event.source), _source(verb)),
        (_root(event.target), _root(getattr(verb, "target", None))),
    )
    pairs = (tuple(name if name in declared else name.removesuffix("s") for name in pair) for pair in called)
    return all(wanted not in declared or there not in declared or wanted == there for wanted, there in pairs) and not (
        event.source and isinstance(verb, n.Transfer) and verb.source is None
    )


def _counter(amount: Any) -> str:
    match amount:
        case n.SomeAmount(_, counter) | n.SomeOf(_, counter) | n.EqualTo(counter) | n.AllOf(counter):
            return _root(counter)
        case _:
            return ""


def _source(verb: Any) -> str:
    match verb:
        case n.Move(pieces) | n.Discard(pieces) | n.Reveal(pieces) | n.RemoveFromGame(pieces):
            return _root(pieces)
        case _:
            return _root(getattr(verb, "source", None))


def _root(place: Any) -> str:
    """The name of the zone or counter in an expression that stands for one, or for pieces in one."""
    match place:
        case n.Name(text):
            return text
        case n.Property(name):
            return name.text
        case n.PileEnd(zone=zone):
            return _root(zone)
        case n.The(inside=inside) if inside is not None:
            return _root(inside)
        case n.Query(noun=n.Noun(inside=inside)):
            return _root(inside)
        case n.Brackets(inner):
            return _root(inner)
        case _:
            return ""


def _places(items: Items) -> Iterator[str]:
    """The names that always stand for the same zone or counter."""
    for item in items:
        match item:
            case n.Zone(name):
                yield name.text
            case n.Counters():
                yield from (counter.name.text for counter in item.items if isinstance(counter, n.CounterItem))
            case _:
                pass
