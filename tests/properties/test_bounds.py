"""Whatever is played, everything stays within the bounds that were found before play."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from attrs import frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.bounds.report import Bounds, NumberBound, bounds
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.cfg.stack_bound import stack_bound
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import Routine
from interpreter.program.model.routine_id import DRAIN
from interpreter.runtime.chance import below, bot_seed
from interpreter.runtime.state import State, value_of
from tests.bundled import EACH_GAME, rule_sets, seats
from tests.properties.ir_programs import games, made_up
from tests.tables import game

MADE_UP = 12
MOST_DECISIONS = 60


@frozen
class Watch:
    """One table, the bounds that were found for it, and the routine of each block on the stack."""

    engine: Engine
    found: Bounds
    deepest: int
    routines: dict[int, Routine]

    def outside(self, state: State) -> list[str]:
        """What is larger or smaller in a state than its bounds say."""
        layout = self.engine.program.layout
        return [
            *_pieces(layout, state, self.found),
            *_numbers(layout, state, self.found),
            *_question(state, self.found),
            *_stack(state, self),
        ]


def watch(rules: ir.Game, players: int, engine: str = "generated") -> Watch:
    playing = Engine(rules, players, engine=engine)
    routines = playing.program.routines.values()
    blocks = {label: r for r in routines if isinstance(r, Routine) for label in r.blocks}
    return Watch(playing, bounds(rules, players), stack_bound(playing.program).deepest, blocks)


def _pieces(layout: Layout, state: State, found: Bounds) -> list[str]:
    wrong = []
    if len(state.kind) > found.pieces:
        wrong.append(f"{len(state.kind)} pieces")
    for bound in found.zones:
        slot = layout.zones[bound.zone.name]
        sizes = [len(state.zones[slot.base + place]) for place in range(slot.count)]
        if max(sizes) > bound.most or sum(sizes) > bound.together:
            wrong.append(f"{bound.zone.name}: {sizes}, not {bound.most} and together {bound.together}")
        kinds = {kind.title: kind.most for kind in bound.kinds}
        for zone in range(slot.base, slot.base + slot.count) if not layout.copying else ():
            lying = [layout.kinds[state.kind[piece]].title for piece in state.zones[zone]]
            wrong += [f"{bound.zone.name}: {title}" for title in set(lying) if lying.count(title) > kinds.get(title, 0)]
    return wrong


def _numbers(layout: Layout, state: State, found: Bounds) -> list[str]:
    wrong = []
    for bound in found.numbers:
        for value in _stored(layout, state, bound):
            if bound.type.many and len(value) > bound.most:
                wrong.append(f"{bound.name}: {len(value)} things, not {bound.most}")
            items = value if bound.type.many else (value,)
            wrong += [f"{bound.name}: {x}, not {bound.low} to {bound.high}" for x in items if _out(x, bound)]
    return wrong


def _stored(layout: Layout, state: State, bound: NumberBound) -> list[Any]:
    stored, slot = value_of(state, bound.name), layout.variables[bound.name]
    if bound.on:
        on = [layout.kinds[kind].card_type == bound.on for kind in state.kind]
        return [value for place, value in enumerate(stored) if on[place // slot.strides[0]]]
    return list(stored) if slot.sizes else [stored]


def _out(value: int, bound: NumberBound) -> bool:
    return bound.type.kind is not ir.Kind.PIECE and not bound.low <= value <= bound.high


def _question(state: State, found: Bounds) -> list[str]:
    wrong = []
    for bound in found.questions:
        if bound.site == state.site and len(state.options) > bound.most:
            wrong.append(f"{bound.prompt}: {len(state.options)} options, not {bound.most}")
        if bound.site == state.site and len(state.offers) > bound.offers:
            wrong.append(f"{bound.prompt}: {len(state.offers)} offers, not {bound.offers}")
    return wrong


def _stack(state: State, watching: Watch) -> list[str]:
    """How many wait on the stack, and the lists in the locals of each; not rules that wait, and effects in force."""
    labels = [*state.stack[::2], state.pc]
    frames = [*state.stack[1::2], state.frame]
    wrong, longest = [], watching.found.longest
    if len(labels) - 1 > watching.deepest:
        wrong.append(f"{len(labels) - 1} wait, not {watching.deepest}")
    for label, frame in zip(labels, frames, strict=True):
        routine = watching.routines.get(label)
        for name, value in zip(routine.slots, frame, strict=False) if routine and routine.name != DRAIN else ():
            plain = isinstance(value, tuple) and not any(isinstance(item, tuple) for item in value)
            if plain and name != "effect" and len(value) > longest:
                wrong.append(f"{routine.name if routine else ''}: {name} has {len(value)} things, not {longest}")
    return wrong


def play_within(watching: Watch, seed: int, most: int) -> int:
    """Plays by chance, and looks at every decision. Gives how many there were."""
    engine, luck = watching.engine, bot_seed(seed, 0)
    state = engine.new_game(seed)
    for decisions in range(most):
        assert not (wrong := watching.outside(state)), wrong
        if not engine.asks(state):
            return decisions
        luck, index = below(luck, engine.option_count(state))
        engine.advance(state, index)
    return most


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_game_stays_within_its_bounds(name: str) -> None:
    players = seats(name)[-1]
    play_within(watch(game(name), players, "reference"), players, MOST_DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH_GAME)
def test_a_game_with_all_its_variants_stays_within_its_bounds(name: str) -> None:
    variants = rule_sets(name)[-1]
    watching = watch(game(name, *variants), seats(name, variants)[-1], "reference")
    play_within(watching, 1, 3 * MOST_DECISIONS)


@pytest.mark.slow
def test_made_up_games_stay_within_their_bounds() -> None:
    decisions = 0
    for luck in range(MADE_UP):
        with suppress(RuleFault):
            decisions += play_within(watch(made_up(random.Random(luck).randrange), 3, "reference"), luck, 40)
    assert decisions > 5 * MADE_UP


@pytest.mark.slow
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(games(), st.integers(0, 99))
def test_many_made_up_games_stay_within_their_bounds(rules: ir.Game, luck: int) -> None:
    with suppress(RuleFault):
        play_within(watch(rules, 3, "reference"), luck, 40)
