"""Indexes the declarations of a game by name."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_of


@frozen(eq=False, slots=False)
class Declarations:
    """What a game declares, by name."""

    game: ir.Game

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many values each enum, board or group of counters has."""
        groups = Counter(variable.group for variable in self.game.variables if variable.group)
        return {**groups, **{enum.name: len(enum.values) for enum in self.game.enumerations}}

    @cached_property
    def defines(self) -> Mapping[str, ir.Define]:
        return {define.name: define for define in self.game.defines}

    @cached_property
    def procedures(self) -> Mapping[str, ir.Procedure]:
        return {procedure.name: procedure for procedure in self.game.procedures}

    @cached_property
    def flows(self) -> Mapping[str, ir.Flow]:
        return {flow.name: flow for flow in self.game.flows}

    def flows_within(self, body: ir.Body) -> list[ir.Flow]:
        """The rounds, phases and steps that a body runs, in order."""
        names = dict.fromkeys(run.flow for run in nodes_of(body.statements, ir.RunFlow))
        return [self.flows[name] for name in names]

    @cached_property
    def variables(self) -> Mapping[str, ir.Variable]:
        return {variable.name: variable for variable in self.game.variables}

    @cached_property
    def zones(self) -> Mapping[str, ir.Zone]:
        return {zone.name: zone for zone in self.game.zones}

    @cached_property
    def enumerations(self) -> Mapping[str, ir.Enumeration]:
        return {enum.name: enum for enum in self.game.enumerations}

    @cached_property
    def counters(self) -> Mapping[int, str]:
        """The counters that players have, by their numbers."""
        return {v.number: v.name for v in self.game.variables if v.number >= 0}

    @cached_property
    def names_of_counters(self) -> frozenset[str]:
        return frozenset(self.counters.values())
