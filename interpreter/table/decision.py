"""Decisions: a question in words, for the one player who decides; the others learn only who that is.

Answers are numbered as listed, which is another order than the engine's where that could be a secret: cards that lie in
no order come sorted, and unknown ones are told apart by nothing. Alike pieces in one place are one answer.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.actions import terms
from dsl.ir.prose.nouns import counted
from dsl.walk import nodes_of, rebuilt, rewritten, with_fields
from interpreter.engine import Engine
from interpreter.program.model.nodes import Ask, are_pieces
from interpreter.program.model.state_layers import PendingQuestion
from interpreter.runtime.state import State
from interpreter.table.asked.about import CardTold, about, asking_card, cards_in_question, said_on, text_of
from interpreter.table.asked.concerns import Concern, Concerns
from interpreter.table.asked.spaces import on_space
from interpreter.text.labels import Words, capital
from interpreter.text.redaction import knows, what_it_is
from interpreter.text.units import meaning

DONE = "Done"
PASS_WORDS = "Pass"


class NoSuchAnswer(ValueError):
    """A question was answered with what is no number of an answer to it, or there is no question."""


@frozen
class Option:
    """One answer, of the `kind` option, offer (an action beside the question) or pass; `words` say more than `name`.

    `alike`: how many there are that the decider cannot tell from this one. `text`: what a card says, also one that asks
    for a yes, or what there is on a space. `terms`: what an action costs, and how often it can be taken; `place`: its
    place among all that are offered when they can be taken. `about`: the cards, space, player or action that it is
    about.
    """

    kind: str
    name: str
    words: str
    alike: int = 1
    text: str = ""
    terms: str = ""
    place: int | None = None
    about: tuple[Concern, ...] = ()


@frozen
class Decision:
    """A question to the player in `seat`. `numbers`: the lowest and the highest, where a number is asked for.

    An answer is a number from 0: first come the `numbers` in their order, then the `options`. `about`: the title of the
    card, action or step that asks; `cards`: those that are at stake, with what they say. `more`: so many options may
    be picked, one after another; `takes_all`: all of them are, so that it is their order which is asked for. `guarded`:
    that there is only one answer is a secret. `unit`: what becomes of a number.
    """

    seat: int
    prompt: str
    numbers: tuple[int, int] | None
    options: tuple[Option, ...]
    about: str = ""
    more: int = 0
    takes_all: bool = False
    guarded: bool = False
    unit: str = ""
    cards: tuple[CardTold, ...] = ()

    @property
    def is_forced(self) -> bool:
        """Whether there is only one answer, and nobody learns from that being given at once."""
        return self.first_option + len(self.options) == 1 and not self.guarded

    @property
    def only_answer(self) -> str:
        """That one answer alone was given: `What do you give? Only Wood.` Nothing of passing, and of actions."""
        if self.numbers is not None:
            return f"{self.prompt} Only {self.numbers[0]}."
        (named,) = self.options
        is_told = named.kind == "option" and not any(one.kind == "action" for one in named.about)
        return f"{self.prompt} Only {named.name}." if is_told else ""

    @property
    def first_option(self) -> int:
        """The answer that the first of the options is."""
        return 0 if self.numbers is None else self.numbers[1] - self.numbers[0] + 1


@frozen
class Waiting:
    """All that the others are told while somebody decides."""

    seat: int
    words: str


Question: TypeAlias = Decision | Waiting


def decision_for(engine: Engine, state: State, words: Words, seat: int) -> Question | None:
    """The question as `seat` may see it; None when nothing is asked that it may know of."""
    if not engine.asks(state) or not is_announced(engine, state, seat):
        return None
    if state.player != seat:
        return Waiting(state.player, f"{words.player(state.player)} is deciding.")
    return decision(engine, state, words)


def is_announced(engine: Engine, state: State, seat: int) -> bool:
    """Whether `seat` may know of the question that waits, if there is one."""
    if not engine.asks(state) or state.player == seat:
        return True
    asks = engine.asked(state).statement
    return not isinstance(asks, ir.Choose) or asks.announced


def is_guarded(engine: Engine, state: State) -> bool:
    """Whether it is a secret that the question is put, or that there is only one answer to it."""
    asked = engine.asked(state)
    return asked.ask_anyway or (isinstance(asked.statement, ir.Choose) and not asked.statement.announced)


def decision(engine: Engine, state: State, words: Words) -> Decision:
    """The present question, in words for whoever is asked."""
    asked = _asked(engine, state, words)
    options = tuple(option for option, _ in _listed(engine, state, words, asked))
    more, takes_all = _row(engine, state, asked)
    guarded = is_guarded(engine, state)
    asks, unit = about(engine, state, words), _unit(engine, state, words, asked)
    question, numbers = prompt(engine, state, words), _numbers(state, asked)
    cards = cards_in_question(engine, state, words, asked)
    return Decision(state.player, question, numbers, options, asks, more, takes_all, guarded, unit, cards)


def options_of(engine: Engine, state: State, words: Words) -> tuple[Option, ...]:
    """The answers to the present question, but for numbers."""
    return tuple(option for option, _ in _listed(engine, state, words, _asked(engine, state, words)))


def _unit(engine: Engine, state: State, words: Words, asked: Ask) -> str:
    """What a number that is asked for is a number of."""
    if not isinstance(asked.options, ir.FromRange) or not isinstance(asked.statement, ir.Choose):
        return ""
    moved = asked.slot - asked.statement.slot  # a program puts the locals of what is in one frame behind each other

    def here(node: object) -> object:
        if isinstance(node, ir.Local):
            return with_fields(node, slot=node.slot + moved)
        return rebuilt(node, here)

    def worth(expression: ir.Expression) -> int | None:
        found = rewritten(expression, here)
        known = all(engine.evaluate(state, one) != ir.NONE for one in nodes_of(found, ir.Local))
        return int(engine.evaluate(state, found)) if known else None

    return meaning(words, asked.statement, worth)


def _row(engine: Engine, state: State, asked: Ask) -> tuple[int, bool]:
    """How many of the options may be picked, one after another, and whether all of them have to be."""
    if isinstance(asked.options, ir.FromList) and asked.options.next:
        passes = [int(engine.evaluate(state, value)) for value in asked.several[2:]]
        return min((len(state.options), *passes)), bool(state.can_pass)
    if len(asked.several) < 3:
        return 0, False
    picked, least, most = (int(engine.evaluate(state, value)) for value in asked.several)
    return most - picked, least - picked >= len(state.options)


def engine_index(engine: Engine, state: State, words: Words, answer: int) -> int:
    """The place among the engine's answers of an answer as `decision` numbers them. Raises NoSuchAnswer."""
    if not engine.asks(state):
        raise NoSuchAnswer("Nothing is asked any more: the game is over.")
    asked = _asked(engine, state, words)
    numbers = len(state.options) if _numbers(state, asked) else 0
    listed = [place for _, place in _listed(engine, state, words, asked)]
    last = numbers + len(listed) - 1
    if type(answer) is not int or not 0 <= answer <= last:
        raise NoSuchAnswer(f"There is no such answer here: they are numbered from 0 to {last}.")
    return answer if answer < numbers else listed[answer - numbers]


def option_at(engine: Engine, state: State, words: Words, index: int) -> Option:
    """The answer at this place in the engine, a number too, as the player who is asked is offered it."""
    asked = _asked(engine, state, words)
    if index < len(state.options):
        said = _words(state, words, asked, index)
        if are_pieces(asked.options):
            said = _with_place(state, words, said, state.options[index])
        return Option("option", _name(state, words, asked, index), said)
    return next(option for option, place in _beside(engine, state, words, asked) if place == index)


def prompt(engine: Engine, state: State, words: Words) -> str:
    """The question itself, with its braces filled."""
    asked = _asked(engine, state, words)
    match asked.statement:
        case ir.TakeActions():
            if actions_left(engine, state, asked) == 0:
                return "You have no actions left."
            asks = "What do you do?" if state.options else "There is nothing that you could do."
            return f"{asks}{_left(engine, state, asked)}"
        case ir.Choose(prompt=()) if isinstance(asked.options, ir.FromMenu):
            return f"{capital(asked.options.labels[0])}?"
        case ir.Choose():
            text = _filled(engine, state, words, asked.prompt) + _which_of_several(engine, state, asked)
            return text if text.endswith((".", "?", "!", ")")) else f"{text}:"


def _asked(engine: Engine, state: State, words: Words) -> Ask:
    """The question that waits, with the braces in the titles of its options filled, and the prices worked out."""
    asked = engine.asked(state)
    menu = asked.options
    if not isinstance(menu, ir.FromMenu) or not (menu.texts or menu.prices):
        return asked
    labels = tuple(_filled(engine, state, words, text) for text in menu.texts) or menu.labels
    prices = tuple(tuple(_known(engine, state, price) for price in one) for one in menu.prices)
    return with_fields(asked, options=with_fields(menu, labels=labels, prices=prices))


def _known(engine: Engine, state: State, price: ir.Price) -> ir.Price:
    return with_fields(price, amount=ir.Constant(int(engine.evaluate(state, price.amount)), ir.NUMBER))


def _filled(engine: Engine, state: State, words: Words, text: Sequence[ir.TextPart]) -> str:
    values = [engine.evaluate(state, part) for part in text if not isinstance(part, str)]
    return words.filled(state, text, values, state.player)


def actions_left(engine: Engine, state: State, asked: Ask) -> int | None:
    """How many actions may still be taken; None where that has no end, or nothing is taken."""
    if not isinstance(asked.statement, ir.TakeActions) or not asked.several:
        return None
    return int(engine.evaluate(state, asked.several[0]))


def _left(engine: Engine, state: State, asked: Ask) -> str:
    """` (2 of 3 actions left)`, where somebody may take more than one."""
    assert isinstance(asked.statement, ir.TakeActions), "of a choice nothing is left"
    left = actions_left(engine, state, asked)
    match asked.statement.at_most:
        case ir.Constant() | ir.Function("parameter") as fixed:
            most = int(engine.evaluate(state, fixed))
            return "" if left is None or most == 1 else f" ({counted(left, 'actions')} left of {most})"
        case _:
            return "" if left is None else f" ({counted(left, 'actions')} left)"


def _which_of_several(engine: Engine, state: State, asked: Ask) -> str:
    """` (2 of 3)`, where one thing after another is picked, or ` (2 to choose)` if some may be gone by then."""
    if not asked.several:
        return ""
    if isinstance(asked.options, ir.FromList) and asked.options.next:
        more, all_of_them = _row(engine, state, asked)
        return "" if all_of_them else f" ({more} to choose)"
    picked, least, most = (int(engine.evaluate(state, value)) for value in asked.several)
    if most == 1:
        return ""
    return f" ({picked + 1} of {most})" if least == most else f" ({picked + 1} of at most {most})"


# ---------------------------------------------------------------- answers in the order of the list


def _numbers(state: PendingQuestion, asked: Ask) -> tuple[int, int] | None:
    if not isinstance(asked.options, ir.FromRange) or not state.options:
        return None
    return state.options[0], state.options[-1]


def _listed(engine: Engine, state: State, words: Words, asked: Ask) -> Iterator[tuple[Option, int]]:
    """Every answer but the numbers, with its place in the engine."""
    if not isinstance(asked.options, ir.FromRange):
        alike: dict[tuple[str, int], dict[int, list[int]]] = {}  # by zone; each option of a menu is one of its own
        places = list(range(len(state.options)))
        pieces, is_menu = are_pieces(asked.options), isinstance(asked.options, ir.FromMenu)
        if pieces and not all(words.is_ordered(state.zone[piece]) for piece in state.options):
            places.sort(key=lambda place: what_it_is(state, state.options[place], state.player))
        for place in places:
            zone = state.zone[state.options[place]] if pieces else ir.NONE
            key = _words(state, words, asked, place), place if is_menu else ir.NONE
            alike.setdefault(key, {}).setdefault(zone, []).append(place)
        concerns = Concerns(state, words, asked)
        for (said, _), zones in alike.items():
            for same in zones.values():
                about_it = concerns.of(same)
                name, value = _name(state, words, asked, same[0]), state.options[same[0]]
                told = _with_place(state, words, said, value) if pieces else said
                text = text_of(state, words, value) if pieces else _behind(engine, state, words, asked, value)
                if isinstance(asked.options, ir.FromActions):
                    on_terms = _terms(engine, state, asked.options.names[value])
                    yield Option("option", name, told, terms=on_terms, place=value, about=about_it), same[0]
                else:
                    price = _price(words, asked, value)
                    yield Option("option", name, told, len(same), text, price, about=about_it), same[0]
    yield from _beside(engine, state, words, asked)


def _beside(engine: Engine, state: State, words: Words, asked: Ask) -> Iterator[tuple[Option, int]]:
    """Offers and passing, each with its place in the engine."""
    actions = words.program.game.actions
    for place, number in enumerate(state.offers, start=len(state.options)):
        title, name = actions[number].title, actions[number].name
        yield Option("offer", title, title, terms=_terms(engine, state, name), about=(Concern("action", name),)), place
    if state.can_pass:
        label = _pass_label(asked)
        yield Option("pass", label, label), len(state.options) + len(state.offers)


# ---------------------------------------------------------------- words


def _name(state: PendingQuestion, words: Words, asked: Ask, place: int) -> str:
    value = state.options[place]
    match asked.options:
        case ir.FromActions(names):
            return next(action for action in words.program.game.actions if action.name == names[value]).title
        case ir.FromMenu(labels):
            return labels[value]
        case ir.FromList(over) | ir.InOrder(over):
            return words.value(state, over.type.one(), value, state.player)
        case ir.FromRange():
            return str(value)


def _terms(engine: Engine, state: State, name: str) -> str:
    """What an action costs, how often it can be taken, and how often still."""
    game = engine.program.game
    number, action = next((k, one) for k, one in enumerate(game.actions) if one.name == name)
    left = None
    if action.limit is not None:
        seat = ir.Constant(state.player, ir.PLAYER)
        taken = ir.Function("taken", (ir.Constant(number, ir.NUMBER), seat), ir.NUMBER)
        left = engine.evaluate(state, action.limit, [state.player]) - engine.evaluate(state, taken)
    return terms(game, action, engine.program.setting.parameters, left)


def _words(state: PendingQuestion, words: Words, asked: Ask, place: int) -> str:
    """A name with what else the player should know of it."""
    if are_pieces(asked.options):
        return _piece(state, words, state.options[place])
    name = _name(state, words, asked, place)
    match asked.options:
        case ir.FromMenu():
            return "Yes" if len(asked.options.labels) == 1 else capital(name)
        case ir.FromList(over) | ir.InOrder(over) if over.type.kind is ir.Kind.PLAYER:
            return f"{name} (you)" if state.options[place] == state.player else name
        case _:
            return name


def _space(words: Words, zone: int) -> str:
    """The space of a board that a place is on, if it is the first that the rules have there."""
    layout = words.program.layout
    slot = layout.zones[layout.zone_names[zone]]
    boards = {one.name for one in words.program.game.enumerations if one.board}
    match slot.zone.dimensions:
        case (ir.Index(name=name),) if name in boards:
            return words.value_of(name, zone - slot.base)
    return ""


def _price(words: Words, asked: Ask, option: int) -> str:
    """What an option of a menu costs; nothing if it is another question, or costs nothing."""
    if not isinstance(asked.options, ir.FromMenu) or not asked.options.prices:
        return ""
    prices = asked.options.prices[option]
    paid = [words.price(one, one.amount.value) for one in prices if isinstance(one.amount, ir.Constant)]
    return f"costs {', '.join(paid)}" if paid else ""


def _with_place(state: PendingQuestion, words: Words, said: str, piece: int) -> str:
    """The words for a piece; where not all that are offered lie in one place, with its own: `Ox, Ben's field`."""
    zone = state.zone[piece]
    in_one_place = all(state.zone[other] == zone for other in state.options)
    if in_one_place or not knows(state, piece, state.player):  # of an unknown piece, where it is is all there is to say
        return said
    return f"{said}, {_space(words, zone) or words.zone_for(zone, state.player)}"


def _piece(state: PendingQuestion, words: Words, piece: int) -> str:
    if knows(state, piece, state.player):
        return words.described(state, piece)
    zone = state.zone[piece]
    several = words.is_ordered(zone) and len(state.zones[zone]) > 1
    number = f", number {state.zones[zone].index(piece) + 1}" if several else ""
    return f"{words.piece(state, piece, state.player)} from {words.zone_for(zone, state.player)}{number}"


def _behind(engine: Engine, state: State, words: Words, asked: Ask, place: int) -> str:
    """What there is on a space that may be chosen, or what the card says that asks whether something is done."""
    match asked.options:
        case ir.FromMenu((_,)):
            return said_on(words, asking_card(engine, state, words))
        case ir.FromList(over) | ir.InOrder(over) if over.type.kind is ir.Kind.VALUE:
            kind = over.type.name
            if any(one.board and one.name == kind for one in words.program.game.enumerations):
                return on_space(engine.scene(state, ()), words, kind, place, state.player)
    return ""


def _pass_label(asked: Ask) -> str:
    match asked.statement:
        case ir.TakeActions(pass_label=str(said)) | ir.Choose(pass_label=str(said)):
            return capital(said)
        case ir.TakeActions():
            return DONE
        case ir.Choose(options=ir.FromMenu()):
            return "No"
        case ir.Choose(options=ir.InOrder() | ir.FromList(several=True)):
            return DONE  # one after another is asked for
        case _:
            return PASS_WORDS
