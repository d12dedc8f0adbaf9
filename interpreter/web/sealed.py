"""Answers to questions that are asked of all together: each waits for those before it, and is kept meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from interpreter.errors import RuleFault
from interpreter.table.decision import NoSuchAnswer
from interpreter.table.session import Session
from interpreter.web.kept.store import Store


@frozen(eq=False)
class Sealed:
    """An answer to one of several questions that are asked together, which waits for those before it.

    `by`: the kind of bot that has given it for the seat, or nothing.
    """

    seat: int
    question: str
    answer: int
    at: float
    by: str = ""

    def row(self, table: str, branch: int) -> tuple[Any, ...]:
        """The row that is written."""
        return table, branch, self.seat, self.question, self.answer, self.at, self.by, "waiting"


def waiting_in(store: Store, table: str, branch: int) -> list[Sealed]:
    """The answers that wait for those of others in a branch, as they were kept."""
    rows = store.read(
        "select seat,question,answer,at,by from sealed where tab=? and branch=? and state='waiting' order by at",
        table, branch,
    )  # fmt: skip
    return [Sealed(*row) for row in rows]


def seal_again(session: Session, sealed: Sequence[Sealed], before: Session | None = None) -> list[Sealed]:
    """Puts answers that wait into another course of the game; gives those that fit there, and wait there too.

    If they come from the course `before`, the same has to be asked: else a number would mean something else.
    """
    found: list[Sealed] = []
    differs = set()  # seats that are asked something else: what they have answered after that has no place either
    for one in sealed:
        place = sum(other.seat == one.seat for other in found)
        if before is not None and session.open_questions().get(one.seat) != before.sealed_questions(one.seat)[place]:
            differs.add(one.seat)
        if one.seat in differs:
            continue
        with suppress(NoSuchAnswer, RuleFault):
            number = session.state.decisions
            session.answer_as(one.seat, one.answer)
            assert session.state.decisions == number, "what waited for others still does"
            found.append(one)
    return found
