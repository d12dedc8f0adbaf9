"""The setup needs enough cards, whatever the number of players."""

from collections.abc import Iterator

from dsl.bounds.declared import at_each_table
from dsl.cache import remembered
from dsl.checks.analysis.dealing import Dealing, Shortage
from dsl.checks.analysis.rule_set import RuleSet
from dsl.diagnostic import Diagnostic, Label, error
from dsl.listing import grouped, listed
from dsl.source import Span


def deck_sizes(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each place in the setup where cards run short for some number of players."""
    if rules.is_library or remembered("enough cards", rules.setup_key, lambda: not any(_short(rules))):
        return
    for span, cases in grouped((shortage.span, (players, shortage)) for players, shortage in _short(rules)).items():
        yield _too_few(rules, span, cases)


def _short(rules: RuleSet) -> Iterator[tuple[int, Shortage]]:
    """Everything that runs short, with the number of players."""
    return ((t.players, shortage) for t in at_each_table(rules.game) for shortage in Dealing(rules, t).begin())


def _too_few(rules: RuleSet, span: Span, cases: list[tuple[int, Shortage]]) -> Diagnostic:
    _, first = cases[0]
    numbers = [str(players) for players, _ in cases]
    every = len(cases) == rules.game.most_players - rules.game.fewest_players + 1
    who = "" if every else f"with {listed(numbers, 'or')} players, "
    zone = rules.zones.get(first.zone)
    if first.chosen:
        message = f"{who}there is nothing left to choose from in `{first.zone}`"
    else:
        message = f"{who}{_cards(first.wanted)} wanted from `{first.zone}`, and there {_are(first.there)}"
    return error(
        "too-few-cards", message, span, label="not enough cards", heading="Setup",
        labels=(Label(zone.span, "this runs short"),) if zone is not None else (),
        help=("put more cards in, take fewer, or allow fewer players",),
    )  # fmt: skip


def _cards(number: int) -> str:
    return "1 card is" if number == 1 else f"{number} cards are"


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number or 'none'}"
