"""Why something happens: the text of a card, or a procedure with a title, that brings it about.

The journal says where procedures and texts of cards begin, and at which place in the rules each event has happened; so
one can tell which of them are under way. What a viewer must not know of (a card that they do not know, an action taken
secretly) gives no reason, nor does anything within it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field

from dsl.frozen import changed, frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind, bodies
from dsl.ir.prose.conditions import predicate
from dsl.ir.prose.values import Values, Wordless
from dsl.ir.secrecy import Secrets, secrets_of
from dsl.walk import children, nodes_in, nodes_of
from interpreter.program.model.nodes import MOVE_ENTRIES, Verb
from interpreter.program.model.routine_id import PassOf
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.company import Hearer, bits_of, is_one_of
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.log.sentence import Reason
from interpreter.text.of_words import of_rules
from interpreter.text.redaction import those_in_mask

#: What is done without a word of it in the journal.
_SHOWS_LATER = (ir.Begin, ir.Become, ir.NextTurn, ir.EndTurn, ir.Leave, ir.Boundary, ir.RunFlow)


def _shows_later(node: object) -> bool:
    """Whether it shows later, or not to all."""
    return isinstance(node, _SHOWS_LATER) or (isinstance(node, ir.Transfer) and node.manner is ir.Manner.SECRETLY)


@frozen(eq=False, slots=False)
class Places:
    """Where each place in the rules stands: in which body, and behind which conditions."""

    words: Words

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Those of procedures that have one, by name."""
        return {one.name: one.title for one in self.words.rules.procedures if one.title}

    @cached_property
    def offers(self) -> frozenset[BodyId]:
        """What somebody may decline."""
        hooks = enumerate(self.words.rules.hooks)
        return frozenset(BodyId(BodyKind.HOOK, "", number) for number, hook in hooks if hook.optional)

    @cached_property
    def boundaries(self) -> Mapping[BodyId, str]:
        """What is done at the start or end of a turn, round, phase or step, with words for that."""
        hooks = [(BodyId(BodyKind.HOOK, "", k), one.name.split()) for k, one in enumerate(self.words.rules.hooks)
                 if one.event is ir.EventKind.BOUNDARY]  # fmt: skip
        return {body: f"At the {edge} of the {unit}" for body, (edge, unit) in hooks}

    @cached_property
    def bodies(self) -> Mapping[int, BodyId]:
        """The body of each place."""
        return {site: self.interned(body) for site, body, _ in self._found}

    def interned(self, body: BodyId) -> BodyId:
        """Interns a body: equal ones are one object, which is compared by identity."""
        return self._bodies.setdefault(body, body)

    @cached_property
    def _bodies(self) -> dict[BodyId, BodyId]:
        return {}

    @cached_property
    def conditions(self) -> Mapping[int, tuple[str, ...]]:
        """In words, what must have held for each place to be reached, where the rules have a title for that."""
        return {site: tuple(self._said(body, behind)) for site, body, behind in self._found if behind}

    @cached_property
    def drawn_from(self) -> Mapping[str, int]:
        """The piles from which somebody draws, and at how many places in the rules."""
        sources = (draw.source for draw in nodes_of(self.words.rules, ir.Draw))
        return Counter(at.zone for source in sources for at in nodes_of(source, ir.ZoneAt))

    def is_usual(self, pile: str) -> bool:
        """Whether it is drawn from at more places in the rules than any other."""
        return all(self.drawn_from[pile] > times for other, times in self.drawn_from.items() if other != pile)

    @cached_property
    def in_chosen_order(self) -> frozenset[int]:
        """Where pieces are moved in an order that whoever moves them has just chosen."""
        found: set[int] = set()
        for one in bodies(self.words.rules):
            chosen = {
                ask.slot for ask in nodes_of(one.body.statements, ir.Choose)
                if isinstance(ask.options, ir.InOrder) and ask.manner is not ir.Manner.RANDOMLY
            }  # fmt: skip
            moves = nodes_of(one.body.statements, ir.MovePieces) if chosen else ()
            found.update(m.site for m in moves if isinstance(m.pieces, ir.Local) and m.pieces.slot in chosen)
        return frozenset(found)

    @cached_property
    def done_at_once(self) -> Mapping[str, frozenset[BodyId]]:
        """By title, the texts of cards that do at once all that they do, in the open, and have no parts."""
        texts: dict[str, set[BodyId]] = {}
        others: set[str] = set()
        for number, card in enumerate(self.words.rules.cards):
            if card.effect is not None and (card.parts or any(map(_shows_later, nodes_in(card.effect.statements)))):
                others.add(card.title)
            elif card.effect is not None:
                texts.setdefault(card.title, set()).add(BodyId(BodyKind.TEXT, "", number))
        return {title: frozenset(found) for title, found in texts.items() if title not in others}

    @cached_property
    def changed(self) -> frozenset[int]:
        """Where a rule in place of a transfer, which is no secret, does the same once in another amount."""
        if any(t.manner is ir.Manner.SECRETLY for t in nodes_of(self.words.rules, ir.Transfer)):
            return frozenset()
        found: set[int] = set()
        for hook in self.words.rules.hooks:
            same = [t for t in nodes_of(hook.body.statements, ir.Transfer) if _is_the_event(hook, t)]
            if hook.timing is ir.Timing.INSTEAD and len(same) == 1:
                found.add(same[0].site)
        return frozenset(found)

    @cached_property
    def _found(self) -> list[tuple[int, BodyId, tuple[ir.Expression, ...]]]:
        return [(*found,) for one in bodies(self.words.rules) for found in _sites(one.body.statements, one.id, ())]

    @cached_property
    def _secrets(self) -> Secrets:
        return secrets_of(self.words.rules)

    @cached_property
    def _titled(self) -> Mapping[str, str]:
        return {one.name: one.title for one in self.words.rules.defines if one.title and one.type == ir.YES_NO}

    def _said(self, body: BodyId, behind: tuple[ir.Expression, ...]) -> Iterator[str]:
        for part in (part for condition in behind for part in ir.conjuncts(condition)):
            if isinstance(part, ir.Derived) and part.define in self._titled and len(part.arguments) == 1:
                try:
                    of = Values(self.words.lexicon, {}, {}).noun(part.arguments[0])
                except Wordless:
                    continue
                if not self._secrets.secret(body, part):
                    yield predicate(self._titled[part.define], of, True)


def _is_the_event(hook: ir.HookRule, t: ir.Transfer) -> bool:
    """Whether a transfer in the body of a rule is of the kind that the rule is on, and of the same player."""
    place = t.target if hook.event is ir.EventKind.GAIN else t.source
    if (t.verb.value, t.counter) != (hook.event.value, hook.counter) or not isinstance(place, ir.Holder):
        return False
    if "subject" in hook.binds:
        return isinstance(place.player, ir.Local) and place.player.slot == hook.binds.index("subject") + 1
    return place.player == hook.subject


@of_rules
def places_in(words: Words) -> Places:
    """The places of the rules of a game."""
    return Places(words)


def _sites(
    nodes: object, body: BodyId, behind: tuple[ir.Expression, ...]
) -> Iterator[tuple[int, BodyId, tuple[ir.Expression, ...]]]:
    """Every place in these nodes, with the conditions that lead to it."""
    for node in nodes if isinstance(nodes, tuple | list) else (nodes,):
        if (site := getattr(node, "site", ir.NONE)) >= 0:
            yield site, body, behind
        if isinstance(node, ir.If):
            yield from _sites(node.condition, body, behind)
            yield from _sites(node.then, body, (*behind, node.condition))
            yield from _sites(node.otherwise, body, behind)
        else:
            yield from _sites(children(node), body, behind)


@frozen
class _UnderWay:
    """A body that is under way: its title, if it gives a reason, from whom it is secret, and where it has come to.

    `body` is None as long as it is not known which text of the `card` it is. `amount`: of what it replaces.
    """

    body: BodyId | None
    title: str
    secret: int  # the bits of those who must not know of it
    site: int = ir.NONE
    card: int = ir.NONE
    amount: int = ir.NONE

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule on an event that stands on no card."""
        return self.body is not None and self.body.kind is BodyKind.HOOK and self.card < 0

    @property
    def is_action(self) -> bool:
        """Whether it is an action that somebody takes."""
        return self.body is not None and self.body.kind is BodyKind.ACTION


@frozen
class Given:
    """A reason of an event, and the bits of those from whom it is secret.

    And of those to whom it is that the card goes, on account of what it has offered.
    """

    reason: Reason
    secret: int
    used: int

    def to(self, hearer: Hearer) -> Reason | None:
        """The reason as somebody is told it."""
        if self.secret and is_one_of(self.secret, hearer):
            return None
        return changed(self.reason, used=True) if self.used and is_one_of(self.used, hearer) else self.reason


@define
class Reasons:
    """What is under way as a log goes on, the outermost first."""

    places: Places
    under_way: list[_UnderWay] = field(factory=list)

    def after(self, entry: Entry, state: Position, hearer: Hearer) -> Given | None:
        """The reason of an event, if there is one to tell, for any of those who are told."""
        site, verb, _, seers, knowers, *values = entry
        words, layout = self.places.words, self.places.words.program.layout
        unheard = bits_of(hearer) & ~those_in_mask(layout, knowers, hearer)
        if verb == Verb.TEXT:
            title = layout.kinds[kind_told(state, values[0], known=True)].title
            rule = None if values[1] < 0 else self.places.interned(BodyId(BodyKind.HOOK, "", values[1]))
            amount = values[2] if len(values) > 2 else ir.NONE
            self.under_way.append(_UnderWay(rule, title, unheard, card=values[0], amount=amount))
        elif verb == Verb.BEGIN:
            root = words.program.names[values[0]].root
            self._go_to(site)
            body = self.places.interned(root) if isinstance(root, BodyId) else None
            title = self.places.titles.get(body.name, "") if body and body.kind is BodyKind.PROCEDURE else ""
            if body is None and isinstance(root, PassOf):
                body = self.places.interned(BodyId(BodyKind.FLOW, root.flow))
            self.under_way = [*(self.under_way if site >= 0 else ()), _UnderWay(body, title, unheard)]
        elif site >= 0:
            self._go_to(site)
            if site not in self.places.bodies and self.under_way and self.under_way[-1].body is None:
                return None  # somebody is asked what a rule offers; the text that has just begun may be over
            own = 0
            if verb in _MOVES and (last := self.under_way[-1]).card == values[0]:
                own = those_in_mask(layout, seers, hearer)
                if last.secret & own:  # whoever sees that a card goes by its own text sees whose text it is
                    self.under_way[-1] = changed(last, secret=last.secret & ~own)
            return self._given(own, bits_of(hearer))
        return None

    @property
    def card(self) -> str:
        """The title of the card or the part of the rules that is innermost."""
        return self.under_way[-1].title if self.under_way else ""

    @property
    def in_action(self) -> bool:
        """Whether what happens belongs to an action that somebody takes."""
        return any(one.is_action for one in self.under_way)

    def _go_to(self, site: int) -> None:
        """What is under way when the rules have come to a place."""
        body = self.places.bodies.get(site)
        if body is None:
            return
        before = self.under_way
        if (place := self._begun(body)) is not None:
            before[place:] = [changed(before[place], body=body, site=site)]
            return
        while before and before[-1].body is None:
            before.pop()
        found = [place for place, one in enumerate(before) if one.body is body]
        if found == [len(before) - 1]:
            if before[-1].site != site:
                before[-1] = changed(before[-1], site=site)
        elif found:
            here = changed(before[found[-1]], site=site)
            # where it has come to itself, nobody can tell on account of what
            alone = len(found) == 1
            secret = _from_whom(before)
            before[:] = [*before[: found[-1]], here] if alone else [changed(here, secret=secret)]
        elif body.kind is BodyKind.HOOK:
            before.append(_UnderWay(body, self.places.boundaries.get(body, ""), secret=0, site=site))
        else:
            before[:] = [_UnderWay(body, self.places.titles.get(body.name, ""), secret=0, site=site)]

    def _begun(self, body: BodyId) -> int | None:
        """Where the card stands whose text this is, if that has just begun; those behind it did nothing to tell."""
        begun = [place for place, one in enumerate(self.under_way) if one.body is None]
        if not begun or body.kind is not BodyKind.TEXT:
            return None
        title = self.places.words.rules.cards[body.number].title
        is_back = any(one.body is body for one in self.under_way)
        alike = (place for place in reversed(begun) if self.under_way[place].title == title)
        return next(alike, None if is_back else begun[-1])

    def _given(self, own: int, to: int) -> Given | None:
        """A reason for those with the bits `to`. `own`: who sees that the card goes whose text has brought it about."""
        if (secret := _from_whom(self.under_way)) & to == to:
            return None
        told = next((one for one in reversed(self.under_way) if one.title or one.is_rule or one.is_action), None)
        if told is None or not told.title:
            return None  # what a rule or an action does is not done by what has brought that about
        used = own if own and told.body is not None and told.body in self.places.offers else 0
        instead = told.amount if told.site in self.places.changed else ir.NONE
        return Given(Reason(told.title, self.places.conditions.get(told.site, ()), instead=instead), secret, used)


def _from_whom(under_way: Sequence[_UnderWay]) -> int:
    """The bits of those from whom something of it is secret."""
    found = 0
    for one in under_way:
        found |= one.secret
    return found


_MOVES = frozenset(MOVE_ENTRIES.values())
