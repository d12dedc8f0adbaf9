"""Examples of play for a rulebook: what scenarios of a game tell, each under what it shows the use of.

Only the scenarios that are told are played, and what cannot be told well is left out: a scenario counts that passes,
says in words what it begins with, and comes to a few lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import assert_never

from attrs import evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import Noun, sentence
from dsl.ir.prose.values import Lexicon, Values, Wordless
from dsl.listing import series
from dsl.loading import Loaded
from dsl.loading.scenarios import under_these_rules
from dsl.walk import nodes_of
from interpreter.rulebook.chapter import About
from interpreter.scenario.fixture import Fixture
from interpreter.scenario.run import table_behind
from interpreter.scenario.set_ups import SetUps
from interpreter.text.labels import Words
from interpreter.text.log.journal import log_lines
from interpreter.unsupported import unsupported

#: So many lines of the log make an example, and so much may be given.
LEAST, MOST, MOST_GIVEN = 3, 9, 4
#: So many scenarios are played to find the one for a place in the book.
_TRIES = 3


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


def examples(loaded: Loaded, places: Sequence[About], wanted: Sequence[str] | None = None) -> Mapping[About, list[Example]]:
    """Under each of the `places` of a book the example that fits best there, each scenario once.

    `wanted`: the titles of the only scenarios that are told, each at the first place that it fits, however long it is,
    or, where it fits none, under `About("game", "")`.
    """
    known = _Known.of(loaded, wanted)
    return {} if known is None else known.told(places) if wanted is None else known.told_all(places)


def unknown_titles(loaded: Loaded, wanted: Iterable[str]) -> list[str]:
    """Those for which there is no scenario."""
    titles = {scenario.title.text for scenario in loaded.beside.scenarios}
    return [title for title in wanted if title not in titles]


@frozen(eq=False, slots=False)
class _Known:
    """The scenarios of a game under the rules of its book."""

    game: ir.Game
    scenarios: tuple[s.Scenario, ...]
    set_ups: SetUps = field(init=False)

    @set_ups.default
    def _fresh(self) -> SetUps:
        return SetUps(self.game, "reference")

    @classmethod
    def of(cls, loaded: Loaded, wanted: Sequence[str] | None) -> _Known | None:
        """Nothing if there are none that can be played."""
        group = under_these_rules(loaded)
        if group.rules.game is None or unsupported(group.rules.game):
            return None
        game = evolve(group.rules.game, texts=group.texts)
        found = group.scenarios
        if wanted is not None:
            found = tuple(one for title in wanted for one in found if one.title == title)
        return cls(game, found)

    def told(self, places: Sequence[About]) -> Mapping[About, list[Example]]:
        found: dict[About, list[Example]] = {}
        used: set[str] = set()
        fit = [one for one in self.scenarios if _may_be_told(one)]
        for place in places:
            ranked = sorted((one for one in fit if one.title not in used and _shows(one, place)), key=_length(place))
            if told := self._first_told(ranked):
                used.add(told.title)
                found[place] = [told]
        return found

    def told_all(self, places: Sequence[About]) -> Mapping[About, list[Example]]:
        found: dict[About, list[Example]] = {}
        for scenario in self.scenarios:
            place = next((place for place in places if _shows(scenario, place)), About("game", ""))
            if (table := table_behind(scenario, self.set_ups)) is not None:
                found.setdefault(place, []).append(self._example(scenario, table))
        return found

    def _first_told(self, ranked: Iterable[s.Scenario]) -> Example | None:
        """The first that comes to an end in a few lines, or else that stops at a question."""
        second: Example | None = None
        for scenario in islice(ranked, _TRIES):
            table = table_behind(scenario, self.set_ups)
            try:
                told = None if table is None else self._example(scenario, table)
            except Wordless:
                continue
            if told is None or not LEAST <= len(told.told) <= MOST:
                continue
            if table is not None and not table.asks():
                return told
            second = second or told
        return second

    def _example(self, scenario: s.Scenario, table: Fixture) -> Example:
        """Raises `Wordless` if there are no words for what is given."""
        names = tuple(map(_capital_name, scenario.cast))
        words = Words(table.engine.program, names, table.engine.rules)
        lines = (line for line in log_lines(words, table.state, table.journal, None) if not line.level)
        told = tuple(Line(line.text.strip(), line.text.startswith(" ")) for line in lines)
        return Example(scenario.title, tuple(_given(self._lexicon, scenario.parts, names)), told)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.game, plain=True)


def _capital_name(name: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in name.split("_"))


# ---------------------------------------------------------------- which are told


def _may_be_told(scenario: s.Scenario) -> bool:
    """Whether it could be an example, as far as that is seen before it is played."""
    given = sum(isinstance(part, s.Given) for part in scenario.parts)
    runs = [part for part in scenario.parts if isinstance(part, s.Run)]
    by_chance = any(run.kind in ("game", "random", "setup") for run in runs) or any(True for _ in nodes_of(scenario, s.RestRandom))
    refused = any(isinstance(claim, s.ClaimRefused | s.ClaimTells | s.ClaimCan) for claim in scenario.claims)
    return given <= MOST_GIVEN and not scenario.parameters and not by_chance and not refused


def _shows(scenario: s.Scenario, place: About) -> bool:
    """Whether it plays what a place in the book is about."""
    match place.kind:
        case "action":
            return any(answer.action == place.name for answer in nodes_of(scenario, s.AnswerTake))
        case "flow":
            return any(run.kind == "flow" and run.name == place.name for run in nodes_of(scenario, s.Run))
        case "way":
            return any(value.words == place.name for value in nodes_of(scenario, s.AnswerValue))
        case _:
            return False


def _length(place: About) -> Callable[[s.Scenario], tuple[int, int, str]]:
    """Short ones first; of equal ones, those with a short title, since exceptions have longer ones."""

    def length(scenario: s.Scenario) -> tuple[int, int, str]:
        given = sum(isinstance(part, s.Given) for part in scenario.parts)
        answers = sum(len(part.answers) for part in scenario.parts if isinstance(part, s.Run | s.GoOn))
        return given + answers, len(scenario.title), scenario.title

    return length


# ---------------------------------------------------------------- what is given


def _given(lexicon: Lexicon, parts: Iterable[s.ScenarioPart], names: Sequence[str]) -> Iterator[str]:
    """Each given as a sentence. Raises `Wordless`."""
    values = Values(lexicon, {seat: Noun(name) for seat, name in enumerate(names)}, {})
    for part in parts:
        if isinstance(part, s.Given):
            yield sentence(_one_given(values, part))


def _one_given(values: Values, part: s.Given) -> str:
    match part:
        case s.GivenValue(variable, at, value):
            return _set_to(values, variable, at, value)
        case s.GivenTurn(player):
            return f"it is {values.noun(player).possessive} turn"
        case s.GivenRound(number):
            return f"it is round {values.noun(number).text}"
        case s.GivenEmpty(zone):
            return f"{values.noun(zone).text} is empty"
        case s.GivenPieces(zone, pieces, only):
            held = series([one.title if one.copies == 1 else f"{one.title} ({one.copies} times)" for one in pieces])
            return f"{values.noun(zone).text} holds {'only ' if only else ''}{held}"
        case _:
            assert_never(part)


def _set_to(
    values: Values, name: str, at: Sequence[ir.Expression | None], value: ir.Expression
) -> str:
    variable = values.lexicon.variables[name]
    everybody = 1 + max(values.called, default=-1)
    values = values.calling(everybody, Noun("everybody"))
    places = tuple(ir.Local(everybody, "everybody", ir.PLAYER) if place is None else place for place in at)
    read = ir.Read(name, places, variable.type)
    if variable.type.kind is not ir.Kind.YES_NO:
        return clause(values, ir.Compare("=", read, value))
    if not isinstance(value, ir.Constant):
        raise Wordless(value, "it is not said whether it is so")
    return clause(values, read, bool(value.value))
