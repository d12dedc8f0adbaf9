"""What comes to nothing, and why: a card that does nothing, and a rule on a card that keeps something from coming."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.prose.cards import THIS
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import Noun
from dsl.ir.prose.values import Values, Wordless
from interpreter.program.model.nodes import OF_PART, Verb
from interpreter.text.company import Hearer
from interpreter.text.labels import Words
from interpreter.text.log.evident import heard
from interpreter.text.log.heard import Entry
from interpreter.text.log.reasons import places_in


def is_idle(words: Words, entry: Entry, title: str, following: Iterable[Entry], seat: Hearer) -> bool:
    """Whether a card with this title that has its say does nothing: what `seat` hears of next comes from elsewhere.

    Of a rule on it only where that stands in place of an event; of its text only where that does all it does at once,
    and of a part of it never: it may have none.
    """
    rule = entry[6]
    if rule == OF_PART:
        return False
    if rule >= 0 and words.rules.hooks[rule].timing is not ir.Timing.INSTEAD:
        return False
    said = {BodyId(BodyKind.HOOK, "", rule)} if rule >= 0 else {*places_in(words).done_at_once.get(title, ())}
    if not said:
        return False
    for later in heard(words, following, seat):
        if later[1] == Verb.GAME_OVER:
            return True
        if later[1] == Verb.TEXT and later[6] >= 0:
            if rule < 0 and words.rules.hooks[later[6]].timing is ir.Timing.INSTEAD:
                return False  # it would do something, and is told to be prevented
            said.add(BodyId(BodyKind.HOOK, "", later[6]))
        elif later[0] >= 0:
            body = places_in(words).bodies.get(later[0])
            return body not in said and not _may_stand_for(words, body)
    return False  # it may just be asking somebody


def why_idle(words: Words, title: str, you: Noun | None) -> str:
    """Why a card with this title, on which `is_idle` holds, does nothing; "" if there are no short words for that.

    It follows from the card alone: had its one condition held, or had there been anything to choose or to move, one
    would have heard of it. `you`: whose card it is, if that is known.
    """
    bodies = places_in(words).done_at_once.get(title, ())
    card = next((words.rules.cards[body.number] for body in bodies), None) if len(bodies) == 1 else None
    if card is None or card.effect is None:
        return ""
    values = Values(words.lexicon, {1: THIS} if you is None else {0: you, 1: THIS}, {})
    *before, last = card.effect.statements
    for statement in before:
        if not isinstance(statement, ir.SetLocal):
            return ""
        values = _calling(values, statement)
    match last:
        case ir.If(condition, (first, *_), ()) if _is_told(first):
            return _short(values, condition)
        case ir.Choose(options=ir.FromList(candidates), otherwise=(), hidden_options=False):
            said = _short(values, ir.Some(candidates, _NO_SLOT, None))
            return "there is nothing to choose" if not said or THIS.text in said else said
        case ir.MovePieces(pieces=pieces) if pieces.type.many:
            return "there is no such card"
        case ir.ForEach(over=over, body=(first, *_)) if _is_told(first) and over.type.kind is ir.Kind.PIECE:
            return "there is no such card"
        case _:
            return ""


def _calling(values: Values, local: ir.SetLocal) -> Values:
    """With the words for what a local has been set to, if there are any."""
    try:
        return values.calling(local.slot, values.noun(local.value))
    except Wordless:
        return values


def _short(values: Values, condition: ir.Expression) -> str:
    """That it does not hold, if that can be said in few words."""
    try:
        said = clause(values, condition, False)
    except Wordless:
        return ""
    return "" if len(said) > _MOST_LETTERS or "(" in said or " or " in said else said


def _is_told(statement: object) -> bool:
    """Whether nobody can overlook that it is done."""
    match statement:
        case ir.Choose(options=ir.FromMenu(), manner=ir.Manner.PLAIN):
            return True
        case ir.MovePieces(pieces=ir.Local(), manner=ir.Manner.PLAIN):
            return True
        case _:
            return isinstance(statement, ir.Transfer | ir.Call | ir.Write | ir.Announce | ir.Roll)


_NO_SLOT = -1
#: A reason that is longer explains nothing.
_MOST_LETTERS = 90


def _may_stand_for(words: Words, body: BodyId | None) -> bool:
    """Whether it is a rule on an event, which may be what the card would do."""
    if body is None or body.kind is not BodyKind.HOOK:
        return False
    return words.rules.hooks[body.number].event not in (ir.EventKind.FLOW, ir.EventKind.BOUNDARY)
