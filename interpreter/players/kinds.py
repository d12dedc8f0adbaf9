"""The kinds of players that are no people, by their names: `random`, `uniform`, `think:400`."""

from collections.abc import Sequence
from typing import Final

from interpreter.players.uniform import BOTS

#: What a player who thinks is called, before how long.
THINK: Final = "think"
#: How the kinds are named where they are listed.
KINDS: Final = (*BOTS, f"{THINK}:400")


def why_no_bot(said: str, others: Sequence[str] = ()) -> str | None:
    """Why no bot is called so, in advice what to write instead; None if one is. `others` may sit there besides."""
    from dsl.nearest import nearest  # here and below: who asks for the names alone need not wait for these
    from interpreter.players.thinking.budget import budget_of

    try:
        if said in BOTS or budget_of(said) is not None:
            return None
    except ValueError as wrong:
        return str(wrong)
    near = nearest(said, (*others, *BOTS, THINK))
    if not near:
        return f"there are {', '.join((*others, *KINDS))}"
    return f"did you mean {KINDS[-1] if near[0] == THINK else near[0]}?"


def thinks(said: str) -> bool:
    """Whether who is called so thinks."""
    return said.partition(":")[0].strip() == THINK


def is_timed(said: str) -> bool:
    """Whether it hangs on how fast the machine is what a bot answers."""
    from interpreter.players.thinking.budget import budget_of

    budget = budget_of(said)
    return budget is not None and budget.is_timed
