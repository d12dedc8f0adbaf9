"""Where the rules of a game change a thing and where they ask for it, by what players call these places."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, BodyOf, bodies
from dsl.ir.declarations import Declarations
from dsl.ir.effects import Location, Locations, StateNames, reads, state_names, writes
from dsl.listing import series
from dsl.walk import nodes_in, nodes_of

#: So many places are named; of more, only the number is said.
MOST_NAMED = 6


@frozen(eq=False, slots=False)
class _Place:
    """What players know by a title, and all that is done there."""

    title: str
    is_card: bool
    done: tuple[object, ...]
    names: StateNames

    @cached_property
    def reads(self) -> Locations:
        return reads(self.done, self.names)

    @cached_property
    def writes(self) -> frozenset[Location]:
        return frozenset(at for node in nodes_in(self.done) for at in writes(node, self.names))


@frozen(eq=False, slots=False)
class Uses(Declarations):
    """Looks through all that players know by a title: the setup, rounds, steps, actions, cards, the ends."""

    @cached_property
    def _names(self) -> StateNames:
        return state_names(self.game)

    @cached_property
    def _places(self) -> list[_Place]:
        return [_Place(title, one.id.kind is BodyKind.TEXT, self._with_called(one), self._names)
                for one in bodies(self.game) if (title := _title(one))]  # fmt: skip

    def _with_called(self, one: BodyOf) -> tuple[object, ...]:
        """What is done there, in procedures too, with the conditions of an action or of an end."""
        found: list[object] = [one.owner if isinstance(one.owner, ir.Action | ir.GameEnd) else one.body.statements]
        seen = set[str]()
        for tree in found:
            for call in nodes_of(tree, ir.Call):
                if call.procedure not in seen:
                    seen.add(call.procedure)
                    found.append(self.procedures[call.procedure].body.statements)
        return tuple(found)

    def changed(self, at: Location) -> str:
        """`Dealing, Bidding and 3 cards`: where something of the state is changed; empty if nowhere."""
        return self._where(lambda place: at in place.writes)

    def asked(self, at: Location) -> str:
        """Where it makes a difference; empty if nowhere."""
        return self._where(lambda place: at in place.reads)

    def named(self, enum: str, place: int) -> str:
        """Where a value of an enum is named, or all values are gone through."""
        one = ir.Type(ir.Kind.VALUE, enum)

        def names(node: object) -> bool:
            match node:
                case ir.Constant(worth, type_):
                    return (worth, type_) == (place, one)
                case ir.AllOf(of):
                    return of == one
                case _:
                    return False

        return self._where(lambda there: any(map(names, nodes_in(there.done))))

    def rolled(self, die: str) -> str:
        """Where a die is rolled."""
        return self._where(lambda place: any(roll.die == die for roll in nodes_of(place.done, ir.Roll)))

    def _where(self, holds: Callable[[_Place], bool]) -> str:
        found = dict.fromkeys((place.title, place.is_card) for place in self._places if holds(place))
        cards = [title for title, card in found if card]
        rest = [title for title, card in found if not card]
        room = MOST_NAMED - len(rest)
        named = cards if len(cards) <= max(room, 1) else [f"{len(cards)} cards"]
        return series((*rest[:MOST_NAMED], *named))


def _title(one: BodyOf) -> str:
    match one.owner:
        case ir.Flow(title=title) | ir.Action(title=title) | ir.Card(title=title):
            return title
        case ir.GameEnd():
            return "The end of the game"
        case ir.Game() if one.id.kind is BodyKind.SETUP:
            return "Setup"
        case _:
            return ""
