"""Declares a construct in one place: its fields, the grammar rules that build it, and how it is printed.

A form is a template of the text, and its placeholders are the children of a grammar rule, in order:

    {x}      a field                       [...]        printed if all fields in it have a value
    {x,}     a list that is one child      {x*SEP}      a list of all further children, joined by SEP or `, `
    {x/}     the same, on lines below      {x?}         yes if there is such a child; prints nothing itself
    {x=a|b}  yes if the child is `a`       {x+s}        a verb, with the ending that `{s}` stands for in its form
    {a+x}    `a` or `an`, as x demands      : {body}     at the end: the block behind the colon

A field that a form fixes is no child; one that a form does not name has no value, or its default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeAlias

from attrs import field

from dsl.frozen import frozen
from dsl.node import Node

__all__ = ["NO_TRIVIA", "WORDS", "Construct", "Form", "Forms", "Line", "Slot", "Trivia", "by", "form", "says"]


@frozen
class Trivia:
    """The comments of a line, with their `#`; an empty one among whole lines stands for a blank line.

    `above` are the lines before it, `behind` is at its end, and `below` closes the block that it opens.
    """

    above: tuple[str, ...] = ()
    behind: str | None = None
    below: tuple[str, ...] = ()


NO_TRIVIA = Trivia()


class Form(NamedTuple):
    """A template, and the fields whose values it implies."""

    template: str
    fixed: Mapping[str, object] = {}


class Forms(NamedTuple):
    """The forms of a construct, by the grammar rule; the first that fits a node is how it is printed."""

    rules: Mapping[str, Form]
    printed: tuple[Form, ...]


def form(template: str, **fixed: object) -> Form:
    """A form that implies the values of some fields."""
    return Form(template, fixed)


def by(name: str, template: str, **values: object) -> Mapping[str, Form]:
    """Forms alike but for the value of one field, by the grammar rule that implies it."""
    return {rule: Form(template, {name: value}) for rule, value in values.items()}


def says(*printed: str | Form, **rules: str | Form) -> Forms:
    """The forms of a construct: those that are only printed, and those of grammar rules."""
    by_rule = {rule: Form(given) if isinstance(given, str) else given for rule, given in rules.items()}
    alone = (Form(given) if isinstance(given, str) else given for given in printed)
    return Forms(by_rule, (*alone, *by_rule.values()))


@frozen
class Construct(Node):
    """A node of the syntax tree."""

    forms: ClassVar[Forms] = Forms({}, ())


@frozen
class Line(Construct):
    """A construct that begins a line, with the line's comments."""

    trivia: Trivia = field(default=NO_TRIVIA, eq=False, repr=False, kw_only=True)


class Slot(NamedTuple):
    """A placeholder: the field's name, its mark, and what follows the mark."""

    name: str
    mark: str
    rest: str


TemplatePart: TypeAlias = "str | Slot | tuple[Any, ...]"


class Template(NamedTuple):
    """A template taken apart: literal text, slots, and groups of these; `under` is what is printed on lines below."""

    parts: tuple[TemplatePart, ...]
    slots: tuple[Slot, ...]
    under: str


_TOKEN = re.compile(r"\{(\w+)(?:([,*?=+])([^}]*))?\}|([\[\]])|[^\[\]{}]+")
_UNDER = re.compile(r": \{(?:(body)|(\w+)/)\}$")
WORDS = ("s", "a")  # slots that are no fields


@cache
def template(text: str) -> Template:
    """Takes a template apart."""
    under = _UNDER.search(text)
    slots: list[Slot] = []
    parts: list[list[TemplatePart]] = [[]]
    for found in _TOKEN.finditer(text[: under.start()] if under else text):
        name, mark, rest, bracket = found.groups()
        if name:
            slots.append(Slot(name, mark or "", rest or ""))
            parts[-1].append(slots[-1])
        elif bracket == "[":
            parts.append([])
        elif bracket:
            group = tuple(parts.pop())
            parts[-1].append(group)
        else:
            parts[-1].append(found.group())
    if under:
        slots.append(Slot(under.group(1) or under.group(2), "" if under.group(1) else "/", ""))
    children = tuple(slot for slot in slots if slot.name not in WORDS)
    return Template(tuple(parts[0]), children, slots[-1].name if under else "")
