"""Words that cannot be names, though the parse would often let them pass: a reader could not tell them apart.

A word is reserved if a line can begin with it or if it can follow a name, where it joins what is said. Which
these are, the parse tables tell. Other words of the language, such as `hand` or `top`, stand only where no
name can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dsl.diagnostic import Diagnostic, Edit, Fix, error
from dsl.syntax import nodes as n
from dsl.syntax.vocabulary import vocabulary
from dsl.syntax.walk import nodes_in

#: The fields in which a node gives something its name.
NAMING: Mapping[type[Any], tuple[str, ...]] = {
    **dict.fromkeys(
        (
            *(
                n.Library,
                n.Parameter,
                n.CounterItem,
                n.EnumValue,
                n.Enum,
                n.Cards,
                n.CardField,
                n.Tokens,
                n.Pawn,
            ),
            *(
                n.Dice,
                n.Zone,
                n.Role,
                n.Remember,
                n.Flag,
                n.Define,
                n.Spaces,
                n.Grid,
                n.Track,
                n.Seat,
                n.Flow,
            ),
            *(
                n.ProcedureParameter,
                n.Procedure,
                n.Action,
                n.Reaction,
                n.Let,
                n.Decided,
                n.ForEach,
                n.ForRange,
            ),
        ),
        ("name",),
    ),
    n.Counters: ("group",),
    n.Cast: ("names",),
    **dict.fromkeys(
        (
            *(
                n.Domain,
                n.The,
                n.Noun,
                n.SomeAmount,
                n.Draw,
                n.Roll,
                n.ChoiceNoun,
                n.ChooseNumber,
                n.ChooseOrder,
            ),
            *(n.ChooseAmong, n.EachHead),
        ),
        ("binding",),
    ),
}


def reserved_names(file: n.File) -> list[Diagnostic]:
    """A report on each name that a file gives and that is a reserved word."""
    return [_report(name) for name in _given_names(file) if name.text in vocabulary().reserved]


def _given_names(file: n.File) -> Iterator[n.Name]:
    for node in nodes_in(file):
        for field in NAMING.get(type(node), ()):
            value = getattr(node, field)
            for name in value if isinstance(value, tuple) else (value,):
                if name is not None:
                    yield name


def _report(name: n.Name) -> Diagnostic:
    other = f"{name.text}_" if name.text.endswith("s") else f"the_{name.text}"
    return error(
        "reserved-word",
        f"`{name.text}` is a word of the language and cannot be a name",
        name.span,
        label=f"take another, such as `{other}`",
        help=("a reader could not tell the name from the word",),
        fix=Fix(f"call it `{other}` here", (Edit(name.span, other),), safe=False),
    )
