"""A game of ours beside the same game of OpenSpiel: both are walked at once, and must agree wherever somebody decides.

Ours goes first: each answer, with every way that luck may turn out, is done there as well, and what chance has brought
is told to theirs. What is the same is said by a `Mapping`. Simultaneous moves are made one after another in both.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from attrs import define, field, frozen

from interpreter.every_luck import beginnings, outcomes
from interpreter.table.decision import decision, engine_index
from interpreter.table.session import Session

#: A state of OpenSpiel; it has no types.
Theirs = Any
ALL = Fraction(1)


@frozen
class Mapping:
    """What is the same in both.

    `action`: the number there of an answer here, by its place. `chance`: what chance has brought here, as the number of
    an outcome there, asked at each node of chance there. `returns`: how the game has ended here, counted as there.
    `counts`: whether a beginning is looked at; of several that differ in what nobody will ever see, one is enough.
    """

    action: Callable[[Session, int], int]
    chance: Callable[[Session, Theirs], int]
    returns: Callable[[Session], list[float]]
    counts: Callable[[Session], bool] = lambda session: True


@frozen
class Node:
    """A point that both have come to; luck leads there with this probability, if all answer so."""

    ours: Session
    theirs: Theirs
    luck: Fraction

    @property
    def answers(self) -> range:
        """The places of all that may be answered; none when the game is over, here and there."""
        assert self.ours.over == self.theirs.is_terminal(), self.theirs.history_str()
        return range(self.ours.engine.option_count(self.ours.state)) if not self.ours.over else range(0)


@define
class Walk:
    """What a walk through a whole game has found. `luck`: how likely luck makes each history of OpenSpiel.

    `known`: for each player at each point where somebody decides, what is known here and what is known there.
    """

    luck: dict[str, Fraction] = field(factory=lambda: defaultdict(Fraction))
    known: list[tuple[int, Hashable, Hashable]] = field(factory=list)


def beginnings_of(session: Session) -> Iterator[Session]:
    """Every game that may begin at this table."""
    for _, state in beginnings(session.engine):
        begun = Session(session.engine, session.table)
        begun.begin(state)
        yield begun


def starts(session: Session, game: Any, mapping: Mapping) -> Iterator[Node]:
    """Every way that the game may begin."""
    looked_at = [one for one in beginnings_of(session) if mapping.counts(one)]
    for one in looked_at:
        yield start(one, game, mapping, Fraction(1, len(looked_at)))


def start(session: Session, game: Any, mapping: Mapping, luck: Fraction = ALL) -> Node:
    """Both at the beginning, with this luck here."""
    return Node(session, _by_chance(session, game.new_initial_state(), mapping), luck)


def after(node: Node, index: int, mapping: Mapping) -> Iterator[Node]:
    """Every node to which an answer leads."""
    action = mapping.action(node.ours, index)
    for ways, state in outcomes(node.ours.engine, node.ours.state, index):
        ours = node.ours.branch(index, state)
        theirs = _by_chance(ours, node.theirs.child(action), mapping)
        yield Node(_forced(ours) if theirs.is_terminal() else ours, theirs, node.luck / ways)


def check(node: Node, mapping: Mapping) -> None:
    """The same player is asked and has the same answers, or the game is over and has ended in the same way."""
    history = node.theirs.history_str()
    if answers := node.answers:
        assert node.ours.state.player == node.theirs.current_player(), history
        assert sorted(mapping.action(node.ours, index) for index in answers) == node.theirs.legal_actions(), history
    else:
        assert mapping.returns(node.ours) == pytest.approx(node.theirs.returns()), history


def walked(nodes: Iterable[Node], mapping: Mapping, known: Callable[[Node, int], tuple[Hashable, Hashable]]) -> Walk:
    """All that can happen, each point checked. `known`: what a player knows, here and there."""
    found = Walk()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        check(node, mapping)
        history = node.theirs.history_str()
        if node.answers and history not in found.luck:
            found.known += [(seat, *known(node, seat)) for seat in range(node.theirs.num_players())]
        found.luck[history] += node.luck
        for index in node.answers:
            waiting.extend(after(node, index, mapping))
    return found


def played(node: Node, mapping: Mapping, choose: Callable[[Node], int]) -> Node:
    """Where one game ends, each point on the way checked; `choose` gives the place of an answer."""
    while node.answers:
        check(node, mapping)
        (node,) = after(node, choose(node), mapping)
    check(node, mapping)
    return node


def their_luck(game: Any) -> dict[str, float]:
    """Every history of a game of OpenSpiel, but those in which chance is next, and how likely luck makes it."""
    found = {}
    waiting = [(game.new_initial_state(), 1.0)]
    while waiting:
        state, luck = waiting.pop()
        if state.is_chance_node():
            waiting.extend((state.child(action), luck * p) for action, p in state.chance_outcomes())
        else:
            found[state.history_str()] = luck
            waiting.extend((state.child(action), luck) for action in state.legal_actions())
    return found


def by_depth(histories: Iterable[str]) -> dict[int, int]:
    """How many histories there are of each length."""
    return dict(sorted(Counter(len(history.split(", ")) for history in histories).items()))


def told_apart_there_alone(known: Iterable[tuple[int, Hashable, Hashable]]) -> list[tuple[int, set[Hashable]]]:
    """What is one thing for a player here, and several there."""
    found = defaultdict(set)
    for seat, ours, theirs in known:
        found[seat, ours].add(theirs)
    return [(seat, several) for (seat, _), several in found.items() if len(several) > 1]


def told_apart_here_alone(known: Iterable[tuple[int, Hashable, Hashable]]) -> list[tuple[int, set[Hashable]]]:
    """What is one thing for a player there, and several here."""
    return told_apart_there_alone((seat, theirs, ours) for seat, ours, theirs in known)


def shown(session: Session, seat: int) -> Hashable:
    """All that a player has before them: the table as they see it, what they have been told, what they are asked."""
    lines = tuple((line.text, line.level) for line in session.told(seat))
    return session.view(seat), lines, session.question(seat)


def answers(session: Session) -> list[str]:
    """What the answers to the present question are called, in the order of the engine."""
    engine, state, words = session.engine, session.state, session.words
    named = {
        engine_index(engine, state, words, n): o.name for n, o in enumerate(decision(engine, state, words).options)
    }
    return [named[index] for index in range(len(named))]


def lying(session: Session, zone: str, *at: int) -> list[str]:
    """The titles of what lies somewhere, from the bottom to the top."""
    slot = session.state.layout.zones[zone]
    offset = sum(index * stride for index, stride in zip(at, slot.strides, strict=True))
    return titles(session, session.state.zones[slot.base + offset])


def titles(session: Session, pieces: Iterable[int]) -> list[str]:
    """What stands at the head of each."""
    return [session.state.layout.kinds[session.state.kind[piece]].title for piece in pieces]


def _forced(ours: Session) -> Session:
    """Ours, after the only answers that are left: a game may be over there as soon as nobody has a choice any more."""
    while not ours.over and ours.engine.option_count(ours.state) == 1:
        state = ours.engine.clone(ours.state)
        ours.engine.advance(state, 0)
        ours = ours.branch(0, state)
    return ours


def _by_chance(ours: Session, theirs: Theirs, mapping: Mapping) -> Theirs:
    """Theirs, after chance has brought there what it has brought here."""
    while theirs.is_chance_node():
        theirs = theirs.child(mapping.chance(ours, theirs))
    return theirs
