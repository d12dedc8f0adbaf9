"""The fixture that a scenario is played on: an engine, its state, and what a test may do there that no rule does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from attrs import define, evolve

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.listing import listed
from interpreter.engine import Engine
from interpreter.program.model.nodes import are_pieces
from interpreter.runtime.alike import one_of_each
from interpreter.runtime.state import State
from interpreter.scenario.answers import enumeration, offer_index, options_meant
from interpreter.table.decision import decision, prompt
from interpreter.table.why_illegal import why_not_action
from interpreter.text.labels import Words, indices

if TYPE_CHECKING:
    from interpreter.secrecy.claims import Step


@define
class Fixture:
    """`slots` is how many locals the scenario's expressions use; the first ones hold the seats of the cast.

    `steps`: what has been done since something was given, if somebody wants to know.
    """

    engine: Engine
    state: State
    cast: tuple[str, ...]
    slots: int
    steps: list[Step] | None = None

    @property
    def words(self) -> Words:
        return Words(self.engine.program, self.cast, self.engine.rules)

    def start(self, kind: str, name: str, arguments: Sequence[ir.Expression] = (), you: int = ir.NONE) -> None:
        """Runs one part of the rules (of a round, one pass), in place of what was going on, until it asks or ends."""
        self._keep(ir.NONE, lambda state: evolve(self, state=state, steps=None).start(kind, name, arguments, you))
        if kind == "flow" and self.words.flow(name).kind == "round":
            kind = "pass"
            self.state.round_number += 1
        self.engine.start(self.state, kind, name, tuple(map(self.value, arguments)), you)

    def decide(self, index: int) -> None:
        """Answers the question that waits."""
        self._keep(self.engine.code(self.state, index), None)
        self.engine.advance(self.state, index)

    def _keep(self, code: int, begin: Callable[[State], None] | None) -> None:
        if self.steps is not None:
            from interpreter.secrecy.claims import Step  # few scenarios want to know, and it loads much

            self.steps.append(Step(self.engine.clone(self.state), code, begin))

    def asks(self) -> bool:
        return self.engine.asks(self.state)

    def asks_in_secret(self) -> bool:
        """Whether the question that waits is one whose answer others do not learn."""
        return self.asks() and self.engine.asked(self.state).secret

    @property
    def journal(self) -> list[tuple[Any, ...]]:
        """What has happened since the setup."""
        return self.state.journal or []

    def sites(self) -> frozenset[int]:
        """The sites at which something has happened since the setup."""
        return frozenset(entry[0] for entry in self.journal if entry[0] >= 0)

    def meant(self, wanted: s.AnswerValue) -> list[int]:
        """The places among the answers that a scenario could mean, by its words or by where it lies.

        Of pieces between which there is no difference, the first.
        """
        found, options = self.called(wanted), self.state.options
        if not are_pieces(self.engine.asked(self.state).options):
            return found
        return [options.index(piece) for piece in one_of_each(self.state, [options[place] for place in found])]

    def called(self, wanted: s.AnswerValue) -> list[int]:
        """The same, with all that are alike."""
        options = self.state.options
        if wanted.piece is not None:
            piece = self.number(wanted.piece)
            return [place for place, option in enumerate(options) if option == piece]
        found = options_meant(self.engine, self.state, wanted, self.cast)
        if wanted.zone is None:
            return found
        there, pieces = self.listed(wanted.zone), are_pieces(self.engine.asked(self.state).options)
        return [place for place in found if pieces and self.state.zone[options[place]] in there]

    def offer(self, action: str) -> int | None:
        """The place among the answers of an action, or None if it is not offered."""
        return offer_index(self.engine, self.state, action)

    def takes_first(self) -> tuple[str, ...]:
        """A note where it is an action that is asked for."""
        asked = self.engine.asked(self.state).statement
        if not isinstance(asked, ir.TakeActions):
            return ()
        first = f"{self.name(self.state.player)} takes {asked.actions[0]}"
        return (f"an action is asked for here: `{first}`, say, comes first",)

    def answers(self) -> int:
        return self.engine.option_count(self.state)

    def value(self, expression: ir.Expression) -> Any:
        """What an expression of the scenario is worth now."""
        return self.engine.evaluate(self.state, expression, self._locals())

    def number(self, expression: ir.Expression) -> int:
        """The same of what is one number, player or piece."""
        return int(self.value(expression))

    def listed(self, expression: ir.Expression) -> list[int]:
        """The same of what is one thing or several."""
        found = self.value(expression)
        return list(found) if isinstance(found, tuple | list) else [int(found)]

    def _locals(self) -> list[int]:
        return [*range(len(self.cast)), *[ir.NONE] * (self.slots - len(self.cast))]

    def in_order_of_laying(self, zone: int, pieces: Sequence[int]) -> Sequence[int]:
        """Pieces as they are laid down one by one, so that the first lies on top of a stack, else first."""
        layout = self.engine.program.layout
        return pieces[::-1] if layout.zones[layout.zone_names[zone]].zone.shape == "stack" else pieces

    def can(self, seat: int, action: str) -> bool:
        """Whether a player is offered an action now; while nobody is asked, whether it would be legal."""
        if not self.asks():
            return self.is_legal(action, seat)
        return self.state.player == seat and self.offer(action) is not None

    def is_legal(self, action: str, seat: int) -> bool:
        return self.engine.is_legal(self.state, action, seat)

    # ------------------------------------------------------------ words

    def why_not(self, seat: int, action: str) -> str:
        """Why a player cannot take an action now, in the words in which players are told."""
        return why_not_action(self.engine, self.state, self.words, seat, action).sentence

    def name(self, seat: int) -> str:
        return self.cast[seat] if 0 <= seat < len(self.cast) else "nobody"

    def question(self) -> str:
        return prompt(self.engine, self.state, self.words)

    def said_offered(self, wanted: str = "") -> str:
        """Who may answer what; what is most like `wanted` comes first."""
        found = decision(self.engine, self.state, self.words)
        numbers = [f"{found.numbers[0]} to {found.numbers[1]}"] if found.numbers else []
        options = list(found.options)
        if wanted:
            alike = SequenceMatcher(b=wanted.casefold())
            options.sort(key=lambda option: (option.kind == "pass", -_likeness(alike, option.name)))
        names = [*numbers, *(option.name for option in options)]
        return f"{self.name(self.state.player)} may choose: {', '.join(names) or 'nothing'}"

    def state_of_asking(self) -> str:
        """Who is asked what."""
        if not self.asks():
            return "nobody is asked anything"
        return f"{self.name(self.state.player)} is asked: {self.question()}"

    def wanted(self, wanted: s.AnswerValue) -> str:
        """An answer, as far as a scenario says it."""
        return wanted.words if wanted.zone is None else f"{wanted.words} from {wanted.zone.span.text}"

    def several(self, wanted: s.AnswerValue, meant: Sequence[int]) -> tuple[str, str]:
        """That several answers are called so, and how to say which of them is meant."""
        if not are_pieces(self.engine.asked(self.state).options):
            return self.said_offered(wanted.words), "several answers are like this: write more of the one that is meant"
        pieces = [self.state.options[place] for place in meant]
        by_place = [f'"{wanted.words}" from {self._as_written(self.state.zone[piece])}' for piece in pieces]
        by_number = list(map(self._numbered, pieces))
        said = [place if by_place.count(place) == 1 else item for place, item in zip(by_place, by_number, strict=True)]
        name = self.name(self.state.player)
        ways = listed((f"`{name} chooses {one}`" for one in said), "or")
        return f"{len(said)} are offered, between which there is a difference: {listed(said)}", f"say which: {ways}"

    def _numbered(self, piece: int) -> str:
        zone = self.state.zone[piece]
        place = self.in_order_of_laying(zone, self.state.zones[zone]).index(piece) + 1
        return f"item({place}) of {self._as_written(zone)}"

    def _as_written(self, zone: int) -> str:
        """A zone as rules name it: `market`, `ann's hand`, `supply["Ox"]`."""
        program = self.engine.program
        slot = program.layout.zones[program.layout.zone_names[zone]]
        whose, which = "", ""
        for index, place in zip(slot.zone.dimensions, indices(slot, zone - slot.base), strict=True):
            if index.dimension is ir.Dimension.PLAYER:
                whose = f"{self.name(place)}'s "
            else:
                which += f"[{enumeration(program.game, index.name).values[place].name}]"
        return f"{whose}{slot.zone.name}{which}"

    def title(self, piece: int) -> str:
        """What is printed on a piece as its title."""
        return self.engine.program.layout.kinds[self.state.kind[piece]].title

    def said(self, type_: ir.Type, value: Any) -> str:
        """A value of an expression of the scenario, in words."""
        if isinstance(value, tuple | list):
            return ", ".join(self.said(type_.one(), one) for one in value) or "empty"
        if type_.kind is ir.Kind.PLAYER and value >= 0:
            return self.name(value)
        return self.words.value(self.state, type_, int(value), None)


def _likeness(to: SequenceMatcher[str], name: str) -> float:
    """How like a name is to what is to be found, from 0 to 1."""
    to.set_seq1(name.casefold())
    return to.ratio()
