"""Overrides parameters with values from outside, such as the command line."""

from collections.abc import Mapping

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.disk.files import LoadError
from dsl.syntax import nodes as n
from dsl.variant.edits.parameters import find_parameter, value_fault, values_beside, with_value
from dsl.variant.rules import Items, Rules


def with_values(items: Items, values: Mapping[str, str | int]) -> Items:
    """The rules with these values; a LoadError if there is no such parameter, or it cannot have the value."""
    for name, value in values.items():
        parameter = find_parameter(Rules(items), n.Name(name))
        if isinstance(parameter, Diagnostic):
            raise _refused(parameter)
        typed = _typed(value, parameter, items)
        if fault := value_fault(parameter, typed, items):
            raise _refused(fault)
        # The new value stands where the old one stood: that is the place to show when it matters.
        items = with_value(items, parameter, evolve(typed, span=parameter.value.span))
    return items


def _typed(value: str | int, parameter: n.Parameter, items: Items) -> n.Expression:
    """The value as the language writes it. A number may stand for yes or no, or for a place in an enum."""
    if isinstance(value, int):
        return _numbered(value, parameter.value, items)
    word = value.strip()
    if word.removeprefix("-").isdecimal() and word.isascii():
        return _number(int(word))
    return n.YesNo(word == "yes") if word in ("yes", "no") else n.Name(word)


def _numbered(value: int, present: n.Expression, items: Items) -> n.Expression:
    match present:
        case n.YesNo() if value in (0, 1):
            return n.YesNo(bool(value))
        case n.Name(word):
            names = values_beside(word, items)
            return n.Name(names[value]) if 0 <= value < len(names) else _number(value)
        case _:
            return _number(value)


def _number(value: int) -> n.Expression:
    return n.Number(str(value)) if value >= 0 else n.Negative(n.Number(str(-value)))


def _refused(fault: Diagnostic) -> LoadError:
    return LoadError(fault.message, fault.label or next(iter(fault.help), ""))
