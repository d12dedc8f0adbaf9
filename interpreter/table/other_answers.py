"""Worlds in which something is answered otherwise in secret, or luck that others do not see is another."""

from collections.abc import Iterator, Sequence
from random import Random

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.program.model.nodes import PASS, Verb, are_pieces
from interpreter.runtime.state import State
from interpreter.table.worlds import Answered, Rolled, World
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry


def other_answers(engine: Engine, state: State, code: int) -> list[int]:
    """What else than `code` could be answered to a question, or that it is passed, if nobody else learns what is."""
    if not engine.asked(state).secret or (code < 0 and code != PASS):
        return []
    return [option for option in (*state.options, *([PASS] if state.can_pass else ())) if option != code]


def answered_otherwise(engine: Engine, state: State, code: int, other: int) -> World:
    """The same state, in which a question is about to get another answer than `code`, in secret."""
    pieces = frozenset({code, other} - {PASS}) if are_pieces(engine.asked(state).options) else frozenset()
    difference = Answered(state.player, state.site, code, other)
    return World(engine.clone(state), {}, pieces, (difference,), answers={0: other})


def answers_exchanged(engine: Engine, first: tuple[State, int], second: tuple[State, int], later: int) -> World | None:
    """The state before two secret answers to one question, which the two players are about to give the other way round.

    Each answer comes with the state in which it was given, so many questions `later` the second. None if one of them
    could not be given there.
    """
    (here, before), (there, after) = first, second
    possible = before in other_answers(engine, there, after) and after in other_answers(engine, here, before)
    if not possible or here.site != there.site or are_pieces(engine.asked(here).options):
        return None
    found = (Answered(here.player, here.site, before, after), Answered(there.player, there.site, after, before))
    return World(engine.clone(here), {}, frozenset(), found, answers={0: after, later: before})


def secret_luck(words: Words, events: Sequence[Entry], seat: int) -> Iterator[tuple[int, bool]]:
    """For whom dice were rolled that `seat` did not see, or something was picked by chance (then it says yes)."""
    for site, verb, who, seers, *_ in events:
        asked = words.statements.get(site) if verb == Verb.CHOOSE else None
        picked = isinstance(asked, ir.Choose) and asked.manner is ir.Manner.RANDOMLY
        if (picked or verb == Verb.ROLL) and not seers >> seat & 1:
            yield who, picked


def rolled_otherwise(engine: Engine, state: State, player: int, chance: Random, *, picked: bool) -> World:
    """The same state, in which the dice are about to show something else, or chance is to pick something else."""
    other = engine.clone(state)
    for stream in (state.layout.choice_streams if picked else state.layout.dice).values():
        setattr(other, stream, chance.getrandbits(64))
    return World(other, {}, frozenset(), (Rolled(player, picked),))
