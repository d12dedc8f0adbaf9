"""Are there real choices, does somebody who has lost make the winner, and which answers nobody should or does give?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import count
from interpreter.report.course import Evidence, Weighing, Weight
from interpreter.report.finding import (
    CONFIDENCE,
    FEWEST,
    Estimated,
    Finding,
    Grade,
    Listed,
    hundred,
    hundredths,
    mean_of,
    more,
    of_100,
    ratio,
    round_up,
    sentence,
    share,
    unasked,
)
from interpreter.report.picture import Dots, Mark
from interpreter.report.worth import AS_GOOD, LOST, MOVED
from interpreter.simulation.statistics.intervals import wilson
from interpreter.text.labels import capital

#: An answer that was offered so often and taken so seldom is dead.
OFFERED: Final = 100
DEAD: Final = 0.02
#: An answer that is worse than the best and taken more seldom than this is hardly ever right.
SELDOM: Final = 0.05
#: If kings are made in so many games, somebody will complain.
KINGS: Final = 0.1
#: With more forced decisions than this there is little to do.
FORCED: Final = 0.5
_SHOWN: Final = 12
CHOICES, KINGMAKING, DEAD_OPTIONS = "choices", "kingmaking", "dead"
_CHOICES = "Are there real choices?"
_KINGMAKING = "Can somebody who has lost decide who wins?"
_DEAD = "Are there answers that nobody should give?"


def choices(found: Evidence, who: str, game: ir.Game, *, pays: bool) -> Finding:
    """How many decisions leave a choice, and how much better the best answer is than others; `pays`: thinking does."""
    courses = found.ended
    left = ratio([c.decisions - c.forced for c in courses], [c.decisions for c in courses])
    if left is None:
        return unasked(CHOICES, _CHOICES, "There are no decisions, or too few games to tell.")
    free = f"{hundredths(left)} of the decisions leave a choice"
    whole = Weighing()
    for weighing in found.weighings.values():
        whole.merge(weighing)
    better, cost, wide = mean_of(whole.gap), mean_of(whole.careless), mean_of(whole.width)
    pictures = _steps(found, game)
    numbers = {
        "with_a_choice": left.plain, "best_less_next": better and better.plain,
        "best_less_mean": cost and cost.plain, "as_good_answers": wide and wide.plain,
    }  # fmt: skip
    if better is None or cost is None:
        grade, games = left.judged(FORCED)
        seems, what = "There seem to be choices", "there are many choices"
        first = sentence(grade, seems, what, free, games, left.games)
        only = "Whether they matter, only players who think can tell."
        return Finding(
            CHOICES, _CHOICES, grade, (first, only), f"Many is more than {FORCED:.0%}. Played {who}.",
            grade is Grade.NO_SIGN, games, pictures, numbers,
        )  # fmt: skip
    steps = _by_step(found, game)
    sure = 1 - (1 - CONFIDENCE) / len(steps)
    known = [(name, worth) for name, one in steps.items() if (worth := mean_of(one.careless, sure)) is not None]
    grades = [worth.grade(AS_GOOD) for _, worth in known]
    grade = next((its for its in (Grade.SEEMS, Grade.UNTOLD) if its in grades), Grade.NO_SIGN)
    place, most = max(known, key=lambda one: one[1].value, default=("all of it", cost))
    matter = grades.count(Grade.SEEMS)
    told = f"of 100 games the best answer wins {more(most)} than one without a thought"
    if len(known) > 1:
        where = f"at {matter:,} of {count(len(known), 'step')}, most at {place}" if matter else f"most at {place}"
        told = f"{where}, where {told}"
    games = most.games_to_tell(AS_GOOD) if grade is Grade.UNTOLD else None
    games = games and round_up(games * len(courses) / most.games)
    seems, what = "There are signs of choices that matter", "there are choices that matter"
    first = sentence(grade, seems, what, told, games, len(courses))
    second = f"{capital(free)}. Where there is one, the best answer wins {more(better)} than the next best"
    third = f"and {wide.value:.1f} answers are looked at as though they were equally good" if wide is not None else ""
    return Finding(
        CHOICES, _CHOICES, grade, (first, f"{second}, {third}." if third else f"{second}."),
        f"An answer matters from {AS_GOOD * 100:g} games in a hundred on, on average over a step's questions; in a "
        f"long game many small ones add up. One thought picks out what is best, another measures it. "
        f"Played {who}.",
        grade is Grade.NO_SIGN and not pays, games, pictures, numbers,
    )  # fmt: skip


def _by_step(found: Evidence, game: ir.Game) -> dict[str, Weighing]:
    """What thinking found at each step of the game."""
    by_step: dict[str, Weighing] = {}
    for site, weighing in sorted(found.weighings.items()):
        heading = game.sites[site].heading if 0 <= site < len(game.sites) else ""
        by_step.setdefault(heading or game.title, Weighing()).merge(weighing)
    return by_step


def _steps(found: Evidence, game: ir.Game) -> tuple[Dots, ...]:
    """For each step, how many of its decisions leave a choice, and what the best answer is worth there."""
    shown = sorted(_by_step(found, game).items(), key=lambda one: -one[1].asked)[:_SHOWN]
    pictures = []
    if shown:
        free = tuple(Mark(f"{name}: {one.asked:,} decisions", 1 - one.forced / one.asked, None) for name, one in shown)
        told = f"The most decisions are made at {shown[0][0]}."
        title = "How many decisions leave a choice, by step"
        pictures.append(Dots(title, told, free, unit="share of the decisions"))
    known = [(name, worth) for name, one in shown if (worth := mean_of(one.careless)) is not None]
    if known:
        marks = tuple(Mark(name, *hundred(worth)) for name, worth in known)
        name, most = max(known, key=lambda one: one[1].value)
        than = "than an answer without a thought"
        told = f"Most hangs on the answers at {name}: of 100 games the best wins {more(most)} {than}."
        pictures.append(Dots(
            "What the best answer is worth, by step", told, marks, AS_GOOD * 100, "matters", share=False,
            unit="wins in a hundred games more than without a thought",
        ))  # fmt: skip
    return tuple(pictures)


# ---------------------------------------------------------------- kings


def kingmaking(found: Evidence, who: str, seats: int) -> Finding:
    """In how many games somebody who had lost decided which of the others won."""
    thought = [course for course in found.ended if course.chances]
    if seats < 3:
        return unasked(KINGMAKING, _KINGMAKING, "With fewer than three players there is nobody to make a king of.")
    if len(thought) < FEWEST:
        return unasked(KINGMAKING, _KINGMAKING, "It takes players who think to tell.")
    one = share(sum(course.kings > 0 for course in thought), len(thought))
    lost, kings = sum(course.lost for course in thought), sum(course.kings for course in thought)
    grade, games = one.judged(KINGS)
    told = f"somebody who had lost moved another's chance in {of_100(one)}"
    seems, what = "Who has lost seems to decide who wins", "who has lost decides who wins"
    first = sentence(grade, seems, what, told, games, one.games)
    second = f"Of {count(lost, 'decision')} of players who had lost, {kings:,} did."
    return Finding(
        KINGMAKING, _KINGMAKING, grade, (first, second),
        f"A player has lost who expects at most {LOST:.0%} of the win. It counts if, of answers as good for them "
        f"(within {AS_GOOD:.0%}), one gives somebody else {MOVED:.0%} more of the win than another answer would, and "
        f"is too much in more than {KINGS * 100:g} games of a hundred. Played {who}.",
        grade is Grade.SEEMS, games, numbers={**one.plain, "lost": lost, "kings": kings},
    )  # fmt: skip


# ---------------------------------------------------------------- dead answers


@frozen
class _Option:
    """An answer with what was found of it."""

    words: str
    offered: int
    taken: int
    short: Estimated | None

    @property
    def is_dead(self) -> bool:
        return self.offered >= OFFERED and self._most <= DEAD

    @property
    def is_worse(self) -> bool:
        worse = self.short is not None and self.short.interval.low >= AS_GOOD
        return self.offered >= OFFERED and worse and self._most <= SELDOM

    @property
    def is_alive(self) -> bool:
        return self.offered >= OFFERED and wilson(self.taken, self.offered).low > DEAD

    @property
    def _most(self) -> float:
        return wilson(self.taken, self.offered).high

    @property
    def said(self) -> str:
        took = f"taken {self.taken:,} times of {self.offered:,}"
        return f"{self.words}: {took}{f'; the best wins {more(self.short)} of 100 games' if self.short else ''}"


def dead(found: Evidence, who: str, game: ir.Game, prompts: Mapping[int, str]) -> Finding:
    """Answers that those who think hardly ever give, and those that are never right."""
    named = ((key, weight) for key, weight in sorted(found.weights.items()) if not key.partition("|")[2].isdigit())
    options = [_option(key, weight, game, prompts) for key, weight in named]
    enough = [option for option in options if option.offered >= OFFERED]
    if not enough:
        why = f"It takes players who think, and answers that they are offered {OFFERED} times."
        return unasked(DEAD_OPTIONS, _DEAD, why)
    dead_ = [option for option in enough if option.is_dead]
    worse = [option for option in enough if option.is_worse and not option.is_dead]
    unsure = [option for option in enough if not (option.is_dead or option.is_worse or option.is_alive)]
    grade = Grade.SEEMS if dead_ or worse else Grade.UNTOLD if unsure else Grade.NO_SIGN
    useless = len(dead_) + len(worse)
    match grade:
        case Grade.SEEMS:
            seem = "answer seems" if useless == 1 else "answers seem"
            first = f"{useless:,} {seem} to be of no use, of {len(enough):,} that were offered often enough."
        case Grade.NO_SIGN:
            first = f"There is no sign of answers that are of no use: each of {len(enough):,} is taken now and then."
        case _:
            few = f"{len(unsure):,} of {len(enough):,} are taken so seldom that it may be"
            first = f"Whether any answer is of no use cannot be told: {few}. More games would tell."
    lists = []
    if dead_:
        lists.append(Listed("Hardly ever taken:", tuple(option.said for option in dead_)))
    if worse:
        lists.append(Listed("Hardly ever right:", tuple(option.said for option in worse)))
    if unsure:
        lists.append(Listed("It may be so of:", tuple(option.said for option in unsure)))
    shown = sorted((*dead_, *worse, *unsure), key=lambda option: option.taken / option.offered)[:_SHOWN]
    marks = tuple(Mark(o.words, o.taken / o.offered, wilson(o.taken, o.offered)) for o in shown)
    title, unit = "How often such answers are taken", "share of the times when they are offered"
    pictures = (Dots(title, first, marks, DEAD, "dead", unit=unit),) if marks else ()
    return Finding(
        DEAD_OPTIONS, _DEAD, grade, (first,),
        f"Hardly ever taken: at most {DEAD * 100:g} times of a hundred, for sure. Hardly ever right: at most "
        f"{SELDOM * 100:g} times, and at least {AS_GOOD * 100:g} games in a hundred worse than the best, on average. "
        f"Only what was offered {OFFERED} times or more is looked at. Played {who}.",
        grade is Grade.SEEMS, None, pictures,
        {"options": [_plain(option) for option in options]}, tuple(lists),
    )  # fmt: skip


def _option(key: str, weight: Weight, game: ir.Game, prompts: Mapping[int, str]) -> _Option:
    site, _, label = key.partition("|")
    prompt = prompts.get(int(site), game.sites[int(site)].heading) if site else ""
    return _Option(f"{prompt} {label}".strip(), weight.offered, weight.taken, mean_of(weight.short))


def _plain(option: _Option) -> dict[str, Any]:
    return {
        "option": option.words, "offered": option.offered, "taken": option.taken, "dead": option.is_dead,
        "worse": option.is_worse, "short": option.short and option.short.plain,
    }  # fmt: skip


