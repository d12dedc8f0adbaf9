"""What there is on a space of a board, in a few words, for whoever may choose it."""

from collections import Counter
from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called
from interpreter.backend.reference.context import Context
from interpreter.program.model.layout import VariableSlot
from interpreter.text.labels import Words, capital, several
from interpreter.text.redaction import is_hidden, is_player, knows, marks_seen, plain_fields


def on_space(scene: Context, words: Words, kind: str, place: int, seat: int) -> str:
    """Who stands there, what lies there, and what else is told of it, as `seat` may see it: `Ann, 2 x Gem, Mud 2`."""
    told: list[str] = []
    for slot in words.program.layout.variables.values():
        if slot.variable.pawn and slot.variable.type.name == kind:
            told += _standing(scene, words, slot, place, seat)
    places = (zone for zone in words.program.layout.zones.values() if _is_of(zone.zone, kind))
    for number, zone in enumerate(places):  # the first is where most things lie, and goes without its name
        if lying := list(_lying(scene, words, scene.state.zones[zone.base + place], seat)):
            told += lying if number == 0 else [f"{capital(called(zone.zone))}: {', '.join(lying)}"]
    for slot in words.program.layout.variables.values():
        if _is_of(slot.variable, kind) and slot.variable.name in words.shown:
            told += _value(scene, words, slot, place, seat)
    return ", ".join(told)


def _is_of(thing: ir.Variable | ir.Zone, kind: str) -> bool:
    """Whether there is one for each space, and for nothing else."""
    return tuple(index.name for index in thing.dimensions) == (kind,)


def _standing(scene: Context, words: Words, slot: VariableSlot, place: int, seat: int) -> Iterator[str]:
    """The pawns on it: a player's own by the player's name, if nobody has more than one."""
    values = getattr(scene.state, slot.attribute)
    for number, at in slot.cells():
        if (values[number] if slot.sizes else values) == place and not is_hidden(scene, slot.variable, at, seat):
            owners = [at[k] for k, index in enumerate(slot.variable.dimensions) if is_player(index)]
            alone = words.one_pawn and len(owners) == len(at) == 1
            yield words.player(owners[0]) if alone else capital(words.variable(slot.variable, at).removeprefix("the "))


def _lying(scene: Context, words: Words, pieces: list[int], seat: int) -> Iterator[str]:
    """The pieces on it: a token that is somebody's by the player's name, and unknown ones by what is seen of them."""
    state, titles, backs = scene.state, list[str](), Counter[str]()
    for piece in pieces:
        kind, owner = words.program.layout.kinds[state.kind[piece]], state.owner[piece]
        if not knows(state, piece, seat):
            backs[words.on_back(marks_seen(state, piece, seat))] += 1
        elif owner >= 0 and words.personal == {kind.card_type}:
            titles.append(words.player(owner))
        else:
            titles.append(f"{words.title(state, piece)}{words.marked(plain_fields(state, piece, seat))}")
    yield from several(sorted(titles))
    yield from (f"{number} unknown{marks}" for marks, number in sorted(backs.items()))


def _value(scene: Context, words: Words, slot: VariableSlot, place: int, seat: int) -> Iterator[str]:
    """What a counter or a flag says of it, if that is anything."""
    variable = slot.variable
    if is_hidden(scene, variable, (place,), seat):
        return
    worth = getattr(scene.state, slot.attribute)[place]
    if variable.type.kind is ir.Kind.YES_NO and worth:
        yield capital(called(variable))
    elif variable.counts and worth:
        yield f"{capital(called(variable))} {words.worth(variable, (place,), worth)}"
