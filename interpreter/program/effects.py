"""What statements may change, and what expressions hang on.

Where the two have nothing in common, a loop may look at a list as it is instead of as it was.

A thing is `variable X`, `field X`, `pieces` (where they lie), `faces` (who knows them), `kinds` (which there
are), `slot N`, `round`, `turn`, `cause`, `held`, `deep`, `over`, `effects`, `rules` (which are under way),
or `actions` (how often each was taken).
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir import nodes as ir
from interpreter.program.nodes import (
    BeginEffect,
    Copied,
    CountAction,
    CountRound,
    Decides,
    Deepen,
    Definition,
    Due,
    EndEffects,
    Forget,
    ForgetActions,
    Hold,
    LayBack,
    Lift,
    LookAgain,
    SetActive,
    SetCause,
    SetRulesUnderWay,
    TurnOver,
)
from interpreter.program.walk import nodes_in

#: Stands for all things: the statements call a routine, or do something that is not looked into.
EVERYTHING = frozenset({"everything"})


def changed_by(statements: object, counters: tuple[str, ...]) -> frozenset[str]:
    """What statements may change. `counters` are the variables that a transfer may mean."""
    found: set[str] = set()
    for node in nodes_in(statements):
        match node:
            case ir.Write(variable) | ir.Change(variable) | ir.Pot(variable):
                found.add(f"variable {variable}")
            case ir.WriteAttribute(field):
                found.add(f"field {field}")
            case ir.Transfer():
                found.update(f"variable {name}" for name in _counters(node, counters))
            case ir.MovePieces() | ir.Draw() | ir.Shuffle() | ir.Swap():
                found.update(("pieces", "faces"))
            case ir.Reveal() | ir.Flip() | Forget():
                found.add("faces")
            case ir.Create():
                found.update(("pieces", "faces", "kinds"))
            case CountRound():
                found.add("round")
            case Hold():
                found.add("held")
            case Decides():
                found.add("decider")
            case Deepen():
                found.add("deep")
            case Lift() | LayBack():
                found.update(("pieces", "faces"))
            case SetCause():
                found.add("cause")
            case SetActive() | ir.NextTurn():
                found.add("turn")
            case TurnOver():
                found.add("over")
            case SetRulesUnderWay():
                found.add("rules")
            case CountAction() | ForgetActions():
                found.add("actions")
            case BeginEffect() | EndEffects():
                found.add("effects")
            case Copied() | LookAgain() | ir.Finish() | ir.Call() | ir.TakeActions() | ir.AllAtOnce() | ir.RunFlow():
                return EVERYTHING
            case _:
                pass
        if isinstance(node, ir.SetLocal | ir.ForEach | ir.ForRange | ir.Choose | ir.Roll | ir.Draw | Due | Lift):
            found.add(f"slot {node.slot}")
    return frozenset(found)


def _counters(node: ir.Transfer, counters: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(node.counter, ir.Constant):
        return counters[node.counter.value : node.counter.value + 1] if node.counter.value >= 0 else ()
    return counters


def hangs_on(node: object, counters: tuple[str, ...], definitions: Mapping[str, Definition]) -> frozenset[str]:
    """What the value of an expression may change with."""
    found: set[str] = set()
    for inner in nodes_in(node):
        match inner:
            case ir.Read(variable):
                found.add(f"variable {variable}")
            case ir.ReadCounter(ir.Constant(number)):
                found.update(f"variable {name}" for name in counters[number : number + 1])
            case ir.ReadCounter():
                found.update(f"variable {name}" for name in counters)
            case ir.Attribute(field):
                found.add(f"field {field}")
            case ir.Contents() | ir.PileEnd() | ir.Function("holder" | "place"):
                found.add("pieces")
            case ir.Function("face_up"):
                found.add("faces")
            case ir.AllOf(ir.Type(ir.Kind.PIECE)):
                found.add("kinds")
            case ir.Local(slot):
                found.add(f"slot {slot}")
            case ir.Function("round_number"):
                found.add("round")
            case ir.Function("held"):
                found.add("held")
            case ir.Function("deep"):
                found.add("deep")
            case ir.Function("decider"):
                found.add("decider")
            case ir.Function("cause" | "causer"):
                found.add("cause")
            case ir.Function("active_player" | "next_player"):
                found.add("turn")
            case ir.Function("turn_over"):
                found.add("over")
            case ir.Function("rules_under_way"):
                found.add("rules")
            case ir.Function("taken"):
                found.add("actions")
            case ir.InForce():
                found.add("effects")
            case ir.Derived(define):
                definition = definitions[define]
                found |= _inside(definition, counters, definitions)
            case _:
                pass
    return frozenset(found)


def _inside(definition: Definition, counters: tuple[str, ...], definitions: Mapping[str, Definition]) -> frozenset[str]:
    parts = (definition.value, definition.exceptions)
    inner = hangs_on(parts, counters, definitions)
    return frozenset(thing for thing in inner if not thing.startswith("slot "))


def independent(changes: frozenset[str], things: frozenset[str]) -> bool:
    """Whether nothing that an expression hangs on may be changed."""
    return changes != EVERYTHING and not changes & things
