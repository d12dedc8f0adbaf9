"""Recursion limits: the active calls of a recursive procedure are counted, and one too many is a fault.

Such a procedure, and its callers, are made of blocks even if they never ask, so that a long chain of calls is on the
stack of the state.
"""

from collections.abc import Mapping

from dsl.walk import with_fields
from interpreter.errors import Lacking, LoweringError
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.desugar.routines import Source
from interpreter.program.model.constant_fold import constant
from interpreter.program.model.nodes import Deeper, Depth, increment
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.routine_id import procedure as procedure_id
from interpreter.program.model.setting import Setting


def with_depth_limits(sources: Mapping[RoutineId, Source], bounds: Mapping[str, int]) -> dict[RoutineId, Source]:
    """Counts the active calls of procedures with a bound."""
    found = dict(sources)
    for number, (name, bound) in enumerate(bounds.items()):
        source = sources[procedure_id(name)]
        back = increment(Depth(number), -1)
        body = with_finally(source.statements, (back,), in_loop=True)
        statements = (Deeper(number, name, bound, span=source.span), *body, back)
        found[source.name] = with_fields(source, statements=statements)
    return found


def depth_limits(setting: Setting) -> dict[str, int]:
    """Evaluates the bounds of procedures, by name.

    Raises LoweringError for bounds that are not known before play.
    """
    lacking: list[Lacking] = []
    found: dict[str, int] = {}
    for procedure in setting.game.procedures:
        if procedure.depth is not None:
            bound = constant(procedure.depth, setting)
            if bound is None:
                lacking.append(Lacking(f"a depth of `{procedure.name}` that changes in play", procedure.span))
            found[procedure.name] = bound or 0
    if lacking:
        raise LoweringError(tuple(lacking))
    return found
