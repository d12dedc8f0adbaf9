"""Values of a game's parameters, as a person writes them."""

from dsl.ir import nodes as ir


def parameter_values(game: ir.Game) -> dict[str, int | bool | str]:
    """A number, yes or no, or the name of a value, for each parameter."""
    return {each.name: _value(each, named_values(game, each)) for each in game.parameters}


def named_values(game: ir.Game, parameter: ir.Parameter) -> list[str]:
    """The names of all values that a parameter may have, by their numbers; none if they are numbers."""
    if parameter.type.kind is ir.Kind.YES_NO:
        return ["no", "yes"]
    return [value.name for enum in game.enumerations if enum.name == parameter.type.name for value in enum.values]


def _value(parameter: ir.Parameter, names: list[str]) -> int | bool | str:
    if parameter.type.kind is ir.Kind.YES_NO:
        return bool(parameter.value)
    return names[parameter.value] if names else parameter.value
