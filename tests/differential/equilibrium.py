"""How a game for two, in which one wins what the other loses, is played well: by regrets, on what players really see.

Each learns, over and over, what would have been better in each situation that they can tell apart, and does in future
what they regret not to have done (CFR+, Tammelin 2014). What they have done on average comes near to an equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from attrs import frozen

from interpreter.every_luck import outcomes
from interpreter.table.session import Session


@frozen
class Deciding:
    """`seat` has to choose one of what follows; `situation` is all that it knows."""

    seat: int
    situation: Hashable
    then: Sequence[Tree]


#: What the first seat wins, or who decides, or all that chance may bring, each as likely.
Tree: TypeAlias = "float | Deciding | tuple[Tree, ...]"
#: In each situation, how likely each answer is.
Policy: TypeAlias = Mapping[Hashable, Sequence[float]]


def tree(session: Session, won: Callable[[Session], float], seen: Callable[[Session, int], Hashable]) -> Tree:
    """All that may follow from here."""
    if session.over:
        return won(session)
    seat = session.state.player
    then = tuple(_after(session, index, won, seen) for index in range(session.engine.option_count(session.state)))
    return Deciding(seat, (seat, seen(session, seat)), then)


def _after(
    session: Session, index: int, won: Callable[[Session], float], seen: Callable[[Session, int], Hashable]
) -> Tree:
    found = [session.branch(index, state) for _, state in outcomes(session.engine, session.state, index)]
    return tuple(tree(each, won, seen) for each in found)


def value(at: Tree, policy: Policy) -> float:
    """What the first seat wins on average if both play so."""
    match at:
        case Deciding():
            return sum(p * value(then, policy) for p, then in zip(policy[at.situation], at.then, strict=True))
        case tuple():
            return sum(value(each, policy) for each in at) / len(at)
        case _:
            return at


def bounds(at: Tree, policy: Policy) -> tuple[float, float]:
    """What the first seat wins if the other plays best against this policy, and if it does so itself."""
    against = [[value(at, {**policy, **plan}) for plan in _plans(at, seat)] for seat in (1, 0)]
    return min(against[0]), max(against[1])


def learned(at: Tree, rounds: int) -> Policy:
    """How both play on average, the later rounds counted for more."""
    learner = _Learner()
    for number in range(1, rounds + 1):
        for seat in (0, 1):
            learner.learn(at, seat, number)
    return {situation: _shares(weights) for situation, weights in learner.played.items()}


class _Learner:
    def __init__(self) -> None:
        self.regrets: dict[Hashable, list[float]] = {}
        self.played: dict[Hashable, list[float]] = {}
        self.better: dict[Hashable, list[float]] = {}

    def learn(self, at: Tree, seat: int, number: int) -> None:
        """Plays a round, and thinks about it when it is over."""
        self.better = {}
        self.regret(at, seat, number, 1.0, 1.0)
        for situation, more in self.better.items():
            before = self.regrets.get(situation, [0.0] * len(more))
            self.regrets[situation] = [max(0.0, a + b) for a, b in zip(before, more, strict=True)]

    def regret(self, at: Tree, seat: int, number: int, own: float, others: float) -> float:
        """What `seat` wins from here as it plays now. `own`, `others`: how likely it and all else lead here."""
        match at:
            case Deciding() if at.seat == seat:
                return self._own(at, number, own, others)
            case Deciding():
                chances = _shares(self.regrets.get(at.situation, [0.0] * len(at.then)))
                ways = zip(chances, at.then, strict=True)
                return sum(p * self.regret(then, seat, number, own, others * p) for p, then in ways)
            case tuple():
                return sum(self.regret(each, seat, number, own, others / len(at)) for each in at) / len(at)
            case _:
                return at if seat == 0 else -at

    def _own(self, at: Deciding, number: int, own: float, others: float) -> float:
        nothing = [0.0] * len(at.then)
        chances = _shares(self.regrets.get(at.situation, nothing))
        better = self.better.setdefault(at.situation, nothing[:])
        played = self.played.setdefault(at.situation, nothing[:])
        worths = [self.regret(then, at.seat, number, own * p, others) for p, then in zip(chances, at.then, strict=True)]
        here = sum(p * worth for p, worth in zip(chances, worths, strict=True))
        for place, (p, worth) in enumerate(zip(chances, worths, strict=True)):
            better[place] += others * (worth - here)
            played[place] += number * own * p
        return here


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total > 0 else [1 / len(weights)] * len(weights)


def _plans(at: Tree, seat: int) -> list[Policy]:
    """Everything that a seat may resolve to do: one answer for each of its situations."""
    answers = _situations(at, seat)
    chosen = product(*(range(count) for count in answers.values()))
    return [{s: _only(k, answers[s]) for s, k in zip(answers, plan, strict=True)} for plan in chosen]


def _only(place: int, count: int) -> list[float]:
    return [float(k == place) for k in range(count)]


def _situations(at: Tree, seat: int) -> dict[Hashable, int]:
    """The situations of a seat, and how many answers it has there."""
    match at:
        case Deciding():
            below = at.then
            found = {at.situation: len(at.then)} if at.seat == seat else {}
        case tuple():
            below, found = at, {}
        case _:
            return {}
    for each in below:
        found |= _situations(each, seat)
    return found
