"""Holds the claims of a scenario against how things are. A claim changes nothing."""

from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import assert_never

from attrs import define, evolve

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.bodies import BodyId, BodyKind
from dsl.listing import listed
from interpreter.program.model.nodes import Verb
from interpreter.program.model.routine_id import PassOf, RoutineId
from interpreter.program.model.routine_id import procedure as procedure_id
from interpreter.runtime.state import State
from interpreter.runtime.visibility import zone_mask
from interpreter.scenario.answers import could_be
from interpreter.scenario.failure import Wrong, wrong
from interpreter.scenario.fixture import Fixture
from interpreter.text.log.journal import log_lines
from interpreter.text.redaction import PUBLIC, is_hidden, is_something, knows, knows_of, plain

_OF_EACH = "say of each what is so of it, as of `the card in market where cost is 2`"

#: So many of the lines that a player was told last are shown.
MOST_TOLD = 5


@define
class Claims:
    """`running` is the procedure that was run last; `beside` what lay in zones already that were given pieces."""

    table: Fixture
    game: ir.Game
    running: str
    beside: dict[int, tuple[s.GivenPieces, list[int]]]

    @property
    def here(self) -> State:
        return self.table.state

    def claim(self, claim: s.Claim) -> None:
        """Fails if it is not so."""
        match claim:
            case s.ClaimTrue(expression, words):
                if not self.table.number(expression):
                    wrong(claim.span, words, self._instead(expression), *self._notes(expression))
            case s.ClaimHolds():
                self._holds(claim)
            case s.ClaimSees(thing=ir.Attribute() | ir.Read() | ir.ReadCounter() as thing):
                sees = self._sees_value(claim.player, thing)
                if sees is claim.negated:
                    verb = "sees" if sees else "does not see"
                    wrong(claim.span, claim.span.text, f"{self.table.name(claim.player)} {verb} it")
            case s.ClaimSees():
                self._sees_pieces(claim)
            case s.ClaimSeesOwn():
                self._sees_own(claim)
            case s.ClaimTells():
                self._tells(claim)
            case s.ClaimTold():
                self._told(claim)
            case s.ClaimCan(player, action, negated):
                if self.table.can(player, action) is negated:
                    got = "it is allowed" if negated else self.table.why_not(player, action)
                    wrong(claim.span, claim.span.text, got)
            case s.ClaimAsked():
                self._asked(claim)
            case s.ClaimOffered():
                self._offered(claim)
            case s.ClaimMayPass(player, negated):
                asked = self.table.asks() and self.here.player == player
                if not asked or bool(self.here.can_pass) is negated:
                    wanted = "to be asked, and to have to answer" if negated else "to be allowed to pass"
                    got = f"{self.table.name(player)} may pass" if asked and negated else self.table.state_of_asking()
                    wrong(claim.span, f"{self.table.name(player)} {wanted}", got)
            case s.ClaimHappened():
                self._happened(claim)
            case s.ClaimInOrder():
                self._in_order(claim)
            case s.ClaimDecided():
                self._decided(claim)
            case s.ClaimOver(negated):
                if bool(self.here.over) is negated:
                    wrong(claim.span, claim.span.text, "it is over" if negated else "it is not over")
            case s.ClaimRefused():
                wrong(claim.span, "the game to be refused", f"{len(self.table.cast)} players may play it")
            case s.ClaimWins(winners, among):
                found = set(self.here.winners)
                if not self.here.over or not (found >= set(winners) if among else found == set(winners)):
                    wrong(claim.span, claim.span.text, self._who_won())
            case _:
                assert_never(claim)

    def _who_won(self) -> str:
        if not self.here.over:
            return "the game is not over"
        return ", ".join(map(self.table.name, self.here.winners)) + " won" if self.here.winners else "nobody won"

    # ------------------------------------------------------------ pieces

    def _holds(self, claim: s.ClaimHolds) -> None:
        zone = self.table.number(claim.zone)
        lying = list(self.here.zones[zone])
        for wanted in claim.pieces:
            for _ in range(wanted.copies):
                found = [p for p in lying if self._is(p, wanted)]
                if not found:
                    notes = ["face up is what everybody sees, and face down all else"] if wanted.face else []
                    wrong(claim.span, f"{self._wanted(wanted)} to be there", self._lying(zone, claim.pieces), *notes)
                lying.remove(found[0])
        if claim.only and lying:
            too = f"{listed(map(self.table.title, lying))} {'lies' if len(lying) == 1 else 'lie'} there too"
            wrong(claim.span, "nothing else to be there", too, *self._beside(zone))

    def _is(self, piece: int, wanted: s.PieceWanted) -> bool:
        lies_so = wanted.face is None or self._face(piece) == wanted.face
        return lies_so and could_be(self.table.engine, self.here, piece, wanted)

    def _face(self, piece: int) -> str:
        """Face up is what everybody sees."""
        return "up" if knows(self.here, piece, PUBLIC) else "down"

    def _wanted(self, wanted: s.PieceWanted) -> str:
        return self._described(wanted.title, wanted.owner, wanted.face)

    def _lying(self, zone: int, wanted: Iterable[s.PieceWanted]) -> str:
        """What lies there, said as far as the claim says it: whose it is, and how it lies."""
        owners, faces = any(one.owner is not None for one in wanted), any(one.face for one in wanted)

        def described(piece: int) -> str:
            owner, face = self.here.owner[piece] if owners else None, self._face(piece) if faces else None
            return self._described(self.table.title(piece), owner, face)

        lying = list(map(described, self.here.zones[zone]))
        return f"{listed(lying)} {'lies' if len(lying) == 1 else 'lie'} there" if lying else "nothing lies there"

    def _described(self, title: str, owner: int | None, face: str | None) -> str:
        by = f" by {self.table.name(owner)}" if owner is not None else ""
        return f"{title}{by}{f' face {face}' if face else ''}"

    def _beside(self, zone: int) -> list[str]:
        """A note on what lay there already when a scenario gave it something."""
        given, others = self.beside.get(zone, (None, []))
        if given is None or not others or given.only:
            return []
        count = f"{len(others)} more card{'s' if len(others) > 1 else ''}"
        return [
            f"{count} lay there already when `{given.span.text}` was given (line {given.span.line}): "
            "`holds only` gives just those named"
        ]

    def _notes(self, expression: ir.Expression) -> list[str]:
        """Notes on the zones that an expression counts in."""
        names = self.table.engine.program.layout.zone_names
        zones = [zone for zone in self.beside if names[zone] in expression.span.text]
        return [note for zone in zones for note in self._beside(zone)]

    # ------------------------------------------------------------ who sees what

    def _sees_pieces(self, claim: s.ClaimSees) -> None:
        """All faces are known; or none is. Of nothing, neither says anything."""
        pieces = [p for thing in self.table.listed(claim.thing) for p in self._there(claim.thing.type, thing)]
        seen = [p for p in pieces if self.here.seen[p] >> claim.player & 1]
        name = self.table.name(claim.player)
        others = [p for p in pieces if p not in seen]
        if not pieces and not claim.perhaps_nothing:
            empty = "of nothing, neither `sees` nor `does not see` is so; `is empty` says that nothing lies there"
            wrong(claim.span, "something to lie there, to be seen or not", "nothing lies there", empty)
        sees, sees_not = f"{name} sees {self._titles(seen)}", f"{name} does not see {self._titles(others)}"
        if claim.negated and seen:
            some = [f"{sees_not}: {_OF_EACH}"] if others else []
            wrong(claim.span, claim.span.text, sees, *some, self._why_known(seen[0]))
        if not claim.negated and others:
            wrong(claim.span, claim.span.text, sees_not, *([f"{sees}: {_OF_EACH}"] if seen else []))

    def _why_known(self, piece: int) -> str:
        """Who knows a piece, by where it lies or because they were shown it; and how to say otherwise."""
        seen, title = self.here.seen[piece], self.table.title(piece)
        who = listed(self.table.name(seat) for seat in range(len(self.table.cast)) if seen >> seat & 1)
        if self._was_shown(piece):
            return f'{who} have been shown {title}: to leave that out, give it anew: `holds "{title}" face down`'
        return f"{self.table.words.zone(self.here.zone[piece])} is seen by {who}: so the zone is declared"

    def _was_shown(self, piece: int) -> bool:
        """Whether somebody knows it who does not see what lies there."""
        zone, owner = self.here.zone[piece], self.here.owner[piece]
        seat = self.table.engine.seat_of_zone(zone)
        mover = ir.NONE if seat is None else seat
        layout = self.table.engine.program.layout
        return bool(self.here.seen[piece] & layout.everybody & ~zone_mask(layout, zone, mover, owner))

    def _there(self, type_: ir.Type, value: int) -> list[int]:
        """The pieces in a zone, or the piece itself."""
        if type_.kind is ir.Kind.ZONE:
            return list(self.here.zones[value])
        return [value] if value >= 0 else []

    def _titles(self, pieces: Iterable[int]) -> str:
        return listed(map(self.table.title, pieces))

    def _sees_own(self, claim: s.ClaimSeesOwn) -> None:
        layout = self.table.engine.program.layout
        zones = [zone for zone, name in enumerate(layout.zone_names) if name == claim.zone]
        if not any(self.here.zones[zone] for zone in zones):
            wrong(claim.span, f"something to lie in one {claim.zone} at least", "nothing lies there")
        for player in claim.players:
            for zone in zones:
                own = self.table.engine.seat_of_zone(zone) == player
                amiss = [p for p in self.here.zones[zone] if bool(self.here.seen[p] >> player & 1) is not own]
                if amiss:
                    verb, where = "does not see" if own else "sees", self.table.words.zone(zone)
                    got = f"{self.table.name(player)} {verb} {self._titles(amiss)} in {where}"
                    wrong(claim.span, claim.span.text, got, *([] if own else [self._why_known(amiss[0])]))

    def _sees_value(self, player: int, thing: ir.Attribute | ir.Read | ir.ReadCounter) -> bool:
        """A mark is there for all to see, or on a piece that the player knows.

        A counter is the player's own, not hidden, or the game is over and shows it.
        """
        if isinstance(thing, ir.Attribute):
            return self._sees_mark(player, thing.piece, thing.field, None)
        assert isinstance(thing, ir.Read)
        variable = self.table.engine.program.layout.variables[thing.variable].variable
        if variable.is_mark:
            return self._sees_mark(player, thing.at[0], variable.name, thing if variable.seen else None)
        return not is_hidden(
            self.table.engine.scene(self.here, ()), variable, tuple(map(self.table.number, thing.at)), player
        )

    def _sees_mark(self, player: int, on: ir.Expression, name: str, seen: ir.Read | None) -> bool:
        """Whether a player knows the piece, or that of it, or sees from its back the mark `seen` by everybody."""
        piece = self.table.number(on)
        if piece < 0 or knows_of(self.here, piece, name, player):
            return piece >= 0
        in_order = self.table.words.is_ordered(self.here.zone[piece])
        return in_order and seen is not None and self._is_there(seen, player)

    def _is_there(self, mark: ir.Read, player: int) -> bool:
        return is_something(mark.type, plain(self.here, mark.type, self.table.value(mark), player))

    def _tells(self, claim: s.ClaimTells) -> None:
        """Fails if the player cannot tell whether something is so, or, negated, can."""
        from interpreter.secrecy.claims import Claimed  # few scenarios claim it, and it loads much
        from interpreter.secrecy.story import different, line, sees

        table, name = self.table, self.table.name(claim.player)

        def holds(state: State) -> bool:
            return self._is_so(state, claim.claims)

        story = Claimed(table.engine, table.words, claim.player, table.steps or (), self.here, holds)
        other = story.other_truth(Random(1))
        if other is None and claim.negated:
            got = f"{name} can tell: it hangs on nothing that {name} does not know"
            wrong(claim.span, claim.span.text, got, *self._shown_to(claim.player, claim.span.text))
        if other is None or (other.told is None) is claim.negated:
            return
        there = f"another story: {'; '.join(different(table.engine, table.words, other.state, other.world))}"
        if other.told is None:
            wrong(claim.span, claim.span.text, f"{name} would learn the same if it were otherwise", there)
        told = other.told
        here, elsewhere = (
            " ".join(sees(told.kind, told.kind, *pair)) for pair in ((told.real, told.other), (told.other, told.real))
        )
        lines = dict.fromkeys(f"told by {one.place}  {one.text}" for one in map(line, told.cause.spans))
        got = f"{name} can tell: here {name} sees: {here}"
        wrong(claim.span, claim.span.text, got, f"{there}; there {name} sees: {elsewhere}", *lines)

    def _shown_to(self, player: int, text: str) -> list[str]:
        """A note on a card that a player was shown, in a zone that is spoken of."""
        names = self.table.engine.program.layout.zone_names
        there = (piece for zone, lying in enumerate(self.here.zones) if names[zone] in text.split() for piece in lying)
        return [self._why_known(p) for p in there if knows(self.here, p, player) and self._was_shown(p)][:1]

    def _is_so(self, state: State, claims: Iterable[s.Claim]) -> bool:
        there = evolve(self, table=evolve(self.table, state=state, steps=None))
        try:
            for claim in claims:
                there.claim(claim)
        except Wrong:
            return False
        return True

    def _told(self, claim: s.ClaimTold) -> None:
        seats = range(len(self.table.cast)) if claim.player is None else (claim.player,)
        for seat in seats:
            lines = [line.text for line in log_lines(self.table.words, self.here, self.table.journal, seat)]
            found = [line for line in lines if claim.text.casefold() in line.casefold()]
            if found and claim.negated:
                wrong(claim.span, claim.span.text, f"{self.table.name(seat)} is told: {found[-1]}")
            if found:
                return
        if not claim.negated:
            last = " ".join(lines[-MOST_TOLD:]) or "nothing at all"
            wrong(claim.span, claim.span.text, f"{self.table.name(seats[-1])} is told: {last}")

    # ------------------------------------------------------------ the question that waits

    def _asked(self, claim: s.ClaimAsked) -> None:
        asked = self.table.asks() and claim.player in (None, self.here.player)
        if claim.text is not None:
            asked = asked and claim.text.casefold() in self.table.question().casefold()
        if asked is claim.negated:
            wrong(claim.span, claim.span.text, self.table.state_of_asking())

    def _offered(self, claim: s.ClaimOffered) -> None:
        if not self.table.asks() or self.here.player != claim.player:
            wrong(claim.span, f"{self.table.name(claim.player)} to be asked", self.table.state_of_asking())
        for value in claim.values:
            found = bool(self.table.meant(value)) or self.table.offer(value.words) is not None
            if found is claim.negated:
                verb = "not to be offered" if claim.negated else "to be offered"
                is_action = any(action.name == value.words for action in self.game.actions)
                why_not = [self.table.why_not(claim.player, value.words)] if is_action and not claim.negated else []
                wrong(value.span, f"{self.table.wanted(value)} {verb}", self.table.said_offered(value.words), *why_not)
        named = ((*self.table.called(value), self.table.offer(value.words)) for value in claim.values)
        answers = self.table.answers() - bool(self.here.can_pass)
        if claim.only and not set(chain(*named)).issuperset(range(answers)):
            wrong(claim.span, "nothing else to be offered", self.table.said_offered())

    # ------------------------------------------------------------ what has happened

    def _happened(self, claim: s.ClaimHappened) -> None:
        count = sum(1 for entry in self.table.journal if self._matches(entry, claim.what))
        if (count == 0) if claim.times is None else (count != claim.times):
            often = {0: "it did not happen", 1: "it happened once"}.get(count, f"it happened {count} times")
            wrong(claim.span, claim.span.text, often)

    def _in_order(self, claim: s.ClaimInOrder) -> None:
        first = {what: next((k for k, entry in enumerate(self.table.journal) if self._matches(entry, what)), None)
                 for what in claim.what}  # fmt: skip
        for what in claim.what:
            if first[what] is None:
                wrong(what.span, f"{what.name} to happen", "it did not happen")
        found = sorted(claim.what, key=lambda what: first[what] or 0)
        if found != list(claim.what):
            wrong(claim.span, claim.span.text, "first " + ", then ".join(what.name for what in found))

    def _matches(self, entry: tuple[int, ...], what: s.Happening) -> bool:
        if what.kind == "verb":
            return entry[1] in _VERBS.get(what.name, ())
        if entry[1] != Verb.BEGIN:
            return False
        routine = self.table.engine.program.names[entry[5]]
        return routine in (RoutineId(BodyId(BodyKind(what.kind), what.name)), RoutineId(PassOf(what.name)))

    def _decided(self, claim: s.ClaimDecided) -> None:
        value = self.table.number(claim.value)
        numbers = [k for k, n in enumerate(self.table.engine.program.names) if n == procedure_id(claim.procedure)]
        found = [e[6] for e in self.table.journal if e[1] == Verb.DECIDE and e[5] in numbers]
        if claim.procedure == self.running and not self.table.asks():
            found.append(int(self.here.answer))
        if not found:
            wrong(claim.span, claim.span.text, f"{claim.procedure} has not decided anything")
        if found[-1] != value:
            answer = next(p.answer for p in self.game.procedures if p.name == claim.procedure)
            wrong(claim.span, claim.span.text, self.table.said(answer or ir.NUMBER, found[-1]))

    # ------------------------------------------------------------ words

    def _instead(self, expression: ir.Expression) -> str:
        """For a comparison: what its left side is."""
        match expression:
            case ir.Compare(_, left, _):
                return f"`{left.span.text}` is {self.table.said(left.type, self.table.value(left))}"
            case ir.And(parts):
                failed = next((p for p in parts if not self.table.number(p)), expression)
                return self._instead(failed) if failed is not expression else "it does not hold"
            case _:
                return "it does not hold"


_VERBS: dict[str, tuple[Verb, ...]] = {
    "gain": (Verb.GAIN,), "lose": (Verb.LOSE,), "pay": (Verb.PAY,), "give": (Verb.GIVE, Verb.GIVE_PIECE),
    "move": (Verb.MOVE,), "discard": (Verb.DISCARD,), "draw": (Verb.DRAW,), "shuffle": (Verb.SHUFFLE,),
    "reveal": (Verb.REVEAL,), "roll": (Verb.ROLL,),
}  # fmt: skip
