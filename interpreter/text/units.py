"""Says what a number that is asked for means: what becomes of it, in the body that asks."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies
from dsl.ir.prose.nouns import amount_of, called, several_of
from dsl.walk import nodes_in
from interpreter.text.labels import Words
from interpreter.text.of_words import of_rules

_FOR_EACH = " for each"
#: What uses a number: statements of which `_said` knows words, and names for values.
_USING = (ir.Transfer, ir.Write, ir.Change, ir.SetLocal)


def meaning(words: Words, asks: ir.Choose, worth: Callable[[ir.Expression], int | None]) -> str:
    """`fame to gain, 2 coins to pay for each`; nothing where the body does not say. `worth` evaluates what is known."""
    nodes = _around_each_question(words).get(asks.site, ())
    lets = {node.slot: node.value for node in nodes if isinstance(node, ir.SetLocal)}
    told = (_said(words, node, asks.slot, lets, worth) for node in nodes)
    found = dict.fromkeys(words for said in told for words in said)
    return ", ".join(sorted(found, key=lambda words: words.endswith(_FOR_EACH)))  # what the number is of comes first


@of_rules
def _around_each_question(words: Words) -> Mapping[int, Sequence[object]]:
    """By the place of each question, what the body that asks it may do with a number, or call so."""
    found: dict[int, Sequence[object]] = {}
    for body in bodies(words.rules):
        inside = tuple(nodes_in(body.body.statements))
        using = tuple(node for node in inside if isinstance(node, _USING))
        for node in inside:
            if isinstance(node, ir.Choose):
                found.setdefault(node.site, using)
    return found


def _said(
    words: Words, node: object, slot: int, lets: dict[int, ir.Expression], worth: Callable[[ir.Expression], int | None]
) -> Iterator[str]:
    match node:
        case ir.Transfer(verb, counter, amount) if (price := _price(amount, slot, lets)) is not None:
            many, place = (worth(one) if _is_known(counter) else None for one in (price, counter))
            if many is not None and place is not None and not _locals(price):
                coins = words.numbered(place)
                if many != 1:
                    yield f"{amount_of(coins, many)} to {verb}{_FOR_EACH}"
                else:
                    yield f"{f'times {amount_of(coins, 1)}' if coins.unit else several_of(coins)} to {verb}"
        case ir.Write(variable, value=ir.Local(read)) | ir.Change(variable, amount=ir.Local(read)) if read == slot:
            found = next(v for v in words.rules.variables if v.name == variable)
            yield called(found)


def _price(amount: ir.Expression, slot: int, lets: dict[int, ir.Expression]) -> ir.Expression | None:
    """How much goes for each one of the number; None if that is not simply so."""
    match amount:
        case ir.Local(read) if read == slot:
            return ir.Constant(1, ir.NUMBER)
        case ir.Local(read) if read in lets:
            return _price(lets[read], slot, {})
        case ir.Arithmetic("*", ir.Local(read), price) | ir.Arithmetic("*", price, ir.Local(read)) if read == slot:
            return price
        case _:
            return None


def _is_known(counter: ir.Expression) -> bool:
    """Whether it is said there, or chosen before, which counter it is."""
    return all(isinstance(node, ir.Constant | ir.Local | ir.Arithmetic | ir.Type) for node in nodes_in(counter))


def _locals(price: ir.Expression) -> bool:
    return any(isinstance(node, ir.Local) for node in nodes_in(price))
