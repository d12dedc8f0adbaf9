"""Sets the values of parameters, and checks whether a parameter may have them."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.listing import listed
from dsl.nearest import nearest
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Items, Outcome, Rules
from dsl.variant.targets import find


def set_parameter(rules: Rules, edit: n.SetParameter, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """Another value for a parameter; rule text above the edit joins that of the parameter."""
    parameter = find_parameter(rules, edit.name)
    if isinstance(parameter, Diagnostic):
        return parameter
    if fault := value_fault(parameter, edit.value, rules.items):
        return fault
    change = Change("set", "parameter", edit.name.text, variant, edit, parameter)
    return rules.changed(with_value(rules.items, parameter, edit.value, texts), change)


def find_parameter(rules: Rules, name: n.Name) -> n.Parameter | Diagnostic:
    """The parameter with that name."""
    found = find(rules, "parameter", name)
    assert isinstance(found, n.Parameter | Diagnostic)
    return found


def parameters(items: Items) -> Iterator[n.Parameter]:
    """Every parameter, in the order declared."""
    return (item for item in items if isinstance(item, n.Parameter))


def with_value(items: Items, parameter: n.Parameter, value: n.Expression, texts: tuple[n.RuleText, ...] = ()) -> Items:
    """The items with another value for a parameter."""
    new = evolve(parameter, value=value)
    return rewritten(items, parameter, lambda s: (*s.before, *s.texts, *texts, new, *s.after))


def unsettled(items: Items, gone: Iterable[n.Parameter]) -> Items:
    """The items with rulings that no parameter which is gone would settle otherwise."""
    names = {parameter.name.text for parameter in gone}

    def settled(ruling: n.Ruling) -> n.Ruling:
        return evolve(ruling, changed_by=tuple(name for name in ruling.changed_by if name.text not in names))

    return tuple(settled(item) if isinstance(item, n.Ruling) else item for item in items)


def value_fault(parameter: n.Parameter, value: n.Expression, items: Items) -> Diagnostic | None:
    """Why the parameter cannot have the value, if so."""
    match parameter.value:
        case n.YesNo():
            fits = isinstance(value, n.YesNo)
            return None if fits else _wrong_value(parameter, value, "is yes or no", ("yes", "no"))
        case n.Name() as present:
            names = values_beside(present.text, items)
            fits = isinstance(value, n.Name) and (value.text in names or not names)
            what = f"is one of {listed([f'`{name}`' for name in names])}" if names else "is a name"
            return None if fits else _wrong_value(parameter, value, what, names)
        case _:
            return _number_fault(parameter, value)


def whole(expression: n.Expression) -> int | None:
    """The value of what is written as a plain number, with or without a sign or simple sums."""
    match expression:
        case n.Number():
            return expression.value
        case n.Negative(inner):
            return None if (value := whole(inner)) is None else -value
        case n.Brackets(inner):
            return whole(inner)
        case n.Binary(operator, left, right) if operator in ("+", "-", "*"):
            return _sum(operator, whole(left), whole(right))
        case _:
            return None


def _sum(operator: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}[operator]


def values_beside(value: str, items: Items) -> tuple[str, ...]:
    """The values of the enum that has this one."""
    for item in items:
        if isinstance(item, n.Enum):
            names = tuple(entry.name.text for entry in item.values if isinstance(entry, n.EnumValue))
            if value in names:
                return names
    return ()


def _number_fault(parameter: n.Parameter, value: n.Expression) -> Diagnostic | None:
    number = whole(value)
    if number is None:
        return _wrong_value(parameter, value, "is a number", ())
    if parameter.range is None:
        return None
    low, high = whole(parameter.range.low), whole(parameter.range.high)
    if (low is None or low <= number) and (high is None or number <= high):
        return None
    return error(
        "parameter-out-of-range",
        f"`{parameter.name.text}` goes from {low} to {high}; {number} is too {_extreme(number, low)}",
        value.span,
        labels=(Label(parameter.range.span, "the game allows this range"),),
    )


def _extreme(number: int, low: int | None) -> str:
    return "small" if low is not None and number < low else "large"


def _wrong_value(parameter: n.Parameter, value: n.Expression, what: str, names: tuple[str, ...]) -> Diagnostic:
    typed = written(value)
    near = nearest(typed, names)
    return error(
        "wrong-parameter-value", f"`{parameter.name.text}` {what}, not {typed}", value.span,
        label=f"did you mean `{near[0]}`?" if near else "",
        labels=(Label(parameter.name.span, "the parameter is declared here"),),
        fix=Fix(f"write `{near[0]}`", (Edit(value.span, near[0]),), safe=False) if near else None,
    )  # fmt: skip


def written(value: n.Expression) -> str:
    """A value of a parameter as one writes it."""
    match value:
        case n.Name(text) | n.Number(text):
            return text
        case n.YesNo(yes):
            return "yes" if yes else "no"
        case n.Negative(inner):
            return f"-{written(inner)}"
        case _:
            return "this"
