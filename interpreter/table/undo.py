"""When a decision may be taken back: by its own player alone, and while nothing has been learned from it."""

from collections.abc import Sequence

from interpreter.backend.reference.context import Context
from interpreter.program.model.nodes import Verb
from interpreter.runtime.state import State
from interpreter.text.labels import Words, possessive
from interpreter.text.log.heard import Entry
from interpreter.text.redaction import in_mask, is_hidden

_TRANSFERS = (Verb.GAIN, Verb.LOSE, Verb.PAY, Verb.GIVE)


def why_not_undo(
    before: State, after: State, decider: int, wants: int, events: Sequence[Entry], words: Words
) -> str | None:
    """Why seat `wants` cannot take back the decision that these events followed, in a sentence; None if it can."""
    if after.over:
        return "The game is over, and what everybody held has been shown."
    if wants != decider:
        return (
            f"The last decision was {possessive(words.player(decider))}; "
            "you can only take back your own, before anybody else has decided."
        )
    if any(getattr(before, stream) != getattr(after, stream) for stream in before.layout.streams):
        return "Chance has decided something since then, and cannot be asked again."
    if any(new & ~old for old, new in zip(before.seen, after.seen, strict=False)):
        return "A card has been seen since then, and cannot be forgotten."
    if (holder := _whose_counters_were_shown(before, events, decider, words)) is not None:
        return f"It has shown something of what {holder} holds."
    return None


def _whose_counters_were_shown(before: State, events: Sequence[Entry], decider: int, words: Words) -> str | None:
    """The player whose counters went somewhere, for the decider to see how many, who did not see them before."""
    layout = words.program.layout
    for _, verb, _, seers, _, *values in events:
        if verb in _TRANSFERS and in_mask(layout, seers, decider):
            counter, _, source, _ = values
            variable = layout.variables[layout.counters[counter]].variable
            if source >= 0 and is_hidden(Context(words.program, before, []), variable, (source,), decider):
                return words.player(source)
    return None
