"""A player who thinks: natively where that can be done, else by the stepping engine, with the same answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

from attrs import define

from interpreter.engine import Engine
from interpreter.players.thinking.budget import Budget
from interpreter.players.thinking.moment import Moment
from interpreter.runtime.chance import mix
from interpreter.runtime.state import State
from interpreter.runtime.thought import MOST_DECISIONS, USUAL_WEIGHT, GoesOn, Thought, thought, to_the_end
from interpreter.table.decision import is_guarded

if TYPE_CHECKING:
    from interpreter.backend.wasm.search.game import NativeSearch
    from interpreter.players.thinking.aim import Aim


@define(eq=False, slots=False)
class Thinker:
    """Thinks in the games of an engine. What it may not know makes no difference to what it answers.

    `heard`: is told of each decision, with the state in which it is made, what the thinker has come to. `meanwhile`:
    is called again and again while it thinks. `natively`: whether it may think in native code.

        thinker = Thinker(engine, Budget(400))
        thinker.heard = lambda state, thought: print(thought.means)
        place = thinker.decide(Moment(state), bot_seed(seed, seat))
    """

    engine: Engine
    budget: Budget
    heard: Callable[[State, Thought], object] | None = None
    meanwhile: Callable[[], object] | None = None
    natively: bool = True

    def __attrs_post_init__(self) -> None:
        self.engine = self.engine.unwatched()

    def decide(self, moment: Moment, luck: int) -> int:
        """The place of an answer. All that is decided by chance hangs on this luck and the number of decisions.

        Raises NotThinkable.
        """
        state = moment.now(self.engine) if moment.since else moment.first
        if self.engine.option_count(state) < 2:
            return 0
        found = self.think(moment, mix(luck ^ state.decisions), self.budget_at(state))
        if self.heard is not None:
            self.heard(state, found)
        return found.best

    def budget_at(self, state: State) -> Budget:
        """Over a question that nobody else may know of it thinks no longer than anybody would notice."""
        return self.budget.unnoticed if is_guarded(self.engine, state) else self.budget

    def think(self, moment: Moment, luck: int, budget: Budget | None = None) -> Thought:
        """What is to be said for each answer. Raises NotThinkable."""
        self.ready()
        budget = budget or self.budget
        until = monotonic() + budget.seconds

        def goes_on(_: int) -> bool:
            if self.meanwhile is not None:
                self.meanwhile()
            return not budget.is_timed or monotonic() < until

        found = self._natively(moment, budget.passes, luck, goes_on)
        if found is None:
            found = by_stepping(self.engine, moment, budget.passes, luck, goes_on, aim=self._aim)
        return found

    def ready(self) -> None:
        """Makes ready what it thinks with. Raises NotThinkable if it cannot think in this game without cheating."""
        if self._native is None:
            from interpreter.players.thinking.thinkable import NotThinkable, why_not

            why = why_not(self.engine)
            if why is not None:
                raise NotThinkable(why)

    @cached_property
    def _aim(self) -> Aim:
        from interpreter.players.thinking.aim import aim_of  # who only plays need not wait for it

        return aim_of(self.engine, score=self.budget.score)

    @cached_property
    def _native(self) -> NativeSearch | None:
        return self.engine.native_search(self._aim.judged) if self.natively else None

    def _natively(self, moment: Moment, passes: int, luck: int, goes_on: GoesOn) -> Thought | None:
        """The same natively; None where that cannot be done."""
        search = self._native
        if search is None:
            return None
        from interpreter.backend.wasm.resume.game import GivenUp

        try:
            search.place(moment.first, begins=True, ruled_out=moment.ruled_out)
            for place in moment.since:
                search.apply(place)
            return search.search(passes, luck, goes_on)
        except GivenUp:
            return None


def by_stepping(
    engine: Engine, moment: Moment, passes: int, luck: int, goes_on: GoesOn = to_the_end,
    weight: float = USUAL_WEIGHT, most_decisions: int = MOST_DECISIONS, aim: Aim | None = None,
) -> Thought:  # fmt: skip
    """What is to be said for each answer, by the stepping engine: slowly, but in any game in which one can think."""
    from interpreter.players.thinking.search import Search
    from interpreter.players.thinking.tree import Trees
    from interpreter.players.thinking.worlds import Worlds, known_to

    def known(state: State) -> Worlds:
        return known_to(engine, state, seat, most_decisions, aim, moment.ruled_out)

    state = moment.now(engine)
    seat = state.player
    own, before = [], engine.clone(moment.first)
    for place in moment.since:
        if before.player == seat and engine.option_count(before) > 1:
            own.append(known(before).keys[place])
        engine.advance(before, place)
    search = Search(known(moment.first), seat, own, Trees(engine.players, weight))
    search.run(passes, luck, goes_on)
    values = [engine.code(state, place) for place in range(engine.option_count(state))]
    nodes = {key: (node.given, node.sums) for key, node in search.trees.root.below.items() if node.given}
    return thought(seat, values, known(state).keys, nodes, search.begun - search.lost, search.lost)
