"""The outcome of one game, as far as it is counted, and its row in a file."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from dsl.frozen import frozen
from interpreter.table.ending.ranking import Ranking, Standings


@frozen
class Fault:
    """A game that the rules could not finish; its seed plays it again."""

    seed: int
    message: str
    where: str


@frozen
class Played:
    """A game that came to its end. `genuine` are questions with more than one answer, `answers` all that these have."""

    seed: int
    rounds: int
    decisions: int
    genuine: int
    answers: int
    winners: tuple[int, ...]
    standings: Standings | None

    def share(self, seat: int) -> Fraction:
        """The part of the win that belongs to a seat."""
        return Fraction(1, len(self.winners)) if seat in self.winners else Fraction(0)


Cell: TypeAlias = int | float | str | None
Row: TypeAlias = tuple[Cell, ...]

#: The columns that every game has, and what stands in them.
_FIRST: Final = (
    ("seed", int), ("players", int), ("rounds", int), ("decisions", int), ("real_choices", int), ("answers", int),
    ("winners", str), ("margin", int), ("decided_by", str), ("fault", str),
)  # fmt: skip


def columns(ranks: Ranking | None, most_seats: int) -> dict[str, type]:
    """The columns of a row: those that every game has, each seat's part of the win, and its scores."""
    wins = {f"win_{seat + 1}": float for seat in range(most_seats)}
    names = [name.replace(" ", "_") for name in ranks.names] if ranks is not None else []
    scores = {f"{name}_{seat + 1}": int for name in names for seat in range(most_seats)}
    return {**dict(_FIRST), **wins, **scores}


def row(played: Played | Fault, seats: int, most_seats: int, ranks: Ranking | None) -> Row:
    """The cells of a game with so many seats; None where there is nothing to say."""
    criteria = len(ranks.criteria) if ranks is not None else 0
    if isinstance(played, Fault):
        nothing = [None] * (most_seats * (1 + criteria))
        return (played.seed, seats, *[None] * 7, f"{played.message} ({played.where})", *nothing)
    winners = " ".join(str(seat + 1) for seat in played.winners)
    margin = played.standings.margin if played.standings else None
    first = (played.seed, seats, played.rounds, played.decisions, played.genuine, played.answers, winners, margin)
    wins = _wide([float(played.share(seat)) for seat in range(seats)], most_seats)
    scores = played.standings.scores if played.standings else ()
    place = played.standings.decided if played.standings else None  # of the criterion that left one winner
    decided = ranks.names[place] if ranks is not None and place is not None and place < criteria else None
    return (*first, decided, None, *wins, *(cell for one in scores for cell in _wide(one, most_seats)))


def _wide(cells: Sequence[Cell], width: int) -> list[Cell]:
    return [*cells, *[None] * (width - len(cells))]
