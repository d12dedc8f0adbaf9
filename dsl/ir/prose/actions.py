"""Says on what terms an action is taken: what it costs, how often, and when."""

from collections.abc import Mapping

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import YOU, amount_of
from dsl.ir.prose.values import Lexicon, Values, Wordless

_OFTEN = {1: "once", 2: "twice"}


def terms(
    game: ir.Game, action: ir.Action, parameters: Mapping[str, int] | None = None, left: int | None = None
) -> str:
    """`costs 2 wood; once per turn, 1 left`; `parameters` and how often it can be taken still: where it is offered."""
    values = parameters or {one.name: one.value for one in game.parameters}
    paid = [_paid(game, need.price, values) for need in action.needs if need.price is not None]
    said = [f"costs {', '.join(paid)}"] if paid else []
    if action.limit is not None:
        said.append(_limit(game, action, action.limit) + (f", {left} left" if left is not None else ""))
    if action.own_turn and left is None and parameters is None:
        said.append("on your turn")
    return "; ".join(said)


def with_terms(game: ir.Game, action: ir.Action) -> str:
    """The title of an action with its terms: `Build (costs 2 wood; once per turn)`."""
    said = terms(game, action)
    return f"{action.title} ({said})" if said else action.title


def _paid(game: ir.Game, price: ir.Price, parameters: Mapping[str, int]) -> str:
    """A price in units where it has some, else in the words of the rules."""
    counter = next((one for one in game.variables if one.name == price.counter), None)
    match price.amount:
        case ir.Constant(number) if counter is not None:
            return amount_of(counter, number)
        case ir.Function("parameter", (ir.Constant(name),)) if counter is not None:
            return amount_of(counter, parameters[game.texts[name]])
        case _:
            return " ".join(_said(word, parameters) for word in price.span.text.split())


def _said(word: str, parameters: Mapping[str, int]) -> str:
    """A word of a price as players read it: what a parameter comes to, and no signs of the file."""
    return str(parameters[word]) if word in parameters else word.strip("()").replace("_", " ")


def _limit(game: ir.Game, action: ir.Action, limit: ir.Expression) -> str:
    per = f" per {action.per_unit}" if action.per_unit else ""
    often = limit
    if isinstance(limit, ir.Derived):  # exceptions to a definition say themselves what they do
        often = next(define.value for define in game.defines if define.name == limit.define)
    if isinstance(often, ir.Constant) and often.value in _OFTEN:
        return f"{_OFTEN[often.value]}{per}"
    try:
        return f"up to {Values(Lexicon(game), {0: YOU}, {}).noun(limit).text}{per}"
    except Wordless:
        return f"not always{per}"
