"""A player who answers with words that were written down before, one line for each question."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from interpreter.players.answers import answer
from interpreter.table.decision import decision
from interpreter.table.session import Session
from interpreter.table.why_illegal import why_illegal


class Unanswered(Exception):
    """A script has no answer to a question, or one that is not offered; the text is a sentence."""


@define
class Scripted:
    """`lines` hold what is to be said, as a person would type it."""

    lines: Iterator[str]

    def decide(self, session: Session) -> None:
        """Gives the next answer. Raises Unanswered."""
        asked = decision(session.engine, session.state, session.words)
        typed = next(self.lines, None)
        if typed is None:
            raise Unanswered(f'No answer is left for "{asked.prompt}"')
        number = answer(asked, typed)
        if number is None:
            reason = why_illegal(session.engine, session.state, session.words, typed)
            raise Unanswered(reason.sentence if reason else f'"{typed}" could mean several answers.')
        session.answer(number)
