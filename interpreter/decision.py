"""A question in words, for the one player who decides; the others learn only who that is.

The engine knows options as ints. They become words here, when somebody looks: cards by their title and what
is printed on them, players by their name, values and counters by their title. What the decider does not know
either is put last and told apart by nothing, since where a card lies among others may be a secret too.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.program.nodes import Ask
from interpreter.state import State
from interpreter.words import UNKNOWN_PIECE, Words, capital, knows

DONE = "Done"
PASS_WORDS = "Pass"


@frozen
class Option:
    """One answer. `index` is its place as the engine takes it; `name` alone is what it is called.

    `kind` is option, offer (an action beside the question) or pass. `alike`: how many there are that the
    decider cannot tell from this one.
    """

    index: int
    kind: str
    name: str
    words: str
    alike: int = 1


@frozen
class Decision:
    """What the player in `seat` is asked. `numbers`: the lowest and the highest, where a number is asked for.

    Then `options` has nothing for each of the numbers; the place of number n is n - lowest.
    """

    seat: int
    prompt: str
    numbers: tuple[int, int] | None
    options: tuple[Option, ...]


@frozen
class Waiting:
    """All that the others are told while somebody decides."""

    seat: int
    words: str


Question: TypeAlias = Decision | Waiting


def decision_for(engine: Engine, state: State, words: Words, seat: int) -> Question | None:
    """What `seat` gets to see of the present question; None when nothing is asked."""
    if not engine.asks(state):
        return None
    if state.player != seat:
        return Waiting(state.player, f"{words.player(state.player)} is deciding.")
    return decision(engine, state, words)


def decision(engine: Engine, state: State, words: Words) -> Decision:
    """The present question, in words for whoever is asked."""
    asked = engine.asked(state)
    numbers = _numbers(state, asked)
    answers = [] if numbers else [_option(state, words, asked, k) for k in range(len(state.options))]
    return Decision(
        state.player,
        prompt(engine, state, words),
        numbers,
        (*_told_apart(answers), *_offers(state, words), *_passing(state, asked)),
    )


def prompt(engine: Engine, state: State, words: Words) -> str:
    """The question itself, with its braces filled."""
    asked = engine.asked(state)
    match asked.statement:
        case ir.TakeActions():
            return "What do you do?" if state.options else "There is nothing that you could do."
        case ir.Choose(options=ir.FromMenu(labels), prompt=()):
            return f"{capital(labels[0])}?"
        case ir.Choose():
            values = [engine.evaluate(state, part) for part in asked.prompt if not isinstance(part, str)]
            text = words.filled(state, asked.prompt, values, state.player)
            return text if text.endswith((".", "?", "!")) else f"{text}:"


# ---------------------------------------------------------------- options


def _numbers(state: State, asked: Ask) -> tuple[int, int] | None:
    if not isinstance(asked.options, ir.FromRange) or not state.options:
        return None
    return state.options[0], state.options[-1]


def _option(state: State, words: Words, asked: Ask, index: int) -> Option:
    value = state.options[index]
    match asked.options:
        case ir.FromActions(names):
            action = next(action for action in words.program.game.actions if action.name == names[value])
            return Option(index, "option", action.title, action.title)
        case ir.FromMenu(labels):
            name = capital(labels[value]) if len(labels) > 1 else "Yes"
            return Option(index, "option", labels[value], name)
        case ir.FromList(over) | ir.InOrder(over) if over.type.kind is ir.Kind.PIECE:
            return _piece(state, words, index, value)
        case ir.FromList(over) | ir.InOrder(over):
            name = words.value(state, over.type.one(), value, state.player)
            return Option(index, "option", name, name)
        case ir.FromRange():
            return Option(index, "option", str(value), str(value))


def _piece(state: State, words: Words, index: int, piece: int) -> Option:
    if not knows(state, piece, state.player):
        where = words.zone(state.zone[piece], state.player)
        return Option(index, "option", UNKNOWN_PIECE, f"{UNKNOWN_PIECE} from {where}")
    return Option(index, "option", words.title(state, piece), words.described(state, piece))


def _told_apart(options: list[Option]) -> list[Option]:
    """Those that look the same are one. With unknown ones among them, the known ones are sorted."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.words, []).append(option)
    first = [Option(same[0].index, "option", same[0].name, said, len(same)) for said, same in groups.items()]
    if all(option.name != UNKNOWN_PIECE for option in first):
        return first
    return sorted(first, key=lambda option: (option.name == UNKNOWN_PIECE, option.words))


def _offers(state: State, words: Words) -> list[Option]:
    actions = words.program.game.actions
    return [
        Option(len(state.options) + k, "offer", actions[number].title, actions[number].title)
        for k, number in enumerate(state.offers)
    ]


def _passing(state: State, asked: Ask) -> list[Option]:
    if not state.can_pass:
        return []
    index = len(state.options) + len(state.offers)
    match asked.statement:
        case ir.TakeActions():
            label = DONE
        case ir.Choose(pass_label=str(said)):
            label = said
        case ir.Choose(options=ir.FromMenu()):
            label = "No"
        case ir.Choose(options=options) if options != asked.options:
            label = DONE  # one of several has been asked for
        case _:
            label = PASS_WORDS
    return [Option(index, "pass", label, label)]
