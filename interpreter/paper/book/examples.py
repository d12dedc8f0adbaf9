"""Examples of play for a rulebook: what scenarios of a game tell, each where the book tells the rule that it shows.

Only the few that could be told are played. Left out is what begins with something that there are no words for, what
does not pass, and what comes to more than a few lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from attrs import evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.prose.values import Wordless
from dsl.loading import Loaded
from dsl.loading.scenarios import under_these_rules
from dsl.walk import nodes_of
from interpreter.paper.book.examples_given import given_words, is_own
from interpreter.rulebook import About, Chapter
from interpreter.rulebook.told import plain
from interpreter.scenario.run import Story, story
from interpreter.scenario.set_ups import SetUps
from interpreter.text.labels import Words
from interpreter.text.log.answers import DOTS
from interpreter.text.log.journal import Reader, log_lines
from interpreter.unsupported import unsupported

#: So many lines of the log make an example, and so much may be given.
LEAST, MOST, MOST_GIVEN = 3, 9, 4
#: So many scenarios are played to find the one for a place in the book.
_TRIES = 6
#: Chapters that have an example, those in others first.
_KINDS = ("way", "action", "flow")
#: Under which those stand that fit nowhere.
ELSEWHERE = About("game", "")


@frozen
class Line:
    """A sentence of an example; of a `card`, what that says, which stands apart."""

    text: str
    card: bool = False


@frozen
class Example:
    """A scenario as players read it: what it begins with, and what happens, in sentences."""

    title: str
    given: tuple[str, ...]
    told: tuple[Line, ...]


def examples(
    loaded: Loaded, book: Sequence[Chapter], wanted: Sequence[str] | None = None
) -> Mapping[About, Sequence[Example]]:
    """For what actions, steps and ways in a book are about, the example that fits best, each scenario once.

    `wanted`: the titles of the only scenarios that are told, however long, each at the first place that it fits, or
    `ELSEWHERE`.
    """
    group = under_these_rules(loaded)
    if group.rules.game is None or unsupported(group.rules.game):
        return {}
    game = evolve(group.rules.game, texts=group.texts)
    places = sorted(_places(game, book), key=lambda place: _KINDS.index(place.about.kind))
    known = _Known(game)
    if wanted is None:
        return dict(known.best(group.scenarios, places))
    chosen = [one for title in wanted for one in group.scenarios if one.title == title]
    return known.all_of(chosen, places)


def unknown_titles(loaded: Loaded, wanted: Iterable[str]) -> list[str]:
    """Those for which there is no scenario."""
    titles = {scenario.title.text for scenario in loaded.beside.scenarios}
    return [title for title in wanted if title not in titles]


# ---------------------------------------------------------------- where they stand


@frozen
class _Place:
    """A chapter for which there may be an example, with the clauses that are told in it."""

    about: About
    clauses: frozenset[str]

    def runs_in(self, scenario: s.Scenario) -> bool:
        """Whether the scenario plays it by name."""
        match self.about:
            case About("action", name):
                return any(answer.action == name for answer in nodes_of(scenario, s.AnswerTake))
            case About("flow", name):
                return any(run.kind == "flow" and run.name == name for run in nodes_of(scenario, s.Run))
            case About(_, name):
                return any(value.words == name for value in nodes_of(scenario, s.AnswerValue))

    def is_shown_by(self, scenario: s.Scenario) -> bool:
        """Whether the scenario is about it; of several steps that it plays, about the one that it covers."""
        played = _steps(scenario)
        if self.about.kind != "flow" or not played:
            return self._covers(scenario) or self.runs_in(scenario)
        return self.about.name in played and (len(played) == 1 or self._covers(scenario))

    def rank(self, scenario: s.Scenario) -> tuple[int, bool, int, int, str]:
        """What plays it and covers it comes first, then what says of nothing that it is not so, then what is short."""
        far = 2 * (not self.runs_in(scenario)) + (not self._covers(scenario)) + (len(_steps(scenario)) > 1)
        says_no = any(getattr(claim, "negated", False) for claim in scenario.claims)
        answers = sum(len(part.answers) for part in scenario.parts if isinstance(part, s.Run | s.GoOn))
        return far, says_no, _own(scenario) + answers, len(scenario.title), scenario.title

    def _covers(self, scenario: s.Scenario) -> bool:
        return not self.clauses.isdisjoint(scenario.covers)


def _steps(scenario: s.Scenario) -> set[str]:
    """The rounds, phases and steps that are played by name."""
    return {run.name for run in nodes_of(scenario, s.Run) if run.kind == "flow"}


def _places(game: ir.Game, book: Sequence[Chapter]) -> Iterator[_Place]:
    texts = [(plain(text.words), text.clauses) for text in nodes_of(game.rulebook, ir.RuleText) if text.words]
    ways = {id(before) for before, after in pairwise(book) if after.about is not None and after.about.kind == "way"}
    for chapter in book:
        if chapter.about is not None and chapter.about.kind in _KINDS and not (
            chapter.about.kind == "flow" and id(chapter) in ways
        ):  # fmt: skip
            said = " ".join(chapter.paragraphs)
            yield _Place(chapter.about, frozenset(one for words, clauses in texts if words in said for one in clauses))


def _own(scenario: s.Scenario) -> int:
    """How much is given in the scenario itself, and not in the one that it begins like."""
    return sum(isinstance(part, s.Given) and is_own(scenario, part) for part in scenario.parts)


def _may_be_told(scenario: s.Scenario) -> bool:
    """Whether it could be an example, as far as that is seen before it is played."""
    by_chance = any(run.kind in ("game", "random", "setup") for run in nodes_of(scenario, s.Run))
    odd = any(isinstance(claim, s.ClaimRefused | s.ClaimTells) for claim in scenario.claims)
    return _own(scenario) <= MOST_GIVEN and not scenario.parameters and not by_chance and not odd


# ---------------------------------------------------------------- what they tell


@frozen(eq=False)
class _Known:
    """What is played of a game, with the words for each table."""

    game: ir.Game
    set_ups: SetUps = field(init=False)
    words: dict[tuple[int, tuple[str, ...]], Words] = field(factory=dict)

    @set_ups.default
    def _fresh(self) -> SetUps:
        return SetUps(self.game, "reference")

    def best(self, scenarios: Iterable[s.Scenario], places: Iterable[_Place]) -> Iterator[tuple[About, list[Example]]]:
        used: set[str] = set()
        fit = [one for one in scenarios if _may_be_told(one)]
        for place in places:
            there = sorted((one for one in fit if one.title not in used and place.is_shown_by(one)), key=place.rank)
            tried = [(how, told) for one in islice(there, _TRIES) for how, told in self._tried(one)]
            if tried:
                told = min(tried, key=lambda one: one[0])[1]
                used.add(told.title)
                yield place.about, [told]

    def all_of(self, scenarios: Iterable[s.Scenario], places: Sequence[_Place]) -> Mapping[About, list[Example]]:
        found: dict[About, list[Example]] = {}
        for scenario in scenarios:
            about = next((place.about for place in places if place.is_shown_by(scenario)), ELSEWHERE)
            if (played := story(scenario, self.set_ups)) is not None:
                found.setdefault(about, []).append(self._example(scenario, played, whole=False))
        return found

    def _tried(self, scenario: s.Scenario) -> Iterator[tuple[tuple[bool, bool], Example]]:
        """The example, with how far it is from a good one: that it stops at a question, that it is very short."""
        if (played := story(scenario, self.set_ups)) is None:
            return
        try:
            example = self._example(scenario, played)
        except Wordless:
            return
        lines = len(example.told)
        if any(DOTS in line.text for line in example.told):  # something is left out that not all may know
            return
        if LEAST - 1 <= lines <= MOST:
            yield (lines < LEAST, played.table.asks()), example

    def _example(self, scenario: s.Scenario, played: Story, whole: bool = True) -> Example:
        """Raises `Wordless` if there are no words for what is given, unless it may be told without."""
        table, names = played.table, tuple(map(_capital_name, scenario.cast))
        key = id(table.engine), names
        words = self.words.setdefault(key, Words(table.engine.program, names, table.engine.rules))
        reader = Reader.of(words, table.state, None, begun=played.begun)
        lines = [line for line in log_lines(words, table.state, table.journal, None, reader=reader) if not line.level]
        told = tuple(Line(line.text.strip(), line.text.startswith(" ")) for line in lines)
        named = " ".join(line.text for line in told)
        return Example(scenario.title, given_words(words, table, scenario, named, whole), told)


def _capital_name(name: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in name.split("_"))
