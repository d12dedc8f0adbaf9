"""Outcomes that still hold after an edit: nothing that a scenario came to in the rules is another now."""

from enum import StrEnum
from typing import Any

import attrs
from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.bodies import map_bodies
from dsl.walk import nodes_of
from interpreter.program.model.layout import Layout
from interpreter.program.model.program import Program
from interpreter.scenario.run import Outcome, run
from interpreter.scenario.set_ups import SetUps, looked_at_by

#: What claims of these kinds say hangs on what players could know at all, so on any line of the rules.
_ON_ALL_RULES = (s.ClaimTells, s.ClaimTold)


class Why(StrEnum):
    """Why a scenario is played."""

    NEW = "new"
    EDITED = "edited"
    FAILED = "failed before"
    RULES = "what they play was edited"


@frozen
class _Played:
    """An outcome, and what it came from; `looked_at` are names of routines, definitions and actions."""

    outcome: Outcome
    program: Program
    rules: ir.Game
    looked_at: frozenset[object]


@define
class Known:
    """The last outcome of each scenario, and why those were played that have been since `begin`."""

    why: dict[str, Why] = field(factory=dict)
    count: int = 0
    _last: dict[tuple[tuple[str, ...], str], _Played] = field(factory=dict)
    _apart: dict[int, tuple[Program, object]] = field(factory=dict)

    def begin(self) -> None:
        """Something has been edited."""
        self.why, self.count = {}, 0
        kept = {id(played.program) for played in self._last.values()}
        self._apart = {key: value for key, value in self._apart.items() if key in kept}

    def outcome(self, variants: tuple[str, ...], scenario: s.Scenario, set_ups: SetUps) -> Outcome:
        """The outcome of a scenario in a game with variants: as known if it must be the same, else played."""
        if not set_ups.fits(scenario.cast):
            return run(scenario, set_ups)  # there is nothing to play
        self.count += 1
        engine = set_ups.engine_for(len(scenario.cast), dict(scenario.parameters))
        last = self._last.get((variants, scenario.title))
        why = self._why(last, scenario, engine.program, engine.rules)
        if last is not None and why is None:
            return attrs.evolve(last.outcome, scenario=scenario)
        if why is not None:
            self.why[scenario.title] = why
        looked_at_by(engine).clear()
        outcome = run(scenario, set_ups)
        looked_at = frozenset(looked_at_by(engine))
        self._last[variants, scenario.title] = _Played(outcome, engine.program, engine.rules, looked_at)
        return outcome

    def _why(self, last: _Played | None, scenario: s.Scenario, program: Program, rules: ir.Game) -> Why | None:
        if last is None:
            return Why.NEW
        if last.outcome.scenario != scenario or _texts(last.rules, scenario) != _texts(rules, scenario):
            return Why.EDITED
        if not last.outcome.passed:
            return Why.FAILED
        return None if self._is_the_same(last, scenario, program, rules) else Why.RULES

    def _is_the_same(self, last: _Played, scenario: s.Scenario, program: Program, rules: ir.Game) -> bool:
        if any(isinstance(claim, _ON_ALL_RULES) for claim in scenario.claims):
            return attrs.evolve(last.rules, texts=()) == attrs.evolve(rules, texts=())
        before, now = last.program, program
        return (
            self._rest(before, last.rules) == self._rest(now, rules)
            and all(_named(before, name) == _named(now, name) for name in last.looked_at)
            and all(_site(last.rules, site) == _site(rules, site) for site in last.outcome.reached)
        )

    def _rest(self, program: Program, rules: ir.Game) -> object:
        """All that any scenario may look at unnoticed: what there is in the game, and where it is in a state."""
        if id(program) not in self._apart:
            places = {f.name: getattr(program.layout, f.name) for f in attrs.fields(Layout) if f.name != "setting"}
            texts = _texts(rules, rules)
            rest = _bare(rules), texts, places, program.names, program.moments, program.setting.parameters
            self._apart[id(program)] = program, rest
        return self._apart[id(program)][1]


def _bare(rules: ir.Game) -> ir.Game:
    """The game without what is carried out, and without texts, which scenarios add to."""
    empty = map_bodies(rules, lambda one: attrs.evolve(one.body, statements=()))
    actions = tuple(attrs.evolve(action, needs=()) for action in empty.actions)
    return attrs.evolve(empty, texts=(), sites=(), defines=(), actions=actions)


def _named(program: Program, name: Any) -> tuple[object, ...]:
    return program.routines.get(name), program.definitions.get(name), program.actions.get(name)


def _site(rules: ir.Game, site: int) -> ir.Site | None:
    return rules.sites[site] if site < len(rules.sites) else None


def _texts(rules: ir.Game, inside: object) -> list[str]:
    """The texts that stand there by their numbers."""
    found = (node for node in nodes_of(inside, ir.Constant) if node.type.kind is ir.Kind.TEXT)
    return [rules.texts[node.value] for node in found if 0 <= node.value < len(rules.texts)]
