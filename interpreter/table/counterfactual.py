"""Tells whether a decision has taught its player something hidden, by deciding the same in other possible worlds.

A world is the game before the decision with something else where the player cannot look. It is possible if all that
the player saw then is as it was. If the same answer shows the player something else in one of them, what is hidden
has made a difference to what was shown.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.state import State
from interpreter.table.decision import decision_for
from interpreter.table.glance import Glance, go_on, heard_of
from interpreter.table.view import view_for
from interpreter.table.worlds import hidden_from
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.log.journal import log_lines

#: So many worlds are looked at.
WORLDS: Final = 32


def has_learnt(engine: Engine, before: State, code: int, seat: int, words: Words) -> bool:
    """Whether this answer has shown `seat` more than follows from what it knew `before`."""
    after = engine.clone(before)
    events = _answered(engine, after, code, seat)
    if events is None:
        return True
    hidden, glance = hidden_from(engine, before, seat), Glance(engine, words, seat)
    of_pieces = are_pieces(engine.asked(before).options)
    heard, sees = heard_of(engine, events, seat), glance.at(after)
    for world in hidden.drawn_anew(Random(0), WORLDS):
        other = engine.clone(world.state)
        found = _answered(engine, other, world.places.get(code, code) if of_pieces else code, seat)
        if found is None or (
            heard_of(engine, found, seat) == heard
            and (glance.is_alike(after, other, world.places) or sees == glance.at(other))
        ):
            continue
        if (
            glance.at(before) == glance.at(world.state)
            and _observed(engine, other, seat, words, found) != _observed(engine, after, seat, words, events)
            and _found_so_far(engine, world.state) == _found_so_far(engine, before)
        ):
            return True
    return False


def has_learnt_of_others(
    engine: Engine, first: State, given: Sequence[tuple[int, int]], seat: int, words: Words
) -> bool:
    """Whether `seat` has been shown anything that hangs on what others answer to a question that all are asked at once.

    `first`: the game before the first of these answers; `given`: who gave them, and their codes.
    """
    chance, real = Random(0), _all_answered(engine, first, given, seat, words, None)
    others = (_all_answered(engine, first, given, seat, words, chance) for _ in range(WORLDS))
    return real is None or any(other != real for other in others)


def _all_answered(
    engine: Engine, first: State, given: Sequence[tuple[int, int]], seat: int, words: Words, chance: Random | None
) -> object | None:
    """What `seat` observes of so many answers, those of others by `chance` if there is one; None if it cannot be."""
    state, events = engine.clone(first), list[Entry]()
    own = (code for who, code in given if who == seat)
    for _, code in given:
        if not engine.asks(state):
            return None
        answer: int | None = code
        if chance is not None:
            count = engine.option_count(state)
            answer = next(own, None) if state.player == seat else engine.code(state, chance.randrange(count))
        try:
            went = None if answer is None else go_on(engine, state, answer, seat)
        except RuleFault:
            return None
        if went is None:
            return None
        events += went[1]
    return _observed(engine, state, seat, words, events)


def _answered(engine: Engine, state: State, code: int, seat: int) -> list[Entry] | None:
    """Goes on to the next question that `seat` hears of; what has happened, None if the rules go wrong on the way."""
    try:
        went = go_on(engine, state, code, seat)
    except RuleFault:
        return None
    return None if went is None else went[1]


def _observed(engine: Engine, state: State, seat: int, words: Words, events: list[Entry]) -> object:
    """What a player sees and is asked, and what the log tells of since."""
    log = log_lines(words, state, events, seat)
    return view_for(engine, state, seat).plain(), decision_for(engine, state, words, seat), log


def _found_so_far(engine: Engine, state: State) -> list[bool]:
    """What the rules find that are looked at all the time; had they found something else, it would have been over."""
    game = engine.program.game
    tests = [(rule.condition, rule.body) for rule in game.whenevers]
    tests += [(end.condition, end.body) for end in game.ends if end.condition is not None]
    return [bool(engine.evaluate(state, test, [ir.NONE] * len(body.slots))) for test, body in tests]
