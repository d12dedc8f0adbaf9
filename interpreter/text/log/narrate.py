"""Narrates events to one viewer: from an entry of the journal to sentences in parts.

Nothing is said of bookkeeping (see `log_policy`), and of what is done secretly only to those who may learn of it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeGuard, assert_never

from attrs import evolve, frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.prose.nouns import called, in_sentence, is_plural, several_of, the, third_person, verb_of_several
from dsl.listing import series
from interpreter.program.model.nodes import BANK, FIRST_OFFER, PASS, Verb
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.labels import Words, possessive, spoken
from interpreter.text.log.sentence import THINGS, Amount, Piece, Sentence, Something, Successive, Thing, says_what
from interpreter.text.log_policy import is_counter, is_news, is_role
from interpreter.text.redaction import UNKNOWN_PIECE, in_mask, is_player, knows

#: An entry of the journal; `interpreter.program.nodes.Verb` says what stands in it.
Entry: TypeAlias = tuple[int, ...]


@frozen
class HeardEvent:
    """An event as one viewer meets it: whether its values are `open` to them, and in which zone each piece `lies`."""

    words: Words
    state: Position
    site: int
    verb: int
    who: int
    values: tuple[int, ...]
    open: bool
    seat: int | None
    lies: Callable[[int], int]  # -1 where that is not known
    marked: Callable[[int], str]  # the marks that everybody saw then on a piece, as they follow `a card`

    def piece(self, piece: int, zone: int = ir.NONE, *, whose: bool = False) -> Piece:
        """A piece that lay in `zone`, which may not matter; `whose`: with whose place that is, if not the subject's."""
        if not self.open:
            return Piece(None, marks=self.marked(piece))
        ordered = zone < 0 or self.words.is_ordered(zone)
        kind = self.kind(piece)
        told = self.words.program.layout.kinds[kind]
        title, owner, several = told.title, self.state.owner[piece], ""
        title, theirs = in_sentence(title) if title == told.card_type else title, ""
        if owner >= 0 and told.card_type in self.words.personal:
            title, several = f"{self.whose(owner)} {title}", f"of {self.whose(owner)} {title} tokens"
        elif whose and zone >= 0 and (owner := self.words.owner(zone)) not in (ir.NONE, self.who):
            theirs = self.whose(owner)
        several = several or self.words.several_titles(told)
        order = () if ordered else (kind,)
        return Piece(title, order, "", several, self.words.sort_of(told.card_type), theirs, piece)

    def player(self, seat: int) -> str:
        """A player who is not the subject."""
        return "you" if seat == self.seat else self.words.player(seat)

    def whose(self, owner: int, who: int | None = None) -> str:
        """Whose something is, in a sentence about `who`, or about whoever did it."""
        if owner == self.seat:
            return "your"
        return "their" if owner == (self.who if who is None else who) else possessive(self.words.player(owner))

    def zone(self, zone: int, who: int | None = None) -> str:
        """A place, in such a sentence: `the box`, `Ann's hand`, `your hand`, `their hand`."""
        owner = self.words.owner(zone)
        return self.words.zone(zone) if owner < 0 else f"{self.whose(owner, who)} {self.words.zone(zone, owner)}"

    def place(self, code: int) -> str:
        """Where counters go from or to, by its code in the journal."""
        return self.words.place(code) if code < 0 else self.player(code)

    def kind(self, piece: int) -> int:
        """Which kind of piece the viewer knew it to be."""
        return kind_told(self.state, piece, known=knows(self.state, piece, self.seat))


def sentences(
    words: Words, state: Position, entry: Entry, seat: int | None, lies: Callable[[int], int] = lambda piece: ir.NONE,
    marked: Callable[[int], str] = lambda piece: "",
) -> Iterator[Sentence]:  # fmt: skip
    """Narrates an event to `seat` (None: who sees all), but nothing of bookkeeping or a secret; see `HeardEvent`."""
    site, verb, who, seers, knowers, *values = entry
    rule = _RULES.get(verb)
    if rule is not None and in_mask(words.program.layout, knowers, seat):
        is_open = in_mask(words.program.layout, seers, seat)
        yield from rule(HeardEvent(words, state, site, verb, who, tuple(values), is_open, seat, lies, marked))


def _act(subject: int, does: str, *things: Thing, lead: str = "") -> Sentence:
    """A sentence about a seat, or about nobody."""
    return Sentence(subject, does, things, lead)


# ---------------------------------------------------------------- counters


def _transfer(e: HeardEvent) -> Iterator[Sentence]:
    counter, amount, source, target = e.values
    thing: Thing = Amount(e.words.numbered(counter), amount) if e.open else Something()
    place, who = e.place, source
    match e.verb:
        case Verb.GAIN:
            who, does = target, f"gains {THINGS}" + ("" if source == BANK else f" from {place(source)}")
        case Verb.LOSE:
            does = f"loses {THINGS}" + ("" if target == BANK else f" to {place(target)}")
        case Verb.PAY:
            does = f"pays {THINGS} to {place(target)}"
        case _:
            does = f"gives {place(target)} {THINGS}"
    yield _act(who, does, thing) if who >= 0 else _act(ir.NONE, does, thing, lead=place(who))


def _change(e: HeardEvent) -> Iterator[Sentence]:
    number, *at, by = e.values
    variable = e.words.variables[number]
    if not e.open or not is_news(variable):
        return
    owner, does = _owner(variable, at), f"{'gains' if by > 0 else 'loses'} {THINGS}"
    if pot := _pot(e, variable, at, abs(by)):
        yield _act(ir.NONE, does, pot, lead=the(called(variable)))
    elif (told := variable.raising if by > 0 else variable.lowering) and owner >= 0:
        yield from [_act(owner, told)] * abs(by)
    elif owner >= 0 and len(at) == 1 and (is_plural(several_of(variable)) or variable.unit):
        yield _act(owner, does, Amount(variable, abs(by)))
    else:
        amount = e.words.worth(variable, at, abs(by))
        goes = f"{_verb_of(variable, 'goes')} {'up' if by > 0 else 'down'} by {amount}"
        yield _act(ir.NONE, goes, lead=_named(e, variable, at))


def _owner(variable: ir.Variable, at: Sequence[int]) -> int:
    """Whose it is, if there is one for each player."""
    return next((place for index, place in zip(variable.dimensions, at, strict=True) if is_player(index)), ir.NONE)


def _pot(e: HeardEvent, variable: ir.Variable, at: Sequence[int], number: int) -> Amount | None:
    """So many of a counter of a group that lie in a pot for all of the group."""
    group = e.words.group(variable.dimensions[0].name) if len(at) == 1 else ()
    return Amount(group[at[0]], number) if group else None


def _named(e: HeardEvent, variable: ir.Variable, at: Sequence[int]) -> str:
    return e.words.variable(variable, at, ir.NONE if e.seat is None else e.seat)


def _write(e: HeardEvent) -> Iterator[Sentence]:
    """What a value is now. That there is none any more is bookkeeping, but for a counter or a pawn."""
    variable = e.words.variables[e.values[0]]
    _, *at, value = e.values
    is_gone = value == ir.NONE
    if not e.open or not is_news(variable) or (is_gone and not variable.pawn and not is_counter(variable)):
        return
    if variable.raising or variable.lowering:
        return  # these words tell what becomes of it
    owner = _owner(variable, at)
    has = f"has {THINGS} now"
    if is_role(variable):
        yield _act(value, f"becomes {e.words.variable(variable, at)}")
    elif is_counter(variable) and owner >= 0 and len(at) == 1 and (is_plural(several_of(variable)) or variable.unit):
        yield _act(owner, has, Amount(variable, value))
    elif pot := _pot(e, variable, at, value):
        yield _act(ir.NONE, has, pot, lead=the(called(variable)))
    elif variable.pawn:
        way = () if is_gone else (Successive(e.words.value(e.state, variable.type, value, e.seat)),)
        does = f"moves to {THINGS}" if way else "leaves the board"
        own = owner == e.who >= 0 and e.words.one_pawn
        yield _act(owner, does, *way) if own else _act(ir.NONE, does, *way, lead=_named(e, variable, at))
    else:
        of_player = variable.type.kind is ir.Kind.PLAYER
        now = e.player(value) if of_player else e.words.value(e.state, variable.type, value, e.seat)
        now = e.words.worth(variable, at, value) if is_counter(variable) else now
        does, lead = f"{_verb_of(variable, 'becomes')} {now}", _named(e, variable, at)
        aside = "" if is_counter(variable) or len(at) != 1 else f"{called(variable)}: {now}"
        yield Sentence(ir.NONE, does, (), lead, aside=aside, about=owner)


def _verb_of(variable: ir.Variable, does: str) -> str:
    """What a value does, by whether its name is a plural: `coins become`, `bid becomes`."""
    return verb_of_several(does) if is_counter(variable) and is_plural(called(variable)) else does


# ---------------------------------------------------------------- pieces


def _move(e: HeardEvent) -> Iterator[Sentence]:
    piece, source, target = e.values
    if source == target:
        return
    if told := e.words.zone_of(target).entering:
        does = _filled(e, told, source, target)
        if does.startswith(THINGS) or e.who >= 0:
            who = ir.NONE if does.startswith(THINGS) else e.who
            if THINGS in does:
                yield _act(who, does, evolve(e, who=who).piece(piece, source, whose=True))
            else:
                yield Sentence(who, does, once=True)
            return
    way = f"from {e.zone(source)} to {e.zone(target)}"
    yield _act(e.who, f"moves {THINGS} {way}" if e.who >= 0 else f"{THINGS} goes {way}", e.piece(piece, source))


def _filled(e: HeardEvent, told: str, source: int, zone: int) -> str:
    """What a declaration says of pieces that come to `zone`, with what stands for its braces."""
    owner, own = e.words.owner(zone), "yourself" if e.who == e.seat else "themselves"
    names = {"cards": THINGS, "from": e.zone(source)}
    names |= {name.casefold(): value for name, value in e.words.indexed_by(zone)}
    if owner >= 0:
        names |= {"player": own if owner == e.who else e.player(owner), "player's": e.whose(owner)}
    return re.sub(r"\{([^{}]*)\}", lambda braces: names.get(braces[1].strip().casefold(), braces[0]), told)


def _give(e: HeardEvent) -> Iterator[Sentence]:
    receiver = e.words.owner(e.values[2])
    if e.who >= 0 and receiver >= 0:
        yield _act(e.who, f"gives {e.player(receiver)} {THINGS}", e.piece(*e.values[:2]))
    else:
        yield from _move(e)


def _taken(by: str, alone: str) -> Callable[[HeardEvent], Iterator[Sentence]]:
    """Tells that a player does this to a piece, or that it comes to pass `alone`."""

    def rule(e: HeardEvent) -> Iterator[Sentence]:
        yield _act(e.who, by if e.who >= 0 else alone, e.piece(*e.values[:2], whose=e.verb != Verb.DRAW))

    return rule


def _create(e: HeardEvent) -> Iterator[Sentence]:
    piece, zone = e.values
    owner = e.words.owner(zone)
    place = e.zone(zone, owner)
    does = f"gets {THINGS} in {place}" if owner >= 0 else f"{THINGS} comes to {place}"
    yield _act(owner, does, evolve(e, who=owner).piece(piece))


def _reveal(e: HeardEvent) -> Iterator[Sentence]:
    """To all, or (`to`) to some: who these are is told by the rules, not here, unless it is who looks."""
    piece = e.values[0]
    statement = e.words.statements.get(e.site)
    if isinstance(statement, ir.Reveal) and statement.to is not None:
        looks = statement.to == ir.ListOf((statement.you or ir.Local(0, "you", ir.PLAYER),), ir.PLAYERS)
        # whom the rules single out by what may be secret is told to nobody else
        if e.who >= 0 and (statement.you in (None, ir.Local(0, "you", ir.PLAYER)) or e.seat in (None, e.who)):
            yield _act(e.who, f"looks at {THINGS}" if looks else f"shows {THINGS} in private", e.piece(piece))
        else:
            yield _act(ir.NONE, f"{THINGS} is shown in private", e.piece(piece))
        return
    title = e.words.program.layout.kinds[e.kind(piece)].title
    zone = e.lies(piece)
    owner = e.words.owner(zone) if zone >= 0 else e.state.owner[piece]
    whose = e.whose(owner, ir.NONE) if owner >= 0 else ""
    several = f"copies of {whose} {title}".replace("  ", " ")
    shown = Piece(title, (zone, e.kind(piece)), several=several, whose=whose, number=piece)
    yield _act(ir.NONE, f"{THINGS} is revealed", shown)


def _look(e: HeardEvent) -> Iterator[Sentence]:
    """What stands on a piece in one respect, for those who see it; the piece stays unknown."""
    worth, looked, zone = e.values
    layout = e.words.program.layout
    name = layout.looked[looked]
    statement = e.words.statements.get(e.site)
    assert isinstance(statement, ir.Reveal) and statement.told is not None
    told = f": {e.words.value(e.state, statement.told.type, worth, e.seat)}" if e.open else ""
    how = "is revealed" if statement.to is None else "is shown in private"
    lead = f"the {spoken(name).lower()} of a card in {e.zone(zone, ir.NONE)}"
    yield _act(ir.NONE, f"{how}{told}", lead=lead)


def _become(e: HeardEvent) -> Iterator[Sentence]:
    piece, kind = e.values
    kinds = e.words.program.layout.kinds
    copy = kinds[kind_told(e.state, piece, known=False)].title if e.open else f"{UNKNOWN_PIECE}{e.marked(piece)}"
    other = Piece(kinds[kind].title if e.open else None)
    yield _act(ir.NONE, f"becomes a copy of {THINGS}", other, lead=copy)


def _flip(e: HeardEvent) -> Iterator[Sentence]:
    piece, up = e.values
    yield _act(ir.NONE, f"{THINGS} is turned face {'up' if up else 'down'}", e.piece(piece, e.state.zone[piece]))


def _shuffle(e: HeardEvent) -> Iterator[Sentence]:
    yield _act(ir.NONE, "is shuffled", lead=e.zone(e.values[0], ir.NONE))


def _swap(e: HeardEvent) -> Iterator[Sentence]:
    """Which cards change places is left out: the entry does not say who knows them."""
    statement = e.words.statements.get(e.site)
    if isinstance(statement, ir.Swap) and statement.left.type.kind is ir.Kind.ZONE:
        yield _act(ir.NONE, "change places", lead=series(e.zone(zone, ir.NONE) for zone in e.values))
    else:
        yield _act(ir.NONE, "change places", lead="two cards")


# ---------------------------------------------------------------- decisions and the rest


def _choose(e: HeardEvent) -> Iterator[Sentence]:
    """An answer given openly. One given secretly shows in what follows, as does an action that is taken."""
    asked = e.words.statements.get(e.site)
    if isinstance(asked, ir.TakeActions):
        yield from _done(e, asked)
    if not e.open or not isinstance(asked, ir.Choose) or not e.values:
        return
    if e.seat is not None and not is_open_choice(asked):
        return
    code = e.values[0]
    match asked.options:
        case _ if code <= FIRST_OFFER:
            return
        case ir.FromMenu(labels, _, texts):
            place = 0 if code == PASS else code
            label = _with_dots(texts[place]) if texts else labels[place]
            if label.endswith("?") and asked.optional:
                word = f"says {'no' if code == PASS else 'yes'} to"
            else:
                word = "declines" if code == PASS else "chooses"
            yield _act(e.who, f'{word} "{label}"')
        case _ if code == PASS and asked.pass_label:
            yield _act(e.who, f'chooses "{asked.pass_label}"')
        case _ if code == PASS:
            yield _act(e.who, f"passes{_topic(asked)}")
        case _:
            answer = series(_answer(e, asked, one) for one in e.values)
            if asked.manner is ir.Manner.RANDOMLY and answer == UNKNOWN_PIECE:
                return
            if asked.manner is ir.Manner.RANDOMLY and isinstance(asked.options, ir.InOrder):
                yield _act(ir.NONE, f"puts {answer} in this order", lead="chance")
            elif asked.manner is ir.Manner.RANDOMLY:
                secretly = "" if asked.announced else f" for {e.player(e.who)} in secret"
                yield _act(ir.NONE, f"picks {answer}{secretly}", lead="chance")
            else:
                yield _act(e.who, f"chooses {answer}{_topic(asked)}")


def _done(e: HeardEvent, asked: ir.TakeActions) -> Iterator[Sentence]:
    """That somebody takes no more actions; not where some may be taken secretly, as it would tell of these."""
    secret = any(e.words.program.actions[name].secret for name in asked.actions)
    if e.open and e.values == (PASS,) and (e.seat is None or not secret):
        yield Sentence(e.who, "is done", ends=True)


def is_open_choice(asked: object) -> TypeGuard[ir.Choose]:
    """Whether a statement is a question that is answered for all to hear."""
    return isinstance(asked, ir.Choose) and asked.manner is not ir.Manner.SECRETLY


def _answer(e: HeardEvent, asked: ir.Choose, code: int) -> str:
    match asked.options:
        case ir.FromList(candidates) | ir.InOrder(candidates):
            if candidates.type.kind is ir.Kind.PLAYER:
                own = "yourself" if code == e.seat else "themselves"
                return own if code == e.who else e.player(code)
            if candidates.type.kind is not ir.Kind.PIECE:
                return e.words.value(e.state, candidates.type.one(), code, None)
            piece = e.piece(code, e.lies(code), whose=True)
            is_open = asked.manner is ir.Manner.RANDOMLY and asked.announced
            return UNKNOWN_PIECE if piece.title is None or is_open else piece.called
        case ir.FromRange() | ir.FromMenu() | ir.FromActions():
            return str(code)
        case _:
            assert_never(asked.options)


def _topic(asked: ir.Choose) -> str:
    """The question, with dots for what stands in its braces, which may not be for all to know."""
    said = re.sub(rf"( (of|on|for|from|to|with|about|in))? {re.escape(DOTS)}$", "", _with_dots(asked.prompt).strip())
    said = said if said.endswith(DOTS) else said.rstrip(":.,")
    return f' ("{said}")' if said else ""


def _with_dots(text: Sequence[ir.TextPart]) -> str:
    return "".join(part if isinstance(part, str) else DOTS for part in text)


#: What stands in a question for what is not for all to know.
DOTS = "..."


def _roll(e: HeardEvent) -> Iterator[Sentence]:
    pips = series(map(str, e.values))
    if not e.open:
        dice = "a die" if len(e.values) == 1 else f"{len(e.values)} dice"
        yield _act(e.who, f"rolls {dice} in secret")
    elif e.who >= 0:
        yield _act(e.who, f"rolls {THINGS}", Successive(pips))
    else:
        yield _act(ir.NONE, f"show {pips}", lead="the dice")


def _begin(e: HeardEvent) -> Iterator[Sentence]:
    """An action that a player takes openly. Steps and rounds are headings, procedures are bookkeeping."""
    match e.words.program.names[e.values[0]]:
        case RoutineId(BodyId(BodyKind.ACTION, name), ()) if e.seat is None or not e.words.program.actions[name].secret:
            action = next(action for action in e.words.program.game.actions if action.name == name)
            first, *_ = (action.taking or third_person(action.title.casefold())).split()
            yield Sentence(e.who, action.taking or f'takes "{action.title}"', until=first, begins=True)


def _announce(e: HeardEvent) -> Iterator[Sentence]:
    statement = e.words.statements[e.site]
    assert isinstance(statement, ir.Announce)
    text = e.words.filled(e.state, statement.text, e.values, e.seat, e.marked).strip()
    first = statement.text[0] if statement.text else ""
    if not isinstance(first, str) and first.type == ir.PLAYER and e.values[0] >= 0:
        behind = text.removeprefix(e.words.player(e.values[0]))
        if says_what(behind):
            yield Sentence(e.values[0], behind.strip(), announced=True)
            return
        if e.values[0] == e.seat:
            text = f"your{behind[2:]}" if behind.startswith("'s ") else f"you{behind}"
    if text:
        yield _act(ir.NONE, "", lead=text)


def _game_over(e: HeardEvent) -> Iterator[Sentence]:
    yield _act(ir.NONE, "is over", lead="the game")
    if not e.values:
        yield _act(ir.NONE, "wins", lead="nobody")
    for winner in e.values:
        yield Sentence(winner, "wins", together=True)


_RULES: dict[int, Callable[[HeardEvent], Iterator[Sentence]]] = {
    Verb.BEGIN: _begin,
    Verb.WRITE: _write,
    Verb.CHANGE: _change,
    Verb.GAIN: _transfer,
    Verb.LOSE: _transfer,
    Verb.PAY: _transfer,
    Verb.GIVE: _transfer,
    Verb.MOVE: _move,
    Verb.GIVE_PIECE: _give,
    Verb.DISCARD: _taken(f"discards {THINGS}", f"{THINGS} is discarded"),
    Verb.REMOVE: _taken(f"takes {THINGS} out of the game", f"{THINGS} leaves the game"),
    Verb.DRAW: _taken(f"draws {THINGS}", f"{THINGS} is drawn"),
    Verb.SHUFFLE: _shuffle,
    Verb.REVEAL: _reveal,
    Verb.LOOK: _look,
    Verb.FLIP: _flip,
    Verb.BECOME: _become,
    Verb.CREATE: _create,
    Verb.SWAP: _swap,
    Verb.ROLL: _roll,
    Verb.CHOOSE: _choose,
    Verb.ANNOUNCE: _announce,
    Verb.GAME_OVER: _game_over,
}
