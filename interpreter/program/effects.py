"""What of the state the statements of a lowered program write (what they read says `dsl/ir/effects.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard, assert_never, get_args

from dsl.ir import effects as of_ir
from dsl.ir import nodes as ir
from dsl.ir.effects import FACES, Location, Locations, Resource, StateNames
from dsl.walk import nodes_in
from interpreter.program import nodes as p

_OWN: tuple[type, ...] = get_args(p.OwnStatement)


def _is_own(node: object) -> TypeGuard[p.OwnStatement]:
    return isinstance(node, _OWN)


def writes(node: object, names: StateNames) -> Iterator[Location]:
    """What a statement itself may write: not what stands in it, nor what it runs."""
    return _own_writes(node, names) if _is_own(node) else of_ir.writes(node, names)


def all_writes(tree: object, names: StateNames) -> Locations | None:
    """What all statements in a tree may write; None: anything, since they run other routines."""
    found: set[Location] = set()
    for node in nodes_in(tree):
        if isinstance(node, p.CallRoutine | ir.TakeActions | ir.AllAtOnce | ir.Finish | p.Copied | p.LookAgain):
            return None
        found.update(writes(node, names))
    return frozenset(found)


def independent(written: Locations | None, read: Locations) -> bool:
    """Whether nothing that is read may be written."""
    return written is not None and not written & read


def _own_writes(node: p.OwnStatement, names: StateNames) -> Iterator[Location]:
    yield from ((Resource.SLOT, slot) for slot in of_ir.filled(node))
    match node:
        case p.Forget():
            yield FACES
        case p.Lift() | p.LayBack():
            yield from (FACES, *names.all_zones())
        case p.CountRound():
            yield Resource.ROUND, ""
        case p.BeginEffect(effect):
            yield Resource.EFFECT, effect
        case p.EndEffects(effects=effects):
            yield from ((Resource.EFFECT, effect) for effect in effects)
        case p.Copied() | p.LookAgain():
            yield from (FACES, *names.all_zones(), (Resource.KINDS, ""))
            yield from ((Resource.FIELD, field) for field in names.printed)
        case p.SetActive():
            yield Resource.TURN, ""
        case p.SetCause():
            yield Resource.CAUSE, ""
        case p.SetRulesUnderWay():
            yield Resource.RULES, ""
        case p.TurnOver():
            yield Resource.TURN_OVER, ""
        case p.CountAction() | p.ForgetActions():
            yield Resource.ACTIONS, ""
        case p.Decides():
            yield Resource.DECIDER, ""
        case p.Deepen() | p.Deeper():
            yield Resource.DEPTH, ""
        case p.Hold() | p.Due() | p.Later():
            yield Resource.HELD, ""
        case p.Mark() | p.Keep() | p.By() | p.CallRoutine() | p.Ready() | p.Sentence():
            pass
        case _:
            assert_never(node)
