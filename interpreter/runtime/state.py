"""A game in progress: ints, lists of ints and tuples of ints, and nothing else.

Which variables and random streams there are depends on the game, so each layout has a class of its own, a
subclass of `State`. What every game has is in `interpreter/program/model/state_layers.py`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from interpreter.program.model.layout import Layout, VariableSlot
from interpreter.program.model.nodes import Component, Depth
from interpreter.program.model.state_layers import COMMON, Continuation, Position, Recorded
from interpreter.runtime.chance import stream_seed
from interpreter.runtime.visibility import zone_mask


class State(Recorded):
    """A game in progress. What all games have is in its layers; each layout has a subclass with its own attributes."""

    __slots__ = ()


def state_class(layout: Layout) -> type[State]:
    """The class of the states of games with this layout."""
    return type("GameState", (State,), {"__slots__": own_attributes(layout), "layout": layout})


def own_attributes(layout: Layout) -> tuple[str, ...]:
    """The attributes that only games with this layout have: variables, effects, depths, random streams."""
    return (
        *map(effect_attribute, layout.effects),
        *under_way(layout),
        *((OWN_KIND, COPY, *map(kept_attribute, range(len(layout.kept)))) if layout.copying else ()),
        *(slot.attribute for slot in layout.variables.values()),
        *layout.streams,
    )


#: The attributes with the own kind of each piece, and of which effect it is a copy now (0: of none).
OWN_KIND, COPY = "_own_kind", "_copy"


def kept_attribute(place: int) -> str:
    """The attribute with the kind of which each piece shows a field that some copy keeps."""
    return f"_from_{place}"


#: The attributes that say whether the running turn is over, and which reentrant rules are active.
TURN_OVER, RULES_UNDER_WAY = "_turn_over", "_rules_under_way"


def effect_attribute(effect: int) -> str:
    """The attribute with the instances of an effect: tuples (see `program/desugar/timed_effects.py`)."""
    return f"in_force_{effect}"


def depth_attribute(number: int) -> str:
    """The attribute that counts the active calls of a procedure with a bound. No name in a game begins so."""
    return f"_deep_{number}"


def target_attribute(target: Component | Depth) -> str:
    """Where a state keeps what a statement of a program sets."""
    match target:
        case Depth(number):
            return depth_attribute(number)
        case Component.TURN_OVER:
            return TURN_OVER
        case Component.ACTIVE_RULES:
            return RULES_UNDER_WAY
        case Component.DECIDER:
            return "deciding"
        case _:
            return target.value


#: What functions of the same names read.
READ_AS_IT_IS = tuple(one for one in Component if one not in (Component.SET_UP, Component.DECIDER))


def under_way(layout: Layout) -> dict[str, Any]:
    """The attributes of games with this layout about what is active, with their values while nothing is."""
    found: dict[str, Any] = {depth_attribute(number): 0 for number in range(len(layout.depths))}
    if layout.ends_turns:
        found[TURN_OVER] = 0
    if layout.is_reentrant:
        found[RULES_UNDER_WAY] = ()
    return found


def none_under_way(state: State) -> None:
    """Resets those attributes."""
    for attribute, nothing in under_way(state.layout).items():
        setattr(state, attribute, nothing)


def first_values(layout: Layout) -> dict[str, Any]:
    """The initial values of all attributes, but for the streams. Lists are new ones."""
    pieces = layout.first_pieces
    zones: list[list[int]] = [[] for _ in layout.masks]
    for piece, (_, zone, _) in enumerate(pieces):
        zones[zone].append(piece)
    for zone, name in enumerate(layout.zone_names):
        if layout.zones[name].zone.shape == "stack":
            zones[zone].reverse()  # the first card of a deck lies on top; in a row it is the first
    values: dict[str, Any] = {
        "pc": -1,
        "frame": [],
        "stack": [],
        "answer": -1,
        "player": -1,
        "site": -1,
        "options": (),
        "offers": (),
        "can_pass": 0,
        "over": 0,
        "winners": (),
        "decisions": 0,
        "journal": None,
        "round_number": 0,
        "rounds": 0,
        "set_up": 0,
        "rolls": (),
        "held": 0,
        "later": [],
        "begun": 0,
        "deciding": (-1, -1),
        "active_player": -1,
        "next_player": -1,
        "cause": -1,
        "causer": -1,
        "taken": [0] * (layout.setting.players * len(layout.setting.game.actions)) if layout.counts_actions else [],
        "zones": zones,
        "kind": [kind for kind, _, _ in pieces],
        "zone": [zone for _, zone, _ in pieces],
        "owner": [owner for _, _, owner in pieces],
        "seen": [zone_mask(layout, zone, -1, owner) for _, zone, owner in pieces],
    }
    for slot in layout.variables.values():
        values[slot.attribute] = _cells(slot, values["kind"]) if slot.sizes else slot.start
    for effect in layout.effects:
        values[effect_attribute(effect)] = ()
    values |= under_way(layout)
    if layout.copying:
        own = [kind for kind, _, _ in pieces]
        values |= {OWN_KIND: own, COPY: [0] * len(own)}
        values |= {kept_attribute(place): list(own) for place in range(len(layout.kept))}
    return values


def _cells(slot: VariableSlot, kinds: list[int]) -> list[Any]:
    """The initial cells of a variable; with one index there is one more, at -1, for nobody."""
    starts = [slot.by_kind[kind] for kind in kinds] if slot.variable.is_mark else [slot.start] * slot.sizes[0]
    return [start for start in starts for _ in range(slot.strides[0])] + slot.nowhere


def made(state: Position, kind: int, zone: int, owner: int, seen: int) -> int:
    """Makes a piece on top of a zone, with the initial marks of its kind."""
    piece = len(state.kind)
    state.kind.append(kind)
    if state.layout.copying:
        getattr(state, OWN_KIND).append(kind)
        getattr(state, COPY).append(0)
        for place in range(len(state.layout.kept)):
            getattr(state, kept_attribute(place)).append(kind)
    state.zone.append(zone)
    state.zones[zone].append(piece)
    state.owner.append(owner)
    state.seen.append(seen)
    for slot in state.layout.marks:
        cells = getattr(state, slot.attribute)
        cells[piece * slot.strides[0] :] = [slot.by_kind[kind]] * slot.strides[0] + slot.nowhere
    return piece


def new_state(kind: type[State], seed: int) -> State:
    """Makes a state before the first rule has run."""
    state = kind()
    for attribute, value in first_values(kind.layout).items():
        setattr(state, attribute, value)
    for attribute, name in kind.layout.streams.items():
        setattr(state, attribute, stream_seed(seed, name))
    return state


def copied(state: State) -> State:
    """Copies a state; the copy shares nothing that changes."""
    other = type(state)()
    attributes, values_of = _attributes(type(state))  # type: ignore[arg-type]  # classes can be hashed
    for attribute, value in zip(attributes, values_of(state), strict=True):
        setattr(other, attribute, value[:] if isinstance(value, list) else value)
    other.zones = [list(zone) for zone in state.zones]
    other.stack = [list(entry) if type(entry) is list else entry for entry in state.stack]
    return other


@lru_cache(maxsize=64)
def _attributes(kind: type[State]) -> tuple[tuple[str, ...], Callable[[State], tuple[Any, ...]]]:
    """All attributes of states of that class, and what reads them at once: states are copied more than anything."""
    attributes = (*COMMON, *own_attributes(kind.layout))
    return attributes, attrgetter(*attributes)


def blocks_in(state: Continuation) -> list[int]:
    """Lists the blocks to which the routines on the stack return, outermost first."""
    return state.stack[::2]


def value_of(state: Position, name: str) -> Any:
    """The value of a variable; with indices, a flat list of them."""
    slot = state.layout.variables[name]
    stored = getattr(state, slot.attribute)
    return stored[: len(stored) - len(slot.nowhere)] if slot.sizes else stored


def dump(state: State) -> dict[str, Any]:
    """Dumps all that rules could tell apart as plain data: equal dumps are the same point of play."""
    layout = state.layout
    plain: Mapping[str, Any] = {
        "variables": {name: _plain(value_of(state, name)) for name in layout.variables},
        "streams": {name: getattr(state, attribute) for attribute, name in layout.streams.items()},
        "zones": [list(zone) for zone in state.zones],
        "options": list(state.options),
        "offers": list(state.offers),
        "winners": list(state.winners),
        "deciding": list(state.deciding),
        "later": [_plain(rule) for rule in state.later],
        "under_way": [_plain(getattr(state, attribute)) for attribute in under_way(layout)],
        "effects": {effect: _plain(getattr(state, effect_attribute(effect))) for effect in layout.effects},
    }
    alone = (
        "player", "site", "can_pass", "over", "decisions", "set_up", "round_number", "held", "begun", "active_player",
        "next_player", "cause", "causer",
    )  # fmt: skip
    lists = ("kind", "zone", "owner", "seen", "taken")
    return {
        **plain,
        **{name: int(getattr(state, name)) for name in alone},
        **{name: list(getattr(state, name)) for name in lists},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return int(value)
