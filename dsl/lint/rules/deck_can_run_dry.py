from collections.abc import Iterator
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.effects import zones_in
from dsl.lint.rule import Found, Label, Level, Subject, first_line, rule, warning


@rule("F103", Level.INFO)
def deck_can_run_dry(subject: Subject) -> Found:
    """A stack that is drawn from in a round, into which nothing comes back, and whose size no rule asks for."""
    minded = _looked_at(subject) | _filled(subject)
    piles = [z for z in subject.game.zones if not z.refill and z.shape == "stack" and z.name not in minded]
    draws: dict[str, ir.Draw] = {}
    for node in _again_and_again(subject) if piles else ():
        if isinstance(node, ir.Draw) and isinstance(node.source, ir.ZoneAt):
            draws.setdefault(node.source.zone, node)
    for zone in piles:
        if zone.name in draws:
            yield warning(
                "deck-can-run-dry", f"what happens when `{zone.name}` is empty?", first_line(zone.span),
                label="no rule asks whether it is empty",
                labels=(Label(first_line(draws[zone.name].span), "drawn from again and again"),),
                help=("let it be refilled: `refill from ZONE`",
                      f"or let the game end: `game ends after STEP when {zone.name} is empty: ...`"),
            )  # fmt: skip


def _again_and_again(subject: Subject) -> Iterator[Any]:
    """All that is done in rounds, and by rules on events."""
    rounds = tuple(flow.body.statements for flow in subject.game.flows if flow.kind == "round")
    if rounds:
        yield from subject.rules.through((rounds, tuple(hook.body.statements for hook in subject.game.hooks)))


def _looked_at(subject: Subject) -> set[str]:
    """The zones of which a rule asks what or how much lies there: all but those whose top is only taken."""
    return {zone for node in subject.all(ir.Contents) for zone in zones_in(node.zone)}


def _filled(subject: Subject) -> set[str]:
    """The zones into which something is put in play, or may be."""
    places: list[ir.Expression] = [
        *(node.zone for node in subject.all(ir.MovePieces)), *(node.target for node in subject.all(ir.Draw)),
        *(node.zone for node in subject.all(ir.Create)), *(node.left for node in subject.all(ir.Swap)),
        *(node.right for node in subject.all(ir.Swap)),
    ]  # fmt: skip
    return {zone for place in places for zone in zones_in(place)}
