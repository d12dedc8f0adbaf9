"""All that a viewer is shown at a moment as one JSON object; `docs/table-json.md` says what stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final
from weakref import WeakKeyDictionary

from attrs import asdict, frozen

from dsl.ir import nodes as ir
from interpreter.program.model.nodes import Verb
from interpreter.runtime.state import State
from interpreter.showing.asking import asked_told, positions_asked
from interpreter.showing.boards import board_told, by_space
from interpreter.showing.faces import Faces
from interpreter.showing.grids import Grid, Square
from interpreter.showing.layout import Laid, effect_in_words, laid_out, until, where
from interpreter.showing.lying import Lying, Places, place_id
from interpreter.showing.part import Part
from interpreter.showing.references import line_told
from interpreter.showing.shown import Before, Shown
from interpreter.showing.texts import goal_of
from interpreter.showing.values import Value, cells_of, value_told
from interpreter.table.asked.own_at_once import own_at_once, why_not_own_at_once
from interpreter.table.asked.together import collected
from interpreter.table.common import Common, Parts
from interpreter.table.decision import Decision
from interpreter.table.session import Moment, Session
from interpreter.table.view import Cell, View, ZoneView, view_for
from interpreter.text.labels import Words, capital, spoken
from interpreter.text.log.journal import heading
from interpreter.text.of_words import of_rules
from interpreter.text.redaction import PUBLIC, in_mask

VERSION: Final = 1
#: What plays in a seat at which a person sits.
PERSON: Final = "you"
#: What was made of each game for its viewers up to now.
_SHOWN: Final[WeakKeyDictionary[Session, Shown]] = WeakKeyDictionary()


def payload(session: Session, viewer: int | None, known_lines: int = 0) -> dict[str, Any]:
    """What a seat, PUBLIC or who sees all (None) is shown now; of the log, the lines after so many that are known.

    Boards, places, faces and values that are as in an earlier one are the same objects, so do not change them.
    """
    lines = session.told(viewer)
    first = min(known_lines, len(lines))
    told = [line_told(session.words, line) for line in lines[first:]]
    return {**without_log(session, viewer), "log": {"first": first, "lines": told}}


def without_log(session: Session, viewer: int | None) -> dict[str, Any]:
    """All of it but the log."""
    return _Shown(session, viewer).told()


@frozen(slots=False)
class _Shown:
    session: Session
    viewer: int | None

    def told(self) -> dict[str, Any]:
        session, viewer, shown = self.session, self.viewer, self._shown
        state = self._heard[0]
        view = view_for(session.engine, state, viewer, shown.common)
        laid, before = laid_out(session, view, state, shown.common), self._before()
        question = self._question()
        if question is not None or self.seat is None:
            shown.note(viewer, self._heard_last, laid)
        faces = Faces(session.words)
        last, seen = shown.lying.setdefault(viewer, {}), None if before is None else before.laid.view
        places = Places(session.words, faces, self._parts, shown.common, last, self.seat, seen)
        asked = {} if question is None else positions_asked(question)
        lying = self._lying(laid, places, asked)
        on_spaces: dict[str, list[str]] = {}
        for one in lying.values() if laid.grids else ():
            on_spaces.setdefault(one.told["space"], []).append(one.told["id"])
        squares, values = (None, None) if before is None else (before.squares, before.values)
        return {
            "version": VERSION,
            "game": _game(session.words),
            "viewer": {
                "kind": "all" if viewer is None else "public" if viewer == PUBLIC else "seat",
                "seat": self.seat,
            },
            "seats": [self._seat(view, seat, name) for seat, name in enumerate(session.words.names)],
            "where": shown.common.of_all("where", lambda: _where(session.words, view)),
            "over": view.over,
            "boards": [self._board(grid, on_spaces, squares) for grid in laid.grids],
            "places": [one.told for one in lying.values()],
            "faces": faces.listed,
            "values": [self._value(value, values) for value in laid.values],
            "dice": list(self._dice()),
            "in_force": list(self._in_force(view)),
            "question": None if question is None else asked_told(session, question, lying, own=viewer is not None),
            "waiting": self._waiting(),
            "undo": self._undo(),
            "outcome": self._outcome(),
        }

    @property
    def seat(self) -> int | None:
        return None if self.viewer == PUBLIC else self.viewer

    def _seat(self, view: View, seat: int, name: str) -> dict[str, Any]:
        plays = self.session.table.seats[seat]
        return {
            "seat": seat,
            "name": name,
            "colour": seat,
            "plays": "person" if plays == PERSON else plays,
            "asked": seat == self._asked or (self.viewer in (seat, None) and seat in self._open),
            "won": view.over and seat in view.winners,
            "away": False,
        }

    # ------------------------------------------------------------ the table

    @cached_property
    def _shown(self) -> Shown:
        if self.session not in _SHOWN:
            _SHOWN[self.session] = Shown(Common(self.session.engine.program.layout))
        return _SHOWN[self.session]

    @cached_property
    def _parts(self) -> Parts:
        return self._shown.parts(self.viewer)

    @cached_property
    def _heard(self) -> tuple[State, int]:
        return self.session.heard(self.viewer)

    @property
    def _heard_last(self) -> Moment | None:
        """The last decision that the viewer has heard of."""
        number = self.session.heard_decisions(self.viewer)
        return self.session.history[number - 1] if number else None

    @cached_property
    def _last_own(self) -> Moment | None:
        return self.session.last_own(self.viewer)

    def _before(self) -> Before | None:
        """The table as the viewer saw it at the last decision of its own; None if there was none."""
        last, shown = self._last_own, self._shown
        if last is None:
            return None
        known = shown.own.get(self.viewer)
        if known is None or known.decision is not last:
            if (laid := shown.shown_before(self.viewer, last)) is None:
                view = view_for(self.session.engine, last.state, self.viewer)
                laid = laid_out(self.session, view, last.state)
            known = shown.own[self.viewer] = Before(last, laid, by_space(laid.grids), cells_of(laid.view))
        return known

    def _board(
        self, grid: Grid, places: Mapping[str, Sequence[str]], before: Mapping[str, Square] | None
    ) -> Part:
        of = grid, places, before
        return self._parts.part(("board", grid.name), of, board_told, *of)

    def _value(self, value: Value, before: Mapping[str, tuple[Cell, ...]] | None) -> Part:
        variable, cells = value
        old = None if before is None else before.get(variable.name)
        old = None if old == cells else old
        of = variable.name, cells, old
        return self._parts.part(("value", variable.name), of, self._value_told, value, old)

    def _value_told(self, value: Value, old: tuple[Cell, ...] | None) -> Part:
        """The same for all who saw the same at their last decisions."""
        of = value[1], old
        return self._shown.common.part(("told", value[0].name), of, value_told, self.session.words, value, old)

    def _lying(self, laid: Laid, places: Places, asked: Mapping[str, frozenset[int]]) -> dict[str, Lying]:
        def is_sent(zone: ZoneView) -> bool:
            return bool(zone.pieces) or (bool(asked) and place_id(zone.name, zone.at) in asked)

        found = [places.of(zone, asked, aside=False) for zone in laid.zones if zone.name or zone.pieces]
        found += [places.of(zone, asked, aside=False) for zone in laid.on_grids if is_sent(zone)]
        found += [places.of(zone, asked, aside=True) for zone in laid.aside if is_sent(zone)]
        return {one.told["id"]: one for one in found}

    def _dice(self) -> Iterator[dict[str, Any]]:
        """The dice that the viewer has seen rolled since the last decision of its own."""
        session, viewer = self.session, self.viewer
        dice = {die.name: die for die in session.engine.program.game.dice}
        first = 0 if self._last_own is None else self._last_own.told
        events = session.events[first : self._heard[1]] if dice else ()
        for site, _, who, seers, _, *pips in (event for event in events if event[1] == Verb.ROLL):
            rolls = session.words.statements.get(site)
            if isinstance(rolls, ir.Roll) and in_mask(session.engine.program.layout, seers, viewer):
                die = dice[rolls.die]
                yield {
                    "die": capital(spoken(die.name)), "low": die.low, "high": die.high,
                    "seat": who if who >= 0 else None, "pips": pips,
                }  # fmt: skip

    def _in_force(self, view: View) -> Iterator[dict[str, Any]]:
        words = self.session.words
        for effect in view.effects:
            yield {
                "title": effect.title,
                "seat": effect.you,
                "on": list(effect.on),
                "cards": list(effect.cards),
                "until": until(words, effect, view.seat),
                "words": effect_in_words(words, effect, view.seat),
            }

    # ------------------------------------------------------------ what is asked, and what was told

    @cached_property
    def _open(self) -> Mapping[int, Decision]:
        """The open questions by their seats; none while another is asked in secret."""
        session, viewer = self.session, self.viewer
        if viewer is not None and self._heard[0] is not session.state:
            return {}
        return session.open_questions()

    def _question(self) -> Decision | None:
        """The question that the viewer is shown."""
        if self.viewer is None:
            return next(iter(self._open.values()), None)
        return self._open.get(self.viewer)

    @cached_property
    def _asked(self) -> int | None:
        """The seat that is openly asked; of those who answer at once the first: who else is may be a secret."""
        if self._open:
            return self.session.state.player
        heard = None if self.viewer is None else self.session.question(self.viewer)
        return None if heard is None else heard.seat  # somebody is asked in secret, and this is what was before

    @property
    def _at_once(self) -> bool:
        return collected(self.session.engine, self.session.state) is not None

    def _waiting(self) -> dict[str, Any] | None:
        """Who is openly asked, if it is not the viewer."""
        if self._asked is None or self._question() is not None:
            return None
        at_once = "; all answer at once" if self._open and self._at_once else ""
        return {"seat": self._asked, "words": f"{self.session.words.player(self._asked)} is deciding{at_once}."}

    def _undo(self) -> dict[str, Any]:
        """Whether the viewer may take a decision back, which one, and why not."""
        if self.seat is None:
            return {"can": False, "answer": "", "why_not": ""}
        session, seat = self.session, self.seat
        if seat not in session.sealed and (number := own_at_once(session, seat)) is not None:
            reason = why_not_own_at_once(session, seat, number, closely=False)
        else:
            number, reason = None, session.why_not_undo(seat, closely=False)
        answer = session.answer_taken_back(seat, number) if reason is None else ""
        return {"can": reason is None, "answer": answer, "why_not": reason or ""}

    def _outcome(self) -> dict[str, Any] | None:
        found = self.session.outcome(self.viewer)
        if found is None:
            return None
        told = asdict(found)
        del told["where"]  # a path of whoever made the rules
        return told


@of_rules
def _game(words: Words) -> dict[str, Any]:
    game = words.program.game
    return {"title": game.title, "variants": list(game.variants), "goal": goal_of(words)}


def _where(words: Words, view: View) -> dict[str, Any]:
    flows = [words.flow(name) for name in view.flows]
    rounds = [flow.name for flow in flows if flow.kind is ir.FlowKind.ROUND]
    number = {rounds[-1]: view.round_number} if rounds else {}
    return {
        "words": where(words, view),
        "flows": [
            {"id": flow.name, "kind": flow.kind.value, "title": heading(words, flow.name, number.get(flow.name))}
            for flow in flows
        ],
    }
