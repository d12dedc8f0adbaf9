"""What a module that watches its games counts, and where in its memory.

Of a game there is a byte for each site and each piece: what was told there, and what became of it. They are added up
when the game is over. Questions are counted as they are put, over all games of a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Final

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.memory import Memory, Unsupported
from interpreter.backend.wasm.watch.functions import differ, first, offered, ranged, ranged_in_game
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import MOVE_ENTRIES, Ask, Verb
from interpreter.program.model.state_layers import Value

#: So many options of a question are told apart in a game; with more, another engine plays it.
MOST_TOLD_APART: Final = 500
#: What happened in so many games is counted in bytes, before it is added up.
FLUSHED: Final = 255
#: Bytes for the uses of one question, at most.
_MOST_ROOM: Final = 1 << 22
#: For so many questions it is counted what leaves a zone, since that is done with each move.
_MOST_DWINDLING: Final = 4
#: Bytes of a use: how often it was offered and taken, and when last.
USE: Final = 12
#: Bytes of a question: how often it was put, how often one could pass, and did; of ranges, where all of them begin and
#: end, counted from behind and from the front.
QUESTION: Final = 20


class Went(IntEnum):
    """What became of a piece in a game."""

    DRAWN = 1
    HELD = 2
    PLAYED = 4
    DISCARDED = 8
    LAID = 16  # as good as played, if there is no text on it


class Passing(IntEnum):
    """Whether one could pass whenever a question was put."""

    NEVER = 0
    ALWAYS = 1
    COUNTED = 2


class How(IntEnum):
    """How the options of a question are counted."""

    EVERY = 0  # all are offered whenever it is put
    EACH = 1  # each in turn
    RANGE = 2  # where ranges begin and end
    ACTIONS = 3  # as actions
    PIECES = 4  # each piece by itself, which has the label of its title
    TOGETHER = 5  # how often these were offered together, as bits; the first of them, which is none, has no bit


@frozen
class Wanted:
    """What is watched of a game: `sites`, the last of which, from `first` on, are marked points.

    `texts`: those where the text of a card is carried out, and whether as a part of it alone. `texted`: the titles
    that have a text. `label`: the words for a value.
    """

    sites: int
    first: int
    texts: Mapping[int, bool]
    texted: frozenset[str]
    label: Callable[[ir.Type, int], str]


@frozen
class Question:
    """A question as it is counted: its numbers stand at `at`, those of its options at `uses`.

    `labels`: of its options one after another; of a range they are numbers from `low` on, and `ends`, if there may be
    too many, is where their ends and what was given are counted.
    """

    site: int
    how: How
    passing: Passing
    at: int
    uses: int
    labels: tuple[str, ...] = ()
    low: int = 0
    size: int = 0
    ends: int = -1

    @property
    def taken(self) -> int:
        """Of a range, where it is counted which number was taken; of others, which option."""
        return self.uses + 4 * (self.size + 1 if self.how is How.RANGE else len(self.labels))


@frozen
class Dwindling:
    """A question that offers all that lies in one of some zones, into which nothing comes. `put`: where it is counted
    how often it was put in a game, for each zone that there is. So a piece that leaves was offered as often.
    """

    question: Question
    zones: range
    put: int


@frozen
class Counters:
    """Where counts stand in memory, for whoever reads them."""

    sites: int
    reached: int
    titles: tuple[str, ...]
    journeys: int
    actions: int
    action_count: int
    endings: tuple[tuple[int, int], ...]
    met: int
    questions: tuple[Question, ...]


def told_apart(labels: Sequence[str]) -> tuple[list[int], tuple[str, ...]]:
    """For each label the place of it among those that are different, and these."""
    places = {label: place for place, label in enumerate(dict.fromkeys(labels))}
    return [places[label] for label in labels], tuple(places)


def _in_bytes(went: int, is_plain: bool) -> int:
    """A byte for each of the first four things that may have become of a title; without a text, laid down is played."""
    if is_plain and went & Went.LAID:
        went |= Went.PLAYED
    return sum((went >> place & 1) << 8 * place for place in range(4))


@define(eq=False)
class Watch:
    """What the functions of a module that watches share; `begin` comes first.

    `flags`: bytes of sites, then of pieces (`pieces`), in the game that is played; `told` and `went`: bytes in which a
    few games are added up, of sites and of titles, before `flush` adds them to the numbers `reached` and `journeys`;
    `apart`: tables of these bytes by what became of a title, with a text or without (1). `known`: by site how many
    options of a question came up in it. `labels` are those of pieces: all titles, then each title with each place that
    has words of its own, and `are_unlike` whether no two are equal; `places` has that of each zone. `named`,
    `scattered` and `lying` tell of each title when it was offered last, in more than one place, and in which first.
    `cleared`: addresses and sizes of what is counted anew for each batch. `dwindling`: by site. `now` and `began` are
    variables, which number what is offered: now, and when the game began.
    """

    wanted: Wanted
    memory: Memory = field(init=False)
    layout: Layout = field(init=False)
    flags: int = 0
    pieces: int = 0
    size: int = 0
    image: int = 0
    told: int = 0
    reached: int = 0
    titles: dict[str, int] = field(factory=dict)
    title_of: int = 0
    places: Sequence[int] = ()
    labels: tuple[str, ...] = ()
    are_unlike: bool = True
    went: int = 0
    journeys: int = 0
    apart: Sequence[int] = ()
    actions: int = 0
    action_count: int = 0
    now: int = 0
    began: int = 0
    named: int = 0
    scattered: int = 0
    lying: int = 0
    offered: Function = field(init=False)
    first: Function = field(init=False)
    ranged: Function = field(init=False)
    ranged_in_game: Function = field(init=False)
    flush: Function = field(init=False)
    differ: Function = field(init=False)
    met: int = 0
    cleared: list[tuple[int, int]] = field(factory=list)
    forgotten: list[int] = field(factory=list)
    known: dict[int, int] = field(factory=dict)
    ranges: dict[int, int] = field(factory=dict)
    endings: dict[int, int] = field(factory=dict)
    fed: frozenset[str] | None = None
    dwindling: dict[int, Dwindling] = field(factory=dict)
    questions: dict[object, Question] = field(factory=dict)

    def begin(
        self, module: Module, memory: Memory, start: Mapping[str, Value], actions: int, fed: frozenset[str] | None,
        asks: Iterable[Ask],
    ) -> None:  # fmt: skip
        """Makes room for what is known before the first rule is written.

        `start` has what happened before the first rule ran; into the zones that are `fed` pieces may come, into all if
        it is None. `asks` are all questions.
        """
        self.memory, self.layout, self.fed = memory, memory.layout, fed
        for kind in self.layout.kinds:
            self.titles.setdefault(kind.title, len(self.titles))
        self.title_of = memory.table([self.titles[kind.title] for kind in self.layout.kinds])
        zones = [self.wanted.label(ir.Type(ir.Kind.ZONE), zone) for zone in range(len(self.layout.masks))]
        self.places, spoken = told_apart(zones)
        self.labels = (*self.titles, *(f"{title}, {place}" for title in self.titles for place in spoken))
        self.are_unlike = len(set(self.labels)) == len(self.labels)
        sites = -(-self.wanted.sites // 16) * 16
        self.size = sites + -(-memory.pieces // 16) * 16
        self.flags, self.image = memory.room(self.size, 16), memory.room(self.size, 16)
        self.pieces = self.flags + sites
        memory.data.append((self.image, self._begun(start)))
        self.told, self.reached = self.counted(sites, 16), self.counted(4 * sites)
        self.went, self.journeys = self.counted(4 * len(self.titles)), self.counted(16 * len(self.titles))
        every = range(1 << len(Went))
        self.apart = [memory.table([_in_bytes(went, is_plain) for went in every]) for is_plain in (False, True)]
        self.actions, self.action_count = self.counted(USE * actions), actions
        self.named = self.counted(4 * len(self.titles))
        self.scattered, self.lying = (memory.room(4 * len(self.titles)) for _ in range(2))
        self.now, self.began = module.variable(Num.I32), module.variable(Num.I32)
        self.offered = module.function("offered", [Num.I32, Num.I32])
        self.first = module.function("first", [Num.I32])
        self.ranged = module.function("ranged", [Num.I32] * 5)
        self.ranged_in_game = module.function("ranged_in_game", [Num.I32] * 5)
        self.flush, self.differ = module.function("flush"), differ(module)
        for ask in asks:
            self._dwindles(ask)

    def counted(self, size: int, align: int = 4) -> int:
        """Room for counts of a batch."""
        at = self.memory.room(size, align)
        self.cleared.append((at, size))
        return at

    def in_game(self) -> int:
        """Room for a count of a game."""
        self.forgotten.append(at := self.memory.room(4))
        return at

    def known_at(self, site: int) -> int:
        """Where it is counted how many options of a question came up in a game."""
        if site not in self.known:
            self.known[site] = self.in_game()
        return self.known[site]

    def range_in_game(self, question: Question) -> int:
        """Where it stands what numbers came up in a game: see `in_game` in `functions`."""
        if question.at not in self.ranges:
            self.ranges[question.at] = self.in_game()
            for _ in range(3):
                self.in_game()
        return self.ranges[question.at]

    def ending(self, site: int) -> int:
        """Where games are counted that ended at a site."""
        if site not in self.endings:
            self.endings[site] = self.counted(4)
        return self.endings[site]

    def question(
        self, ask: Ask, how: How, labels: Sequence[str] = (), low: int = 0, size: int = 0, ends: bool = False
    ) -> Question:
        """Makes room for a question, once for all places where it is asked in the same way."""
        passing = Passing.COUNTED
        if isinstance(ask.may_pass, ir.Constant):
            passing = Passing.ALWAYS if ask.may_pass.value else Passing.NEVER
        key = ask.site, how, passing, tuple(labels), low, size, ends
        if key not in self.questions:
            each = {How.EVERY: 4, How.EACH: USE, How.PIECES: 8, How.TOGETHER: 4}.get(how, 0)
            room = 8 * size + 4 if how is How.RANGE else each * len(labels)
            room += 4 << len(labels) - 1 if how is How.TOGETHER else 0
            if room > _MOST_ROOM:
                raise Unsupported("a question with more options than are counted")
            at, uses = self.counted(QUESTION), self.counted(room)
            more = self.counted(8 * size) if ends else -1
            self.questions[key] = Question(ask.site, how, passing, at, uses, tuple(labels), low, size, more)
        return self.questions[key]

    def finish(self) -> None:
        """Makes room for the list of all uses that were met, once all are known."""
        one_by_one = (How.EACH, How.PIECES, How.TOGETHER)
        most = sum(len(one.labels) if one.how in one_by_one else one.size for one in self.questions.values())
        self.met = self.counted(4 + 4 * (most + self.action_count))
        offered(self.offered, self.now, self.began, self.met)
        first(self.first, self.met)
        ranged(self.ranged, self.met)
        ranged_in_game(self.ranged_in_game, MOST_TOLD_APART)

    def counters(self) -> Counters:
        """Where all of it stands."""
        return Counters(
            self.wanted.sites, self.reached, tuple(self.titles), self.journeys, self.actions, self.action_count,
            tuple(self.endings.items()), self.met, tuple(self.questions.values()),
        )  # fmt: skip

    # ------------------------------------------------------------ where pieces go

    def never_equal(self, zone: ir.Expression) -> int:
        """How many pieces begin in a zone, of which no two with one title are ever there together; else 0.

        So it is if no two of them begin there, and none come.
        """
        if not isinstance(zone, ir.ZoneAt) or self.fed is None or zone.zone in self.fed:
            return 0
        slot, kinds = self.layout.zones[zone.zone], self.memory.start["kind"]
        lying = self.memory.start["zones"][slot.base : slot.base + slot.count]
        titles = [[self.layout.kinds[kinds[piece]].title for piece in pieces] for pieces in lying]
        return sum(map(len, titles)) if all(len(set(those)) == len(those) for those in titles) else 0

    @property
    def each_by_itself(self) -> tuple[str, ...]:
        """The title of each piece, if each can be counted by itself; else nothing."""
        layout = self.layout
        if not layout.fixed_kinds or len(self.titles) + self.memory.pieces > MOST_TOLD_APART:
            return ()
        return tuple(layout.kinds[kind].title for kind, _, _ in layout.first_pieces)

    def _dwindles(self, ask: Ask) -> None:
        match ask.options:
            case ir.FromList(ir.Contents(ir.ZoneAt(name) as zone)) if self.never_equal(zone) and self.each_by_itself:
                if len(self.dwindling) == _MOST_DWINDLING or ask.site in self.dwindling:
                    return
                slot = self.layout.zones[name]
                zones = range(slot.base, slot.base + slot.count)
                put = self.memory.room(4 * len(self.layout.masks))
                self.forgotten += [put + 4 * zone for zone in zones]
                self.dwindling[ask.site] = Dwindling(self.question(ask, How.PIECES, self.each_by_itself), zones, put)

    def left(self) -> list[int]:
        """By zone what may have become of a piece that leaves it; nowhere comes first."""
        found = [Went.HELD | Went.DISCARDED]
        for shape in self._shapes():
            drawn = Went.DRAWN if shape == "stack" else 0
            found.append(found[0] | drawn | (Went.LAID if shape == "hand" else 0))
        return [*map(int, found)]

    def came(self, verb: ir.MoveVerb | None) -> list[int]:
        """By zone what may have become of a piece that comes to it in this way."""
        discarded = verb is not None and MOVE_ENTRIES[verb] is Verb.DISCARD
        found = []
        for shape in self._shapes():
            held = Went.HELD if shape == "hand" else 0
            laid = Went.LAID if discarded or shape not in ("hand", "stack") else 0
            drawn = 0 if shape == "stack" else Went.DRAWN
            found.append(int(held | laid | drawn | (Went.DISCARDED if discarded else 0)))
        return found

    def _shapes(self) -> list[str]:
        return [self.layout.zones[name].zone.shape for name in self.layout.zone_names]

    def text(self, site: int) -> Went:
        """What becomes of a piece whose text is carried out there."""
        return Went.LAID if self.wanted.texts[site] else Went.PLAYED

    def _begun(self, start: Mapping[str, Value]) -> bytes:
        """What had happened before."""
        found, first = bytearray(self.size), self.pieces - self.flags
        moves = {verb: self.came(way) for way, verb in MOVE_ENTRIES.items()} | {Verb.DRAW: self.came(None)}
        left = self.left()
        for entry in start["journal"] or ():
            if 0 <= entry[0] < self.wanted.sites:
                found[entry[0]] = 1
            if entry[1] in moves and entry[5] >= 0:
                found[first + entry[5]] |= left[entry[6] + 1] & moves[Verb(entry[1])][entry[7]]
            elif entry[0] in self.wanted.texts:
                found[first + entry[5]] |= self.text(entry[0])
        return bytes(found)
