"""Deals anew what a seat does not know of a game in play: another world, which it cannot tell from the real one.

What is true makes no difference to which world that is. Whoever thinks is dealt its worlds in the same way.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from interpreter.errors import RuleFault
from interpreter.players.thinking.moment import following_of
from interpreter.players.thinking.thinkable import why_not
from interpreter.players.thinking.worlds import dealt_anew
from interpreter.runtime.chance import below, mix
from interpreter.runtime.state import State
from interpreter.table.session import Session

#: So often others' secret answers are drawn by chance until they lead to the question that waits.
_TRIES: Final = 20


def dealt(session: Session, seat: int, luck: int) -> Session:
    """A session, whose engine keeps a journal, in another world, by this luck; its journal begins anew.

    Where all answer at once, it is dealt at the first of these questions; then the seat answers as it did, and
    others by chance. Raises ValueError for what cannot be dealt anew.
    """
    engine = session.engine
    reason = why_not(engine)
    if reason is not None:
        raise ValueError(f"what is hidden here cannot be dealt anew: {reason}")
    now, following = session.state, following_of(session)
    since = following.since if following.goes_on(now) else ()
    first = len(session.history) - len(since)
    begun = session.history[first].state if since else now
    moment = following.seen_by(seat, begun, tuple(since))
    for number in range(_TRIES):
        there = dealt_anew(engine, begun, seat, mix(luck + number), moment.ruled_out)
        found = _again(there, session, first, seat, mix(luck ^ number))
        if found is not None and (found.state.player, found.state.site) == (now.player, now.site):
            return found
    raise ValueError("what is hidden here cannot be dealt anew")


def _again(state: State, session: Session, first: int, seat: int, luck: int) -> Session | None:
    """What is answered since then, in that world; None if it leads elsewhere."""
    engine, since = session.engine, []
    for moment in session.history[first:]:
        if not engine.asks(state) or state.player != moment.seat:
            return None
        place = engine.index(state, moment.code)
        if moment.seat != seat:
            luck, place = below(luck, engine.option_count(state))
        if place is None:
            return None
        since.append(evolve(moment, kept=engine.clone(state), code=engine.code(state, place)))
        try:
            engine.advance(state, place)
        except RuleFault:
            return None
    state.journal = []
    found = session.fork(len(session.history), state)
    found.history[first:] = since
    return found
