"""Narrates events to one viewer: from an entry of the journal to sentences in parts.

Nothing is said of bookkeeping (see `log_policy`), and of what is done secretly only to those who may learn of it.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence

from dsl.frozen import changed
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.prose.nouns import YOU, Noun, a, called, is_plural, several_of, the, third_person, verb_of_several
from dsl.listing import series
from dsl.walk import nodes_in
from interpreter.program.model.nodes import BANK, Verb
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.company import Hearer
from interpreter.text.labels import Words, spoken
from interpreter.text.log.answers import USES, answered
from interpreter.text.log.heard import Entry, HeardEvent, RunningSum, act
from interpreter.text.log.idle import why_idle
from interpreter.text.log.reasons import places_in
from interpreter.text.log.sentence import THINGS, Amount, Piece, Sentence, Something, Successive, Thing, says_what
from interpreter.text.log_policy import gainer, is_news, is_role, is_set_to_start, owner_of
from interpreter.text.of_words import of_rules
from interpreter.text.redaction import UNKNOWN_PIECE, in_mask


def sentences(
    words: Words, state: Position, entry: Entry, seat: Hearer, lies: Callable[[int], int] = lambda piece: ir.NONE,
    marked: Callable[[int], str] = lambda piece: "", *, seen: Container[int] = (), before: Entry = (),
    used: bool = False, instead: int = ir.NONE, now: RunningSum | None = None,
) -> Iterator[Sentence]:  # fmt: skip
    """Narrates an event to `seat` (None: who sees all), but nothing of bookkeeping or a secret; see `HeardEvent`.

    `used`: a card goes on account of what it has offered to whom it belongs. `instead`: what a transfer would have come
    to without the rule that is carried out in its place. `now`: what the counter that changes has
    come to, if the viewer may know.
    """
    site, verb, who, seers, knowers, *values = entry
    rule = _RULES.get(verb)
    if rule is not None and in_mask(words.program.layout, knowers, seat):
        is_open = in_mask(words.program.layout, seers, seat)
        event = HeardEvent(
            words, state, site, verb, who, tuple(values), is_open, seat, lies, marked, seen, before, instead=instead,
            now=now,
        )  # fmt: skip
        if _is_just_named(event):
            event = changed(event, just_named=True)
        if used and who >= 0:
            yield Sentence(who, f"{USES} {THINGS}", (event.piece(*values[:2]),), begins=True)
        yield from rule(event)


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
    if e.open and e.instead not in (ir.NONE, amount):
        does += f" instead of {e.instead}"
    yield act(who, does, thing) if who >= 0 else act(ir.NONE, does, thing, lead=place(who))


def _miss(e: HeardEvent) -> Iterator[Sentence]:
    """That there is nothing to lose, to pay or to give."""
    counter, source, target = e.values
    if e.open:
        way = f"to give {e.player(target)}" if target >= 0 else "to lose" if target == BANK else "to pay"
        yield act(source, f"has no {several_of(e.words.numbered(counter))} {way}")


def _change(e: HeardEvent) -> Iterator[Sentence]:
    number, *at, by = e.values
    variable = e.words.variables[number]
    if not e.open or not is_news(variable):
        return
    owner, does = owner_of(variable, at), f"{'gains' if by > 0 else 'loses'} {THINGS}"
    if pot := _pot(e, variable, at, abs(by)):
        yield act(ir.NONE, does, pot, lead=the(called(variable)))
    elif (told := variable.raising if by > 0 else variable.lowering) and owner >= 0:
        yield from [act(owner, told)] * abs(by)
    elif gainer(variable, at) >= 0:
        yield act(owner, does, Amount(variable, abs(by)))
    else:
        amount, now = e.words.worth(variable, at, abs(by)), e.now and f", to {e.words.worth(variable, at, e.now.now)}"
        goes = f"{_verb_of(variable, 'goes')} {'up' if by > 0 else 'down'} by {amount}{now or ''}"
        yield act(ir.NONE, goes, lead=_named(e, variable, at))


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
    if not e.open or not is_news(variable) or (is_gone and not variable.pawn and not variable.counts):
        return
    if variable.raising or variable.lowering:
        return  # these words tell what becomes of it
    owner = owner_of(variable, at)
    has = f"has {THINGS} now"
    if is_role(variable):
        yield Sentence(value, f"becomes {e.words.variable(variable, at)}", about=value)  # nobody shares it
    elif variable.counts and gainer(variable, at) >= 0:
        yield act(owner, has, Amount(variable, value))
    elif pot := _pot(e, variable, at, value):
        yield act(ir.NONE, has, pot, lead=the(called(variable)))
    elif variable.pawn:
        way = () if is_gone else (Successive(e.words.space(variable.type.name, value)),)
        does = f"moves to {THINGS}" if way else "leaves the board"
        own = owner == e.who >= 0 and e.words.one_pawn
        yield act(owner, does, *way) if own else act(ir.NONE, does, *way, lead=_named(e, variable, at))
    else:
        of_player = variable.type.kind is ir.Kind.PLAYER
        now = e.player(value) if of_player else e.words.value(e.state, variable.type, value, e.seat)
        now = e.words.worth(variable, at, value) if variable.counts else now
        where = "back" if is_set_to_start(e.words, e.site) else "up" if e.now and e.now.by > 0 else "down"
        verb, to = ("goes", f"{where} to {now}") if e.now else ("becomes", now)
        does, lead = f"{_verb_of(variable, verb)} {to}", _named(e, variable, at)
        aside = "" if variable.counts or len(at) != 1 else f"{called(variable)}: {now}"
        yield Sentence(ir.NONE, does, (), lead, aside=aside, about=owner)


def _verb_of(variable: ir.Variable, does: str) -> str:
    """What a value does, by whether its name is a plural: `coins become`, `bid becomes`."""
    return verb_of_several(does) if variable.counts and is_plural(called(variable)) else does


# ---------------------------------------------------------------- pieces


def _move(e: HeardEvent) -> Iterator[Sentence]:
    piece, source, target = e.values
    if source == target:
        return
    statement = e.words.statements.get(e.site)
    below = isinstance(statement, ir.MovePieces) and statement.at_bottom
    if told := e.words.zone_of(target).entering:
        does = _filled(e, told, source, target) + (" at the bottom" if below else "")
        if does.startswith(THINGS) or e.who >= 0:
            who = ir.NONE if does.startswith(THINGS) else e.who
            elsewhere = e.words.owner(source) != e.words.owner(target)
            thing = changed(e, who=who).piece(piece, source, whose=True, there="from")
            thing = thing if elsewhere else changed(thing, where="")
            if THINGS not in does:
                yield Sentence(who, does, once=True)
            elif e.seat in (None, e.who) and e.site in places_in(e.words).in_chosen_order:
                order = "" if below else ", the last one on top"
                yield Sentence(who, does, (changed(thing, order=()),), order=order or ", in this order")
            else:
                yield act(who, does, thing)
            return
    way = f"from {e.zone(source)} to {'the bottom of ' if below else ''}{e.zone(target)}"
    yield act(e.who, f"moves {THINGS} {way}" if e.who >= 0 else f"{THINGS} goes {way}", e.piece(piece, source))


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
        yield act(e.who, f"gives {e.player(receiver)} {THINGS}", e.piece(*e.values[:2]))
    else:
        yield from _move(e)


def _taken(by: str, alone: str) -> Callable[[HeardEvent], Iterator[Sentence]]:
    """Tells that a player does this to a piece, or that it comes to pass `alone`."""

    def rule(e: HeardEvent) -> Iterator[Sentence]:
        yield act(e.who, by if e.who >= 0 else alone, e.piece(*e.values[:2], whose=True, there="from"))

    return rule


def _discard(e: HeardEvent) -> Iterator[Sentence]:
    """From where something is discarded is told, but of a hand; of places by an enum, what all of them are called."""
    piece, source, _ = e.values
    zone = e.words.zone_of(source)
    if zone.shape is ir.Shape.HAND:
        way = ""
    elif (owner := e.words.owner(source)) >= 0:
        way = f" from {e.whose(owner)} {called(zone)}"
    else:
        way = f" from {the(called(zone))}"
    does = f"discards {THINGS}{way}" if e.who >= 0 else f"{THINGS} is discarded{way}"
    yield act(e.who, does, e.piece(piece, source, whose=not way))


def _draw(e: HeardEvent) -> Iterator[Sentence]:
    """Into somebody's hand, or where the rules have words for what comes there.

    From which pile is told, unless it is their own or that from which the rules draw most.
    """
    piece, source, target = e.values
    if e.words.zone_of(target).entering:
        yield from _move(e)
        return
    usual = e.open or e.words.owner(source) == e.who or places_in(e.words).is_usual(e.words.zone_of(source).name)
    way = "" if usual else f" from {e.zone(source)}"
    yield act(e.who, f"draws {THINGS}{way}" if e.who >= 0 else f"{THINGS} is drawn{way}", e.piece(piece, source))


def _create(e: HeardEvent) -> Iterator[Sentence]:
    piece, zone = e.values
    owner = e.words.owner(zone)
    place = e.zone(zone, owner)
    does = f"gets {THINGS} in {place}" if owner >= 0 else f"{THINGS} comes to {place}"
    yield act(owner, does, changed(e, who=owner).piece(piece))


def _reveal(e: HeardEvent) -> Iterator[Sentence]:
    """To all, or (`to`) to some: who these are is told by the rules, not here, unless it is who looks."""
    piece = e.values[0]
    statement = e.words.statements.get(e.site)
    if isinstance(statement, ir.Reveal) and statement.to is not None:
        looks = statement.to == ir.ListOf((statement.you or ir.Local(0, "you", ir.PLAYER),), ir.PLAYERS)
        # whom the rules single out by what may be secret is told to nobody else
        is_told, is_drawn = _told_before(e, statement)
        if is_drawn and (not e.open or in_mask(e.words.program.layout, e.before[3], e.seat)):
            return
        is_named = is_told or statement.you in (None, ir.Local(0, "you", ir.PLAYER)) or e.seat in (None, e.who)
        if e.who >= 0 and is_named:
            does = f"sees that it is {THINGS}" if is_drawn else f"looks at {THINGS}"
            yield act(e.who, does if looks else f"shows {THINGS} in private", e.piece(piece))
        else:
            yield act(ir.NONE, f"{THINGS} is shown in private", e.piece(piece))
        return
    kind = e.words.program.layout.kinds[e.kind(piece)]
    zone = e.lies(piece)
    owner = e.words.owner(zone) if zone >= 0 else e.state.owner[piece]
    where = e.on_board(zone)
    whose = e.whose(owner, ir.NONE) if owner >= 0 and not where else ""
    several = e.words.several_titles(kind)
    shown = Piece(kind.title, (zone, e.kind(piece)), several=several, whose=whose, where=where, number=piece)
    yield act(ir.NONE, f"{THINGS} is revealed", shown)


def _told_before(e: HeardEvent, looks: ir.Reveal) -> tuple[bool, bool]:
    """Whether the event right before has told who looks at something, and whether it was that they draw that piece."""
    if not e.before or not in_mask(e.words.program.layout, e.before[4], e.seat):
        return False, False
    site, _, who, _, _, *values = e.before
    body = places_in(e.words).bodies
    if body.get(site) != body.get(e.site):
        return False, False
    match e.words.statements.get(site):
        case ir.Announce(text=text):
            named = zip((part for part in text if not isinstance(part, str)), values, strict=False)
            return any(part == looks.you and value == e.who for part, value in named), False
        case ir.Draw(player=player, slot=slot) if player == looks.you and who == e.who:
            return True, isinstance(looks.pieces, ir.Local) and looks.pieces.slot == slot
        case ir.MovePieces(mover=mover):
            return mover == looks.you and who == e.who, False
        case _:
            return False, False


def _is_just_named(e: HeardEvent) -> bool:
    """Whether by the rules an event moves the piece that was looked at right before, as the viewer heard."""
    if not e.before or e.before[1] != Verb.REVEAL or not in_mask(e.words.program.layout, e.before[4], e.seat):
        return False
    (first, then), bodies = map(e.words.statements.get, (e.before[0], e.site)), places_in(e.words).bodies
    if not isinstance(first, ir.Reveal) or not isinstance(then, ir.MovePieces) or first.site >= then.site:
        return False  # what stands before it may be done to another piece, in another pass
    return isinstance(first.pieces, ir.Local) and first.pieces == then.pieces and bodies[e.before[0]] == bodies[e.site]


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
    yield act(ir.NONE, f"{how}{told}", lead=lead)


def _become(e: HeardEvent) -> Iterator[Sentence]:
    piece, kind = e.values
    kinds = e.words.program.layout.kinds
    copy = kinds[kind_told(e.state, piece, known=False)].title if e.open else f"{UNKNOWN_PIECE}{e.marked(piece)}"
    other = Piece(kinds[kind].title if e.open else None)
    yield act(ir.NONE, f"becomes a copy of {THINGS}", other, lead=copy)


def _flip(e: HeardEvent) -> Iterator[Sentence]:
    piece, up = e.values
    yield act(ir.NONE, f"{THINGS} is turned face {'up' if up else 'down'}", e.piece(piece, e.state.zone[piece]))


def _shuffle(e: HeardEvent) -> Iterator[Sentence]:
    yield act(ir.NONE, "is shuffled", lead=e.zone(e.values[0], ir.NONE))


def _swap(e: HeardEvent) -> Iterator[Sentence]:
    """Which cards change places is left out: the entry does not say who knows them."""
    statement = e.words.statements.get(e.site)
    if isinstance(statement, ir.Swap) and statement.left.type.kind is ir.Kind.ZONE:
        yield act(ir.NONE, "change places", lead=series(e.zone(zone, ir.NONE) for zone in e.values))
    else:
        yield act(ir.NONE, "change places", lead="two cards")


# ---------------------------------------------------------------- what is said and done besides


def _roll(e: HeardEvent) -> Iterator[Sentence]:
    pips = series(map(str, e.values))
    if not e.open:
        dice = "a die" if len(e.values) == 1 else f"{len(e.values)} dice"
        yield act(e.who, f"rolls {dice} in secret")
    elif e.who >= 0:
        yield act(e.who, f"rolls {THINGS}", Successive(pips))
    else:
        yield act(ir.NONE, f"show {pips}", lead="the dice")


def _begin(e: HeardEvent) -> Iterator[Sentence]:
    """An action that a player takes openly. Steps and rounds are headings, procedures are bookkeeping."""
    match e.words.program.names[e.values[0]]:
        case RoutineId(BodyId(BodyKind.ACTION, name), ()) if e.seat is None or not e.words.program.actions[name].secret:
            action = next(action for action in e.words.program.game.actions if action.name == name)
            first, *_ = (action.taking or third_person(action.title.casefold())).split()
            does = action.taking or f'takes the action "{action.title}"'
            yield Sentence(e.who, does, until=first, may_be_said=first in _verbs(e.words, name), begins=True)


@of_rules
def _verbs(words: Words, action: str) -> frozenset[str]:
    """With which verbs it may be told what is done in an action."""
    pawns = {variable.name for variable in words.rules.variables if variable.pawn}
    found: set[str] = set()
    for node in nodes_in(next(one.body.statements for one in words.rules.actions if one.name == action)):
        match node:
            case ir.MovePieces(verb=verb) | ir.Transfer(verb=verb):
                found.add(third_person(verb.value))
            case ir.Write(variable=pawn) if pawn in pawns:
                found.add("moves")
            case ir.Draw():
                found.add("draws")
    return frozenset(found)


def _idle(e: HeardEvent) -> Iterator[Sentence]:
    """That a card has its say and does nothing, or that a rule on it keeps something from happening."""
    card, rule, *_ = e.values
    if e.open:
        why = why_idle(e.words, e.words.title(e.state, card), _who_played(e, card)) if rule < 0 else ""
        does = f"has no effect, as {why}" if why else "has no effect"
        if rule >= 0:
            does = f"prevents {_PREVENTED.get(e.words.rules.hooks[rule].event, 'that')}"
        yield act(ir.NONE, f"{THINGS} {does}", e.piece(card, e.lies(card), whose=rule >= 0))


def _who_played(e: HeardEvent, card: int) -> Noun | None:
    """Who has put a card where it lies right before it has its say, which makes it theirs."""
    if not e.before or e.before[1] != Verb.MOVE or e.before[5] != card or e.before[2] < 0:
        return None
    return YOU if e.before[2] == e.seat else Noun(e.words.player(e.before[2]))


_PREVENTED = {ir.EventKind.LOSE: "the loss", ir.EventKind.GAIN: "the gain"}


def _announce(e: HeardEvent) -> Iterator[Sentence]:
    statement = e.words.statements[e.site]
    assert isinstance(statement, ir.Announce)
    if statement.rolled_for:
        yield Sentence(ir.NONE, "", rolled_for=_told(e, statement.text, lambda piece: piece.called))
        return
    text = _told(e, statement.text, lambda piece: e.words.title(e.state, piece.number)).strip()
    first = statement.text[0] if statement.text else ""
    if not isinstance(first, str) and first.type.kind is ir.Kind.PLAYER and not first.type.many and e.values[0] >= 0:
        behind = text.removeprefix(e.words.player(e.values[0]))
        if says_what(behind):
            yield Sentence(e.values[0], behind.strip(), announced=True)
            return
        if e.values[0] == e.seat:
            text = f"your{behind[2:]}" if behind.startswith("'s ") else f"you{behind}"
    if not isinstance(first, str) and first.type.kind is ir.Kind.PIECE and (piece := e.known(e.values[0])) is not None:
        behind = text.removeprefix(e.words.title(e.state, piece.number))
        if behind != text and says_what(behind):
            yield act(ir.NONE, f"{THINGS}{behind}", piece)
            return
    if text:
        yield act(ir.NONE, "", lead=text)


def _told(e: HeardEvent, text: Sequence[ir.TextPart], called: Callable[[Piece], str]) -> str:
    """A text that is told to all, with pieces that are known as they are `called`."""
    values, said = iter(e.values), ""
    for place, part in enumerate(text):
        if isinstance(part, str):
            said += part
            continue
        value = next(values)
        is_viewer = part.type.kind is ir.Kind.PLAYER and not part.type.many and value == e.seat
        if is_viewer and _ends_with_whom(said, text[place + 1 :]):
            said += "you"
            continue
        if part.type.kind is ir.Kind.PIECE and value >= 0:
            piece = e.known(value)
            said += called(piece) if piece else f"{a(e.words.back_of(part.type))}{e.marked(value)}"
        else:
            said += e.words.value(e.state, part.type, value, e.seat)
    return said


def _ends_with_whom(said: str, behind: Sequence[ir.TextPart]) -> bool:
    """Whether a text has come to a player to, for or from whom something is done."""
    return said.endswith((" to ", " for ", " from ", " with ")) and not (behind and str(behind[0]).startswith("'"))


def _lapse(e: HeardEvent) -> Iterator[Sentence]:
    """That rules which held for a time do so no longer, as the table calls them."""
    if title := e.words.rules.effects[e.values[0]].title:
        yield act(ir.NONE, f"{THINGS} is over", Piece(title, whose=e.whose(e.who, ir.NONE) if e.who >= 0 else ""))


def _game_over(e: HeardEvent) -> Iterator[Sentence]:
    yield act(ir.NONE, "is over", lead="the game")
    over = e.words.statements.get(e.site)
    if not e.values and isinstance(over, ir.GameOver) and isinstance(over.winners, ir.Without):
        yield from (act(seat, "loses") for seat in range(len(e.words.names)))
    elif not e.values:
        yield act(ir.NONE, "wins", lead="nobody")
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
    Verb.MISS: _miss,
    Verb.MOVE: _move,
    Verb.GIVE_PIECE: _give,
    Verb.DISCARD: _discard,
    Verb.REMOVE: _taken(f"takes {THINGS} out of the game", f"{THINGS} leaves the game"),
    Verb.DRAW: _draw,
    Verb.SHUFFLE: _shuffle,
    Verb.REVEAL: _reveal,
    Verb.LOOK: _look,
    Verb.FLIP: _flip,
    Verb.BECOME: _become,
    Verb.CREATE: _create,
    Verb.SWAP: _swap,
    Verb.ROLL: _roll,
    Verb.CHOOSE: answered,
    Verb.ANNOUNCE: _announce,
    Verb.TEXT: _idle,
    Verb.LAPSE: _lapse,
    Verb.GAME_OVER: _game_over,
}
