"""A procedure that says `you` keeps its caller's; whoever calls it must have one."""

from collections.abc import Iterator, Mapping

from dsl.checks.analysis.rule_set import RuleBody, RuleSet
from dsl.diagnostic import Diagnostic, Label, error
from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.source import Span
from dsl.walk import schema

#: Where it does no harm that nobody acts: who moves a piece, whom an order of play begins with.
_NOBODY_WILL_DO: dict[type, tuple[str, ...]] = {
    ir.MovePieces: ("mover",),
    ir.Reveal: ("you",),
    ir.Shuffle: ("you",),
    ir.Swap: ("you",),
    ir.Roll: ("you",),
    ir.Create: ("owner",),
    ir.PlayersFrom: ("start",),
    ir.Call: ("you",),
    ir.RunFlow: ("you",),
}


def acting_player(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each call, from where nobody acts, of a procedure that needs somebody."""
    needing = _needing(rules)
    for body in rules.bodies:
        if body.acting is not False:
            continue
        for call in body.nodes_of(ir.Call):
            if call.you is None and call.procedure in needing:
                yield _nobody_acts(body, call, needing[call.procedure])


def _needing(rules: RuleSet) -> dict[str, Span]:
    """The procedures in which somebody must be `you`, with the first place that says so."""
    places: dict[str, Span] = {}
    handing_on: dict[str, list[str]] = {}
    for body in (body for body in rules.bodies if body.kind == "procedure"):
        said = any(local.slot == 0 for local in body.nodes_of(ir.Local))
        place = _first_you(body.statements, body.span) if said else None
        if place is not None:
            places[body.name] = place
        else:
            handing_on[body.name] = [call.procedure for call in body.nodes_of(ir.Call) if call.you is None]
    while more := _through_calls(handing_on, places):
        places |= more
    return places


def _through_calls(handing_on: Mapping[str, list[str]], places: dict[str, Span]) -> dict[str, Span]:
    """Procedures that hand their `you` on to one that needs it."""
    return {
        name: places[procedure]
        for name, called in handing_on.items()
        if name not in places
        for procedure in called
        if procedure in places
    }


def _first_you(tree: object, near: Span) -> Span | None:
    """Where the caller's `you` is needed, if it is; an unsaid `you` stands where its sentence does."""
    if isinstance(tree, tuple):
        for part in tree:
            if (place := _first_you(part, near)) is not None:
                return place
        return None
    span = getattr(tree, "span", near)
    near = span if span.in_file else near
    if isinstance(tree, ir.Local):
        return near if tree.slot == 0 else None
    spared = _NOBODY_WILL_DO.get(type(tree), ())
    if isinstance(tree, ir.Choose) and tree.manner is Manner.RANDOMLY and tree.announced:
        spared = ("player",)
    for name in schema(tree.__class__).children:
        if name not in spared and (place := _first_you(getattr(tree, name), near)) is not None:
            return place
    return None


def _nobody_acts(body: RuleBody, call: ir.Call, place: Span) -> Diagnostic:
    return error(
        "no-you", f"nobody is `you` in `{call.procedure}` when it is done from here", call.span,
        label="nobody acts here", labels=(Label(place, "`you` is meant here"),), heading=body.heading,
        help=(
            "do it for somebody: `each player: do ...` or `as PLAYER: do ...`",
            "or hand the player over: `procedure NAME of who: player`",
        ),
    )  # fmt: skip
