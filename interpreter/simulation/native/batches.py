"""Games that were played in one go, counted column by column, or taken one by one from their records."""

from collections import Counter
from collections.abc import Iterator, Sequence

from interpreter.backend.wasm.driver.machine import Batch
from interpreter.backend.wasm.driver.records import UNKNOWN, Field
from interpreter.simulation.games.observed import added
from interpreter.simulation.games.played import Played
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.games.tally import Gathered, Tally
from interpreter.table.ending.ranking import Judging, Standings


def played_in(batch: Batch, judging: Judging | None) -> Iterator[Played]:
    """The games of a batch, one by one."""
    for seed, record in zip(batch.seeds, batch.records, strict=True):
        first = batch.shape.winners
        winners = tuple(record[first : first + record[Field.WINNERS]])
        yield Played(
            seed, record[Field.ROUNDS], record[Field.DECISIONS], record[Field.CHOICES], record[Field.ANSWERS], winners,
            None if judging is None else _standings(batch, judging, record),
        )  # fmt: skip


def _standings(batch: Batch, judging: Judging, record: Sequence[int]) -> Standings:
    """How a game ended."""
    scores, measured = judging.parted(record[batch.shape.judged :])
    decided, margin = record[Field.DECIDED], record[Field.MARGIN]
    places = tuple(record[batch.shape.places : batch.shape.judged])
    known = decided != UNKNOWN
    return Standings(
        scores, decided if known else None, margin if margin != UNKNOWN else None, places if known else (), measured
    )


def count_batch(tally: Tally, batch: Batch, judging: Judging | None) -> None:
    """Counts all games of a batch: as `Tally.count` does, one after another."""
    games = len(batch.seeds)
    tally.games += games
    tally.natively += games
    for many, field in (
        (tally.rounds, Field.ROUNDS), (tally.decisions, Field.DECISIONS), (tally.genuine, Field.CHOICES),
    ):  # fmt: skip
        many.add_all(batch.times(field))
    added(tally.choices, batch.choices)
    _add_both(tally.answers, batch, Field.ANSWERS, Field.CHOICES)
    added(tally.won, batch.times(Field.WON))
    if judging is None:
        return
    first = batch.shape.judged
    for number, (gathered, sizes) in enumerate(zip((*tally.scores, *tally.measured), judging.parts, strict=False)):
        _gather(gathered, batch, first, sizes, batch.shape.of_quantity(number))
        if number - len(tally.scores) in tally.sided:
            _count_sides(gathered, batch, range(first, first + sizes[0]))
        first += sum(sizes)
    if judging.compared is None:
        tally.otherwise += games
        return
    for seat, places in enumerate(tally.places):
        added(places, {place: n for place, n in batch.times(batch.shape.places + seat).items() if place})
    decided = batch.times(Field.DECIDED)
    tally.otherwise += games - sum(decided.values())
    for place, times in decided.items():
        tally.decided[place] += times
    tally.margins.add_all(batch.times(Field.MARGIN))


def _add_both(sums: Sums, batch: Batch, one: int, other: int) -> None:
    """Adds what stands at two places to the sums of two columns."""
    first, second, of_first, of_both, of_second = batch.sums(one, other)
    sums.merge(Sums(len(batch.seeds), [first, second], [[of_first], [of_both, of_second]]))


def _gather(to: Gathered, batch: Batch, first: int, sizes: Sequence[int], whole: int) -> None:
    """Counts a quantity, whose values stand from a place on, and what is made of them from another on."""
    for seat, place in zip(to.seats, range(first, first + sizes[0]), strict=False):
        seat.add_all(batch.times(place))
    to.sums.add_all(batch.times(whole))
    if len(sizes) > 1:
        _add_both(to.ratio, batch, whole, whole + 1)
    elif sizes[0] == len(to.seats):
        to.winners.add_all(batch.times(whole + 2))


def _count_sides(to: Gathered, batch: Batch, places: range) -> None:
    rows = zip(*map(batch.column, (Field.WON, *places)), strict=True)
    for (won, *row), games in Counter(rows).items():
        to.count_sides(row, [seat for seat in range(len(row)) if won >> seat & 1], games)
