"""Answers that need no sentence, since what follows them shows what was chosen: `Ann gives Ben 2 coins` says it all."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from dsl.ir import nodes as ir
from interpreter.program.model.nodes import MOVE_ENTRIES, TRANSFER_ENTRIES, Verb
from interpreter.text.company import Hearer
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.log_policy import is_set_to_start
from interpreter.text.redaction import in_mask

#: Whether an event shows that a value was chosen by a seat.
_Shows: TypeAlias = Callable[[Entry, int, int], bool]

_MOVES = frozenset((*MOVE_ENTRIES.values(), Verb.REVEAL, Verb.FLIP))
_TRANSFERS = frozenset(TRANSFER_ENTRIES.values())
_GOING = (Verb.MOVE, Verb.GIVE_PIECE)
_TELLING = _MOVES | _TRANSFERS


def is_shown_later(words: Words, entry: Entry, following: Iterable[Entry], seat: Hearer) -> bool:
    """Whether nothing need be said of an entry, since `seat` hears all of it in what follows."""
    shows = _SHOWN_LATER.get(entry[1])
    return shows is not None and shows(words, entry, following, seat)


def is_evident(words: Words, entry: Entry, following: Iterable[Entry], seat: Hearer) -> bool:
    """Whether an entry is an answer that `seat` hears of in what comes of it, before anybody else is asked."""
    site, verb, who, _, _, *answers = entry
    asked = words.statements.get(site)
    if verb != Verb.CHOOSE or not isinstance(asked, ir.Choose) or asked.manner is ir.Manner.RANDOMLY:
        return False
    shows = _shows(asked.options)
    if shows is None or len(answers) != 1 or answers[0] < 0:
        return False
    chosen = asked.options.candidates.type.one() if isinstance(asked.options, ir.FromList) else ir.NUMBER
    answer = _counter_of_group(words, asked.options, answers[0])
    layout = words.program.layout
    for later in heard(words, following, seat):
        is_open = later[1] == Verb.ANNOUNCE or in_mask(layout, later[3], seat)
        if is_open and later[1] == Verb.CHOOSE and later[2] != who and (shows is not _piece or later[0] != site):
            return False
        if is_open and later[1] in _TELLING and shows(later, answer, who):
            return True
        if (is_open or later[1] in _GOING) and _names(words, later, chosen, answers[0], who):
            return True
    return False


def is_announced(words: Words, entry: Entry, following: Iterable[Entry], seat: Hearer) -> bool:
    """Whether an entry is a move, and the announcement right behind it says all: which piece, and where it is now."""
    if entry[1] != Verb.MOVE or not in_mask(words.program.layout, entry[4], seat):
        return False
    piece, _, zone = entry[5:]
    later = next((one for one in following if one[1] not in _NOTES), None)
    if later is None or later[1] != Verb.ANNOUNCE:
        return False
    parts = [part.type for part in words.statements[later[0]].text if not isinstance(part, str)]
    named = set(zip((part.kind for part in parts), later[5:], strict=False))
    titles = {(part.name, words.value_of(part.name, value)) for part, value in zip(parts, later[5:], strict=False)}
    places = tuple(words.indexed_by(zone))
    return (ir.Kind.PIECE, piece) in named and bool(places) and titles.issuperset(places)


def is_set_back(words: Words, entry: Entry, following: Iterable[Entry], seat: Hearer) -> bool:
    """Whether an entry sets a counter to what it began with, which changes before anybody is asked or a step begins."""
    site, verb, _, _, _, *values = entry
    if verb != Verb.WRITE or not is_set_to_start(words, site):
        return False
    for later in heard(words, following, seat):
        if later[1] == Verb.CHOOSE or (later[1] == Verb.BEGIN and words.program.names[later[5]].flow is not None):
            return False
        if later[1] in (Verb.WRITE, Verb.CHANGE) and list(later[5:-1]) == values[:-1]:
            return in_mask(words.program.layout, later[3], seat)
    return False


def heard(words: Words, following: Iterable[Entry], seat: Hearer) -> Iterable[Entry]:
    """Those of the events that `seat` hears of."""
    return (one for one in following if in_mask(words.program.layout, one[4], seat))


_NOTES = (Verb.WRITE, Verb.CHANGE, Verb.DECIDE)


def _shows(options: ir.Options) -> _Shows | None:
    match options:
        case ir.FromRange():
            return _amount
        case ir.FromList(candidates, several=False):
            return _BY_KIND.get(candidates.type.kind)
        case (ir.FromList(candidates) | ir.InOrder(candidates)) if candidates.type.kind is ir.Kind.PIECE:
            return _piece
        case ir.FromList() | ir.FromMenu() | ir.FromActions() | ir.InOrder():
            return None


def _names(words: Words, entry: Entry, chosen: ir.Type, answer: int, who: int) -> bool:
    """Whether an event is told with a value of a type: announced of its player, a pawn that goes there, or a place."""
    site, verb, actor, _, _, *values = entry
    if verb == Verb.ANNOUNCE:
        text = words.statements[site].text
        told = list(zip((part.type for part in text if not isinstance(part, str)), values, strict=False))
        return (ir.PLAYER, who) in told and any(
            (t.kind, v) == (chosen.kind, answer) and (t.name == chosen.name or t.kind is ir.Kind.PIECE) for t, v in told
        )
    if actor != who:
        return False
    if verb == Verb.WRITE:
        return words.variables[values[0]].pawn and values[1:] == [who, answer]
    if verb not in _GOING or values[1] == values[2]:
        return False
    entering = words.zone_of(values[2]).entering.casefold() if verb == Verb.MOVE else ""
    if chosen == ir.PLAYER:
        return words.owner(values[2]) == answer and (not entering or "{player" in entering)
    titles = dict(words.indexed_by(values[2]))
    is_there = chosen.kind is ir.Kind.VALUE and titles.get(chosen.name) == words.value_of(chosen.name, answer)
    return is_there and (not entering or f"{{{chosen.name.casefold()}}}" in entering)


def _counter_of_group(words: Words, options: ir.Options, answer: int) -> int:
    """The number of a counter that was chosen from its group; any other answer as it is."""
    if not isinstance(options, ir.FromList):
        return answer
    group = words.group(options.candidates.type.name)
    return group[answer].number if group else answer


def _piece(entry: Entry, answer: int, who: int) -> bool:
    """It is moved or shown, by whoever chose it: another's deed would not say who wanted it."""
    verb, values = entry[1], entry[5:]
    goes = verb not in MOVE_ENTRIES.values() or values[1] != values[2]
    return verb in _MOVES and goes and entry[2] == who and values[0] == answer


def _amount(entry: Entry, answer: int, who: int) -> bool:
    return entry[1] in _TRANSFERS and who in entry[7:9] and entry[6] == answer


def _player(entry: Entry, answer: int, who: int) -> bool:
    """Counters go between the two; what goes between that player and the bank would not say who wanted it."""
    return entry[1] in _TRANSFERS and {who, answer} == set(entry[7:9])


def _counter(entry: Entry, answer: int, who: int) -> bool:
    return entry[1] in _TRANSFERS and who in entry[7:9] and entry[5] == answer


_BY_KIND: Mapping[ir.Kind, _Shows] = {
    ir.Kind.PIECE: _piece, ir.Kind.PLAYER: _player, ir.Kind.COUNTER: _counter, ir.Kind.VALUE: _counter,
}  # fmt: skip
_SHOWN_LATER: Mapping[int, Callable[[Words, Entry, Iterable[Entry], Hearer], bool]] = {
    Verb.CHOOSE: is_evident, Verb.MOVE: is_announced, Verb.WRITE: is_set_back,
}  # fmt: skip
