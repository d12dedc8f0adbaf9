"""What an editor may write between the words: what parameters come to, and who `you` is where that is not plain."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.editing.figures import Figures
from dsl.editing.surroundings import Surroundings
from dsl.names.symbols import DefineSymbol, ParameterSymbol
from dsl.syntax import nodes as n
from dsl.walk import children, nodes_of


@frozen
class Hint:
    """Words behind the character before `at`, and a sentence about them."""

    at: int
    words: str
    about: str


def hints(around: Surroundings, known: Figures | None) -> tuple[Hint, ...]:
    """The hints in a text, in order; numbers are those of rules without errors, if any are known."""
    found = [*_who_acts(around), *(_values(around, known) if known else ())]
    return tuple(sorted(found, key=lambda hint: hint.at))


# ---------------------------------------------------------------- numbers


def _values(around: Surroundings, known: Figures) -> Iterator[Hint]:
    for item in around.text.items:
        if isinstance(item, n.Scenario | n.Parameter | n.Variant):
            continue  # there another value may hold, or it is written beside
        own = item.name.span if isinstance(item, n.Define) else None
        for name in nodes_of(item, n.Name):
            value = known.values.get(name.text)
            if value is None or (name.span == own and name.text in _written_beside(item, value)):
                continue
            if isinstance(around.scope.names.get(name.text), ParameterSymbol):
                yield Hint(name.span.end, f" = {value}", "what the parameter is set to")
            elif _is_definition(around, name.text):
                yield Hint(name.span.end, f" = {value}", "what it comes to with the parameters as they are")


def _written_beside(item: n.TopItem, value: str) -> str:
    """The name of a definition that says its number itself, where it is declared."""
    said = item.span.text.partition(":")[2].strip() if isinstance(item, n.Define) else ""
    return item.name.text if isinstance(item, n.Define) and said == value else ""


def _is_definition(around: Surroundings, name: str) -> bool:
    found = around.scope.defines.get(name, ())
    return name not in around.scope.names and len(found) == 1 and all(isinstance(one, DefineSymbol) for one in found)


# ---------------------------------------------------------------- who acts

#: In these, somebody else is `you`.
_OTHERS = (n.Each, n.As, n.Turns)
#: What somebody does of whom no rule speaks but as `you`.
_DONE_BY_YOU = (n.Transfer, n.Draw)


def _who_acts(around: Surroundings) -> Iterator[Hint]:
    """At rules in which `you` is not whoever's turn it is, or not plainly so, if they speak of `you`."""
    for item in around.text.items:
        for node in (item, *children(item)) if isinstance(item, n.Variant) else (item,):
            match node:
                case n.Hook(trigger=n.AtEvent(event=event), body=body) if _says_you(body) and (who := _at(event)):
                    yield Hint(event.span.end, f" (you: {who})", "whom the rule means by `you` and `your`")
                case n.Procedure(name=name, parameters=parameters, body=body) if _says_you(body):
                    end = parameters[-1].span.end if parameters else name.span.end
                    about = "a procedure keeps the `you` of whoever does it"
                    yield Hint(end, " (you: who acts where it is done)", about)
                case _:
                    pass


def _at(event: n.Event) -> str:
    match event:
        case n.ActionEvent():
            return "who takes it"
        case n.VerbEvent():
            return "who acts then"
        case n.BoundaryEvent():
            return "whose turn it is"
        case _:
            return ""


def _says_you(node: object) -> bool:
    if isinstance(node, _OTHERS):
        return False
    match node:
        case n.Pronoun(word="you") | n.Possessive(word="your"):
            return True
        case n.Act(subject=None, verb=verb) if isinstance(verb, _DONE_BY_YOU):
            return True
        case _:
            return any(map(_says_you, children(node)))
