"""Puts what stands in a rule into words for the player who is asked: conditions, things, and lists of things.

What the rule names is called what it is, `you`, `Ben`, `Lamp`, if the player is sure to know that; else by its name in
the rule. Where no words could be sure not to be misread there are none, never the rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import YOU, Noun
from dsl.walk import nodes_in
from interpreter.backend.reference.values import Context
from interpreter.text.labels import Words, spoken
from interpreter.text.redaction import knows

if TYPE_CHECKING:
    from dsl.ir.prose.values import Values

    _Say: TypeAlias = Callable[[Values, ir.Expression], str]


@frozen(eq=False)
class Place:
    """Where rules are looked at for the player in `seat`, who knows what stands in the slots `told` of the scene."""

    scene: Context
    words: Words
    seat: int
    told: Collection[int] = field(kw_only=True, default=())

    def condition(self, rule: ir.Expression) -> str:
        """What must be so, as a clause: `you have at least 5 coins`; or nothing."""
        from dsl.ir.prose.conditions import clause

        return self._said(rule, clause)

    def thing(self, rule: ir.Expression) -> str:
        """What a value is: `your coins minus 1`, `the top card of the pile`; or nothing."""
        return self._said(rule, lambda values, e: values.noun(e).text)

    def one_of(self, rule: ir.Expression) -> str:
        """One thing of a list, without an article: `card in your hand`; or nothing."""
        return self._said(rule, lambda values, e: values.one(e))

    def several_of(self, rule: ir.Expression) -> str:
        """All things of a list, without an article: `cards in your hand`; or nothing."""
        return self._said(rule, lambda values, e: values.several(e))

    def _said(self, rule: ir.Expression, say: _Say) -> str:
        from dsl.ir.prose.values import Values, Wordless  # only who asks has rules put into words

        locals_ = [node for node in nodes_in(rule) if isinstance(node, ir.Local)]
        called = {node.slot: noun for node in locals_ if (noun := self._noun(node)) is not None}
        try:
            return say(Values(self.words.lexicon, called, {}), rule)
        except Wordless:
            return ""

    def _noun(self, local: ir.Local) -> Noun | None:
        """What stands in a slot, or what the rule calls it."""
        worth = self.scene.frame[local.slot]
        if local.slot not in self.told and local.name != "you":
            return Noun(f"the {spoken(local.name)}", several=local.type.many)
        if not isinstance(worth, int) or (worth < 0 and local.type.kind is not ir.Kind.NUMBER):
            return None
        match local.type.kind:
            case ir.Kind.PLAYER:
                return YOU if worth == self.seat else Noun(self.words.player(worth))
            case ir.Kind.PIECE:
                known = knows(self.scene.state, worth, self.seat)
                return Noun(self.words.title(self.scene.state, worth)) if known else None
            case ir.Kind.NUMBER | ir.Kind.VALUE:
                return Noun(self.words.said(local.type, worth))
            case _:
                return None
