"""What a player must not know makes no difference to anything that this player receives.

A game is played twice side by side, from a point on. In the other world only what one player cannot know is
different (`interpreter/secrecy`). The same decisions are made in both for as long as they are legal in both. While
nothing of what is different has rightly become known to the player, all that the player receives is the same, letter
for letter: the view, the board made from it, the question, the reasons, the log, whether a decision may be taken back.
While somebody else is asked something in secret, the player receives nothing at all.

That this would find a leak is shown by planting some.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import interpreter.table.counterfactual
import interpreter.table.decision
import interpreter.table.session
import interpreter.table.view
import interpreter.text.log.narrate
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.players.uniform import random_bot
from interpreter.runtime.state import State
from interpreter.runtime.visibility import ORDERED
from interpreter.secrecy.compare import Leak, Watcher
from interpreter.secrecy.course import Course
from interpreter.secrecy.course import play as course_of
from interpreter.secrecy.observation import received_by
from interpreter.showing.payload import _Shown, payload, without_log
from interpreter.table.asked.concerns import Concerns
from interpreter.table.decision import Question, Waiting
from interpreter.table.glance import Glance
from interpreter.table.session import Session
from interpreter.table.undo import why_not_undo
from interpreter.table.view import BackView, EffectView, PieceView
from interpreter.table.worlds import hidden_from
from interpreter.text.redaction import Plain, knows, plain_fields, what_it_is
from tests.properties.ir_programs import made_up
from tests.tables import NAMES, game, game_of, play, table

pytestmark = pytest.mark.slow

MOST_STEPS = 40
SEVERAL = 8  # things that are different at once
#: What a seat has received where it has heard of nothing.
UNHEARD = {"log": "[]", "reasons": "[]", "actions": "[]", "question": "null"}
#: What a player goes on seeing while another is asked in secret.
STAYS = ("question", "view", "board", "sent")
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

#: In so many worlds it is looked whether a decision has shown anything. They are the same, whichever world is real that
#: the player cannot tell apart, so what is compared here does not hang on how many there are.
FEW_WORLDS = 8


@pytest.fixture(autouse=True, scope="module")
def _few_worlds() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interpreter.table.counterfactual, "WORLDS", FEW_WORLDS)
        yield


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
    session = play(table(GAMES[name], players, seed, "generated"), seed, at)
    if session.over:
        session = play(table(GAMES[name], players, seed, "generated"), seed, at % len(session.codes))
    worlds, leak = look(session, data.randrange(players), data)
    assert leak is None, f"{leak.kind}: {leak.cause}\n{leak.real}\n{leak.other}"
    assume(worlds > 0)


def look(session: Session, seat: int, chance: Random) -> tuple[int, Leak | None]:
    """Plays on, and compares worlds from here on, closely; how many, and the leak that was found."""
    bots = (random_bot,) * session.engine.players
    course = course_of(session, bots, chance.getrandbits(32), MOST_STEPS)
    _hears_nothing_in_between(course, seat)
    watcher = Watcher(course, Glance(session.engine, session.words, seat), ASKED_ABOUT)
    made = 0
    for moment in [moment for moment in course.announced(seat) if moment in course.shown][:2]:
        hidden = hidden_from(course.engine, course.states[moment], seat)
        world = None if hidden.is_empty else hidden.world(chance, chance.choice((1, SEVERAL)))
        if world is not None:
            made += 1
            leak = watcher.leak(moment, world, chance)
            if leak is not None:
                return made, leak
    return made, None


def _hears_nothing_in_between(course: Course, seat: int) -> None:
    """What a player receives while somebody else is asked something in secret is what it was before."""
    known = course.announced(seat)
    for before, until in pairwise((*known, len(course.states))):
        meanwhile = [moment for moment in range(before + 1, until) if moment in course.shown]
        if not meanwhile:
            continue
        since, was = course.told(before), course.at(before)
        received = received_by(was, seat, since)
        heard = {**UNHEARD, **{part: received[part] for part in STAYS}}
        sent = None if course.states[before].player == seat else json.dumps(payload(was, seat))
        for moment in meanwhile:
            now = received_by(course.at(moment), seat, since)
            differ = [part for part in heard if now[part] not in (heard[part], UNHEARD.get(part))]
            assert not differ, f"{differ}: {NAMES[seat]} hears of what is asked in secret"
            if sent is not None:  # who has just answered knows that
                assert json.dumps(payload(course.at(moment), seat)) == sent


def test_what_is_sent_of_made_up_games_hangs_on_what_is_seen_alone() -> None:
    compared = 0
    for luck in range(40):
        with suppress(RuleFault, TypeError):  # and not all that is made up can be said in words
            session = table(made_up(Random(luck).randrange), 3, luck)
            session.words.__dict__["card_texts"] = {}
            play(session, luck, luck % 12)
            for seat in range(3 if not session.over else 0):
                compared += _compared(session, seat, Random(luck))
    assert compared > 100


def _compared(session: Session, seat: int, chance: Random) -> int:
    """Compares what a seat is sent in worlds in which it sees and is asked the same; how many these are."""
    hidden, compared = hidden_from(session.engine, session.state, seat), 0
    for _ in range(0 if hidden.is_empty else 4):
        if (world := hidden.world(chance, 3)) is not None:
            other = session.fork(len(session.history), world.state)
            if other.view(seat) == session.view(seat) and other.question(seat) == session.question(seat):
                here, there = without_log(session, seat), without_log(other, seat)
                assert {**here, "undo": None} == {**there, "undo": None}
                compared += 1
    return compared


# ---------------------------------------------------------------- leaks of the engine that are found


def _numbers_of_pieces(patch: pytest.MonkeyPatch) -> None:
    def piece(state: State, number: int, seat: int | None, *, lies: bool) -> PieceView | BackView:
        card_type = next(iter(state.layout.on_pieces))
        return honest(state, number, seat, lies=lies) or PieceView(f"card {number}", card_type, (), None)

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
    patch.setattr(interpreter.text.log.narrate, "in_mask", lambda *_: True)


def _seats_that_are_skipped(patch: pytest.MonkeyPatch) -> None:
    def question(session: Session, seat: int) -> Question | None:
        return None if session.engine.option_count(session.state) == 1 else honest(session, seat)

    honest = Session.question
    patch.setattr(Session, "question", question)


def _counters_in_the_view(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.view, "is_hidden", lambda *_: False)


def _who_is_asked_in_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interpreter.table.session, "is_announced", lambda *_: True)


def _what_happens_before_a_secret_question(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "heard", lambda session, _: (session.state, len(session.events)))


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


def _taking_back_by_what_others_hold(patch: pytest.MonkeyPatch) -> None:
    def why(before: State, after: State, *rest: Any) -> str | None:
        hidden = [slot.attribute for slot in after.layout.variables.values() if slot.variable.hidden]
        return "No." if sum(map(sum, (getattr(after, name) for name in hidden))) % 2 else honest(before, after, *rest)

    honest = why_not_undo
    patch.setattr(interpreter.table.session, "why_not_undo", why)


def _how_many_answers_there_are_while_waiting(patch: pytest.MonkeyPatch) -> None:
    def waiting(shown: _Shown) -> dict[str, Any] | None:
        found = honest(shown)
        return found and {**found, "answers": shown.session.engine.option_count(shown.session.state)}

    honest = _Shown._waiting
    patch.setattr(_Shown, "_waiting", waiting)


def _where_an_unknown_card_lies(patch: pytest.MonkeyPatch) -> None:
    def position(concerns: Concerns, zone: int, piece: int) -> int:
        return concerns.state.zones[zone].index(piece)

    patch.setattr(Concerns, "_position", position)


PLANTS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    _numbers_of_pieces,
    _positions_in_hands,
    _how_many_options,
    _amounts_in_the_log,
    _seats_that_are_skipped,
    _counters_in_the_view,
    _taking_back_by_what_others_hold,
    _how_many_answers_there_are_while_waiting,
)


SECRET_PLANTS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    _who_is_asked_in_secret,
    _what_happens_before_a_secret_question,
    _what_hidden_cards_have_begun,
)


MARK_PLANTS: Sequence[Callable[[pytest.MonkeyPatch], None]] = (
    _which_card_of_a_hand_is_marked,
    _which_option_is_marked,
    _where_an_unknown_card_lies,
    _marks_that_not_all_see,
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__.strip("_"))
def test_a_planted_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert _is_found(game())


@pytest.mark.parametrize("plant", SECRET_PLANTS, ids=lambda plant: plant.__name__.strip("_"))
def test_a_planted_leak_of_what_is_offered_in_secret_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert _is_found(game_of(MASKS))


@pytest.mark.parametrize("plant", MARK_PLANTS, ids=lambda plant: plant.__name__.strip("_"))
def test_a_planted_leak_of_marks_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert _is_found(game_of(MARKS))


def _is_found(rules: ir.Game) -> bool:
    for seed in range(40):
        session = play(table(rules, 3, seed), seed, 2 + 7 * (seed % 20))
        if session.over:
            session = play(table(rules, 3, seed), seed, len(session.codes) // 2)
        try:
            if look(session, seed % 3, Random(seed))[1] is not None:
                return True
        except AssertionError:
            return True
    return False
