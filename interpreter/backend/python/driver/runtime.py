"""The run-time library of generated code: what is too long, or too rare, to be generated in place."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter

from dsl.ir.limits import MOST_PIECES
from dsl.source import Span
from interpreter.errors import RuleFault
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.layout import SEEN_BY_MOVER, SEEN_BY_PIECE_OWNER, Layout
from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import PendingQuestion, Position
from interpreter.runtime.alike import alike
from interpreter.runtime.chance import below, shuffle
from interpreter.runtime.copying import copied, refresh_copies
from interpreter.runtime.draw_staging import lift
from interpreter.runtime.state import State, made
from interpreter.runtime.timed_effects import after, begin, end, finish, is_of
from interpreter.runtime.trigger_queue import drain


def runtime(layout: Layout, faults: list[tuple[Span, str]]) -> Mapping[str, object]:
    """Maps names in generated code to functions. `faults` may grow."""
    rules = _Rules(layout, faults)
    return {
        "fault": rules.fault,
        "mask": mask,
        "has_room": has_room,
        "shuffle": shuffle,
        "shuffle_any": rules.shuffle_any,
        "refill": rules.refill,
        "flip": rules.flip,
        "create": rules.create,
        "swap_zones": rules.swap_zones,
        "swap_pieces": rules.swap_pieces,
        "roll": roll,
        "forget": rules.forget,
        "pick": pick,
        "distance": distance,
        "longest_line": longest_line,
        "without_each": without_each,
        "alike": alike,
        "all_due": drain,
        "decider": decider,
        "lift": rules.lift,
        "begin_effect": begin,
        "after": after,
        "end_effects": end,
        "finish": finish,
        "copied": copied,
        "look_again": refresh_copies,
        "is_of": is_of,
        "first_owned": first_owned,
        "flat": chain.from_iterable,
        "began": itemgetter(BEGAN),
    }


def decider(state: PendingQuestion, player: int) -> int:
    """The seat that answers what that player is asked."""
    whom, other = state.deciding
    return other if player >= 0 and player == whom else player


def first_owned(state: Position, wanted: Sequence[int], player: int) -> int:
    """The first piece of a wanted kind that belongs to that player, or to nobody, as long as some are not made yet."""
    pieces = enumerate(zip(state.kind, state.owner, strict=True))
    return next((piece for piece, (kind, owner) in pieces if wanted[kind] and owner == player), -1)


def mask(usual: int, mover: int, owner: int) -> int:
    """The mask for what comes into a zone whose usual mask may be SEEN_BY_MOVER or SEEN_BY_PIECE_OWNER."""
    return mover if usual == SEEN_BY_MOVER else owner if usual == SEEN_BY_PIECE_OWNER else usual


def has_room(state: Position, most: int, zone: int, piece: int) -> bool:
    """Whether a piece may come into a zone that holds `most` (-1: any number)."""
    return most < 0 or len(state.zones[zone]) < most or state.zone[piece] == zone


def roll(state: Position, stream: str, amount: int, low: int, sides: int) -> tuple[int, ...]:
    """Rolls some dice; rolls that were fixed beforehand come first."""
    pips = []
    for _ in range(amount):
        if state.rolls:
            pips.append(state.rolls[0])
            state.rolls = state.rolls[1:]
            continue
        chance, more = below(getattr(state, stream), sides)
        setattr(state, stream, chance)
        pips.append(low + more)
    return tuple(pips)


def pick(state: Position, stream: str, items: list[int], amount: int) -> tuple[int, ...]:
    """Picks some items at random, and removes them from the list."""
    picked = []
    chance = getattr(state, stream)
    for _ in range(min(amount, len(items))):
        chance, place = below(chance, len(items))
        picked.append(items.pop(place))
    setattr(state, stream, chance)
    return tuple(picked)


def distance(columns: int, cells: Sequence[int], first: int, second: int) -> int:
    """The fewest steps from space to space side by side, or -1; `cells` has the cell of each, row by row."""
    if min(first, second) < 0 or min(cells[first], cells[second]) < 0:
        return -1
    goal, wave, steps = cells[second], [cells[first]], 0
    left = {cell for cell in cells if cell >= 0}
    while wave:
        if goal in wave:
            return steps
        left.difference_update(wave)
        wave = [other for cell in wave for other in _cells_beside(columns, cell) if other in left]
        steps += 1
    return -1


def _cells_beside(columns: int, cell: int) -> list[int]:
    beside = [cell - columns, cell + columns]
    if cell % columns:
        beside.append(cell - 1)
    if (cell + 1) % columns:
        beside.append(cell + 1)
    return beside


def longest_line(columns: int, taken: int) -> int:
    """The most of these cells side by side in a row, a column or a diagonal: bits, row by row, with a 0 behind each."""
    longest = 0
    for step in (1, columns, columns + 1, columns + 2):
        line, length = taken, 0
        while line:
            line &= line >> step
            length += 1
        longest = max(longest, length)
    return longest


def without_each(items: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    """Removes one item for each that is gone."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


class _Rules:
    """Functions that depend on the layout."""

    def __init__(self, layout: Layout, faults: list[tuple[Span, str]]) -> None:
        self.layout = layout
        self.faults = faults

    def fault(self, number: int) -> None:
        """Raises a fault of the rules."""
        raise RuleFault(*self.faults[number])

    def _usual(self, state: Position, piece: int) -> int:
        owner = state.owner[piece]
        return mask(self.layout.masks[state.zone[piece]], 0, 1 << owner if owner >= 0 else 0)

    def shuffle_any(self, state: Position, zone: int) -> None:
        """Shuffles a zone by its number."""
        stream = self.layout.zone_streams[zone]
        setattr(state, stream, shuffle(getattr(state, stream), state.zones[zone]))
        for piece in state.zones[zone]:
            state.seen[piece] = self._usual(state, piece)

    def lift(self, state: State, source: int, amount: int, site: int, you: int) -> tuple[int, ...]:
        """Moves pieces from the top of a pile aside."""
        refills = self.layout.refills
        return lift(state, source, amount, lambda zone: self.refill(state, zone, refills[zone], site, you))

    def refill(self, state: State, zone: int, source: int, site: int, you: int) -> None:
        """Puts all of another zone into an empty one, and shuffles it."""
        if source < 0 or source == zone or not state.zones[source]:
            return
        state.zones[zone].extend(state.zones[source])
        state.zones[source].clear()
        for piece in state.zones[zone]:
            state.zone[piece] = zone
        self.shuffle_any(state, zone)
        self._emit(state, site, Verb.SHUFFLE, you, zone)

    def _emit(self, state: State, site: int, verb: Verb, you: int, *emitted: int) -> None:
        if state.journal is not None:
            everybody = self.layout.everybody
            state.journal.append((site, int(verb), you, everybody, everybody, *emitted))

    def flip(self, state: State, pieces: Sequence[int], up: int, site: int, you: int) -> None:
        """Face up all see them; face down only those whom their zone lets see what lies face down there."""
        everybody = self.layout.everybody
        for piece in pieces:
            if piece < 0:
                continue
            before, usual = state.seen[piece], self._usual(state, piece)
            state.seen[piece] = everybody if up else 0 if usual == everybody else usual
            if (state.seen[piece] ^ before) & everybody and state.journal is not None:
                emitted = (site, int(Verb.FLIP), you, before | state.seen[piece], everybody, piece, up)
                state.journal.append(emitted)

    def create(self, state: State, kinds: tuple[int, ...], amount: int, zone: int, owner: int, site: int) -> None:
        """Makes new pieces, so many of each kind, as far as there is room; of too many, one more than there may be."""
        if zone < 0:
            return
        most = self.layout.capacities[zone]
        for kind in kinds:
            for _ in range(amount):
                if 0 <= most <= len(state.zones[zone]) or len(state.kind) > MOST_PIECES:
                    return
                self._create_one(state, kind, zone, owner, site)

    def _create_one(self, state: State, kind: int, zone: int, owner: int, site: int) -> None:
        bit = 1 << owner if owner >= 0 else 0
        piece = made(state, kind, zone, owner, mask(self.layout.masks[zone], bit, bit))
        if state.journal is not None:
            everybody = self.layout.everybody
            entry = (site, int(Verb.CREATE), owner, state.seen[piece], everybody, piece, zone)
            state.journal.append(entry)

    def swap_zones(self, state: State, left: int, right: int, site: int, you: int) -> None:
        """All that lies in two zones changes places."""
        if left < 0 or right < 0 or left == right:
            return
        zones = state.zones
        zones[left], zones[right] = zones[right], zones[left]
        for zone in (left, right):
            for piece in zones[zone]:
                state.zone[piece] = zone
                state.seen[piece] |= self._usual(state, piece)
        self._emit(state, site, Verb.SWAP, you, left, right)

    def swap_pieces(self, state: State, left: int, right: int, site: int, you: int) -> None:
        """Two pieces change places."""
        if left < 0 or right < 0 or left == right:
            return
        first, second = state.zone[left], state.zone[right]
        at, to = state.zones[first].index(left), state.zones[second].index(right)
        state.zones[first][at], state.zones[second][to] = right, left
        state.zone[left], state.zone[right] = second, first
        for piece in (left, right):
            state.seen[piece] |= self._usual(state, piece)
        self._emit(state, site, Verb.SWAP, you, left, right)

    def forget(self, state: State, pieces: Iterable[int], chooser: int) -> None:
        """Redacts the pieces just offered for those who do not see them."""
        for piece in pieces:
            state.seen[piece] &= self.layout.knowing(self._usual(state, piece) | chooser)
