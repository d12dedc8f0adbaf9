"""Games that were played in one go, counted column by column, or taken one by one from their records."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from interpreter.backend.wasm.driver.machine import Batch
from interpreter.backend.wasm.driver.records import UNKNOWN, Field
from interpreter.simulation.games.observed import added
from interpreter.simulation.games.played import Played
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.games.tally import Gathered, Tally
from interpreter.simulation.native.columns import Column, added_up, first_winners, of_seats, products
from interpreter.simulation.statistics.intervals import Distribution
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
    tally.games += len(batch.seeds)
    tally.natively += len(batch.seeds)
    for gathered, field in (
        (tally.rounds, Field.ROUNDS), (tally.decisions, Field.DECISIONS), (tally.genuine, Field.CHOICES),
    ):  # fmt: skip
        _add(gathered, _column(batch, field).times)
    added(tally.choices, batch.choices)
    _add_both(tally.answers, len(batch.seeds), _column(batch, Field.ANSWERS), _column(batch, Field.CHOICES))
    added(tally.won, dict(_column(batch, Field.WON).times))
    if judging is not None:
        _count_standings(tally, batch, judging)


def _count_standings(tally: Tally, batch: Batch, judging: Judging) -> None:
    shape = batch.shape
    columns = [_column(batch, place) for place in range(shape.judged, shape.width)]
    scores, measured = judging.parted(columns)
    winners = first_winners(_column(batch, shape.winners), _column(batch, Field.WINNERS))
    for gathered, values in zip(tally.scores, scores, strict=True):
        _gather(gathered, values, winners)
    for gathered, parts in zip(tally.measured, measured, strict=False):
        _gather(gathered, parts[0], winners, *parts[1:])
    for k in tally.sided:
        _count_sides(tally.measured[k], measured[k][0], _column(batch, Field.WON))
    for seat, places in enumerate(tally.places):
        added(places, {place: n for place, n in _column(batch, shape.places + seat).times.items() if place})
    decided = dict(_column(batch, Field.DECIDED).times)
    tally.otherwise += decided.pop(UNKNOWN, 0)
    for place, games in decided.items():
        tally.decided[place] += games
    _add(tally.margins, {n: times for n, times in _column(batch, Field.MARGIN).times.items() if n != UNKNOWN})


def _column(batch: Batch, place: int) -> Column:
    return Column(batch.column(place))


def _add(to: Distribution, counts: Mapping[int, int]) -> None:
    for value, times in counts.items():
        to.add(value, times)


def _add_both(sums: Sums, games: int, one: Column, other: Column) -> None:
    """Adds to the sums of two columns."""
    columns = (one, other)
    sums.count += games
    for k, column in enumerate(columns):
        sums.totals[k] += column.total
        for j in range(k + 1):
            sums.products[k][j] += products(column, columns[j])


def _gather(to: Gathered, values: Sequence[Column], winners: bytes, per: Sequence[Column] = ()) -> None:
    """Counts a quantity, by columns: of each seat, or one alone."""
    for seat, column in zip(to.seats, values, strict=False):
        _add(seat, column.times)
    sums = added_up(values)
    _add(to.sums, sums.times)
    if per:
        _add_both(to.ratio, len(winners), sums, added_up(per))
    elif len(values) == len(to.seats):
        _add(to.winners, of_seats(values, winners))


def _count_sides(to: Gathered, values: Sequence[Column], won: Column) -> None:
    rows = zip(*(column.numbers for column in values), strict=True)
    for (row, seats), games in Counter(zip(rows, won.numbers, strict=True)).items():
        to.count_sides(row, [seat for seat in range(len(row)) if seats >> seat & 1], games)
