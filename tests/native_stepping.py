"""Games that are played natively from question to question, beside the stepping engine, which says what is right."""

from collections.abc import Iterator
from typing import Any

from interpreter.backend.wasm.resume.game import GivenUp, NativeGame
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.runtime.chance import below
from interpreter.runtime.state import State

#: What is no news once a game is over, and nothing keeps up to date.
_OF_QUESTIONS = ("site", "player", "options", "offers", "can_pass")


def plain(value: Any) -> Any:
    """Numbers and lists, whatever kind of list they are."""
    return int(value) if isinstance(value, int) else [plain(one) for one in value]


def all_of(engine: Engine, state: State) -> dict[str, Any]:
    """All that says where a game stands, with where it goes on."""
    dumped = engine.dump(state)
    if not engine.asks(state):
        return {name: worth for name, worth in dumped.items() if name not in _OF_QUESTIONS}
    return {**dumped, "block": state.pc, "frame": plain(state.frame), "stack": plain(state.stack)}


def differences(engine: Engine, native: NativeGame, seeds: range, most: int = 2_000) -> Iterator[str]:
    """What is different after each answer; every other game is handed over to and fro now and then.

    A game ends with what a module gives up, or the rules do.
    """
    for seed in seeds:
        try:
            native.place(state := engine.new_game(seed))
        except (RuleFault, GivenUp):
            continue
        luck, made, given_up = seed, 0, False
        while (found := _different(engine, native, state)) is None and engine.asks(state) and made < most:
            luck, place = below(luck, engine.option_count(state))
            made += 1
            given_up = _answered_natively(native, place)
            try:
                engine.advance(state, place)
            except RuleFault:
                if not given_up:
                    yield f"seed {seed}, answer {made}: a fault is not met"
                break
            if given_up:
                break
            elif seed % 2 and made % 5 == 0:
                state = native.state()
                native.place(state)
        if found is not None:
            yield f"seed {seed}, answer {made}: {found}"[:300]


def _answered_natively(native: NativeGame, place: int) -> bool:
    """Answers; gives whether that was given up, when the game must stand where it did."""
    before = native.copied()
    try:
        native.apply(place)
    except GivenUp:
        assert native.copied() == before
        return True
    return False


def _different(engine: Engine, native: NativeGame, state: State) -> str | None:
    got, expected = all_of(engine, native.state()), all_of(engine, state)
    asked = (native.over, native.count, None if native.over else native.player)
    count = engine.option_count(state) if engine.asks(state) else 0
    if asked != (not engine.asks(state), count, state.player if count else None):
        return f"asks {asked}"
    if [native.value(place) for place in range(count)] != [engine.code(state, place) for place in range(count)]:
        return "other answers"
    return next((f"{k} is {got[k]}, not {expected[k]}" for k in expected if got[k] != expected[k]), None)
