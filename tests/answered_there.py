"""What was answered before, in a world that a seat cannot tell from the real one."""

from interpreter.engine import Engine
from interpreter.players.thinking.ruled_out import Answered
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.state import State
from interpreter.table.worlds import World, earlier
from interpreter.text.redaction import knows


def answered_there(engine: Engine, world: World, now: State, one: Answered, seat: int) -> Answered | None:
    """The same answer in a world as it was then; None if it was not legal there, or the seat would have seen that."""
    there = range(len(one.state.kind))
    if any(old in there and knows(one.state, old, seat) for old in world.places):
        return None
    found = earlier(engine, world, now, one.state)
    if found is None:
        return None
    code, options = engine.code(one.state, one.place), engine.asked(one.state).options
    place = engine.index(found.state, world.places.get(code, code) if are_pieces(options) else code)
    return None if place is None else Answered(found.state, place)
