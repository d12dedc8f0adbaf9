"""Writes how bots answer, in the place where they are asked, and what is counted of decisions."""

from collections.abc import Callable

from interpreter.backend.wasm.emit import chance
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import MOST_ANSWERS, Memory
from interpreter.backend.wasm.emit.writer import Label, Writer
from interpreter.program.model.nodes import DECISION_LIMIT


def bot_answer(
    w: Writer, memory: Memory, spent: int, player: int, answers: int, may_pass: int, passed: Label
) -> None:
    """Pushes the place of a bot's answer to a question with so many, the last of them to pass; all in locals.

    If it passes by a coin, it goes to `passed` at once. Decisions and answers are counted in one number, and
    questions by how many answers they have, over all games.
    """
    with w.block(result=Num.I32) as found:
        w.with_number("i32.sub", answers, 2)
        w.number(MOST_ANSWERS - 2)
        w.do("i32.ge_u")
        with w.when():
            _forced(w, memory, spent, answers)
            w.go(found)
        with w.scratch(Num.I64) as counted:
            w.number(0)
            w.number(0)
            w.do("i64.load", memory.at["answers"])
            w.get(answers)
            w.do("i64.extend_i32_u")
            w.do("i64.add")
            w.do("i64.const", 1 << 32)
            w.do("i64.add")
            w.do("local.tee", counted)
            w.do("i64.store", memory.at["answers"])
            w.get(counted)
            w.do("i64.const", DECISION_LIMIT + 1 << 32)
            w.do("i64.ge_s")
            w.trap_if()
        w.do("i64.const", 0)
        w.do("global.set", spent)
        with w.scratch() as offset:
            w.with_number("i32.shl", answers, 2)
            w.do("local.tee", offset)
            w.get(offset)
            w.do("i32.load", memory.at["choices"])
            w.plus(1)
            w.do("i32.store", memory.at["choices"])

        def is_random() -> None:
            w.get(player)
            w.cell(memory.at["bots"])
            w.do("i32.eqz")

        at_random(w, memory, player, answers, may_pass, is_random, passed)


def at_random(
    w: Writer, memory: Memory, player: int, answers: int, may_pass: int, is_random: Callable[[], None], passed: Label,
    *, is_place: bool = False,
) -> None:  # fmt: skip
    """Pushes the place of an answer by chance; who is random passes half of the time where that may be.

    Then it goes to `passed`, with the place if that is wanted.
    """
    with w.scratch(Num.I64) as state, w.scratch() as stream:
        w.with_number("i32.shl", player, 3)
        w.put(stream)
        w.get(may_pass)
        with w.when():
            is_random()
            with w.when():
                w.add_to(answers, -1)
                chance.advanced(w, stream, state, memory.at["luck"])
                w.get(state)
                w.do("i64.const", 0)
                w.do("i64.lt_s")  # a number below 2 is the highest bit
                with w.when():
                    if is_place:
                        w.get(answers)
                    w.go(passed)
        chance.advanced(w, stream, state, memory.at["luck"])
        chance.below_count(w, state, lambda: w.get(answers))


def _forced(w: Writer, memory: Memory, spent: int, answers: int) -> None:
    """Pushes the place of the only answer; a question with more than are counted is for another engine."""
    w.with_number("i32.ne", answers, 1)
    w.trap_if()
    with w.scratch() as decisions:
        count_decision(w, memory, spent, decisions)
    w.number(0)
    w.load(memory.at["forced"])
    w.plus(1)
    w.do("i32.store", memory.at["forced"])
    w.number(0)


def count_decision(
    w: Writer, memory: Memory, spent: int, decisions: int, most: Callable[[], None] | None = None
) -> None:  # fmt: skip
    """Counts one more decision, with which a new budget begins; `decisions` is a local. `most` pushes how many may be.

    If not given, it is as many as in any game.
    """
    w.number(0)
    w.load(memory.at["decisions"])
    w.plus(1)
    w.do("local.tee", decisions)
    w.do("i32.store", memory.at["decisions"])
    w.get(decisions)
    w.number(DECISION_LIMIT) if most is None else most()
    w.do("i32.gt_s")
    w.trap_if()
    w.do("i64.const", 0)
    w.do("global.set", spent)
