"""All scenarios of a game: which pass, and which clauses and rules they reach."""

from collections.abc import Iterator, Mapping
from unicodedata import normalize

import attrs
from attrs import frozen

from dsl.diagnostic import Diagnostic
from dsl.ir import nodes as ir
from dsl.ir.keys import give_key_after
from dsl.loading import Loaded
from dsl.loading.scenarios import Scenarios, about_the_variant, scenarios
from interpreter.engine import Engine
from interpreter.scenario.coverage import Marked, marked
from interpreter.scenario.run import Outcome, run
from interpreter.unsupported import unsupported


@frozen
class Group:
    """Outcomes of the scenarios under one set of rules; `written` counts those that were not wanted too."""

    rules: Loaded
    game: ir.Game | None
    outcomes: tuple[Outcome, ...]
    diagnostics: tuple[Diagnostic, ...]
    marks: Marked | None = None
    written: int = 0


def suite(loaded: Loaded, only: str = "", *, marking: bool = False, engine: str = "generated") -> Iterator[Group]:
    """Plays the scenarios whose title contains `only`, by their variants; `marking`: for coverage.

    Variants that were chosen are on in all of them; the file of a variant in place of its game means those about it.
    """
    groups = about_the_variant(loaded) if loaded.place.variant else scenarios(loaded, loaded.chosen)
    for group in groups:
        yield _played(group, normalize("NFC", only.casefold()), marking, engine)


def _played(group: Scenarios, only: str, marking: bool, engine: str) -> Group:
    found = (*group.rules.diagnostics, *group.diagnostics)
    if group.rules.game is None:
        return Group(group.rules, None, (), found)
    if found_unsupported := unsupported(group.rules.game):
        return Group(group.rules, None, (), (*found, *found_unsupported))
    game = attrs.evolve(group.rules.game, texts=group.texts)
    give_key_after(game, group.rules.game, "texts", *group.texts)
    marks = marked(game) if marking else None
    game = marks.game if marks else game
    engines: dict[tuple[int, tuple[tuple[str, int], ...]], Engine] = {}

    def engine_for(players: int, parameters: Mapping[str, int]) -> Engine:
        key = (players, tuple(sorted(parameters.items())))
        if key not in engines:
            engines[key] = Engine(game, players, parameters, trace=True, engine=engine, whole=False)
        return engines[key]

    wanted = [s for s in group.scenarios if only in s.title.casefold()]
    return Group(group.rules, game, tuple(run(s, game, engine_for) for s in wanted), found, marks, len(group.scenarios))
