"""Counts the values of each kind."""

from collections.abc import Mapping

from dsl.ir import nodes as ir


def sizes(game: ir.Game) -> Mapping[str, int]:
    """How many values each enum, board or group of counters has, by its name."""
    groups: dict[str, int] = {}
    for variable in game.variables:
        if variable.group:
            groups[variable.group] = groups.get(variable.group, 0) + 1
    return groups | {enum.name: len(enum.values) for enum in game.enumerations}
