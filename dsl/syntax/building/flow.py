"""What happens when: rounds, steps, procedures, actions, rules that wait, and edits of variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.building.place import Make, Place, named, node, only


def _block(at: Place, children: list[Any]) -> n.Block:
    return n.Block(tuple(children), span=at.span)


def _simple_line(at: Place, children: list[Any]) -> n.Block:
    """The one statement behind a colon; `nothing happens` is an empty block."""
    statements = tuple(child for child in children if not isinstance(child, n.NothingHappens))
    return n.Block(statements, inline=True, span=at.span)


def _round(at: Place, children: list[Any]) -> n.Flow:
    name, title, condition, bound, body = children
    return n.Flow("round", None, name, title, condition, bound, body, span=at.span, trivia=at.trivia)


def _flow(kind: str) -> Make:
    def make(at: Place, children: list[Any]) -> n.Flow:
        number, name, title, body = children
        return n.Flow(kind, number, name, title, None, None, body, span=at.span, trivia=at.trivia)

    return make


def _procedure(at: Place, children: list[Any]) -> n.Procedure:
    name, *parameters, answer, depth, body = children
    given = tuple(parameter for parameter in parameters if parameter is not None)
    return n.Procedure(name, given, answer, body, depth, span=at.span, trivia=at.trivia)


def _action(at: Place, children: list[Any]) -> n.Action:
    kind, name, title, *traits, body = children
    return n.Action(kind, name, title, tuple(traits), body, span=at.span, trivia=at.trivia)


def _any_party(at: Place, children: list[Any]) -> n.AnySuch:
    name, other_than, binding = children
    return n.AnySuch(n.Noun(name, None, other_than, binding, None, span=at.span), span=at.span)


def _variant(at: Place, children: list[Any]) -> n.Variant:
    title, base, *rest = children
    over = tuple(child for child in rest if isinstance(child, n.Text))
    return n.Variant(title, base, over, tuple(rest[len(over) :]), span=at.span, trivia=at.trivia)


def _insert(at: Place, children: list[Any]) -> n.Insert:
    timing, kind, anchor, number, name, title, body = children
    flow = n.Flow(kind, number, name, title, None, None, body, span=at.span)
    return n.Insert(timing, kind, anchor, flow, span=at.span, trivia=at.trivia)


RULES: Mapping[str, Make] = {
    "block": _block,
    "flow_block": _block,
    "simple_line": _simple_line,
    "setup": node(n.Setup),
    "round": _round,
    "round_until": node(n.RoundCondition, "until"),
    "round_while": node(n.RoundCondition, "while"),
    "phase": _flow("phase"),
    "step": _flow("step"),
    "procedure": _procedure,
    "answer": only,
    "depth": only,
    "parameter_of": node(n.ProcedureParameter),
    "action": _action,
    "action_kind": only,
    "once_per": named(n.ActionTrait, "unit", kind="limit"),
    "times_per": named(n.ActionTrait, "amount", "unit", kind="limit"),
    "own_turn": named(n.ActionTrait, kind="own_turn"),
    "during": lambda at, children: n.ActionTrait("during", names=tuple(children), span=at.span),
    "beside": lambda at, children: n.ActionTrait("beside", names=tuple(children), span=at.span),
    "taken_secretly": named(n.ActionTrait, kind="secretly"),
    "reaction": node(n.Reaction),
    "hook": node(n.Hook),
    "whenever": node(n.Whenever),
    "before_after": node(n.AtEvent),
    "instead_of": node(n.AtEvent, "instead"),
    "before_or_after": only,
    "flow_event": node(n.FlowEvent),
    "action_event": node(n.ActionEvent),
    "procedure_event": node(n.ProcedureEvent),
    "verb_event": node(n.VerbEvent),
    "boundary_event": node(n.BoundaryEvent),
    "flow_kind": only,
    "gerund": only,
    "any_party": _any_party,
    "some_amount": node(n.SomeAmount),
    "any_such": node(n.AnySuch),
    "forbid": node(n.Permission, False),
    "allow": node(n.Permission, True),
    "exception": node(n.ExceptionTo),
    "plain_value": node(n.ExceptionValue, "plain"),
    "instead_value": node(n.ExceptionValue, "instead"),
    "at_least_value": node(n.ExceptionValue, "at_least"),
    "at_most_value": node(n.ExceptionValue, "at_most"),
    "game_end": node(n.GameEnd),
    "variant": _variant,
    "insert": _insert,
    "replace": node(n.Replace),
    "replace_define": node(n.ReplaceDefine),
    "replace_card": node(n.ReplaceCard),
    "extend": node(n.Extend),
    "extend_enum": node(n.ExtendEnum),
    "remove_edit": node(n.Remove),
    "remove_card": node(n.RemoveCard),
    "target": node(n.Target),
    "target_setup": node(n.Target, "setup", None, None),
    "target_kind": only,
    "set_parameter": node(n.SetParameter),
    "add": node(n.AddCard),
}
