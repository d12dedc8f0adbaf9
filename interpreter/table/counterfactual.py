"""Tells whether a decision has taught its player something hidden, by deciding the same in other possible worlds.

A world is the game before the decision with something else where the player cannot look: other identities of unknown
pieces, other values in hidden variables. It is possible if all that the player saw then is as it was. If the same
answer shows the player something else in one of them, what is hidden has made a difference to what was shown.
"""

import math
from collections.abc import Iterator, Sequence
from random import Random

from dsl.ir import nodes as ir
from dsl.walk import nodes_of
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import PASS
from interpreter.program.model.state_layers import COMMON
from interpreter.runtime.copying import copies
from interpreter.runtime.state import OWN_KIND, State, kept_attribute, own_attributes
from interpreter.table.decision import decision_for, is_announced
from interpreter.table.view import view_for
from interpreter.text.journal import log_lines
from interpreter.text.labels import Words
from interpreter.text.redaction import alike_unknown, is_hidden

#: So many worlds are made of the pieces alike in kind, and of one hidden value, at most.
MOST_TURNED = 100
MOST_MIXED = 30
MOST_VALUES = 100


def has_learnt(engine: Engine, before: State, index: int, seat: int, words: Words) -> bool:
    """Whether the answer at this place has shown `seat` more than follows from what it knew `before`."""
    after = _after(engine, before, index, seat)
    if after is None:
        return True
    for world in _worlds(engine, before, seat):
        other = _after(engine, world, index, seat)
        if other is None or _has_same_course(before, world, after, other):
            continue
        if _observed(engine, other, seat, words) != _observed(engine, after, seat, words) and (
            _observed(engine, world, seat, words) == _observed(engine, before, seat, words)
            and _found_so_far(engine, world) == _found_so_far(engine, before)
        ):
            return True
    return False


def _after(engine: Engine, before: State, index: int, seat: int) -> State | None:
    """The state at the next question that `seat` hears of; None if the rules go wrong on the way."""
    state = engine.clone(before)
    state.journal = []
    try:
        engine.advance(state, index)
        while not is_announced(engine, state, seat):
            passing = engine.index(state, PASS)
            if passing is None:
                return None
            engine.advance(state, passing)
    except RuleFault:
        return None
    return state


def _has_same_course(before: State, world: State, after: State, other: State) -> bool:
    """Whether nothing has come to be different but what was different already: then nobody can have seen it."""
    if after.journal != other.journal:
        return False
    for attribute in (*COMMON, *own_attributes(before.layout)):
        here, there = getattr(after, attribute), getattr(other, attribute)
        if here != there and attribute != "journal":
            old, new = getattr(before, attribute), getattr(world, attribute)
            if not isinstance(old, list) or not len(old) == len(here) == len(there):
                return False
            if any(old[place] == new[place] and one != there[place] for place, one in enumerate(here)):
                return False
    return True


def _observed(engine: Engine, state: State, seat: int, words: Words) -> object:
    """What a player sees and is asked, and what the log tells of since."""
    log = log_lines(words, state, state.journal or [], seat)
    return view_for(engine, state, seat).plain(), decision_for(engine, state, words, seat), log


def _found_so_far(engine: Engine, state: State) -> list[bool]:
    """What the rules find that are looked at all the time; had they found something else, it would have been over."""
    game = engine.program.game
    tests = [(rule.condition, rule.body) for rule in game.whenevers]
    tests += [(end.condition, end.body) for end in game.ends if end.condition is not None]
    return [bool(engine.evaluate(state, test, [ir.NONE] * len(body.slots))) for test, body in tests]


# ---------------------------------------------------------------- worlds


def _worlds(engine: Engine, state: State, seat: int) -> Iterator[State]:
    chance = Random(0)
    for pieces in alike_unknown(state, seat, copies(state)):
        for turn in range(1, min(len(pieces), MOST_TURNED)):  # each piece is each of the others once
            yield _with_identities(engine, state, pieces, [*pieces[turn:], *pieces[:turn]])
        for _ in range(MOST_MIXED):
            yield _with_identities(engine, state, pieces, chance.sample(pieces, len(pieces)))
    numbers = {node.value for node in nodes_of(engine.program.game, ir.Constant) if node.type.kind is ir.Kind.NUMBER}
    for slot in state.layout.variables.values():
        values = getattr(state, slot.attribute)
        if not slot.variable.hidden or not slot.sizes or slot.variable.is_mark:
            continue
        near = numbers | {values[place] for place, _ in slot.cells()}
        worths = _values(engine, state, slot.variable, near)[:MOST_VALUES]
        for place, at in slot.cells():
            if is_hidden(state, slot.variable, at, seat):
                for worth in worths:
                    world = engine.clone(state)
                    getattr(world, slot.attribute)[place] = worth
                    yield world


def _with_identities(engine: Engine, state: State, pieces: Sequence[int], others: Sequence[int]) -> State:
    """The state in which each of these pieces is what another of them was, where it lies."""
    world, layout = engine.clone(state), state.layout
    kept = [OWN_KIND, *(kept_attribute(place) for place in range(len(layout.kept)))] if layout.copying else []
    for attribute in ("kind", *kept, *(mark.attribute for mark in layout.marks)):
        setattr(world, attribute, list(getattr(state, attribute)))  # what never changes in play is shared by all states
    for piece, other in zip(pieces, others, strict=True):
        for attribute in ("kind", *kept):
            getattr(world, attribute)[piece] = getattr(state, attribute)[other]
        for mark in layout.marks:
            getattr(world, mark.attribute)[mark.on(piece)] = getattr(state, mark.attribute)[mark.on(other)]
    return world


def _values(engine: Engine, state: State, variable: ir.Variable, near: set[int]) -> list[int]:
    """What a variable could be: of numbers, those around which a rule may make a difference."""
    match variable.type.kind:
        case ir.Kind.NUMBER if not variable.type.many:
            found = {number + by for number in near for by in (-1, 0, 1)}
            low = -math.inf if variable.low is None else engine.evaluate(state, variable.low, [])
            return sorted(number for number in found if number >= low)
        case ir.Kind.YES_NO:
            return [0, 1]
        case ir.Kind.VALUE if not variable.type.many:
            values = next(one.values for one in engine.program.game.enumerations if one.name == variable.type.name)
            return list(range(len(values)))
        case ir.Kind.PLAYER if not variable.type.many:
            return list(range(engine.players))
        case _:
            return []
