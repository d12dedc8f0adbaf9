"""The limits of games, as `docs/language.md` states them: what goes beyond is an error of the rules, or a fault."""

from typing import Final

#: Numbers lie from minus this to this.
LARGEST_NUMBER: Final = 1_000_000_000
#: So many pieces may be in a game, and things in a list; so many sides has a die, so many values an enum or a board.
MOST_PIECES: Final = 20_000
MOST_SIDES: Final = 100_000
MOST_VALUES: Final = 2_500
#: What one rule makes last for a time may be in force so often at once.
MOST_IN_FORCE: Final = 1_000
#: So much may be worked out before somebody has to decide something, about one step for each word of a rule.
MOST_STEPS: Final = 5_000_000
#: Definitions, and procedures that do not come to themselves, may stand on one another so deep.
DEEPEST_CHAIN: Final = 60
#: So many rules may stand in place of one event.
MOST_INSTEAD: Final = 100
