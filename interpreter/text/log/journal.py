"""The log of a game in sentences, one wording for each viewer, under the headings of the rules.

Nothing here knows a game: what is said comes from the verbs of the language and the titles in the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import islice
from typing import TypeAlias

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from interpreter.program.model.nodes import Verb, are_pieces
from interpreter.program.model.routine_id import PassOf
from interpreter.program.model.state_layers import Position
from interpreter.text.labels import Words, spoken
from interpreter.text.log.aggregate import aggregate
from interpreter.text.log.evident import is_evident
from interpreter.text.log.narrate import Entry, is_open_choice, sentences
from interpreter.text.log.sentence import Sentence
from interpreter.text.log.visible_marks import VisibleMarks
from interpreter.text.log_policy import is_counter
from interpreter.text.redaction import in_mask


@frozen
class LogLine:
    """A sentence, or a heading: then `level` says how deep it stands, from 1 for the outermost."""

    text: str
    level: int = 0


_LogItem: TypeAlias = "LogLine | Sentence"


def log_lines(
    words: Words, state: Position, entries: Sequence[Entry], seat: int | None, start: int = 0, until: int | None = None,
    reader: Reader | None = None,
) -> list[LogLine]:  # fmt: skip
    """The log for `seat` (None: who sees all) from the entry `start` on, up to the one before `until`.

    Like events in a row are told as one. A `reader` of the same log that is not yet past `start` goes on to there.
    """
    lines: list[LogLine] = []
    waiting: list[Sentence] = []
    for part in _parts((reader or Reader.of(words, state, seat)).at(state, entries, start), entries, until):
        if isinstance(part, Sentence):
            waiting.append(part)
        else:
            lines.extend(map(LogLine, aggregate(words, waiting, seat)))
            lines.append(part)
            waiting = []
    return [*lines, *map(LogLine, aggregate(words, waiting, seat))]


def heading(words: Words, flow: str, number: int | None) -> str:
    """The heading of a round, phase or step; `number` counts the passes of a round, if that is known."""
    found = words.flow(flow)
    title = found.title or spoken(found.name)
    if found.kind == "round":
        return title if number is None else f"{title} {number}"
    return f"{found.number}. {title}" if found.number else title


# ---------------------------------------------------------------- headings and events in order


def _parts(reader: Reader, entries: Sequence[Entry], until: int | None) -> Iterator[_LogItem]:
    backs = reader.backs
    for place, entry in enumerate(islice(entries, reader.place, until), reader.place):
        line, repeats, lies = reader.read(entry)
        if line is not None:
            yield line
        elif not repeats and not is_evident(reader.words, entry, islice(entries, place + 1, until), reader.seat):
            yield from sentences(reader.words, backs.state, entry, reader.seat, lies, backs.marked)


@define
class Reader:
    """What one viewer has been told by the entries before `place`, on which the wording of the next depends."""

    words: Words
    seat: int | None
    headings: Headings
    lying: Lying
    backs: VisibleMarks
    echo: _Echo
    place: int = 0

    @classmethod
    def of(cls, words: Words, state: Position, seat: int | None) -> Reader:
        """A reader of the first entry."""
        return cls(words, seat, Headings(words), Lying(words), VisibleMarks(words, state, seat), _Echo(words))

    def at(self, state: Position, entries: Sequence[Entry], place: int) -> Reader:
        """Reads on up to a place, and gives a reader that goes on from there, while this one stays."""
        self.backs.state = state
        for entry in islice(entries, self.place, place):
            self.read(entry)
        return deepcopy(self, {id(shared): shared for shared in (self.words, state)})

    def read(self, entry: Entry) -> tuple[LogLine | None, bool, Callable[[int], int]]:
        """The heading that the next entry begins, whether it is no news, and where each piece lies after it."""
        self.place += 1
        self.backs.after(entry)
        return self.headings.after(entry, self.seat), self.echo.repeated(entry), self.lying.after(entry, self.seat)


@define
class Lying:
    """Where each piece lies, as far as events tell."""

    words: Words
    zones: dict[int, int] = field(init=False)
    unheard: set[int] = field(init=False, factory=set)

    def __attrs_post_init__(self) -> None:
        self.zones = dict(enumerate(zone for _, zone, _ in self.words.program.layout.first_pieces))

    def after(self, entry: Entry, seat: int | None) -> Callable[[int], int]:
        """Where each piece lies, for a viewer: -1 where it last went without their hearing of it, until revealed."""
        site, verb, _, _, knowers, *values = entry
        if verb in _GOING:
            self.zones[values[0]] = values[-1]
            heard = in_mask(self.words.program.layout, knowers, seat)
            (self.unheard.discard if heard else self.unheard.add)(values[0])
        elif verb == Verb.SWAP:
            swap, (left, right) = self.words.statements.get(site), values
            if isinstance(swap, ir.Swap) and swap.left.type.kind is ir.Kind.ZONE:
                changed = {left: right, right: left}
                self.zones = {piece: changed.get(zone, zone) for piece, zone in self.zones.items()}
            elif left in self.zones and right in self.zones:
                self.zones[left], self.zones[right] = self.zones[right], self.zones[left]
        unheard = () if verb == Verb.REVEAL else self.unheard
        return lambda piece: ir.NONE if piece in unheard else self.zones.get(piece, ir.NONE)


_GOING = (Verb.MOVE, Verb.GIVE_PIECE, Verb.DISCARD, Verb.REMOVE, Verb.DRAW, Verb.CREATE)


@define
class _Echo:
    """What an open answer has just `said`: until something else happens, to store it is news of counters and pawns."""

    words: Words
    said: tuple[ir.Kind, str, int] | None = None

    def repeated(self, entry: Entry) -> bool:
        site, verb, *_, value = entry
        if verb == Verb.CHOOSE:
            self.said = _said_openly(self.words.statements.get(site), value)
        elif verb == Verb.WRITE:
            variable = self.words.variables[entry[5]]
            told = is_counter(variable) or variable.pawn
            return self.said == (variable.type.kind, variable.type.name, value) and not told
        elif verb not in (Verb.BEGIN, Verb.DECIDE):
            self.said = None
        return False


@define
class Headings:
    """Which flow begins with an entry. The passes of a round are counted, anew in each pass of another."""

    words: Words
    passes: dict[str, int] = field(factory=dict)

    def after(self, entry: Entry, seat: int | None) -> LogLine | None:
        """The heading that an entry begins, for who may learn of it."""
        if entry[1] != Verb.BEGIN or not in_mask(self.words.program.layout, entry[4], seat):
            return None
        routine = self.words.program.names[entry[5]]
        if (name := routine.flow) is None or routine.layers:
            return None
        if isinstance(routine.root, PassOf):
            self.passes[name] = self.passes.get(name, 0) + 1
        for flow in self.words.program.game.flows:
            if flow.kind == "round" and name in self._around(flow):
                self.passes[flow.name] = 0
        level = 1 + sum(1 for _ in self._around(self.words.flow(name)))
        return LogLine(heading(self.words, name, self.passes.get(name, 0)), level)

    def _around(self, flow: ir.Flow) -> Iterator[str]:
        """The names of the flows that a flow stands in, the innermost first."""
        while flow.inside:
            yield flow.inside
            flow = self.words.flow(flow.inside)


def _said_openly(asked: object, value: int) -> tuple[ir.Kind, str, int] | None:
    """The value that an answer names, with its type; a piece is none that is stored."""
    if is_open_choice(asked) and asked.manner is not ir.Manner.RANDOMLY and not are_pieces(asked.options):
        match asked.options:
            case ir.FromList(candidates) | ir.InOrder(candidates) if value >= 0:
                return candidates.type.kind, candidates.type.name, value
    return None
