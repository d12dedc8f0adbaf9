"""A game that is played natively, and in which a seat can look for its best answer."""

from __future__ import annotations

import struct
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from attrs import define, field

from interpreter.backend.wasm.resume.frames import AT_ONCE, PLAYER, SECRET
from interpreter.backend.wasm.resume.game import GivenUp, NativeGame
from interpreter.backend.wasm.search.dealing import row_of
from interpreter.backend.wasm.search.rooms import (
    ANSWERS_OWN,
    CHILD,
    GIVEN,
    KEY,
    MOST_OWN,
    PASS,
    PASSES,
    SEAT,
    SIBLING,
    SUMS,
    WEIGHT,
    node_size,
)  # fmt: skip
from interpreter.runtime.chance import M64, below, bot_seed, mix
from interpreter.runtime.state import State
from interpreter.runtime.thought import (
    BATCH,
    MOST_DECISIONS,
    MOST_KEYS,
    MOST_LOST,
    USUAL_WEIGHT,
    GoesOn,
    Node,
    Thought,
    thought,
    to_the_end,
)  # fmt: skip
from interpreter.runtime.worth import shares

_NOTHING: Final[Mapping[int, int]] = MappingProxyType({})


@define(eq=False)
class NativeSearch(NativeGame):
    """One game in play, in which seats can search. Made by `Engine.native_search`; `NativeGame` says how it is played.

    What a seat does not know makes no difference to what it finds: all worlds that it cannot tell apart give the same.
    While all answer at once, a search begins at the first of these questions. So what is placed must not stand in
    the middle of them: place the state at the first, and apply what was answered since.
    """

    since: int = field(default=0, init=False)
    first: bytes = field(default=b"", init=False)
    own: dict[int, list[int]] = field(factory=dict, init=False)
    ruled: bool = field(default=False, init=False)

    def place(self, state: State, *, begins: bool = False, ruled_out: Mapping[int, int] = _NOTHING) -> None:
        """As `NativeGame.place`. `begins`: if all answer at once, nobody has been asked before this question.

        `ruled_out`: by the piece that lies there, which ones whoever searches knows not to be there, a bit for each.
        """
        super().place(state)
        self._rule_out(ruled_out)
        if begins and self._of_question(AT_ONCE) < 0:
            self._write(self.made.handover.frames.base + AT_ONCE, struct.pack("<i", 1))
        self.since = 0
        self._follow()

    def apply(self, place: int) -> None:
        before = None
        if self.since and self.count > 1:  # where there is no choice, nothing is chosen again
            seat = self.player
            before = self._keys(seat)[place]
            self._go_back()
        super().apply(place)
        together = self.since
        if before is not None:
            self.own.setdefault(seat, []).append(before)
        self._follow()
        if not self.since or self.since != together:
            self._rule_out(_NOTHING)

    def _rule_out(self, masks: Mapping[int, int]) -> None:
        """Writes down which pieces cannot lie where, or that there are none."""
        if not masks and not self.ruled:
            return
        pieces = self.made.handover.memory.pieces
        rows = {mask: number for number, mask in enumerate(sorted({*masks.values()}), 1)}
        numbers = (rows.get(masks.get(piece, 0), 0) for piece in range(pieces))
        self._write(self.made.at["deal ruled"], struct.pack(f"<{pieces + 1}i", *numbers, len(rows)))
        size = 4 * row_of(self.made.handover.memory)
        self._write(self.made.at["deal rows"] + size, b"".join(mask.to_bytes(size, "little") for mask in rows))
        self.ruled = bool(masks)

    def _follow(self) -> None:
        """Notes where players begin to answer all at once."""
        now = 0 if self.over or not self._of_question(SECRET) else self._of_question(AT_ONCE)
        if now != self.since:
            self.since, self.own = now, {}
            self.first = self.copied() if now > 0 else b""

    # ---------------------------------------------------------------- other worlds

    def redeal(self, seat: int, luck: int) -> None:
        """Turns the game in play into another world, which the seat cannot tell from it; all by this luck.

        Raises GivenUp for a game with more to draw anew than there is room for; it stays as it is then.
        """
        before = self.copied()
        try:
            self.functions["prepare"](seat)
            self.functions["redeal"](seat, _signed(luck))
        except self.trap:
            self.restored(before)
            raise GivenUp from None

    def returns(self, seat: int) -> float:
        """What a game that is over is worth for a seat, as rewards of a search are; see `Thought`."""
        players = self.made.handover.memory.layout.setting.players
        return shares(self.state().winners, players, self.made.team)[seat]

    # ---------------------------------------------------------------- search

    def search(
        self, passes: int, luck: int, goes_on: GoesOn = to_the_end, weight: float = USUAL_WEIGHT,
        most_decisions: int = MOST_DECISIONS,
    ) -> Thought:  # fmt: skip
        """Looks for the best answer of whoever is asked, in so many passes, each in a world of its own.

        `weight`: how much is tried that was tried seldom; `most_decisions`: how many a pass may take. The same luck
        gives the same. The game in play stays as it is. Raises GivenUp if it cannot be searched here, and ValueError if
        it was placed in the middle of questions that all answer at once.
        """
        if self.over:
            raise ValueError("the game is over")
        if self.since < 0:
            raise ValueError("this stands in the middle of questions that all answer at once")
        seat, told = self.player, self.made.at["search"]
        own = self.own.get(seat, []) if self.since else []
        if len(own) > MOST_OWN:
            raise GivenUp("more answers than a search has room for")
        before = self.copied() if self.since else b""
        keys = self._keys(seat)
        try:
            if self.since:
                self.restored(self.first)
                self._keys(seat)
            decisions = self._numbers(self.made.handover.memory.at["decisions"], 1)[0]
            self._write(told + WEIGHT, struct.pack("<dQ", weight, luck & M64))
            self._write(told + SEAT, struct.pack("<3i", seat, decisions + most_decisions, len(own)))
            self._write(told + ANSWERS_OWN, struct.pack(f"<{len(own)}i", *own))
            self.functions["begin_search"]()
            self._passes(passes, goes_on)
        finally:
            self._go_back()
            if self.since:
                self.restored(before)
        done, begun = self._counted()
        return thought(seat, self._values(), keys, self._nodes(), done, begun - done)

    def _counted(self) -> tuple[int, int]:
        """How many passes were made, and how many were begun."""
        done, begun = (self._numbers(self.made.at["search"] + place, 1)[0] for place in (PASSES, PASS))
        return done, begun

    def _passes(self, passes: int, goes_on: GoesOn) -> None:
        """Makes them; one that goes wrong is left out, and if that happens too often, so are the others."""
        begun = 0
        while begun < passes:
            with suppress(self.trap):
                self.functions["search"](min(passes, begun + BATCH))
            done, begun = self._counted()
            if begun - done > max(MOST_LOST, done) or not goes_on(begun):
                return

    def _nodes(self) -> dict[Hashable, Node]:
        """How often each answer was given that was tried, by its key, and what came of it."""
        found: dict[Hashable, Node] = {}
        players = self.made.handover.memory.layout.setting.players
        at = self._numbers(self.made.at["nodes"] + CHILD, 1)[0]
        while at:
            node = self._read(at, node_size(players))
            (given,) = struct.unpack_from("<i", node, GIVEN)
            if given:
                (key,) = struct.unpack_from("<i", node, KEY)
                found[key] = given, struct.unpack_from(f"<{2 * players}d", node, SUMS)
            (at,) = struct.unpack_from("<i", node, SIBLING)
        return found

    def _keys(self, seat: int) -> tuple[int, ...]:
        """What a seat can tell of each answer to the question that waits. `_go_back` puts the game back into play."""
        if self.count >= MOST_KEYS:
            raise GivenUp("more answers than a search has room for")
        try:
            count = self.functions["look_at"](seat)
        except self.trap:
            self._go_back()
            raise GivenUp from None
        return self._numbers(self.made.at["keys"], count)

    def _go_back(self) -> None:
        self.functions["restore"](self.made.at["before"])

    # ---------------------------------------------------------------- whole games

    def contest(self, seed: int, bots: Sequence[int]) -> tuple[float, ...]:
        """Plays a game: by seat, how many passes each bot thinks; with none it answers by chance, as `random` does.

        Gives what it was worth for each seat. Raises RuleFault and GivenUp.
        """
        self.begin(seed)
        lucks = [bot_seed(seed, seat) for seat in range(len(bots))]
        decisions = 0
        while not self.over:
            seat, count, place = self.player, self.count, 0
            if count > 1 and bots[seat]:
                place = self.search(bots[seat], mix(lucks[seat] ^ decisions)).best
            elif count > 1:
                lucks[seat], place = self._by_chance(lucks[seat], count)
            self.apply(place)
            decisions += 1
        return tuple(self.returns(seat) for seat in range(len(bots)))

    def _by_chance(self, luck: int, count: int) -> tuple[int, int]:
        if self._of_question(PLAYER + 4):
            luck, passes = below(luck, 2)
            if passes:
                return luck, count - 1
            count -= 1
        return below(luck, count)


def _signed(luck: int) -> int:
    return (luck & M64) - (1 << 64) if luck >> 63 & 1 else luck & M64
