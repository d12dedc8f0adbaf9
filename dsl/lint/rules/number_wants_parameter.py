from collections import defaultdict

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Label, Level, Subject, rule, warning

_SIZES = ("<", "<=", ">", ">=")


@rule("B104", Level.INFO, least=3)
def number_wants_parameter(subject: Subject, least: int) -> Found:
    """One kind of thing is compared with one number in two rules or more: its counter, or how many lie in a zone."""
    places: dict[tuple[str, int], dict[str, ir.Compare]] = defaultdict(dict)
    for body in subject.bodies:
        for comparison in body.nodes_of(ir.Compare):
            what = _what(comparison.left)
            number = comparison.right
            if what and comparison.operator in _SIZES and isinstance(number, ir.Constant) and number.value >= least:
                places[what, number.value].setdefault(
                    f"{body.kind} {body.name} {body.heading} {body.span.start}", comparison
                )
    for (what, value), rules in places.items():
        first, *others = rules.values()
        for other in others[:1]:
            yield warning(
                "number-wants-parameter", f"{value} stands for the same thing in {len(rules)} rules", other.span,
                label=f"{what} again", labels=(Label(first.span, "and here"),),
                help=(f'give it a name: `parameter NAME = {value} (LOW to HIGH) "what it is"`',),
            )  # fmt: skip


def _what(e: ir.Expression) -> str:
    match e:
        case ir.Read(variable, type=type_) if type_ == ir.NUMBER:
            return f"`{variable}`"
        case ir.CountOf(ir.Contents(ir.ZoneAt(zone))):
            return f"the number in `{zone}`"
        case ir.Function("round_number"):
            return "the number of the round"
        case _:
            return ""
