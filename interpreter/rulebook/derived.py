"""What the rules themselves say where a game has no words: what players are after, how it ends, what actions do."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import body_words
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import sentence, spelt
from dsl.ir.prose.values import Lexicon, Values, Wordless
from dsl.walk import nodes_of


def goals(game: ir.Game) -> tuple[str, ...]:
    """A sentence for each way of ranking players at an end; nothing where there are no words for it."""
    values = Values(Lexicon(game), {}, {})
    overs = (*nodes_of(game.ends, ir.GameOver), *nodes_of(game, ir.GameOver))
    ranked = dict.fromkeys(over.winners for over in overs if isinstance(over.winners, ir.Ranked))
    return tuple(dict.fromkeys(words for one in ranked for words in _ranking(values, one)))


def ends(game: ir.Game) -> tuple[str, ...]:
    """When the game ends, a sentence for each rule that there are words for."""
    values = Values(Lexicon(game), {}, {})
    return tuple(words for end in game.ends for words in _end(game, values, end))


def done_by(game: ir.Game, body: ir.Body) -> tuple[str, ...]:
    """What a body does, in a paragraph; nothing where there are no words for a part of it."""
    try:
        return (" ".join(body_words(Lexicon(game), body)),)
    except Wordless:
        return ()


def _ranking(values: Values, one: ir.Ranked) -> Iterator[str]:
    try:
        best, *then = (values.most(criterion, one.slot) for criterion in one.by)
        who = values.one(one.over)
    except Wordless:
        return
    whoever = "whoever" if who == "player" else f"the {who} who"
    equal = f"; among equals, whoever has {', then '.join(then)}" if then else ""
    yield sentence(f"{whoever} has {best} when the game ends wins{equal}")


def _end(game: ir.Game, values: Values, end: ir.GameEnd) -> Iterator[str]:
    flow = next((flow for flow in game.flows if flow.name == end.after), None)
    when = f"after {'each' if flow is None or flow.kind is ir.FlowKind.ROUND else 'the'} " + (
        spelt(flow.title) if flow is not None else end.after or "step"
    )
    if end.condition is None:
        yield sentence(f"the game ends {when}")
        return
    try:
        yield sentence(f"the game ends {when} if {clause(values, end.condition)}")
    except Wordless:
        return
