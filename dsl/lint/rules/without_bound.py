from dsl.bounds.report import NumberBound, ZoneBound, bounds
from dsl.bounds.report import without_bound as endless
from dsl.lint.rule import Diagnostic, Found, Label, Level, Subject, first_line, rule, warning


@rule("B107", Level.INFO, asked=True)
def without_bound(subject: Subject) -> Found:
    """The same as `bylaws ir --bounds` names at its end, for any number of players and all values of parameters."""
    for one in endless(bounds(subject.game)):
        yield _of_number(one) if isinstance(one, NumberBound) else _of_zone(one)


def _of_number(one: NumberBound) -> Diagnostic:
    direction = "growing" if one.type.many or one.high == float("inf") else "falling"
    return warning(
        "without-bound", f"nothing keeps `{one.name}` from {direction}", first_line(one.span),
        label="no bound is declared, and none follows from the rules", labels=_reason(one),
        help=("if the rulebook or the box has a limit, declare it: `from 0 to 40`",),
    )  # fmt: skip


def _of_zone(one: ZoneBound) -> Diagnostic:
    return warning(
        "without-bound", f"nothing keeps `{one.zone.name}` from growing", first_line(one.span),
        label=one.why.words, labels=_reason(one),
        help=("if there are only so many in the box, let them begin somewhere instead of being made",
              "if there is only so much room, declare it: `at most 5`"),
    )  # fmt: skip


def _reason(one: NumberBound | ZoneBound) -> tuple[Label, ...]:
    span = getattr(one.why.node, "span", None)
    words = one.why.words if isinstance(one, NumberBound) else "made again and again"
    return (Label(first_line(span), words),) if span is not None and span.in_file else ()
