"""What of the language a game that was made up really does: counted while the reference plays it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

from dsl.ir import nodes as ir
from interpreter.backend.reference import driver as reference
from interpreter.backend.reference import functions as reference_functions
from interpreter.backend.reference import statements as reference_statements
from interpreter.backend.reference import values as reference_values
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model import nodes as p
from interpreter.program.triggers.trigger_table import trigger_table
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute, effect_attribute

MOST_DECISIONS = 40


def executed(rules: ir.Game, seed: int) -> set[str]:
    """Plays a game for a while, and gives the names of all that was seen to happen."""
    engine = Engine(rules, 3, engine="reference")
    found: set[str] = set()
    with suppress(RuleFault), _watched(engine, rules, found):
        _play(engine, seed, found)
    return found


def _play(engine: Engine, seed: int, found: set[str]) -> None:
    chance, state = random.Random(seed), engine.new_game(seed)
    for _ in range(MOST_DECISIONS):
        if not engine.asks(state):
            return
        index, asked = chance.randrange(engine.option_count(state)), engine.asked(state).statement
        if isinstance(asked, ir.Choose) and not asked.announced:
            found.add("a reaction is declined" if engine.code(state, index) == p.PASS else "a reaction is made")
        if isinstance(asked, ir.TakeActions) and asked.then_free:
            found.add("free actions beside others")
        engine.advance(state, index)


@contextmanager
def _watched(engine: Engine, rules: ir.Game, found: set[str]) -> Iterator[None]:
    """Meanwhile, whatever the reference carries out or works out is noted down."""
    watch = _Watch(engine, rules, found)
    enter, call, applying = reference.Reference._enter, reference_statements.call, reference_values._applying

    def entered(self: Any, scene: Any, entering: p.Enter) -> int:
        watch.begins(str(entering.routine))
        return enter(self, scene, entering)

    def called(scene: Any, routine: p.Plain, *more: Any) -> Any:
        watch.begins(str(routine.name))
        return call(scene, routine, *more)

    def applies(scene: Any, rule: p.Exact) -> Any:
        made = applying(scene, rule)
        if rule.instances is not None and made:
            found.add("an exception for a time holds")
        return made

    with (
        patch.object(reference.Reference, "_enter", entered),
        patch.object(reference_statements, "call", called),
        patch.object(reference_values, "_applying", applies),
        patch.object(reference_statements, "STATEMENTS", _noted(reference_statements.STATEMENTS, watch.carried_out)),
        patch.object(reference_values, "FUNCTIONS", _noted(reference_functions.FUNCTIONS, watch.worked_out)),
        patch.object(reference_values, "VALUES", _noted(reference_values.VALUES, watch.valued)),
    ):
        yield


def _noted(table: Mapping[Any, Callable[..., Any]], note: Callable[..., None]) -> dict[Any, Callable[..., Any]]:
    """The same table, whose functions note what they have done."""

    def noting(key: Any, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(scene: Any, node: Any, *arguments: Any) -> Any:
            before = _in_force(scene.state) if isinstance(node, p.EndEffects) else ()
            result = function(scene, node, *arguments)
            note(key, scene, node, result, before, *arguments)
            return result

        return run

    return {key: noting(key, function) for key, function in table.items()}


def _in_force(state: Any) -> list[Any]:
    return [getattr(state, effect_attribute(effect)) for effect in state.layout.effects]


class _Watch:
    """Gives names to what happens."""

    def __init__(self, engine: Engine, rules: ir.Game, found: set[str]) -> None:
        self.engine, self.found = engine, found
        self.hooks = trigger_table(_Plain(rules)).hooks  # type: ignore[arg-type]
        self.cards = {effect for card in rules.cards for effect in card.standing}
        ends = [s for end in rules.ends for s in end.body.statements if isinstance(s, ir.GameOver)]
        self.ends = {end.site for end in ends}

    def begins(self, routine: str) -> None:
        """A routine begins: a rule, the text of a card."""
        kind, *rest = routine.split(" ")
        if kind == "hook":
            self._rule(self.hooks[int(rest[0])])
            if rest[1:]:
                self.found.add("a rule on what another rule does")
        elif kind in ("effect", "part", "whenever"):
            self.found.add({"effect": "the text of a card", "part": "a part of a text", "whenever": "whenever"}[kind])

    def _rule(self, hook: ir.HookRule) -> None:
        event = hook.name.replace("lap", "round").replace("close", "step") if hook.event == "boundary" else hook.event
        self.found.add(f"{hook.timing} {event}")
        if hook.effect in self.cards:
            self.found.add("a rule of a card that lies there")
        elif hook.effect >= 0:
            self.found.add("a rule for a time")

    def carried_out(self, kind: type, scene: Any, node: Any, _: Any, before: Any) -> None:
        """A statement has been carried out."""
        match node:
            case p.EndEffects() if before != _in_force(scene.state):
                self.found.add("an effect ends")
            case p.Lift(slot=slot) if scene.frame[slot]:
                self.found.add("cards are lifted")
            case p.Drain(slot) if scene.frame[slot]:
                self.found.add("a rule has waited")
            case p.Copied():
                self.found.add("a piece is a copy")
            case p.SetState(p.Component.TURN_OVER) if getattr(scene.state, TURN_OVER):
                self.found.add("a turn is ended")
            case p.SetState(p.Component.ACTIVE_RULES) if getattr(scene.state, RULES_UNDER_WAY):
                self.found.add("a rule that may come back is under way")
            case p.SetState(p.Depth(number)) if getattr(scene.state, depth_attribute(number)):
                self.found.add("a procedure with a depth")
            case p.SetState(p.Component.NEXT_PLAYER) if scene.state.next_player >= 0:
                self.found.add("the next turn is given")
            case p.SetState(p.Component.DECIDER) if scene.state.deciding[0] >= 0:
                self.found.add("somebody decides for another")
            case p.SetState(p.Component.ACTIVE_PLAYER | p.Component.HELD as component):
                self.found.add(component)
            case p.BeginEffect() | p.CountAction() | p.ForgetActions() | ir.Flip():
                self.found.add(kind.__name__)
            case _:
                pass

    def worked_out(self, name: str, scene: Any, node: Any, result: Any, _: Any, *arguments: Any) -> None:
        """A function has been worked out."""
        if name == "cause" and result >= 0:
            self.found.add("the cause is a card")
        elif name == "causer" and result >= 0 > scene.state.cause:
            self.found.add("the cause is an action")
        elif name == "decider" and result != arguments[0]:
            self.found.add("another is asked")
        elif name == "taken" and result > 0:
            self.found.add("an action has been taken before")
        elif name == "has_begun" and result:
            self.found.add("lasting")
        elif name in ("active_player", "next_player") and result >= 0:
            self.found.add(f"{name} is somebody")

    def valued(self, kind: type, scene: Any, node: Any, result: Any, _: Any) -> None:
        """An expression has been worked out."""
        if isinstance(node, ir.Derived) and node.define == "playable":
            self.found.add("playable" if result else "not playable")
        elif isinstance(node, ir.Item) and node.over.type == ir.EFFECTS:
            self.found.add("what an effect keeps")


class _Plain:
    """As much of the effects of a game as the order of its rules needs."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
