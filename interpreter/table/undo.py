"""When a decision may be taken back: by its own player alone, and while nothing has been learned from it."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import Position
from interpreter.runtime.state import State
from interpreter.text.labels import Words, possessive
from interpreter.text.narrate import Entry
from interpreter.text.redaction import in_mask

_TRANSFERS = (Verb.GAIN, Verb.LOSE, Verb.PAY, Verb.GIVE)


def why_not_undo(
    before: State, after: State, decider: int, wants: int, events: Sequence[Entry], words: Words
) -> str | None:
    """Why the decision between two states cannot be taken back, in a sentence; None if it can.

    `events` are those that followed from it; `wants` is the seat that wants it back.
    """
    if after.over:
        return "The game is over, and what everybody held has been shown."
    if wants != decider:
        return (
            f"The last decision was {possessive(words.player(decider))}; "
            "you can only take back your own, before anybody else has decided."
        )
    if _chance_has_decided(before, after):
        return "Chance has decided something since then, and cannot be asked again."
    if _a_piece_was_shown(before, after):
        return "A card has been seen since then, and cannot be forgotten."
    if (holder := _whose_counters_were_shown(events, decider, words)) is not None:
        return f"It has shown something of what {holder} holds."
    return None


def _chance_has_decided(before: Position, after: Position) -> bool:
    return any(getattr(before, stream) != getattr(after, stream) for stream in before.layout.streams)


def _a_piece_was_shown(before: Position, after: Position) -> bool:
    """Whether anybody knows a piece that they did not know before."""
    return any(new & ~old for old, new in zip(before.seen, after.seen, strict=False))


def _whose_counters_were_shown(events: Sequence[Entry], decider: int, words: Words) -> str | None:
    """The player whose hidden counters went somewhere, for the decider to see how many."""
    for _, verb, _, seers, _, *values in events:
        if verb in _TRANSFERS and in_mask(words.program.layout, seers, decider) and _is_hidden(values[0], words):
            source = values[2]
            if source >= 0 and source != decider:
                return words.player(source)
    return None


def _is_hidden(counter: int, words: Words) -> bool:
    layout = words.program.layout
    return layout.variables[layout.counters[counter]].variable.hidden
