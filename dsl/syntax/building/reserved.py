"""Words that cannot be names, though the parse would often let them pass: a reader could not tell them apart.

A word is reserved if a line can begin with it or if it can follow a name, where it joins what is said; which
these are, the parse tables tell (`Vocabulary.reserved`). Other words of the language, such as `hand` or
`stack`, stand only where no name can.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from dsl.diagnostic import Diagnostic, error
from dsl.syntax import nodes as n

#: What gives something a name that means the same everywhere.
_NAMED_EVERYWHERE = (
    *(n.Library, n.Parameter, n.CounterItem, n.EnumValue, n.Enum, n.Cards, n.CardField, n.Tokens, n.Pawn, n.Dice),
    *(n.Zone, n.Role, n.Remember, n.Flag, n.Define, n.Spaces, n.Grid, n.Track, n.Seat, n.Flow, n.Procedure),
    *(n.Action, n.Reaction),
)
#: What gives something a name in one rule.
_NAMED_HERE = (n.ProcedureParameter, n.Let, n.Decided, n.ForEach, n.ForRange, n.OptionEach)
_HAVE_A_BINDING = (
    *(n.Domain, n.The, n.Noun, n.SomeAmount, n.Draw, n.Roll, n.ChoiceNoun, n.ChooseNumber, n.ChooseOrder),
    *(n.ChooseAmong, n.EachHead),
)
_PRONOUNS = ("it", "this", "that", "them", "they", "you")
#: Where a node gives something its name.
_NAMES: Mapping[type[Any], Callable[[Any], n.Name | None]] = {
    **dict.fromkeys((*_NAMED_EVERYWHERE, *_NAMED_HERE), attrgetter("name")),
    **dict.fromkeys(_HAVE_A_BINDING, attrgetter("binding")),
    n.Counters: lambda node: node.group or node.items[0].name,
    n.Insert: lambda node: node.flow.name,
    n.AnySuch: lambda node: None if node.noun.where else node.noun.binding,
}


def given_name(node: object) -> n.Name | None:
    """The name that a node gives to something, if it does."""
    find = _NAMES.get(type(node))
    return find(node) if find else None


def own_name(node: object) -> n.Name | None:
    """The same of a name that means something in one rule alone."""
    return None if isinstance(node, (*_NAMED_EVERYWHERE, n.Counters, n.Insert)) else given_name(node)


def reserved_word(node: object, name: n.Name) -> Diagnostic:
    """The report on a name that is a reserved word."""
    return error(
        "reserved-word", f"`{name.text}` is a word of the language and cannot be a name", name.span,
        label=f"take another, such as `{_instead(node, name.text)}`",
        help=("a reader could not tell the name from the word",),
    )  # fmt: skip


def _instead(node: object, name: str) -> str:
    """A name like it, by what it is the name of."""
    match node:
        case n.Flow(kind=kind):
            return f"{name}_{kind}"
        case n.Insert(flow=flow):
            return f"{name}_{flow.kind}"
        case n.Zone():
            return f"{name}_cards" if name.endswith("ed") else f"the_{name}"
        case n.ChoiceNoun(kind=kind) | n.EachHead(kind=kind):
            return f"chosen_{kind.text}" if name in _PRONOUNS else f"{name}_{kind.text}"
        case n.Action() | n.Procedure() | n.Reaction():
            return f"{name}_now"
        case _:
            return f"{name}_" if name.endswith("s") else f"the_{name}"
