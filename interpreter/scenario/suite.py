"""All scenarios of a game: which pass, and which clauses and rules they reach."""

from collections.abc import Callable, Iterator
from unicodedata import normalize

import attrs

from dsl.diagnostic import Diagnostic
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import calls_function
from dsl.ir.keys import give_key_after
from dsl.ir.scenario import Scenario
from dsl.loading import Loaded
from dsl.loading.scenarios import Scenarios, about_the_variant, scenarios
from interpreter.scenario.coverage import Marked, marked
from interpreter.scenario.known import Known
from interpreter.scenario.run import Outcome, run
from interpreter.scenario.set_ups import SetUps
from interpreter.unsupported import unsupported

#: Whose turn it is, which rules that never ask for it do not keep, though a claim may.
_TURN = (ir.Measured("active_player", ir.Function("active_player", (), ir.PLAYER.or_none())),)


@frozen
class Group:
    """Outcomes of the scenarios under one set of rules; `written` counts those that were not wanted too."""

    rules: Loaded
    game: ir.Game | None
    outcomes: tuple[Outcome, ...]
    diagnostics: tuple[Diagnostic, ...]
    marks: Marked | None = None
    written: int = 0


def suite(
    loaded: Loaded, only: str = "", *, marking: bool = False, engine: str = "reference", known: Known | None = None,
    wanted: Callable[[Scenario], bool] = lambda scenario: True,
) -> Iterator[Group]:  # fmt: skip
    """Plays the `wanted` scenarios whose title contains `only`, by their variants; `marking`: for coverage.

    `known`: outcomes that may hold still, which are not played again then.

    Variants that were chosen are on in all of them; the file of a variant in place of its game means those about it.
    """
    groups = about_the_variant(loaded) if loaded.place.variant else scenarios(loaded, loaded.chosen)
    words = normalize("NFC", only.casefold())
    for group in groups:
        yield _played(group, lambda one: words in one.title.casefold() and wanted(one), marking, engine, known)


def _played(
    group: Scenarios, wanted: Callable[[Scenario], bool], marking: bool, engine: str, known: Known | None
) -> Group:
    found = (*group.rules.diagnostics, *group.diagnostics)
    if group.rules.game is None:
        return Group(group.rules, None, (), found)
    if found_unsupported := unsupported(group.rules.game):
        return Group(group.rules, None, (), (*found, *found_unsupported))
    asked = _TURN if calls_function(group.scenarios, "active_player") else ()
    game = attrs.evolve(group.rules.game, texts=group.texts, measured=(*group.rules.game.measured, *asked))
    give_key_after(game, group.rules.game, "texts", *group.texts, *(one.name for one in asked))
    marks = marked(game) if marking else None
    game = marks.game if marks else game
    set_ups = SetUps(game, engine)
    chosen = [scenario for scenario in group.scenarios if wanted(scenario)]
    if known is None:
        outcomes = [run(scenario, set_ups) for scenario in chosen]
    else:
        outcomes = [known.outcome(group.rules.chosen, scenario, set_ups) for scenario in chosen]
    return Group(group.rules, game, tuple(outcomes), found, marks, len(group.scenarios))
