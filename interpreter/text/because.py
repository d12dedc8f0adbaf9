"""Says why a condition holds, with the values that it has now: `the pile is empty and Ben's score is 35`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import StateNames, reads, state_names
from dsl.ir.prose.conditions import clause
from dsl.ir.prose.nouns import Noun, amount_of, in_sentence, is_plural
from dsl.ir.prose.values import Lexicon, Values, Wordless
from dsl.listing import series
from dsl.walk import rebuilt, rewritten
from interpreter.backend.reference.values import Context, value, with_each
from interpreter.program.model.substitute import free_slots, inlined
from interpreter.text.labels import Words, spoken
from interpreter.text.observability import can_know

#: Slots from here on are those of definitions that stand where they are used; so many of all kinds has a frame.
_NEW_SLOTS, _SLOTS = 100, 1000
_PLAYERS = ir.AllOf(ir.PLAYER, ir.PLAYERS)
_LIMIT = {"<": "below", "<=": "at most", ">": "above", ">=": "at least"}
#: What is written with signs, in the words of a designer.
_SIGNS = {" >= ": " is at least ", " <= ": " is at most ", " > ": " is above ", " < ": " is below ", " = ": " is "}


def because(
    words: Words, scene: Context, conditions: Sequence[tuple[ir.Expression, bool]], you: int, seat: int | None,
    *, in_code: bool = True,
) -> str | None:  # fmt: skip
    """Why each of these holds, or (with False) does not; None if that is not so, or nobody can tell any more.

    What `seat` (None: who sees all) may not know is told without its values, and what no game changes is not told.
    `you` is who does it, or -1. `in_code`: what there are no words for is told as it stands in the rules.
    """
    game, lexicon, state = scene.inside([you, *[ir.NONE] * _SLOTS]), Lexicon(words.rules), state_names(words.rules)
    names = Values(lexicon, {0: Noun(words.player(you))} if you >= 0 else {}, {})
    reasons = _Reasons(words, game, names, seat, state, in_code)
    whole = [(_plain(lexicon, condition), holds) for condition, holds in conditions]
    if any(not _is_known(condition, you) or bool(value(game, condition)) != holds for condition, holds in whole):
        return None
    try:
        return _both(reasons.of(condition, holds) for condition, holds in whole if reads(condition, state))
    except Wordless:
        return None


def because_of(
    words: Words, scene: Context, condition: ir.Expression, slot: int, players: Sequence[int], seat: int | None
) -> str | None:
    """What holds of these players, each in the local `slot`: `Ann is not out`; None if there are no words for it."""
    lexicon = Lexicon(words.rules)
    whom = Noun(series(map(words.player, players)), several=len(players) > 1)
    reasons = _Reasons(words, scene, Values(lexicon, {slot: whom}, {}), seat, state_names(words.rules), in_code=False)
    if not players:
        return None
    scene.frame[slot] = players[0]
    try:
        return reasons.of(_plain(lexicon, condition))
    except Wordless:
        return None


def _both(said: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(said))


def _is_known(condition: ir.Expression, you: int) -> bool:
    """Whether it reads nothing that only the rule which was running knew."""
    return free_slots(condition) <= ({0} if you >= 0 else set())


def _plain(lexicon: Lexicon, condition: ir.Expression) -> ir.Expression:
    """The condition, with what a yes or no is by definition in the place of its name, and a list if that is simple."""
    fresh = count(_NEW_SLOTS)

    def change(node: object) -> object:
        if isinstance(node, ir.Derived) and not node.arguments:
            define = lexicon.defines[node.define]
            is_simple = isinstance(define.value, ir.Filter) and isinstance(define.value.over, ir.AllOf | ir.PlayersFrom)
            if not define.exceptions and (is_simple or define.type.kind is ir.Kind.YES_NO):
                return rewritten(inlined(define.value, {}, lambda: next(fresh)), change)
        return rebuilt(node, change)

    return rewritten(condition, change)


@frozen
class _Reasons:
    words: Words
    scene: Context
    names: Values
    seat: int | None
    state: StateNames
    in_code: bool

    def of(self, e: ir.Expression, holds: bool = True) -> str:
        """Why it holds, or does not; where there are no words for that, in those of the rules."""
        inner, so = e, holds
        while isinstance(inner, ir.Not):
            inner, so = inner.inner, not so
        try:
            return self._of(inner, so)
        except Wordless:
            if isinstance(inner, ir.Some) and isinstance(inner.over, ir.Derived) and not so:
                named = spoken(inner.over.define)
                return f"there {'are' if is_plural(named.partition(' ')[0]) else 'is'} no {named}"
            if not self.in_code:
                raise
            said = spoken(" ".join(e.span.text.split()))
            for sign, word in _SIGNS.items():
                said = said.replace(sign, word)
            return said if holds else f"this does not hold: {said}"

    def _of(self, e: ir.Expression, holds: bool) -> str:
        known = self.seat is None or can_know(self.scene, self.seat, e)
        match e:
            case ir.And(parts) | ir.Or(parts) if known:
                together = isinstance(e, ir.And) == holds
                telling = [part for part in parts if reads(part, self.state)]
                said = [self.of(p, holds) for p in telling if together or bool(value(self.scene, p)) == holds]
                return _both(said if together else said[:1])
            case ir.Compare(operator, left, right) if known and left.type == right.type == ir.NUMBER:
                return self._number(operator if holds else "", left, right)
            case ir.Some(over, slot, where) if known and holds and where and over.type.one() == ir.PLAYER:
                return self._somebody(over, slot, where)
            case ir.Some(ir.Filter(where=where), where=None) | ir.Some(where=where) if not holds and (
                isinstance(where, ir.Compare)
                and isinstance(where.left, ir.Read)
                and (where.operator, where.right) == (">", ir.Constant(0, ir.NUMBER))
            ):
                return f"no {spoken(where.left.variable)} is left"
            case ir.Some(ir.Filter(over, slot, where), _, None) | ir.Some(over, slot, where) if not holds and (
                over == _PLAYERS and isinstance(where, ir.Not | ir.Some)
            ):
                every = self.names.calling(slot, Noun(f"every {self.names.one(over)}"))
                return evolve(self, names=every).of(where, False)
            case _:
                return clause(self.names, e, holds)

    def _number(self, operator: str, left: ir.Expression, right: ir.Expression) -> str:
        """What a number is, and what it is compared with where that is another."""
        now, limit = value(self.scene, left), value(self.scene, right)
        if isinstance(left, ir.Function) and left.name == "round_number":
            titles = [flow.title for flow in self.words.rules.flows if flow.kind == "round" and flow.title]
            return f"this was {in_sentence(titles[0]) if len(titles) == 1 else 'round'} {now}"
        if isinstance(left, ir.CountOf):
            one = now == 1
            things = self.names.one(left.over) if one else self.names.several(left.over)
            return f"there {'is' if one else 'are'} {now or 'no'} {things}"
        names, read = self._of_the_best(left)
        more = f", {_LIMIT[operator]} {limit}" if operator in _LIMIT and now != limit else ""
        thing = names.noun(read)
        if isinstance(read, ir.Read) and thing.several and is_plural(thing.text):
            return f"{names.noun(read.at[0]).text} has {amount_of(names.lexicon.variables[read.variable], now)}{more}"
        return f"{thing.text} is {now}{more}"

    def _of_the_best(self, e: ir.Expression) -> tuple[Values, ir.Expression]:
        """Of the highest or lowest number of the players: that of whom it is."""
        if not isinstance(e, ir.BestOf) or e.over.type.one() != ir.PLAYER:
            return self.names, e
        players = value(self.scene, e.over)
        each = with_each(self.scene, players, e.slot, e.value)
        best = players[each.index(value(self.scene, e))]
        return self.names.calling(e.slot, Noun(self.words.player(best))), e.value

    def _somebody(self, over: ir.Expression, slot: int, where: ir.Expression) -> str:
        """Of whom it holds."""
        for player in value(self.scene, over):
            self.scene.frame[slot] = player
            if value(self.scene, where):
                names = self.names.calling(slot, Noun(self.words.player(player)))
                return evolve(self, names=names).of(where)
        raise Wordless(over, "it holds of nobody")
