"""What was seen in games that were watched closely: what was offered and taken, where cards went, which rules ran."""

from __future__ import annotations

from typing import TypeVar

from attrs import Factory, define

_Key = TypeVar("_Key", int, str)


@define
class Use:
    """How often something could be chosen, and how often it was."""

    offered: int = 0
    taken: int = 0

    def merge(self, other: Use) -> None:
        """Take in all that `other` counted."""
        self.offered += other.offered
        self.taken += other.taken


@define
class Question:
    """A question of the rules: how often it was put, how often passing was allowed and chosen, and its options.

    An action is no option of its question; it is counted for itself, wherever it is offered.
    """

    asked: int = 0
    passing: Use = Factory(Use)
    options: dict[str, Use] = Factory(dict)

    def merge(self, other: Question) -> None:
        """Take in all that `other` counted."""
        self.asked += other.asked
        self.passing.merge(other.passing)
        _merge_uses(self.options, other.options)


@define
class Journey:
    """In how many games a card of this title was drawn, came into a hand, was played, and was discarded.

    Drawn: it left a pile. Played: its text was carried out, or if it has none, it went from a hand to the table or to
    a discard pile.
    """

    drawn: int = 0
    held: int = 0
    played: int = 0
    discarded: int = 0

    def merge(self, other: Journey) -> None:
        """Take in all that `other` counted."""
        self.drawn += other.drawn
        self.held += other.held
        self.played += other.played
        self.discarded += other.discarded


@define
class Observed:
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

    def merge(self, other: Observed) -> None:
        """Take in all that `other` saw."""
        self.games += other.games
        _merge_counts(self.points, other.points)
        _merge_counts(self.sites, other.sites)
        _merge_counts(self.endings, other.endings)
        _merge_uses(self.actions, other.actions)
        for site, question in other.questions.items():
            self.questions.setdefault(site, Question()).merge(question)
        for title, journey in other.cards.items():
            self.cards.setdefault(title, Journey()).merge(journey)


def _merge_counts(whole: dict[int, int], part: dict[int, int]) -> None:
    for key, times in part.items():
        whole[key] = whole.get(key, 0) + times


def _merge_uses(whole: dict[_Key, Use], part: dict[_Key, Use]) -> None:
    for key, use in part.items():
        whole.setdefault(key, Use()).merge(use)
