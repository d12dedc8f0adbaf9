"""The journal of the reference back end: one entry for each event, with who may know of it."""

from interpreter.backend.reference.values import Context
from interpreter.program.model.nodes import Verb


def emit(
    context: Context, site: int, verb: Verb, you: int, values: tuple[int, ...], seen: int | None = None,
    known: int | None = None,
) -> None:  # fmt: skip
    """Appends an event to the journal, in the form that `Verb` says.

    `seen`: who may see the values, `known`: who learns of it at all; None is everybody.
    """
    if context.state.journal is not None:
        everybody = context.program.layout.everybody
        masks = (everybody if mask is None else mask for mask in (seen, known))
        context.state.journal.append((site, int(verb), you, *masks, *values))
