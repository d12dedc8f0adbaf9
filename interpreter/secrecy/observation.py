"""All that a seat receives at a moment, in words, as it gets them."""

import json
from collections.abc import Sequence
from typing import TypeAlias

from attrs import asdict

from interpreter.actions import Actions
from interpreter.engine import Engine
from interpreter.runtime.state import State
from interpreter.showing.layout import board
from interpreter.showing.payload import without_log
from interpreter.table.decision import decision_for
from interpreter.table.glance import named_answers
from interpreter.table.session import Session
from interpreter.table.view import view_for
from interpreter.table.why_illegal import why_illegal
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.log.journal import log_lines

#: What a seat receives, in words, by the part of it.
Received: TypeAlias = dict[str, str]


def received_by(session: Session, seat: int, since: int, asked_about: Sequence[str] = ()) -> Received:
    """Everything that `seat` gets to see, as text; of the log, what is told from the event `since` on.

    `asked_about`: answers of which the seat asks why they are not allowed, besides those that the rules name.
    """
    question = session.question(seat)
    reasons: list[object] = []
    actions: list[str] = []
    if session.state.player == seat:
        known = Actions(session.engine, session.words)
        actions = [known.option(session.state, place).words for place in known.places(session.state)]
        names = (*named_answers(session.engine, session.engine.asked(session.state)), *asked_about)
        ask = (why_illegal(session.engine, session.state, session.words, said) for said in names)
        reasons = [reason and (reason.sentence, reason.place) for reason in ask]
    sent = without_log(session, seat)
    parts: dict[str, object] = {
        "log": [(line.level, line.text) for line in session.log(seat, since)],
        "question": None if question is None else asdict(question),
        "actions": actions,
        "reasons": reasons,
        "view": session.view(seat).plain(),
        "board": asdict(board(session, seat)),
        "undo": session.why_not_undo(seat),
        "choices": {part: sent.pop(part) for part in ("question", "waiting", "seats")},
        "sent": {part: shown for part, shown in sent.items() if part != "undo"},
    }
    return {name: json.dumps(part) for name, part in parts.items()}


def told_by(engine: Engine, words: Words, state: State, events: Sequence[Entry], seat: int) -> Received:
    """What `seat` sees of a state, is asked there, and is told of events; as text."""
    question = decision_for(engine, state, words, seat)
    parts = {
        "log": [(line.level, line.text) for line in log_lines(words, state, events, seat)],
        "question": None if question is None else asdict(question),
        "view": view_for(engine, state, seat).plain(),
    }
    return {name: json.dumps(part) for name, part in parts.items()}
