"""Tells the reads and writes of every node: what of the state expressions read and statements write.

The state is a set of locations: a variable, a field of pieces, a zone, and so on (`Resource`). Of two nodes whose reads
and writes have no location in common, the one makes no difference to the other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, get_args

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_by_kind, nodes_in, nodes_of, of_kind, schema


class Resource(StrEnum):
    """A kind of location; what tells one location from another of its kind is said behind each."""

    VARIABLE = "variable"  # its name
    FIELD = "field"  # the name of a field of pieces
    ZONE = "zone"  # the name of the zone whose pieces, or their order, this is; "": whichever it may be
    FACES = "faces"  # who knows which piece is which
    KINDS = "kinds"  # which pieces there are
    SLOT = "slot"  # the number of a local
    EFFECT = "effect"  # the number of an effect: how often it is in force
    ROUND = "round"
    ROUNDS = "rounds"  # how many passes have begun in all
    TURN = "turn"  # whose turn it is, and who has the next one
    TURN_OVER = "turn over"
    GAME_OVER = "game over"
    ACTIONS = "actions"  # how often each action was taken
    CAUSE = "cause"
    DECIDER = "decider"
    DEPTH = "depth"  # how many of a procedure are under way
    HELD = "held"  # whether a moment is being held
    RULES = "rules"  # which rules are under way


Location: TypeAlias = tuple[Resource, "str | int"]
Locations: TypeAlias = frozenset[Location]

ANY_ZONE: Location = (Resource.ZONE, "")
FACES: Location = (Resource.FACES, "")


class _Defined(Protocol):
    """A derived value with its exceptions, in the IR or lowered."""

    @property
    def value(self) -> ir.Expression: ...
    @property
    def exceptions(self) -> tuple[Any, ...]: ...


@frozen(eq=False)
class StateNames:
    """What the names and numbers in nodes stand for.

    `counters`: the variables that are counters of player, by their numbers. `refills`: for each zone, the one from
    which it is refilled, or "". `printed`: all fields of pieces.
    """

    counters: tuple[str, ...]
    refills: Mapping[str, str]
    printed: tuple[str, ...]
    defines: Mapping[str, _Defined]
    effects: tuple[ir.Effect, ...]

    def counters_of(self, counter: ir.Expression) -> Iterator[Location]:
        """The variables that a counter may be."""
        known = counter.value if isinstance(counter, ir.Constant) else None
        numbers = range(len(self.counters)) if known is None else range(known, known + 1) if known >= 0 else ()
        return ((Resource.VARIABLE, self.counters[number]) for number in numbers)

    def all_kinds(self) -> Iterator[Location]:
        """What another piece is, once it is a copy of another: its kind, and all that is printed on it."""
        yield (Resource.KINDS, "")
        yield from ((Resource.FIELD, name) for name in self.printed)

    def all_zones(self) -> Iterator[Location]:
        """Whichever zone it may be, and each by its name."""
        yield ANY_ZONE
        yield from ((Resource.ZONE, zone) for zone in self.refills)


def state_names(game: ir.Game) -> StateNames:
    """The names of a game."""
    counters = sorted((v.number, v.name) for v in game.variables if v.number >= 0)
    return StateNames(
        counters=tuple(name for _, name in counters), refills={zone.name: zone.refill for zone in game.zones},
        printed=tuple(field.name for kind in game.card_types for field in kind.fields),
        defines={d.name: d for d in game.defines}, effects=game.effects,
    )  # fmt: skip


# ---------------------------------------------------------------- reads

#: What functions read that the state keeps of itself.
STATE_FUNCTIONS: Mapping[str, Location] = {
    "holder": ANY_ZONE,
    "place": ANY_ZONE,
    "face_up": FACES,
    "seen": FACES,
    "copies": (Resource.KINDS, ""),
    "entry": (Resource.KINDS, ""),
    "round_number": (Resource.ROUND, ""),
    "rounds": (Resource.ROUNDS, ""),
    "active_player": (Resource.TURN, ""),
    "next_player": (Resource.TURN, ""),
    "turn_over": (Resource.TURN_OVER, ""),
    "game_is_over": (Resource.GAME_OVER, ""),
    "taken": (Resource.ACTIONS, ""),
    "cause": (Resource.CAUSE, ""),
    "causer": (Resource.CAUSE, ""),
    "decider": (Resource.DECIDER, ""),
    "deep": (Resource.DEPTH, ""),
    "held": (Resource.HELD, ""),
    "rules_under_way": (Resource.RULES, ""),
}


def reads(tree: object, names: StateNames) -> Locations:
    """Everything that the value of an expression, or of each in a tuple, may change with.

    Definitions are looked into, with their exceptions and what says whether these hold.
    """
    found: set[Location] = set()
    _read(tree, names, found, set())
    return frozenset(found)


def _read(tree: object, names: StateNames, found: set[Location], looked_into: set[str]) -> None:
    for node in nodes_in(tree):
        match node:
            case ir.Local(slot):
                found.add((Resource.SLOT, slot))
            case ir.Read(variable):
                found.add((Resource.VARIABLE, variable))
            case ir.ReadCounter(counter):
                found.update(names.counters_of(counter))
            case ir.Attribute(field):
                found.add((Resource.FIELD, field))
            case ir.Contents(zone) | ir.PileEnd(zone=zone):
                found.add(_zone(zone) or ANY_ZONE)
            case ir.AllOf(of) if of.kind is ir.Kind.PIECE:
                found.update((ANY_ZONE, (Resource.KINDS, "")))
            case ir.InForce(effect):
                found.add((Resource.EFFECT, effect))
            case ir.Function(name) if name in STATE_FUNCTIONS:
                found.add(STATE_FUNCTIONS[name])
            case ir.ExceptionRule(effect=effect) if effect >= 0:
                _read_whether_in_force(effect, names, found, looked_into)
            case ir.Derived(define) if define not in looked_into:
                looked_into.add(define)
                inner: set[Location] = set()
                _read((names.defines[define].value, names.defines[define].exceptions), names, inner, looked_into)
                found.update(location for location in inner if location[0] is not Resource.SLOT)
            case _:
                pass


def _read_whether_in_force(effect: int, names: StateNames, found: set[Location], looked_into: set[str]) -> None:
    condition = names.effects[effect].condition
    if condition is None:
        found.add((Resource.EFFECT, effect))
    else:
        found.add(ANY_ZONE)
        _read(condition, names, found, looked_into)


def zones_in(tree: object) -> frozenset[str]:
    """The zones that are named in a tree."""
    return frozenset(node.zone for node in nodes_in(tree) if isinstance(node, ir.ZoneAt | ir.Zones))


def calls_function(tree: object, *functions: str) -> bool:
    """Whether one of these functions is worked out somewhere in a tree."""
    calls = of_kind(nodes_by_kind(tree), ir.Function) if isinstance(tree, ir.Game) else nodes_of(tree, ir.Function)
    return any(node.name in functions for node in calls)


# ---------------------------------------------------------------- writes

EXPRESSIONS: frozenset[type] = frozenset(get_args(ir.Expression))
STATEMENTS: tuple[type, ...] = get_args(ir.Statement)
#: Expressions that go through a list, with each item in a slot.
BINDERS: frozenset[type] = frozenset(kind for kind in EXPRESSIONS if schema(kind).filled)


def writes(node: object, names: StateNames) -> Iterator[Location]:
    """What a statement itself may write: not what stands in it, nor what it runs (see `leads_to`)."""
    yield from ((Resource.SLOT, slot) for slot in filled(node))
    rule = _WRITES.get(type(node))
    if rule is not None:
        yield from rule(node, names)


def filled(node: object) -> Iterator[int]:
    """The slots into which a statement itself puts something."""
    kind = type(node)
    if kind not in EXPRESSIONS:
        yield from (slot for name in schema(kind).filled if (slot := getattr(node, name)) >= 0)


def _transfer(node: ir.Transfer, names: StateNames) -> Iterable[Location]:
    yield from names.counters_of(node.counter)
    yield from ((Resource.VARIABLE, pot.variable) for pot in (node.source, node.target) if isinstance(pot, ir.Pot))


def _move(node: ir.MovePieces, names: StateNames) -> Iterable[Location]:
    match node.pieces:
        case ir.Contents(zone) | ir.PileEnd(zone=zone):
            return (FACES, *_changed(names, zone, node.zone))
        case _:
            return _anywhere(node, names)


def _anywhere(_: object, names: StateNames) -> Iterable[Location]:
    return (FACES, *names.all_zones())


#: What each kind of statement writes besides slots; one that is not here writes nothing else.
_WRITES: Mapping[type, Callable[[Any, StateNames], Iterable[Location]]] = {
    ir.Write: lambda node, names: ((Resource.VARIABLE, node.variable),),
    ir.Change: lambda node, names: ((Resource.VARIABLE, node.variable),),
    ir.Pot: lambda node, names: ((Resource.VARIABLE, node.variable),),
    ir.Transfer: _transfer,
    ir.MovePieces: _move,
    ir.Swap: _anywhere,
    ir.Draw: lambda node, names: (
        FACES, *_changed(names, node.source, node.target), *_refilling(names, node.source),
    ),
    ir.Shuffle: lambda node, names: (FACES, *_changed(names, node.zone), *_refilling(names, node.zone)),
    ir.Create: lambda node, names: (FACES, (Resource.KINDS, ""), *_changed(names, node.zone)),
    ir.Choose: lambda node, names: () if node.announced else (FACES,),  # see `Forget`
    ir.Reveal: lambda node, names: (FACES,),
    ir.Flip: lambda node, names: (FACES,),
    ir.Begin: lambda node, names: ((Resource.EFFECT, node.effect),),
    ir.Finish: lambda node, names: ((Resource.EFFECT, node.effect),),
    ir.Become: lambda node, names: ((Resource.EFFECT, node.effect), *names.all_kinds()),
    ir.Turn: lambda node, names: ((Resource.TURN, ""),),
    ir.NextTurn: lambda node, names: ((Resource.TURN, ""),),
    ir.EndTurn: lambda node, names: ((Resource.TURN_OVER, ""),),
    ir.RunFlow: lambda node, names: ((Resource.ROUND, ""),),
    ir.TakeActions: lambda node, names: ((Resource.ACTIONS, ""),),
    ir.DecidedBy: lambda node, names: ((Resource.DECIDER, ""),),
    ir.GameOver: lambda node, names: ((Resource.GAME_OVER, ""),),
    ir.Unsupported: lambda node, names: (
        FACES, *names.all_zones(), *((Resource.VARIABLE, name) for name in names.counters),
    ),
}  # fmt: skip


def _changed(names: StateNames, *zones: ir.Expression) -> Iterable[Location]:
    """What a change in these zones is to those who look; every zone if one of them may be any."""
    named = [_zone(zone) for zone in zones]
    return (ANY_ZONE, *(zone for zone in named if zone)) if all(named) else names.all_zones()


def _refilling(names: StateNames, zone: ir.Expression) -> Iterator[Location]:
    """The zone from which that one is refilled, if there is one."""
    found = _zone(zone)
    refill = names.refills.get(str(found[1]), "") if found else ""
    if refill:
        yield Resource.ZONE, refill


def _zone(zone: ir.Expression) -> Location | None:
    """The zone by its name, if it has one."""
    return (Resource.ZONE, zone.zone) if isinstance(zone, ir.ZoneAt | ir.Zones) else None


# ---------------------------------------------------------------- control flow


#: All that runs or offers something.
LEADING = (ir.Call, ir.RunFlow, ir.TakeActions, ir.Choose, ir.DoText)


def leads_to(node: object) -> Iterator[tuple[str, str]]:
    """What a statement runs or offers, by kind and name of the body; of texts of cards, the part."""
    match node:
        case ir.Call(procedure):
            yield "procedure", procedure
        case ir.RunFlow(flow):
            yield "flow", flow
        case ir.TakeActions(actions=actions) | ir.Choose(offers=actions):
            yield from (("action", name) for name in actions)
        case ir.DoText(part):
            yield "text", part
        case _:
            pass


def asks(node: object) -> bool:
    """Whether a statement asks somebody, who decides."""
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.Unsupported():
            return True
        case _:
            return False
