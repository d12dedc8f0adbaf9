"""Counts of games that were watched closely: what was offered and taken, where cards went, which rules ran."""

from typing import Any

from attrs import Factory, define, fields

from interpreter.simulation.statistics.intervals import Distribution


@define
class Counts:
    """Counts that add up field by field: numbers, and lists and dicts of numbers or of other counts."""

    def merge(self, other: Any) -> None:
        """Adds all that `other` counted, of the same class; `other` stays as it is."""
        for field in fields(type(self)):
            setattr(self, field.name, added(getattr(self, field.name), getattr(other, field.name)))


def added(whole: Any, part: Any) -> Any:
    """The sum of two values of one field of counts; `whole` may be changed for it."""
    match whole:
        case int():
            return whole + part
        case list():
            return [added(mine, theirs) for mine, theirs in zip(whole, part, strict=True)]
        case dict():
            for key, value in part.items():
                whole[key] = added(whole.get(key, type(value)()), value)
        case _:
            whole.merge(part)
    return whole


@define
class Use(Counts):
    """How often something could be chosen, and how often it was."""

    offered: int = 0
    taken: int = 0


@define
class Question(Counts):
    """A question of the rules: how often it was put, how often passing was allowed and chosen, and its options.

    An action is no option of its question; it is counted for itself, wherever it is offered. Of a number with very many
    possible ones there are, in place of the options, the `ends` of what was possible and the numbers `given`.
    """

    asked: int = 0
    passing: Use = Factory(Use)
    options: dict[str, Use] = Factory(dict)
    ends: Distribution = Factory(Distribution)
    given: Distribution = Factory(Distribution)


@define
class Journey(Counts):
    """In how many games a card of this title was drawn, came into a hand, was played, and was discarded.

    Drawn: it left a pile. Played: its text was carried out, or if it has none, it went from a hand to the table or to
    a discard pile.
    """

    drawn: int = 0
    held: int = 0
    played: int = 0
    discarded: int = 0


@define
class Observed(Counts):
    """`points` (blocks of the rules, as marked) and `sites`: in how many games they were reached.

    `questions` are by their site, `actions` by number, `cards` by title, `endings` by the site that ended the game.
    """

    games: int = 0
    points: dict[int, int] = Factory(dict)
    sites: dict[int, int] = Factory(dict)
    questions: dict[int, Question] = Factory(dict)
    actions: dict[int, Use] = Factory(dict)
    cards: dict[str, Journey] = Factory(dict)
    endings: dict[int, int] = Factory(dict)
