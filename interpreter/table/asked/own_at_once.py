"""Taking back an answer to a question that was asked of all at once: in whatever order the game got the answers.

The others' answers count no longer then, and are sealed again: so nothing may have been learnt of any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.table.asked.together import last_together
from interpreter.table.counterfactual import has_learnt, has_learnt_of_others
from interpreter.table.undo import why_not_undo

if TYPE_CHECKING:
    from interpreter.table.session import Moment, Session


def own_at_once(session: Session, seat: int) -> int | None:
    """The number of the last decision of a seat, if nobody has decided since but those who were asked together with it.

    As far as the seat has heard. None too if no other answer has been given there, or the seat had no choice.
    """
    last = _last_together(session, seat)
    if {moment.seat for moment in last} <= {seat}:
        return None
    numbered = reversed(list(enumerate(last, session.heard_decisions(seat) - len(last))))
    own = (number for number, moment in numbered if moment.seat == seat)
    return next((number for number in own if not session.decision_in(session.history[number].state).is_forced), None)


def why_not_own_at_once(session: Session, seat: int, number: int, *, closely: bool = True) -> str | None:
    """Why a seat cannot take that decision back alone, in a sentence; None if it can.

    `closely` as for any other one.
    """
    if closely and session.heard_decisions(seat) < len(session.history):
        return "Others have decided something since then."
    own, (now, told) = session.history[number], session.heard(seat)
    reason = why_not_undo(own.state, now, seat, seat, session.events[own.told : told], session.words)
    if reason is not None or not closely:
        return reason
    last = _last_together(session, seat)
    given = [(moment.seat, moment.code) for moment in last]
    if has_learnt_of_others(session.engine, last[0].state, given, seat, session.words) or any(
        has_learnt(session.engine, one.state, one.code, seat, session.words) for one in (own, last[-1])
    ):
        return "It has shown something that was hidden, and that cannot be forgotten."
    return None


def _last_together(session: Session, seat: int) -> list[Moment]:
    """The last decisions that a seat has heard of, as far as they were asked of all at the same time."""
    heard = session.history[: session.heard_decisions(seat)]
    number = last_together(session.engine, (moment.state for moment in heard[: -_MOST - 1 : -1]))
    return heard[len(heard) - number :]


#: More decisions are not looked at: a game would have to be played again for them.
_MOST = 24
