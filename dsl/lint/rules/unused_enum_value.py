from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.lint.values import is_used
from dsl.syntax import nodes as n


@rule("C106")
def unused_enum_value(subject: Subject) -> Found:
    """A value whose name stands nowhere but in its enum; enums that rules list or count on through have no such."""
    said = subject.said
    whole = _gone_through(subject)
    meant = {(node.type.name, node.value) for node in subject.all(ir.Constant) if node.type.kind is ir.Kind.VALUE}
    for enum in subject.syntax(n.Enum):
        if enum.name.text in whole or not is_used(enum, said):
            continue
        values = [value for value in enum.values if isinstance(value, n.EnumValue)]
        for place, value in enumerate(values):
            if said[value.name.text] <= 1 and (enum.name.text, place) not in meant:
                yield warning(
                    "unused-enum-value", f"no rule names the {enum.name.text} `{value.name.text}`", value.name.span,
                    label="nothing becomes this", help=("say what makes it so, or take it away",),
                )  # fmt: skip


def _gone_through(subject: Subject) -> frozenset[str]:
    """The enums whose values are met without being named: in lists, by the next value, on a card of each."""
    found = {node.of.name for node in subject.all(ir.AllOf)}
    found |= {node.type.name for node in subject.all(ir.Function)}
    found |= {node.of_each for node in subject.all(ir.Create) if node.of_each is not None}
    found |= {parameter.type.name for parameter in subject.game.parameters}
    found |= {each.values.text for each in subject.syntax(n.EachValue) if isinstance(each.values, n.Name)}
    indexed = [*(zone.dimensions for zone in subject.game.zones), *(one.dimensions for one in subject.game.variables)]
    found |= {index.name for dimensions in indexed for index in dimensions}
    return frozenset(found)
