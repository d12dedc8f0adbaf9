"""What the definitions of a game come to at a moment, in sentences, as far as a player can know it."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.conditions import predicate
from dsl.ir.prose.nouns import YOU, Noun, sentence
from dsl.ir.prose.values import defined
from dsl.listing import series
from interpreter.backend.reference.values import Context, value
from interpreter.program.model.state_layers import Value
from interpreter.text.facts import fact
from interpreter.text.labels import Words, capital
from interpreter.text.observability import can_know


@frozen
class WorkedOut:
    """Works definitions out in a state, for the player in `seat`."""

    scene: Context
    words: Words
    seat: int

    def for_players(self, define: ir.Define) -> Iterator[str]:
        """What one comes to for each player, or for the game as a whole."""
        players = range(len(self.words.names)) if define.arguments else (ir.NONE,)
        for player in players:
            arguments = (ir.Constant(player, ir.PLAYER),) if define.arguments else ()
            asked = ir.Derived(define.name, arguments, define.type)
            if define.type.kind is not ir.Kind.YES_NO or not arguments:
                if said := fact(self.scene, self.words, self.seat, asked):
                    yield sentence(capital(said))
            elif (holds := self._value(asked)) is not None:
                who = YOU if player == self.seat else Noun(self.words.player(player))
                yield sentence(capital(predicate(defined(define), who, bool(holds))))

    def numbers(self, enum: ir.Enumeration, place: int) -> Iterator[str]:
        """The numbers that definitions give for a value of an enum, but for nought: `Place: 6.`"""
        here = ir.Constant(place, ir.Type(ir.Kind.VALUE, enum.name))
        for define in self.words.rules.defines:
            if define.arguments == (here.type,) and define.type == ir.NUMBER:
                number = self._value(ir.Derived(define.name, (here,), define.type))
                if number:
                    yield f"{capital(defined(define))}: {number}."

    def joined(self, enum: ir.Enumeration, place: int) -> Iterator[str]:
        """The other values, as spaces, that definitions join with one: `Connected with: Hall and Attic.`"""
        here = ir.Constant(place, ir.Type(ir.Kind.VALUE, enum.name))
        for define in self.words.rules.defines:
            if define.arguments == (here.type,) and define.type == ir.Type(ir.Kind.VALUE, enum.name, many=True):
                listed = self._value(ir.Derived(define.name, (here,), define.type))
                found = list(listed) if isinstance(listed, tuple) else []
            elif define.arguments == (here.type, here.type) and define.type == ir.YES_NO:
                pairs = (ir.Constant(k, here.type) for k in range(len(enum.values)))
                found = [one.value for one in pairs if self._value(ir.Derived(define.name, (here, one), define.type))]
            else:
                continue
            if others := [self.words.value_of(enum.name, k) for k in found if k != place]:
                yield f"{capital(defined(define))}: {series(others)}."

    def _value(self, asked: ir.Derived) -> Value | None:
        return value(self.scene, asked) if can_know(self.scene, self.seat, asked) else None
