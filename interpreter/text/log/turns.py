"""What begins with an event: a round, phase or step, or a turn of several parts, up to the step whose heading tells it.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, nodes_of
from interpreter.program.model.nodes import Verb
from interpreter.text.company import Hearer
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.of_words import of_rules
from interpreter.text.redaction import in_mask


@define
class Turns:
    """Follows turns as a log goes on, for who may learn of an entry.

    `whose` turn it is, or -1 as long as none has begun in this round, phase or step.
    """

    words: Words
    whose: int = ir.NONE

    def flow(self, entry: Entry, seat: Hearer) -> str | None:
        """The round, phase or step that begins with an entry; None if none does."""
        if entry[1] != Verb.BEGIN:
            return None
        routine = self.words.program.names[entry[5]]
        if routine.flow is None or routine.layers or not in_mask(self.words.program.layout, entry[4], seat):
            return None
        self.whose = ir.NONE
        return routine.flow

    def begun(self, entry: Entry, seat: Hearer) -> str | None:
        """The flow in which a turn begins with an entry that is no heading; None if none does."""
        begins = self._in(entry[0], entry[2]) and in_mask(self.words.program.layout, entry[4], seat)
        return self.begun_at(entry[0], entry[2]) if begins else None

    def _in(self, site: int, who: int) -> str | None:
        """The flow in which a turn would begin with that."""
        return _turns_in(self.words).get(site) if who != self.whose else None

    def begun_at(self, site: int, who: int) -> str | None:
        """The same for something that `who` does or is asked at this place in the rules."""
        if (flow := self._in(site, who)) is None:
            return None
        self.whose = who
        return flow


@of_rules
def _turns_in(words: Words) -> Mapping[int, str]:
    """By their places in the rules, what players do in their own turns, with the flow in which they take them."""
    found: dict[int, str] = {}
    for flow in words.rules.flows:
        for turn in nodes_of(flow.body.statements, ir.Turn):
            steps = (place for place, part in enumerate(turn.body) if any(nodes_of(part, ir.RunFlow)))
            for node in nodes_in(turn.body[: next(steps, None)] if len(turn.body) > 1 else ()):
                if turn.player in (getattr(node, "player", None), getattr(node, "you", None)) and hasattr(node, "site"):
                    found[node.site] = flow.name
    return found
