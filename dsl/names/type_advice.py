"""Advises how a value of one type is made into the type that is wanted."""

from dsl.ir.nodes import PLAYER, Kind, Type
from dsl.listing import joined
from dsl.names.symbols import Scope, VariableSymbol, ZoneSymbol
from dsl.names.title_values import titled
from dsl.source import Span

LONGEST = 50


def shown(span: Span) -> str:
    """The marked text on one line, to be repeated in a sentence; `...` for a long one."""
    text = " ".join(span.text.split())
    return text if len(text) <= LONGEST else "..."


def advice(actual: Type, expected: Type, span: Span, scope: Scope) -> tuple[str, ...]:
    """How a thing of one type is made into one of the other, in the designer's own words; nothing without a way."""
    text = shown(span)
    match expected.kind:
        case Kind.NUMBER:
            return _a_number(actual, text, scope)
        case Kind.YES_NO:
            return _a_condition(actual, text)
        case Kind.PLAYER if not expected.many:
            return _a_player(actual, text, scope)
        case Kind.PIECE if actual.kind is Kind.ZONE and not actual.many:
            return (f"name the card: `top of {text}` or `the card in {text}`",)
        case Kind.ZONE:
            return (f"the zones are: {joined(sorted(scope.names_of(ZoneSymbol)))}",)
        case Kind.VALUE if actual.kind is Kind.PIECE and titled(scope, expected) and not actual.many:
            return (f"name the title of the card: `title of {text}`",)
        case Kind.VALUE if expected.name in scope.enums:
            values = scope.enums[expected.name].value_names()
            return (f"a {expected.name} is one of {joined(values, 'or')}",) if values else ()
        case Kind.COUNTER:
            return (f"the counters are: {joined(c.name for c in scope.counters)}",)
        case _:
            return ()


def _a_number(actual: Type, text: str, scope: Scope) -> tuple[str, ...]:
    match actual.kind:
        case Kind.PLAYER if scope.counters and not actual.many:
            return (f"say what of that player: `{scope.counters[0].name} of {text}`",)
        case Kind.ZONE:
            return (f"to count what lies there, write `number of cards in {text}`",)
        case Kind.COUNTER:
            return (f"say whose: `{text} of PLAYER`",)
        case Kind.YES_NO:
            return ("write a number, or turn it round: `if ...: ...`",)
        case Kind.DIE if actual.many:
            together = f"what they show together is `total pips of dice in {text}`"
            return (together, f"one alone is `roll a die as {text}`, and shows `pips of {text}`")
        case Kind.DIE:
            return (f"what it shows is `pips of {text}`",)
        case _ if actual.many:
            return (
                (f"to count them, write `number of {text}`",)
                if text.isidentifier()
                else ("count them: `number of ...`",)
            )
        case _:
            return ()


def _a_condition(actual: Type, text: str) -> tuple[str, ...]:
    if actual.many or actual.kind is Kind.ZONE:
        return (f"ask `{text} is empty` or `{text} is not empty`",)
    if actual.kind is Kind.NUMBER:
        return (f"compare it with a number, as in `{text} > 0`",)
    return (f"compare it, as in `{text} is ...`, or ask whether there is one: `{text} exists`",)


def _a_player(actual: Type, text: str, scope: Scope) -> tuple[str, ...]:
    if actual.kind is Kind.VALUE and actual.name in scope.enums and scope.enums[actual.name].of_counters:
        return (f"say which player: `the player with most {text}`",)
    if actual.many and actual.kind is Kind.PLAYER:
        return ("name one of them, such as `the player with most COUNTER`, or let `each player` do it",)
    if actual.kind is Kind.PIECE and not actual.many:
        return (f"a card's player is `owner of {text}`",)
    roles = [k for k, s in scope.names.items() if isinstance(s, VariableSymbol) and s.type.one() == PLAYER.or_none()]
    return (f"name a player, such as {joined(roles, 'or')}",) if roles else ()
