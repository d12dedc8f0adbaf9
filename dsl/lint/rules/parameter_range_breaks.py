from collections.abc import Iterator, Sequence

from attrs import evolve

from dsl.cache import key_of, remembered
from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.checks.deck_sizes import deck_sizes
from dsl.ir import nodes as ir
from dsl.lint.rule import Diagnostic, Found, Label, Subject, rule, warning
from dsl.walk import nodes_in


@rule("B106")
def parameter_range_breaks(subject: Subject) -> Found:
    """An end of a range with which cards run short in the setup, as they do not now."""
    own = [p for p in subject.game.parameters if p.type == ir.NUMBER and subject.is_own(p.span)]
    key = subject.rules.setup_key and key_of(subject.rules.setup_key, *(parameter.name for parameter in own))
    if remembered("enough in ranges", key, lambda: not any(_breaking(subject, own))):
        return
    for parameter, value, fault in _breaking(subject, own):
        yield warning(
            "parameter-range-breaks", f"with `{parameter.name} = {value}`, {fault.message}",
            first_line(parameter.span), label="this value is in its range",
            labels=(Label(fault.span, fault.label),), help=("make its range smaller, or let the rules fit",),
        )  # fmt: skip


def _breaking(subject: Subject, own: Sequence[ir.Parameter]) -> Iterator[tuple[ir.Parameter, int, Diagnostic]]:
    """Each end of a range of these with which cards run short, and where."""
    dealt = _parameters_used(subject)
    for parameter in own:
        if parameter.name in dealt:
            for value in dict.fromkeys((parameter.low, parameter.high)):
                fault = _fault_with(subject, parameter, value) if value != parameter.value else None
                if fault is not None:
                    yield parameter, value, fault


def _fault_with(subject: Subject, parameter: ir.Parameter, value: int) -> Diagnostic | None:
    others = tuple(evolve(p, value=value) if p is parameter else p for p in subject.game.parameters)
    varied = RuleSet(evolve(subject.game, parameters=others), subject.rules.items)
    return next(iter(deck_sizes(varied)), None)


def _parameters_used(subject: Subject) -> set[str]:
    """The parameters that the decks, or the setup and what it does, look at."""
    game = subject.game
    waiting: list[object] = [game.setup.statements, *(card.copies for card in game.cards)]
    done: set[str] = set()
    found: set[str] = set()
    while waiting:
        for node in nodes_in(waiting.pop()):
            match node:
                case ir.Function("parameter", (ir.Constant(place),)):
                    found.add(game.texts[place])
                case ir.Derived(define=name) if name not in done:
                    done.add(name)
                    waiting.append(subject.rules.defines[name].value)
                case ir.Call(procedure=name) if f"do {name}" not in done:
                    done.add(f"do {name}")
                    waiting.append(subject.rules.procedures[name].body.statements)
                case _:
                    pass
    return found
