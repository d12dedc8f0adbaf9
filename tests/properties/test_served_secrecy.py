"""Whatever a served seat is sent is the same, byte for byte, if what it does not know is something else.

A game is played on; at some messages, two cards that a viewer has never known change places in all that has been, or a
hidden counter is another, and the message is made anew. That this would find a leak is shown by planting some.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from attrs import evolve

import interpreter.showing.payload
import interpreter.web.table
from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.players.uniform import random_bot
from interpreter.program.model.layout import VariableSlot
from interpreter.runtime.state import State
from interpreter.showing.part import Part
from interpreter.table.session import Session
from interpreter.text.redaction import PUBLIC, is_hidden, knows
from interpreter.web.kept.played import Branch
from interpreter.web.kept.rule_set import rule_set_of
from interpreter.web.kept.store import Store
from interpreter.web.table import HUMAN, ServedTable
from interpreter.web.thinking import Thinking
from interpreter.web.viewers.encoded import Encoder
from interpreter.web.viewers.seen import seen
from tests.tables import game, table

pytestmark = pytest.mark.slow

#: All that have more than a handful of cards.
GAMES = ("action_the_project", "bad_day_at_the_office", "last_biscuit", "thrown_under_the_bus", "theyre_coming",
         "office_job")  # fmt: skip
#: So many decisions are made, and every so many of them are looked at.
DECISIONS, EVERY = 45, 9


def at_table(name: str, players: int, seed: int) -> ServedTable:
    """A table that nobody serves."""
    session = table(game(name), players, seed, "generated")
    session.table = evolve(session.table, seats=(HUMAN,) * players)
    rules = rule_set_of(load(name), name)
    store = cast(Store, None)
    return ServedTable(
        "t", store, rules, session, b"key", {0: Branch(0, 0, 0, rules.hash, "", 0.0)}, 0, {}, [0.0], Thinking()
    )


def message(served: ServedTable, viewer: int) -> str:
    """All that the viewer is sent, made from the beginning."""
    served.session._tellers.clear()
    served.session._readers.clear()
    served.session._worked_out.clear()
    served._known_lines.clear()
    served.audience.shown.clear()
    served._encoder = Encoder()
    interpreter.showing.payload._SHOWN.pop(served.session, None)
    served._show(viewer)
    return served.audience.of(viewer).told()


def states(session: Session) -> list[State]:
    found = {id(state): state for state in (session.state, *(one.state for one in session.history))}
    return list(found.values())


def never_known(session: Session, viewer: int) -> list[int]:
    """Cards that the viewer has not known at any decision, and that have been there all the time."""
    all_states = states(session)
    there = min(len(state.kind) for state in all_states)
    return [piece for piece in range(there) if not any(knows(state, piece, viewer) for state in all_states)]


@contextmanager
def exchanged(session: Session, first: int, second: int) -> Iterator[None]:
    """In here the two cards are each other."""
    kinds = {id(state.kind): state.kind for state in states(session)}.values()

    def exchange() -> None:
        for kind in kinds:
            kind[first], kind[second] = kind[second], kind[first]

    exchange()
    try:
        yield
    finally:
        exchange()


def leaks(name: str, players: int, seed: int) -> tuple[int, list[str]]:
    """How often cards were exchanged, and the first place of each message that was another then."""
    served, chance, luck, tried, found = at_table(name, players, seed), Random(seed), seed, 0, list[str]()
    session = served.session
    for number in range(DECISIONS):
        if session.over:
            break
        luck, index = random_bot(luck, session.engine.option_count(session.state), session.state.can_pass)
        session.decide(index)
        served.decided_at.append(0.0)
        if number % EVERY:
            continue
        for viewer in (*range(players), PUBLIC):
            pair, cell = _pair(session, viewer, chance), _cell(session, viewer, chance)
            others = [
                *([exchanged(session, *pair)] if pair is not None else []),
                *([raised(session, *cell)] if cell is not None and viewer != session.state.player else []),
            ]  # fmt: skip
            before = message(served, viewer) if others else ""
            for other in others:
                with other:
                    after = message(served, viewer)
                tried += 1
                if before != after:
                    found.append(_first_difference(before, after))
    return tried, found


@contextmanager
def raised(session: Session, slot: VariableSlot, place: int) -> Iterator[None]:
    """In here a hidden counter is one more, and was so all the time."""
    cells = {id(one): one for one in (getattr(state, slot.attribute) for state in states(session))}.values()
    for one in cells:
        one[place] += 1
    try:
        yield
    finally:
        for one in cells:
            one[place] -= 1


def _cell(session: Session, viewer: int, chance: Random) -> tuple[VariableSlot, int] | None:
    """A counter that the viewer must not see."""
    scene = session.engine.scene(session.state, ())
    found = [
        (slot, place) for slot in session.state.layout.variables.values()
        if slot.variable.hidden and slot.sizes and slot.variable.type.kind is ir.Kind.NUMBER
        and not slot.variable.is_mark for place, at in slot.cells() if is_hidden(scene, slot.variable, at, viewer)
    ]  # fmt: skip
    return chance.choice(found) if found and not session.over else None


def _pair(session: Session, viewer: int, chance: Random) -> tuple[int, int] | None:
    """Two unlike cards of the same type that the viewer does not know; not of what it is asked itself."""
    if session.state.player == viewer:
        return None
    kinds, state = session.state.layout.kinds, session.state
    unknown = never_known(session, viewer)
    chance.shuffle(unknown)
    for first, second in combinations(unknown[:12], 2):
        one, other = kinds[state.kind[first]], kinds[state.kind[second]]
        if one.title != other.title and one.card_type == other.card_type:
            return first, second
    return None


def _first_difference(before: str, after: str) -> str:
    place = next(n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other)
    return f"{before[max(place - 60, 0) : place + 60]} / {after[max(place - 60, 0) : place + 60]}"


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_sent_does_not_hang_on_what_it_never_knew(name: str) -> None:
    rules = game(name)
    players = min(max(3, rules.fewest_players), rules.most_players)
    tried, found = leaks(name, players, 5)
    assert found == []
    assert tried > 5, f"{tried} exchanges"


def _kinds_in_hands(payload: dict[str, Any], session: Session) -> None:
    payload["log"]["lines"].append(Part(level=0, text=str(session.state.kind), about=[]))


def _how_long_a_message_is(payload: dict[str, Any], session: Session) -> None:
    kinds = session.state.layout.kinds
    payload["pad"] = " " * sum(len(kinds[kind].title) * n for n, kind in enumerate(session.state.kind))


@pytest.mark.parametrize("plant", [_kinds_in_hands, _how_long_a_message_is])
def test_planted_leaks_are_found(
    plant: Callable[[dict[str, Any], Session], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(session: Session, viewer: int | None, known: int = 0) -> dict[str, Any]:
        found = seen(session, viewer, known)
        plant(found, session)
        return found

    monkeypatch.setattr(interpreter.web.table, "seen", leaking)
    assert leaks("thrown_under_the_bus", 3, 5)[1]


def test_a_message_is_json() -> None:
    served = at_table("action_the_project", 2, 3)
    found = json.loads(message(served, 0))
    assert found["table"]["viewer"] == {"kind": "seat", "seat": 0}
    assert Path(__file__).name not in json.dumps(found)
