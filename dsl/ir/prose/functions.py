"""Says built-in functions: as nouns, and those that are yes or no as clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.ir.prose.nouns import Noun, spelt

if TYPE_CHECKING:
    from dsl.ir.prose.values import Values

#: Places in a list, in words.
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
#: The places in a stack that come first and last: it is counted from the bottom, and seen from the top.
_OF_STACK = {"first": "bottom", "last": "top"}


def function(v: Values, e: ir.Expression, name: str, arguments: tuple[ir.Expression, ...]) -> Noun:
    """What a function comes to, as a noun. Raises `Wordless`."""
    from dsl.ir.prose.values import Wordless

    match name, arguments:
        case "parameter", (ir.Constant(place),):
            parameter = v.lexicon.parameters[v.lexicon.game.texts[place]]
            return v.noun(ir.Constant(parameter.value, parameter.type))
        case "value_attribute", (ir.Constant(place), value):
            return Noun(f"the {spelt(v.lexicon.game.texts[place])} of {v.noun(value).text}")
        case (("left" | "right"), (player,)):
            return Noun(f"the player to {v.noun(player).possessive} {name}")
        case (("owner" | "holder" | "title"), (piece,)):
            return Noun(v.noun(piece).has(name))
        case "seat_number", (player,):
            return Noun(v.noun(player).has("seat number"))
        case "controller", (ir.Function("cause"),):
            return Noun("whoever brought that about")
        case "controller", (piece,):
            return Noun(f"whoever decides for {v.noun(piece).text}")
        case "cause", ():
            return Noun("what brought that about")
        case "active_player", ():
            return Noun("the player whose turn it is")
        case "next_player", ():
            return Noun("whoever was given the next turn")
        case "pips", (die,):
            return v.noun(die)
        case "next", (value,):
            return Noun(f"the next {v.one_of(e.type)} after {v.noun(value).text}")
        case "shift", (value, steps):
            return Noun(f"the {v.one_of(e.type)} that comes {v.term(steps)} after {v.noun(value).text}")
        case (("smaller" | "larger"), (one, other)):
            return Noun(f"the {name} of {v.term(one)} and {v.term(other)}")
        case (("first" | "last"), (ir.Ranked(over) as ranked,)):
            return Noun(f"the {v.one(over)} {v.best(ranked)} (among equals, {_among(v, over, name)})")
        case (("first" | "last"), (over,)):
            return Noun(f"the {_OF_STACK[name] if _in_stack(v, over) else name} {v.one(over)}")
        case "item", (ir.Constant(place), over) if 0 < place <= len(_ORDINALS) and not _in_stack(v, over):
            return Noun(f"the {_ORDINALS[place - 1]} {v.one(over)}")
        case "item", (ir.Arithmetic("+", ir.Arithmetic("-", ir.CountOf(), place), ir.Constant(1)), over) if (
            _in_stack(v, over)
        ):
            match place:
                case ir.Constant(number) if 0 < number <= len(_ORDINALS):
                    return Noun(f"the {_ORDINALS[number - 1]} {v.one(over)} (counted from the top)")
            return Noun(f"number {v.noun(place).text} of the {v.several(over)} (counted from the top)")
        case "item", (place, over) if not _in_stack(v, over):
            return Noun(f"number {v.noun(place).text} of the {v.several(over)}")
        case "round_number", ():
            return Noun("the number of the round")
        case "distance", (*_, one, other):
            return Noun(f"the distance from {v.noun(one).text} to {v.noun(other).text}")
        case "longest_line", (*_, spaces):
            return Noun(f"the length of the longest line of {v.several(spaces)}")
        case _ if e.type.many:
            return Noun(f"all {v.several(e)}", several=True)
        case _:
            raise Wordless(e, f"no words for {name}")


def several_by(v: Values, e: ir.Function, several: bool, kind: str) -> str:
    """The things of a list that a function makes, without an article. Raises `Wordless`."""
    from dsl.ir.prose.values import Wordless

    match e.name, e.arguments:
        case (("from" | "back_from"), (inner, _)):
            return v.listed(inner, several, kind)
        case "without_each", (inner, others):
            return f"{v.listed(inner, several, kind)} other than {v.noun(others).text}"
        case _:
            raise Wordless(e, f"a list made by {e.name}")


def told(v: Values, e: ir.Function, holds: bool) -> str:
    """A function that is yes or no, as a clause. Raises `Wordless`."""
    from dsl.ir.prose.values import Wordless

    match e.name, e.arguments:
        case "face_up", (piece,):
            noun = v.noun(piece)
            return f"{noun.text} {noun.does('lie')} face {'up' if holds else 'down'}"
        case "playable", (piece, _):
            return f"what {v.noun(piece).text} says can{'' if holds else 'not'} be done now"
        case "lasting", (piece,):
            return f"{'something' if holds else 'nothing'} that {v.noun(piece).text} began is still in force"
        case "game_is_over", ():
            return f"the game is {'' if holds else 'not '}over"
        case _:
            raise Wordless(e, f"no words for {e.name} as a condition")


def _in_stack(v: Values, over: ir.Expression) -> bool:
    """Whether a list is what lies in one stack, or is picked from it."""
    match over:
        case ir.Contents(ir.ZoneAt(zone)) if zone:
            return v.lexicon.zones[zone].shape is ir.Shape.STACK
        case ir.Filter(inner) | ir.Without(inner) | ir.Ranked(inner):
            return _in_stack(v, inner)
        case _:
            return False


def _among(v: Values, over: ir.Expression, end: str) -> str:
    """Which of several that are the best alike it is."""
    if over.type.kind is Kind.PLAYER:
        match over:
            case ir.PlayersFrom(start, anticlockwise=back) if start != ir.Constant(ir.NONE, start.type):
                return f"the first {'anti' if back else ''}clockwise from {v.noun(start).text}"
            case ir.Filter(inner) | ir.Without(inner):
                return _among(v, inner, end)
            case ir.AllOf() | ir.PlayersFrom():
                return f"whoever sits {end}"
    return f"the {_OF_STACK[end] if _in_stack(v, over) else end} one"
