"""Writes chance: streams as `interpreter/runtime/chance.py` specifies them."""

from collections.abc import Callable, Iterable

from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.memory import Memory
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.program.model.layout import Layout
from interpreter.runtime.chance import A, C, name_hash

_I, _L = Num.I32, Num.I64


def seed_streams(
    w: Writer, memory: Memory, layout: Layout, seed: int, mix: int, others: Iterable[tuple[int, str]] = ()
) -> None:
    """Seeds all streams, those of the bots too, from a local; `mix`: the function that scrambles a seed.

    `others`: addresses and names of further ones.
    """
    streams = [(memory.at[attribute], name) for attribute, name in layout.streams.items()]
    lucks = [(memory.at["luck"] + 8 * seat, f"bot:{seat}") for seat in range(layout.setting.players)]
    for address, name in (*streams, *lucks, *others):
        w.number(0)
        w.get(seed)
        w.do("i64.const", name_hash(name))
        w.do("i64.xor")
        w.do("call", mix)
        w.do("i64.store", address)


def function(module: Module) -> Function:
    """A number below the second argument, from the stream at an address; see `interpreter/runtime/chance.py`."""
    made = module.function("below", [_I, _I], _I)
    w = Writer(made)
    stepped(w, 0, w.local(_L), lambda: w.get(1))
    return made


def stepped(w: Writer, stream: int, state: int, count: Callable[[], None]) -> None:
    """Pushes a number below what is pushed, from the stream at an address; both in locals."""
    advanced(w, stream, state)
    below_count(w, state, count)


def advanced(w: Writer, stream: int, state: int, offset: int = 0) -> None:
    """Puts into a local the next state of the stream that stands so far behind the address in another."""
    w.get(stream)
    w.get(stream)
    w.do("i64.load", offset)
    drawn(w, state)
    w.do("i64.store", offset)


def drawn(w: Writer, state: int) -> None:
    """Pushes the state of a stream that follows the one that has been pushed, and keeps it in a local."""
    w.do("i64.const", A)
    w.do("i64.mul")
    w.do("i64.const", C)
    w.do("i64.add")
    w.do("local.tee", state)


def below_count(w: Writer, state: int, count: Callable[[], None]) -> None:
    """Pushes a number below what is pushed, from the state of a stream in a local."""
    w.get(state)
    w.do("i64.const", 32)
    w.do("i64.shr_u")
    count()
    w.do("i64.extend_i32_u")
    w.do("i64.mul")
    w.do("i64.const", 32)
    w.do("i64.shr_u")
    w.do("i32.wrap_i64")
