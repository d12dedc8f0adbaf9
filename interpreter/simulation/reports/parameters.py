"""The values of a game's parameters, as a person would write them."""

from __future__ import annotations

from dsl.ir import nodes as ir


def parameter_values(game: ir.Game) -> dict[str, int | bool | str]:
    """A number, yes or no, or the name of a value, for each parameter."""
    return {parameter.name: _value(game, parameter) for parameter in game.parameters}


def _value(game: ir.Game, parameter: ir.Parameter) -> int | bool | str:
    match parameter.type.kind:
        case ir.Kind.YES_NO:
            return bool(parameter.value)
        case ir.Kind.VALUE:
            return next(e for e in game.enumerations if e.name == parameter.type.name).values[parameter.value].name
        case _:
            return parameter.value
