"""Says statements about the course of play: dice, repetition, actions, copies and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import Noun, a, plural, spelt
from dsl.ir.prose.values import Values, Wordless
from dsl.ir.slots import mentions
from dsl.listing import series
from dsl.walk import nodes_in

if TYPE_CHECKING:
    from dsl.ir.prose.statements import Writer

Course: TypeAlias = ir.Roll | ir.ForRange | ir.While | ir.TakeActions | ir.GameOver | ir.RunFlow | ir.Become


def course(w: Writer, s: Course) -> str:
    """The clause for one of these. Raises `Wordless`."""
    match s:
        case ir.Roll(die, amount):
            who = w.noun(s.you) if s.you is not None else w.values.called[0]
            number = w.noun(amount).text
            dice = a(spelt(die)) if number == "1" else f"{number} {plural(spelt(die))}"
            return f"{who.begins}{'secretly ' if s.secret else ''}{who.orders('roll')} {dice}"
        case ir.ForRange(slot, ir.Constant(1), high, body) if not mentions(body, slot):
            times = f"{high.value} times" if isinstance(high, ir.Constant) else f"as many times as {w.noun(high).text}"
            return f"do this {times}: {w.repeating.joined(body)}"
        case ir.ForRange(slot, low, high, body):
            numbers = f"each number from {w.noun(low).text} to {w.noun(high).text}"
            return f"for {numbers}: {w.calling(slot, Noun('that number')).repeating.joined(body)}"
        case ir.While(condition, bound, fault, body):
            at_most = f", at most {w.noun(bound).text} times" if bound is not None and not fault else ""
            holds = f"as long as {clause(w.values, condition)}"
            return f"{holds}, do this again and again{at_most}: {w.repeating.joined(body)}"
        case ir.TakeActions(player, actions, at_most, may_stop):
            free = ", and then any of them that cost nothing" if s.then_free else ""
            return _actions(w, player, actions[: len(actions) - s.beside], at_most, may_stop) + free
        case ir.GameOver(ir.ListOf(())):
            return "the game ends, and nobody wins"
        case ir.GameOver(winners):
            who = w.noun(winners)
            return f"the game ends, and {who.text} {who.does('win')}"
        case ir.RunFlow(name, None):
            flow = w.values.lexicon.flows[name]
            return f"the {flow.kind} “{flow.title or spelt(name)}” is played"
        case ir.Become(piece=piece, original=original):
            kept = f", but for its {series(map(spelt, s.keeping))}" if s.keeping else ""
            return f"{duration(w, s)}, {w.noun(piece).text} is a copy of {w.noun(original).text}{kept}"
        case _:
            raise Wordless(s, f"no words for this {type(s).__name__}")


def _actions(
    w: Writer, player: ir.Expression, names: Sequence[str], at_most: ir.Expression | None, may_stop: bool
) -> str:
    who = w.noun(player)
    titles = {action.name: action.title for action in w.values.lexicon.game.actions}
    number = "any number" if at_most is None else w.noun(at_most).text
    amount = f"up to {number}" if may_stop and at_most is not None else number
    return f"{who.begins}{who.orders('take')} {amount} of these actions: {series([f'“{titles[n]}”' for n in names])}"


def rolled(w: Writer, s: ir.Roll) -> Writer:
    """The same writer, who can speak of the dice that were rolled, if it was said of which."""
    if Kind.DIE in w.ambiguous:
        raise Wordless(s, "several rolls")
    return w.calling(s.slot, Noun("the dice rolled", several=True)) if s.slot >= 0 else w


def held_by(w: Writer, s: ir.Begin | ir.Become) -> Mapping[int, Noun]:
    """What an effect keeps, by its place."""
    return {place: w.noun(e) for place, e in enumerate(s.held) if not (isinstance(e, ir.Constant) and e.value < 0)}


def duration(w: Writer, s: ir.Begin | ir.Become) -> str:
    """How long an effect lasts."""
    for rule in w.values.lexicon.game.whenevers:
        if any(isinstance(node, ir.Finish) and node.effect == s.effect for node in nodes_in(rule.body.statements)):
            fails = rule.condition.where if isinstance(rule.condition, ir.Some) else None
            if fails is None or s.until is not None:
                raise Wordless(s, "when it is over")
            return f"as long as {clause(Values(w.values.lexicon, {}, held_by(w, s)), fails, False)}"
    until = s.until
    if until is None:
        return "for the rest of the game"
    unit = until.unit if until.unit in ("turn", "round", "phase", "step") else spelt(until.unit)
    if until.owner is not None:
        owner = w.noun(until.owner)
        whose = f"{owner.possessive} {'next ' if until.following else ''}{unit}"
    else:
        whose = f"{'the next' if until.following else 'this'} {unit}"
    return f"until the {until.edge} of {whose}"
