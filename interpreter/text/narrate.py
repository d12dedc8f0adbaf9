"""Narrates events to one viewer: from an entry of the journal to sentences in parts.

Nothing is said of bookkeeping (see `log_policy`), and of what is done secretly only to those who may learn of it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeGuard, assert_never

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.prose.nouns import is_plural, verb_of_several
from dsl.listing import series
from interpreter.program.model.nodes import BANK, FIRST_OFFER, PASS, Verb
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.labels import Words, possessive, spoken
from interpreter.text.log_policy import is_counter, is_news, is_role
from interpreter.text.redaction import UNKNOWN_PIECE, in_mask, knows
from interpreter.text.sentence import THINGS, Amount, Piece, Sentence, Something, Thing

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
        title = self.words.title_of(told.title, told.card_type, self.state.owner[piece])
        if whose and title == told.title:
            title = self.whose(title, zone)
        return Piece(title, () if ordered else (kind,))

    def whose(self, title: str, zone: int) -> str:
        """The title of a piece in `zone`, with whose place that is if it is another's than the subject's."""
        owner = self.words.owner(zone) if zone >= 0 else ir.NONE
        return title if owner in (ir.NONE, self.who) else f"{possessive(self.words.player(owner))} {title}"

    def kind(self, piece: int) -> int:
        """Which kind of piece the viewer knew it to be."""
        return kind_told(self.state, piece, known=knows(self.state, piece, self.seat))


def sentences(
    words: Words,
    state: Position,
    entry: Entry,
    seat: int | None,
    lies: Callable[[int], int] = lambda piece: ir.NONE,
    marked: Callable[[int], str] = lambda piece: "",
) -> Iterator[Sentence]:
    """Narrates an event to `seat` (None: who sees all), but nothing of bookkeeping or a secret; see `HeardEvent`."""
    site, verb, who, seers, knowers, *values = entry
    rule = _RULES.get(verb)
    if rule is not None and in_mask(words.program.layout, knowers, seat):
        is_open = in_mask(words.program.layout, seers, seat)
        yield from rule(HeardEvent(words, state, site, verb, who, tuple(values), is_open, seat, lies, marked))


def _act(subject: int, does: str, *things: Thing, lead: str = "") -> Sentence:
    """A sentence about a seat, or about nobody; several of one kind do it `each`."""
    before, verb, rest = re.split(r"(\w+)", does, maxsplit=1)
    do = f"{before}{verb_of_several(verb)}{rest}"
    return Sentence(subject, does, do if subject == ir.NONE else f"each {do}", things, lead)


# ---------------------------------------------------------------- counters


def _transfer(e: HeardEvent) -> Iterator[Sentence]:
    counter, amount, source, target = e.values
    thing: Thing = Amount(e.words.numbered(counter), amount) if e.open else Something()
    place, who = e.words.place, source
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
    if e.open and is_news(variable):
        amount = e.words.worth(variable, at, abs(by))
        yield _act(ir.NONE, f"goes {'up' if by > 0 else 'down'} by {amount}", lead=e.words.variable(variable, at))


def _write(e: HeardEvent) -> Iterator[Sentence]:
    """What a value is now. That there is none any more is bookkeeping, but for a counter or a pawn."""
    variable = e.words.variables[e.values[0]]
    _, *at, value = e.values
    is_gone = value == ir.NONE
    if not e.open or not is_news(variable) or (is_gone and not variable.pawn and not is_counter(variable)):
        return
    named = e.words.variable(variable, at)
    if is_role(variable):
        yield _act(value, f"is now {named}")
    else:
        now = e.words.value(e.state, variable.type, value, e.seat)
        now = e.words.worth(variable, at, value) if is_counter(variable) else now
        be = "are" if is_plural(named) and is_counter(variable) else "is"
        yield _act(ir.NONE, f"goes to {now}" if variable.pawn else f"{be} now {now}", lead=named)


# ---------------------------------------------------------------- pieces


def _move(e: HeardEvent) -> Iterator[Sentence]:
    piece, source, target = e.values
    if source == target:
        return
    way = f"from {e.words.zone(source, e.who)} to {e.words.zone(target, e.who)}"
    yield _act(e.who, f"moves {THINGS} {way}" if e.who >= 0 else f"{THINGS} goes {way}", e.piece(piece, source))


def _give(e: HeardEvent) -> Iterator[Sentence]:
    receiver = e.words.owner(e.values[2])
    if e.who >= 0 and receiver >= 0:
        yield _act(e.who, f"gives {e.words.player(receiver)} {THINGS}", e.piece(*e.values[:2]))
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
    place = e.words.zone(zone, owner)
    yield _act(owner, f"gets {THINGS} in {place}" if owner >= 0 else f"{THINGS} comes to {place}", e.piece(piece))


def _reveal(e: HeardEvent) -> Iterator[Sentence]:
    """To all, or (`to`) to some: who these are is told by the rules, not here."""
    piece = e.values[0]
    statement = e.words.statements.get(e.site)
    if isinstance(statement, ir.Reveal) and statement.to is not None:
        yield _act(ir.NONE, f"{THINGS} is shown in private", e.piece(piece))
        return
    title = e.words.program.layout.kinds[e.kind(piece)].title
    zone = e.lies(piece)
    owner = e.words.owner(zone) if zone >= 0 else e.state.owner[piece]
    shown = f"{possessive(e.words.player(owner))} {title}" if owner >= 0 else title
    yield _act(ir.NONE, f"{THINGS} is revealed", Piece(shown, (zone, e.kind(piece))))


def _look(e: HeardEvent) -> Iterator[Sentence]:
    """What stands on a piece in one respect, for those who see it; the piece stays unknown."""
    worth, looked, zone = e.values
    layout = e.words.program.layout
    name = layout.looked[looked]
    statement = e.words.statements.get(e.site)
    assert isinstance(statement, ir.Reveal) and statement.told is not None
    told = f": {e.words.value(e.state, statement.told.type, worth, e.seat)}" if e.open else ""
    how = "is revealed" if statement.to is None else "is shown in private"
    lead = f"the {spoken(name).lower()} of a card in {e.words.zone(zone)}"
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
    yield _act(ir.NONE, "is shuffled", lead=e.words.zone(e.values[0]))


def _swap(e: HeardEvent) -> Iterator[Sentence]:
    """Which cards change places is left out: the entry does not say who knows them."""
    statement = e.words.statements.get(e.site)
    if isinstance(statement, ir.Swap) and statement.left.type.kind is ir.Kind.ZONE:
        yield _act(ir.NONE, f"change places: {series(map(e.words.zone, e.values))}", lead="the pieces")
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
            word = "declines" if code == PASS else "chooses"
            place = 0 if code == PASS else code
            label = _with_dots(texts[place]) if texts else labels[place]
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
                secretly = "" if asked.announced else f" for {e.words.player(e.who)} in secret"
                yield _act(ir.NONE, f"picks {answer}{secretly}", lead="chance")
            else:
                yield _act(e.who, f"chooses {answer}{_topic(asked)}")


def _done(e: HeardEvent, asked: ir.TakeActions) -> Iterator[Sentence]:
    """That somebody takes no more actions; not where some may be taken secretly, as it would tell of these."""
    secret = any(e.words.program.actions[name].secret for name in asked.actions)
    if e.open and e.values == (PASS,) and (e.seat is None or not secret):
        yield Sentence(e.who, "is done", "are done")


def is_open_choice(asked: object) -> TypeGuard[ir.Choose]:
    """Whether a statement is a question that is answered for all to hear."""
    return isinstance(asked, ir.Choose) and asked.manner is not ir.Manner.SECRETLY


def _answer(e: HeardEvent, asked: ir.Choose, code: int) -> str:
    match asked.options:
        case ir.FromList(candidates) | ir.InOrder(candidates):
            if candidates.type.kind is not ir.Kind.PIECE:
                return e.words.value(e.state, candidates.type.one(), code, None)
            title = e.piece(code, e.lies(code), whose=True).title
            is_open = asked.manner is ir.Manner.RANDOMLY and asked.announced
            return UNKNOWN_PIECE if title is None or is_open else title
        case ir.FromRange() | ir.FromMenu() | ir.FromActions():
            return str(code)
        case _:
            assert_never(asked.options)


def _topic(asked: ir.Choose) -> str:
    """The question up to what stands in its first braces, which may not be for all to know.

    Where that says too little, as in `Where does {piece} go?`, it is whole, with dots for what stands in braces.
    """
    said = asked.prompt[0] if asked.prompt and isinstance(asked.prompt[0], str) else ""
    words = said.rstrip(" ?:.,").split()
    if len(asked.prompt) > 1:
        while words and words[-1].casefold() in _LEADING_ON:
            words.pop()
        if words and words[-1].casefold() in _AUXILIARY:
            return f" ({_with_dots(asked.prompt).rstrip(' ?:,')})"
    return f" ({' '.join(words)})" if words else ""


def _with_dots(text: Sequence[ir.TextPart]) -> str:
    return "".join(part if isinstance(part, str) else DOTS for part in text)


#: What stands in a question for what is not for all to know.
DOTS = "..."
#: Behind these, a question has not said yet what it is about.
_AUXILIARY = frozenset(["does", "do", "did", "is", "are", "was", "were", "will", "can", "may", "shall", "has", "have"])
#: What cannot end one that is cut off.
_LEADING_ON = frozenset(
    ("a", "against", "as", "at", "by", "for", "from", "in", "of", "on", "or", "than", "the", "to", "with")
)


def _roll(e: HeardEvent) -> Iterator[Sentence]:
    pips = series(map(str, e.values))
    if not e.open:
        dice = "a die" if len(e.values) == 1 else f"{len(e.values)} dice"
        yield _act(e.who, f"rolls {dice} in secret")
    elif e.who >= 0:
        yield _act(e.who, f"rolls {pips}")
    else:
        yield _act(ir.NONE, f"show {pips}", lead="the dice")


def _begin(e: HeardEvent) -> Iterator[Sentence]:
    """An action that a player takes openly. Steps and rounds are headings, procedures are bookkeeping."""
    match e.words.program.names[e.values[0]]:
        case RoutineId(BodyId(BodyKind.ACTION, name), ()) if e.seat is None or not e.words.program.actions[name].secret:
            title = next(action.title for action in e.words.program.game.actions if action.name == name)
            yield _act(e.who, f'takes "{title}"')


def _announce(e: HeardEvent) -> Iterator[Sentence]:
    statement = e.words.statements[e.site]
    assert isinstance(statement, ir.Announce)
    text = e.words.filled(e.state, statement.text, e.values, e.seat, e.marked)
    if text:
        yield Sentence(ir.NONE, THINGS, THINGS, (Piece(text.rstrip(".")),))


def _game_over(e: HeardEvent) -> Iterator[Sentence]:
    yield _act(ir.NONE, "is over", lead="the game")
    if not e.values:
        yield _act(ir.NONE, "wins", lead="nobody")
    for winner in e.values:
        yield Sentence(winner, "wins", "win together", together=True)


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
