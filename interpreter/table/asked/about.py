"""What a question is about: the card, action or step that asks, and the cards that are at stake, with their words."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.walk import nodes_in
from interpreter.engine import Engine
from interpreter.program.model.nodes import Ask
from interpreter.program.model.program import Program
from interpreter.program.model.state_layers import PendingQuestion
from interpreter.runtime.state import State
from interpreter.text.labels import Words
from interpreter.text.redaction import is_hidden, knows


@frozen
class CardTold:
    """A card, as whoever is asked sees it, and what it says."""

    card: str
    text: str


def about(engine: Engine, state: State, words: Words) -> str:
    """What asks, by its title: the card whose text is carried out, if it is known; else the action, or the step.

    Or a part of the rules with a title, if no card has it carried out.
    """
    game = words.program.game
    if card := asking_card(engine, state, words):
        return card
    running = engine.running(state)
    on_cards = any(one.root.kind is BodyKind.TEXT for one in running if isinstance(one.root, BodyId))
    for routine in reversed(running):
        match routine.root:
            case BodyId(BodyKind.PROCEDURE, name) if not on_cards:
                if title := next((one.title for one in game.procedures if one.name == name), ""):
                    return title
            case BodyId(BodyKind.TEXT, number=number) if _is_known(state, game.cards[number].title):
                return game.cards[number].title
            case BodyId(BodyKind.ACTION, name):
                return next(action.title for action in game.actions if action.name == name)
            case BodyId(BodyKind.FLOW, name):
                return words.flow(name).title if words.flow(name).kind != ir.FlowKind.ROUND else ""
    return ""


def asking_card(engine: Engine, state: State, words: Words) -> str:
    """The title of the card that asks by a rule on an event, as a reaction does, if it is known."""
    card = _asked_on_cards(words.program).get(engine.asked(state).statement.site, "")
    return card if card and _is_known(state, card) else ""


@lru_cache(maxsize=16)
def _asked_on_cards(program: Program) -> Mapping[int, str]:
    """The titles of cards by the sites of the questions that their rules on events ask."""
    game = program.game
    on_cards = [hook for hook in game.hooks if hook.effect != ir.NONE and game.effects[hook.effect].card]
    return {
        asked.site: game.effects[hook.effect].title
        for hook in on_cards
        for asked in nodes_in((hook.question, hook.body.statements))
        if isinstance(asked, ir.Choose)
    }


def _is_known(state: State, title: str) -> bool:
    """Whether whoever is asked has seen a card of that title."""
    kinds = state.layout.kinds
    return any(kinds[kind].title == title and knows(state, one, state.player) for one, kind in enumerate(state.kind))


# ---------------------------------------------------------------- the cards at stake


def cards_in_question(engine: Engine, state: State, words: Words, asked: Ask) -> tuple[CardTold, ...]:
    """The cards that the question names, or that the rules remember for what is offered, if they are known."""
    pieces = dict.fromkeys(piece for piece in _at_stake(engine, state, asked) if piece >= 0)
    told = (
        CardTold(words.described(state, piece), text_of(state, words, piece))
        for piece in pieces
        if knows(state, piece, state.player)
    )
    return tuple(dict.fromkeys(one for one in told if one.text))


def _at_stake(engine: Engine, state: State, asked: Ask) -> Iterator[int]:
    parts = [part for part in asked.prompt if not isinstance(part, str) and part.type.kind is ir.Kind.PIECE]
    yield from (int(engine.evaluate(state, part)) for part in parts if not part.type.many)
    if isinstance(asked.options, ir.FromActions):
        taken = [asked.options.names[option] for option in state.options]
        for read in dict.fromkeys(read for name in taken for read in _remembered(engine.program, name)):
            variable = engine.program.layout.variables[read.variable].variable
            if not is_hidden(engine.scene(state, ()), variable, (), state.player):
                yield int(engine.evaluate(state, read, ()))


@lru_cache(maxsize=64)
def _remembered(program: Program, action: str) -> tuple[ir.Read, ...]:
    """The cards that there is one of for all, and that an action looks up."""
    read = next(nodes_in(one) for one in program.game.actions if one.name == action)
    found = (node for node in read if isinstance(node, ir.Read) and not node.at and not node.type.many)
    return tuple(dict.fromkeys(node for node in found if node.type.kind is ir.Kind.PIECE))


def text_of(state: PendingQuestion, words: Words, piece: int) -> str:
    """What a card says, if the player knows the card."""
    known = knows(state, piece, state.player)
    return said_on(words, words.program.layout.kinds[state.kind[piece]].title) if known else ""


def said_on(words: Words, card: str) -> str:
    """All that a card says; nothing if there are no words for it."""
    said = words.card_texts.get(card)
    return " ".join(said.paragraphs) if said is not None else ""
