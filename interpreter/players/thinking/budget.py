"""How long somebody thinks over a decision: so many passes, or for so many seconds."""

import re
from typing import Final

from attrs import evolve

from dsl.frozen import frozen
from interpreter.players.kinds import THINK, thinks

#: What stands behind the budget of a player who is after the score.
SCORE: Final = "score"
#: More would take days over a decision.
MOST_PASSES: Final = 1_000_000
_MOST_SECONDS: Final = 3600
#: So many passes, or thousandths of a second, pass unnoticed.
_UNNOTICED: Final = 50


@frozen
class Budget:
    """So many passes; with `seconds` as many as can be made in that time, however many these are.

    With `score`, whoever thinks so is after as high a score as can be, whether it wins or not.
    """

    passes: int
    seconds: float = 0.0
    score: bool = False

    @property
    def is_timed(self) -> bool:
        """Whether it hangs on how fast the machine is what comes of it."""
        return self.seconds > 0

    @property
    def unnoticed(self) -> "Budget":
        """So much of it that nobody can tell by the time whether somebody has thought at all."""
        return evolve(self, passes=min(self.passes, _UNNOTICED), seconds=min(self.seconds, _UNNOTICED / 1000))


def budget_of(said: str) -> Budget | None:
    """The budget in `think:400`, `think:2s` or `think:400:score`; None for another kind of player.

    Raises ValueError, with advice.
    """
    if not thinks(said):
        return None
    long, _, aim = said.partition(":")[2].partition(":")
    if aim.strip() not in ("", SCORE):
        raise ValueError(f"it is after the win, or else the score: {THINK}:400, {THINK}:400:{SCORE}")
    score = aim.strip() == SCORE
    found = re.fullmatch(r"(\d+)|(\d+(?:\.\d+)?)\s*s", long.strip())
    if found is None:
        raise ValueError(f"write how long it thinks: {THINK}:400 plays on 400 times, {THINK}:2s for two seconds")
    if found[1]:
        if not 1 <= int(found[1]) <= MOST_PASSES:
            raise ValueError(f"it can play on 1 to {MOST_PASSES:,} times, as in {THINK}:400")
        return Budget(int(found[1]), score=score)
    if not 0 < float(found[2]) <= _MOST_SECONDS:
        raise ValueError(f"it can think for up to {_MOST_SECONDS:,} seconds, as in {THINK}:2s")
    return Budget(MOST_PASSES, float(found[2]), score)
