"""Sums a simulation up in a few sentences: how long, how even, what such a run could have shown, what is never used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import asdict

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import is_plural
from dsl.listing import grouped, series
from interpreter.simulation.games.observed import Use
from interpreter.simulation.games.seen import Seen
from interpreter.simulation.reports.report import evidence, fairness, value_titles
from interpreter.simulation.reports.said import digits_for
from interpreter.simulation.simulate import Result
from interpreter.simulation.statistics.intervals import Distribution, wilson
from interpreter.simulation.statistics.power import least_advantage, least_change_of_share
from interpreter.table.ending.ranking import is_for_a_team, is_sided
from interpreter.text.labels import capital, spoken

#: So many games for each seat, before a test of equal shares means anything.
ENOUGH = 10
#: How sure something is, by the strength of its evidence.
SURENESS = {"very strong": "almost surely", "strong": "very likely", "weak": "likely"}
IN_FOUR_OF_FIVE = "would show in 4 of 5 such runs; what is smaller may be there unseen"
_MOST_NAMED = 3


@frozen
class Never:
    """What no watched game used: actions, answers, cards by title, and rules by their first line."""

    actions: tuple[str, ...]
    answers: tuple[str, ...]
    cards: tuple[str, ...]
    rules: tuple[str, ...]


@frozen
class Summary:
    """`sentences` say it. `least_advantage`: of how large a share above its part a seat would have to have, or by how
    much a share would have to change where all win together, to show in 4 of 5 such runs; None if that means nothing.
    """

    sentences: tuple[str, ...]
    least_advantage: float | None
    never: Never | None

    def plain(self) -> dict[str, Any]:
        """The summary as JSON takes it."""
        return {**asdict(self), "least_advantage": None if (a := self.least_advantage) is None else round(a, 4)}


def summary(results: Sequence[Result], game: ir.Game, found: Seen | None) -> Summary:
    """Sums up a run at one or several tables, and what was `found` there."""
    whole = [result for result in results if result.tally.finished]
    if not whole:
        return Summary((), None, None)
    parts = [part for part in (_power(result, game) for result in whole) if part is not None]
    least = max(parts) if len(parts) == len(whole) else None
    never = never_used(found) if found is not None else None
    said = [*_length(whole), *_evenness(whole, game)]
    if least is not None:
        one = is_together(whole[0], game)
        what = "A change of the rules that moves this by" if one else "An advantage of"
        whose = "" if one else " for one seat"
        said.append(f"{what} {100 * least:.2g} games in a hundred{whose} {IN_FOUR_OF_FIVE}.")
    if never is not None and found is not None:
        said.append(_never_words(never, found.games))
    return Summary(tuple(said), least, never)


# ---------------------------------------------------------------- how long


def _length(results: Sequence[Result]) -> Iterator[str]:
    first, last = results[0].tally, results[-1].tally
    if len(results) > 1:
        decisions = f"{first.decisions.mean:,.0f} decisions with {_players(first.seats)}"
        yield f"A game takes {decisions} and {last.decisions.mean:,.0f} with {last.seats}."
        return
    mean = first.rounds.mean
    rounds = f"{_number(mean)} {'round' if mean == 1 else 'rounds'}{_range_words(first.rounds)}"
    made, real = (f"{counts.mean:,.0f}" for counts in (first.decisions, first.genuine))
    choice = ", all with a real choice" if made == real else f", {real} of them with a real choice"
    decisions = f"{made} decisions{choice}" if first.decisions.maximum else "no decision"
    yield f"A game takes {rounds} and {decisions}." if first.rounds.maximum else f"A game takes {decisions}."


def _number(mean: float) -> str:
    return f"{mean:,.0f}" if mean >= 100 or mean == int(mean) else f"{mean:,.1f}"


def _range(counts: Distribution) -> tuple[int, int]:
    return counts.percentile(5), counts.percentile(95)


def _range_words(counts: Distribution) -> str:
    low, high = _range(counts)
    return f" ({low:,} to {high:,} in nine of ten)" if low < high else ""


def _players(number: int) -> str:
    return f"{number} player" if number == 1 else f"{number} players"


# ---------------------------------------------------------------- how even


def _evenness(results: Sequence[Result], game: ir.Game) -> Iterator[str]:
    if len(results) > 1:
        each = grouped((_one_table(result, game, len(results)), result.tally.seats) for result in results)
        told = (f"with {series(map(str, n))} {'player' if n == [1] else 'players'} {text}" for text, n in each.items())
        yield f"{capital('; '.join(told))}."
        return
    yield f"{capital(_one_table(results[0], game))}."
    yield from _sides(results[0], game)


def is_together(result: Result, game: ir.Game) -> bool:
    """Whether the players win together or not at all, by the rules or as far as was seen; a single one does."""
    return result.tally.seats == 1 or result.tally.together or (is_for_a_team(game) and not any(result.tally.wins))


def _one_table(result: Result, game: ir.Game, tables: int = 1) -> str:
    """Who wins how often, and how sure it is that this is no chance; at one of so many tables."""
    tally, games = result.tally, result.tally.finished
    if is_together(result, game):
        team = "the team wins" if is_for_a_team(game) else "all win together in"
        who = "the player wins" if tally.seats == 1 else team
        between = wilson(tally.everybody, games)
        digits = digits_for((between.high - between.low) * 50)
        sure = f"(95 % sure between {between.low:.{digits}%} and {between.high:.{digits}%})"
        return f"{who} {tally.everybody / games:.{digits}%} of the games {sure}"
    if not any(tally.wins):
        return "nobody won a game"
    few = games < ENOUGH * tally.seats
    if len(set(result.seats)) > 1:
        return f"{games:,} games are too few to tell who plays better" if few else _bots(result)
    fair = fairness(result)
    if fair is None or few:
        return f"{games:,} games are too few to tell whether a seat is favoured"
    shares = [float(wins / games) for wins in tally.wins]
    chance = evidence(min(fair["p"] * tables, 1.0))
    if chance == "none":
        each = f": each wins {_percents(min(shares), max(shares))} of the games" if tables == 1 else ""
        return f"no seat is favoured, as far as this tells{each}"
    best, worst = (shares.index(pick(shares)) for pick in (max, min))
    told = f"seat {best + 1} wins {shares[best]:.0%} of the games and seat {worst + 1} {shares[worst]:.0%}"
    if tables > 1:
        return f"{told} ({SURENESS[chance]} no chance)"
    return f"{told}, in place of {sum(shares) / tally.seats:.0%} each; {SURENESS[chance]} that is no chance"


def _percents(low: float, high: float) -> str:
    return f"{low:.0%}" if f"{low:.0%}" == f"{high:.0%}" else f"{low:.0%} to {high:.0%}"


def _bots(result: Result) -> str:
    """What each kind of bot wins, beside the part that it would have if all were alike."""
    games, told = result.tally.finished, []
    for bot in dict.fromkeys(result.seats):
        seats = [seat for seat, who in enumerate(result.seats) if who == bot]
        share = float(sum(result.tally.wins[seat] for seat in seats) / games)
        told.append(f"{bot} wins {share:.0%} of the games on {len(seats) / len(result.seats):.0%} of the seats")
    return series(told)


def _sides(result: Result, game: ir.Game) -> Iterator[str]:
    """How often each side wins, where the rules measure that."""
    for one, found in zip(game.measured, result.tally.measured, strict=True):
        if is_sided(one):
            sides = [(title, found.sides.get(value, Use())) for value, title in enumerate(value_titles(game, one))]
            told = [
                f"{title} {'win' if is_plural(title) else 'wins'} {use.taken / use.offered:.0%}"
                for title, use in sides if use.offered
            ]  # fmt: skip
            always = all(use.offered == result.tally.finished for _, use in sides)
            if told:
                yield f"{capital(series(told))} of the games{'' if always else ' that have it'} ({spoken(one.name)})."


def _power(result: Result, game: ir.Game) -> float | None:
    """By how much a seat would have to be favoured to be seen; where all win together, a share changed."""
    tally = result.tally
    if is_together(result, game):
        return least_change_of_share(tally.everybody / tally.finished, tally.finished)
    if len(set(result.seats)) > 1 or not any(tally.wins) or tally.finished < ENOUGH * tally.seats:
        return None
    return least_advantage(tally.finished, tally.seats, sum(tally.wins), sum(tally.squares))


# ---------------------------------------------------------------- what is never used


def never_used(found: Seen) -> Never:
    """What no watched game used."""
    cards = tuple(dict.fromkeys((*found.never_drawn, *found.never_played)))
    answers = tuple(f"{a.prompt} {option}" for a in found.questions for option in a.never_given if not option.isdigit())
    rules = tuple(missed.what for missed in found.rules)
    return Never(tuple(name for name, use in found.actions if not use.taken), answers, cards, rules)


def _never_words(never: Never, games: int) -> str:
    told = [
        f"{_counted(names, one, several)}{_named(names) if named else ''}"
        for names, one, several, named in (
            (never.actions, "action", "actions", True), (never.cards, "card", "cards", True),
            (never.answers, "answer", "answers", False), (never.rules, "rule", "rules", False),
        )
        if names
    ]  # fmt: skip
    watched = f"the {games:,} games that were watched" if games > 1 else "the game that was watched"
    if not told:
        return f"In {watched}, all that the rules offer was used."
    return f"Never used in {watched}: {series(told)}."


def _counted(names: Sequence[str], one: str, several: str) -> str:
    return f"{len(names):,} {one if len(names) == 1 else several}"


def _named(names: Sequence[str]) -> str:
    more = ", ..." if len(names) > _MOST_NAMED else ""
    return f" ({', '.join(names[:_MOST_NAMED])}{more})"
