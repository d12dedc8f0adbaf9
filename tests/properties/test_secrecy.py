"""What a player must not know makes no difference to anything that this player receives.

A game is played twice side by side, from a point on. In the twin only what one player cannot know is
different: what others hold in hidden counters, which of the cards unknown to the player lies where, and how
the cards of others lie in places without an order. The same decisions are made in both for as long as they
are legal in both. While nothing of what is different has rightly become known to the player, all that the
player receives is the same, letter for letter: the view, the board made from it, the question, the reasons,
the log. While somebody else is asked something in secret, the player receives nothing at all; that is passed here,
since whoever does it would show what they hold.

That this would find a leak is shown by planting some.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import asdict, define, evolve, field
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import interpreter.table.decision
import interpreter.table.session
import interpreter.table.view
import interpreter.text.narrate
from dsl.ir import nodes as ir
from interpreter.actions import Actions
from interpreter.backend.reference.questions import candidates
from interpreter.engine import Engine
from interpreter.players.human.layout import board
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import PASS
from interpreter.runtime.state import COPY, State, value_of
from interpreter.table.decision import Question, Waiting, is_announced
from interpreter.table.session import Session
from interpreter.table.view import BackView, EffectView, PieceView
from interpreter.table.why_illegal import why_illegal
from interpreter.text.redaction import ORDERED, Plain, is_hidden, knows, marks_seen, plain_fields, what_it_is
from tests.tables import NAMES, game, game_of, play, table

MOST_STEPS = 40
ASKED_ABOUT = ("0", "99", "p", *NAMES[:3], "Support", "Money", "Give counters")
SCREENS = Path(__file__).parents[1] / "golden" / "screens"

MASKS = Path(__file__).with_name("masks.bylaws").read_text(encoding="utf-8")
MARKS = Path(__file__).with_name("marks.bylaws").read_text(encoding="utf-8")
COPIES = Path(__file__).with_name("copies.bylaws").read_text(encoding="utf-8")

GAMES = {
    "base": game(),
    "fate": game("action_the_project", "fate"),
    "sealed bids": game("action_the_project", "sealed_bids"),
    "cards given and passed on": game("bad_day_at_the_office"),
    "decks that nobody looks into, effects that last": game("office_job"),
    "cards drawn and thrown away": game_of((SCREENS / "fair.bylaws").read_text(encoding="utf-8")),
    "what is offered in secret": game_of(MASKS),
    "cards that lie unseen before others": game("thrown_under_the_bus"),
    "a crowd on a board": game("theyre_coming"),
    "copies of cards that others do not know": game_of(COPIES),
    "marks on cards that lie face down": game_of(MARKS),
}

#: Those with which it takes more than a few seconds.
LONG = ("base", "fate", "sealed bids", "decks that nobody looks into, effects that last", "a crowd on a board",
        "cards that lie unseen before others", "cards given and passed on")  # fmt: skip

# What the rules show of unknown cards on purpose: that a second C-Suite Skill is laid back, but not which.
SHOWN_IN_PLAY = {"Office Job": ("kind",)}


class Leak(AssertionError):
    """The player has received something else in the twin."""


some = settings(max_examples=25, phases=(Phase.explicit, Phase.reuse, Phase.generate))
begun = given(seed=st.integers(0, 10_000), players=st.integers(2, 4), at=st.integers(1, 120), data=st.randoms())


@pytest.mark.parametrize("name", [name for name in GAMES if name not in LONG])
@begun
@some
def test_what_a_player_may_not_know_makes_no_difference(
    name: str, seed: int, players: int, at: int, data: Random
) -> None:
    makes_no_difference(name, seed, players, at, data)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
@begun
@settings(some, max_examples=15)
def test_it_makes_no_difference_in_long_games(name: str, seed: int, players: int, at: int, data: Random) -> None:
    makes_no_difference(name, seed, players, at, data)


def makes_no_difference(name: str, seed: int, players: int, at: int, data: Random) -> None:
    """Plays to some point, or one before the end, and on from there beside a twin."""
    session = play(table(GAMES[name], players, seed), seed, at)
    if session.over:
        session = play(table(GAMES[name], players, seed), seed, at % len(session.codes))
    assume(walk(session, data.randrange(players), data) > 0)


# ---------------------------------------------------------------- two games side by side


def walk(session: Session, seat: int, chance: Random) -> int:
    """Plays a game and its twin; the number of decisions that were the same for `seat`. Raises Leak."""
    while not is_announced(session.engine, session.state, seat):
        _pass(session)
    twins = None if session.over else _twins(session, seat, chance)
    if twins is None:
        return 0
    for step in range(MOST_STEPS):
        _compare(twins, step)
        if twins.first.over or not _decide(twins, chance) or _has_become_known(twins):
            return step
        for session, since in zip((twins.first, twins.second), twins.heard, strict=True):
            _pass_secretly(session, twins, since)
        if _has_become_known(twins):
            return step
    return MOST_STEPS


def _pass_secretly(session: Session, twins: Twins, since: int) -> None:
    """Passes what others are asked in secret. Raises Leak if the player receives anything meanwhile."""
    while not is_announced(session.engine, session.state, twins.seat):
        meanwhile = received_by(session, twins.seat, since)
        unheard = {**twins.received, "log": "[]", "reasons": "[]", "actions": "[]"}
        for part in meanwhile:
            nothing = ("null",) if part == "question" else ()
            if meanwhile[part] not in (unheard[part], *nothing):
                raise Leak(f"{NAMES[twins.seat]} sees another {part} while somebody is asked in secret")
        _pass(session)


def _pass(session: Session) -> None:
    index = session.engine.index(session.state, PASS)
    assert index is not None, "what is asked in secret can be passed"
    session.decide(index)


@define
class Twins:
    """The same game twice. `places` gives the number that a piece of the first has in the second.

    `heard`: how many events there were when both were last compared; `received`: what the player had then.
    """

    first: Session
    second: Session
    seat: int
    places: dict[int, int]
    heard: tuple[int, int] = field(default=(0, 0))
    received: dict[str, str] = field(factory=dict)


def _compare(twins: Twins, step: int) -> None:
    first = received_by(twins.first, twins.seat, twins.heard[0])
    second = received_by(twins.second, twins.seat, twins.heard[1])
    for part, here in first.items():
        if here != second[part]:
            who = NAMES[twins.seat]
            raise Leak(f"after {step} decisions {who} sees another {part}:\n{here}\n{second[part]}")
    twins.received = first
    twins.heard = (len(twins.first.events), len(twins.second.events))


def received_by(session: Session, seat: int, since: int) -> dict[str, str]:
    """Everything that `seat` gets to see, as text."""
    question = session.question(seat)
    reasons, actions = [], []
    if session.state.player == seat:
        known = Actions(session.engine, session.words)
        actions = [known.option(session.state, place).words for place in known.places(session.state)]
        ask = (why_illegal(session.engine, session.state, session.words, said) for said in ASKED_ABOUT)
        reasons = [reason and (reason.sentence, reason.place) for reason in ask]
    parts: dict[str, object] = {
        "view": session.view(seat).plain(),
        "board": asdict(board(session, seat)),
        "question": None if question is None else asdict(question),
        "log": [(line.level, line.text) for line in session.log(seat, since)],
        "reasons": reasons,
        "actions": actions,
    }
    return {name: json.dumps(part) for name, part in parts.items()}


def _decide(twins: Twins, chance: Random) -> bool:
    """Gives both the same answer; whether the twin can take it."""
    first, second = twins.first, twins.second
    index = chance.randrange(first.engine.option_count(first.state))
    code = first.engine.code(first.state, index)
    if _asks_for_pieces(first) and code >= 0:
        code = twins.places.get(code, code)
    there = second.engine.index(second.state, code)
    if there is None:
        return False
    first.decide(index)
    second.decide(there)
    return True


def _asks_for_pieces(session: Session) -> bool:
    match session.engine.asked(session.state).options:
        case ir.FromList(over) | ir.InOrder(over):
            return over.type.kind is ir.Kind.PIECE
        case _:
            return False


def _has_become_known(twins: Twins) -> bool:
    """Whether the player rightly knows a piece now that lies elsewhere in the twin, or the game is over."""
    moved = {piece for piece, other in twins.places.items() if piece != other}
    states = twins.first.state, twins.second.state
    return any(state.over or moved & _ever_seen(state, twins.seat) for state in states) or _copy_has_been_shown(twins)


def _copy_has_been_shown(twins: Twins) -> bool:
    """Whether the player has been shown anew what is another's copy in the twin, since it is one."""
    first, second = twins.first.state, twins.second.state
    other = [piece for piece, kind in enumerate(first.kind) if kind != second.kind[piece]]
    return any(_shown(state, piece, twins.seat) for state in (first, second) for piece in other)


def _shown(state: State, piece: int, seat: int) -> bool:
    assert isinstance(state.seen, Remembered)
    return bool(state.seen.shown[piece].get(state.kind[piece], 0) & _whom(state, seat))


class Remembered(list[int]):
    """Who knows each piece, and who has ever known it: what is shuffled back is known no more.

    `shown` has for each piece who was shown it when it was of which kind, which changes if it becomes a copy.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state.seen)
        self.ever = list(self)
        self.kinds = state.kind
        self.shown: list[dict[int, int]] = [{} for _ in self]

    def append(self, mask: int) -> None:
        super().append(mask)
        self.ever.append(mask)
        self.shown.append({})

    def extend(self, masks: Iterable[int]) -> None:
        for mask in masks:
            self.append(mask)

    def __setitem__(self, piece: Any, mask: Any) -> None:
        super().__setitem__(piece, mask)
        self.ever[piece] |= mask
        shown = self.shown[piece]
        shown[self.kinds[piece]] = shown.get(self.kinds[piece], 0) | mask


def _ever_seen(state: State, seat: int) -> set[int]:
    """The pieces that the player knows, or has known since the twins parted."""
    assert isinstance(state.seen, Remembered)
    return {piece for piece, mask in enumerate(state.seen.ever) if mask & _whom(state, seat)}


def _whom(state: State, seat: int) -> int:
    return state.layout.everybody if seat < 0 else 1 << seat


# ---------------------------------------------------------------- the twin


def _twins(session: Session, seat: int, chance: Random) -> Twins | None:
    """The game and its twin at the same question; None if that question would not be asked there."""
    second = _copy(session)
    places = _exchange_pieces(second, seat, chance)
    _disorder(second, seat, chance)
    _add_counters(second, seat, chance)
    if not _ask_anew(second):
        return None
    for one in (session, second):
        one.state.seen = Remembered(one.state)
    return Twins(session, second, seat, places, (len(session.events), len(second.events)))


def _copy(session: Session) -> Session:
    other = Session(session.engine, session.table)
    other.state = session.engine.clone(session.state)
    other.state.journal = []
    other.history, other.events = list(session.history), list(session.events)
    return other


def _exchange_pieces(session: Session, seat: int, chance: Random) -> dict[int, int]:
    """Pieces of one owner and kind of card that `seat` does not know change places with one another.

    All see what marks they bear that the rules say everybody sees: they are exchanged for such as bear the same.
    Those stay that the rules have in mind, in a local or a variable: there, the twin would speak of another piece.
    So do copies, since where they lie may hang on that how long they are copies, which all see.
    """
    state = session.state
    groups: dict[tuple[object, ...], list[int]] = {}
    in_mind = _numbers((state.frame, state.stack, [getattr(state, v.attribute) for v in _of_pieces(state)]))
    in_mind |= _copies(state)
    for piece in range(len(state.kind)):
        if piece not in in_mind and not knows(state, piece, seat):
            kind = state.layout.kinds[state.kind[piece]]
            shown = [kind.values.get(name) for name in SHOWN_IN_PLAY.get(state.layout.setting.game.title, ())]
            key = state.owner[piece], kind.card_type, *shown, marks_seen(state, piece, seat)
            groups.setdefault(key, []).append(piece)
    places: dict[int, int] = {}
    for group in groups.values():
        mixed = chance.sample(group, len(group))
        places.update(zip(group, mixed, strict=True))
    _put(state, places)
    return places


def _copies(state: State) -> set[int]:
    return {piece for piece, effect in enumerate(getattr(state, COPY, ())) if effect}


def _numbers(value: Any) -> set[int]:
    return {value} if isinstance(value, int) else set().union(*map(_numbers, value))


def _of_pieces(state: State) -> list[VariableSlot]:
    return [slot for slot in state.layout.variables.values() if slot.variable.type.kind is ir.Kind.PIECE]


def _put(state: State, places: dict[int, int]) -> None:
    """Puts each piece where the one it stands for lay; who knows what lies there stays as it was."""
    state.zones = [[places.get(piece, piece) for piece in zone] for zone in state.zones]
    before = list(state.zone), list(state.seen)
    for old, new in places.items():
        state.zone[new], state.seen[new] = before[0][old], before[1][old]
    state.options = tuple(places.get(option, option) for option in state.options)


def _disorder(session: Session, seat: int, chance: Random) -> None:
    """In places without an order that are not the player's own, the pieces lie in another order.

    Where the player knows them all, they have seen in which order these came.
    """
    state, layout = session.state, session.state.layout
    for instance, name in enumerate(layout.zone_names):
        unseen = any(not knows(state, piece, seat) for piece in state.zones[instance])
        if unseen and layout.zones[name].zone.shape not in ORDERED and layout.seats[instance] != seat:
            chance.shuffle(state.zones[instance])


def _add_counters(session: Session, seat: int, chance: Random) -> None:
    """Others hold more than they do. (Less might not be enough for what they have bid.)"""
    for slot in session.state.layout.variables.values():
        values = getattr(session.state, slot.attribute)
        for place in range(len(value_of(session.state, slot.variable.name)) if slot.sizes else 0):
            at = tuple(place // stride % size for size, stride in zip(slot.sizes, slot.strides, strict=True))
            if is_hidden(session.state, slot.variable, at, seat) and slot.variable.type.kind is ir.Kind.NUMBER:
                values[place] += chance.randint(0, 12)


def _ask_anew(session: Session) -> bool:
    """Works the options out for the twin; False if it would not be asked this at all."""
    engine, state = session.engine, session.state
    asked = engine.asked(state)
    state.options = candidates(engine.scene(state), asked.options, state.player)
    state.offers = tuple(o.action for o in asked.offers if engine.is_legal(state, o.name, state.player))
    return bool(state.options) or asked.ask_anyway


# ---------------------------------------------------------------- leaks that are found


def _numbers_of_pieces(patch: pytest.MonkeyPatch) -> None:
    def piece(state: State, number: int, seat: int | None) -> PieceView | BackView:
        return honest(state, number, seat) or PieceView(f"card {number}", "", (), None)

    honest = interpreter.table.view._piece
    patch.setattr(interpreter.table.view, "_piece", piece)


def _positions_in_hands(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.view, "ORDERED", {"hand", "group", *ORDERED})


def _how_many_options(patch: pytest.MonkeyPatch) -> None:
    def question(session: Session, seat: int) -> Question | None:
        found = honest(session, seat)
        number = session.engine.option_count(session.state)
        return evolve(found, words=f"{found.words} {number} options") if isinstance(found, Waiting) else found

    honest = Session.question
    patch.setattr(Session, "question", question)


def _amounts_in_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.text.narrate, "in_mask", lambda *_: True)


def _seats_that_are_skipped(patch: pytest.MonkeyPatch) -> None:
    def decide(session: Session, index: int) -> None:
        honest(session, index)
        while not session.over and session.engine.option_count(session.state) == 1:
            honest(session, 0)

    honest = Session.decide
    patch.setattr(Session, "decide", decide)


def _counters_in_the_view(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.view, "is_hidden", lambda *_: False)


def _who_is_asked_in_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.session, "is_announced", lambda *_: True)


def _what_happens_before_a_secret_question(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "_heard", lambda session, _: (session.state, len(session.events)))


def _what_hidden_cards_have_begun(patch: pytest.MonkeyPatch) -> None:
    def effects(engine: Engine, state: State, _: int | None) -> Iterator[EffectView]:
        return honest(engine, state, None)

    honest = interpreter.table.view._effects
    patch.setattr(interpreter.table.view, "_effects", effects)


def _which_card_of_a_hand_is_marked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.view, "what_it_is", _unsorted)


def _which_option_is_marked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.decision, "what_it_is", _unsorted)


def _unsorted(state: State, piece: int, seat: int | None) -> tuple[object, ...]:
    return what_it_is(state, piece, seat) if knows(state, piece, seat) else (1,)


def _marks_that_not_all_see(patch: pytest.MonkeyPatch) -> None:
    def marks(state: State, piece: int, seat: int | None) -> tuple[tuple[str, Plain], ...]:
        return (("smudged", dict(plain_fields(state, piece, seat))["read"]),)

    patch.setattr(interpreter.table.view, "marks_seen", marks)


PLANTS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    _numbers_of_pieces,
    _positions_in_hands,
    _how_many_options,
    _amounts_in_the_log,
    _seats_that_are_skipped,
    _counters_in_the_view,
)


SECRET_PLANTS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    _who_is_asked_in_secret,
    _what_happens_before_a_secret_question,
    _what_hidden_cards_have_begun,
)


MARK_PLANTS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    _which_card_of_a_hand_is_marked,
    _which_option_is_marked,
    _marks_that_not_all_see,
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__.strip("_"))
def test_a_planted_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        _walk_often(game())


@pytest.mark.parametrize("plant", SECRET_PLANTS, ids=lambda plant: plant.__name__.strip("_"))
def test_a_planted_leak_of_what_is_offered_in_secret_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        _walk_often(game_of(MASKS))


@pytest.mark.parametrize("plant", MARK_PLANTS, ids=lambda plant: plant.__name__.strip("_"))
def test_a_planted_leak_of_marks_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        _walk_often(game_of(MARKS))


def _walk_often(rules: ir.Game) -> None:
    for seed in range(40):
        session = play(table(rules, 3, seed), seed, 2 + 7 * (seed % 20))
        if session.over:
            session = play(table(rules, 3, seed), seed, len(session.codes) // 2)
        walk(session, seed % 3, Random(seed))
