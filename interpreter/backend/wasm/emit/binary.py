"""Encodes WebAssembly modules in the binary format, and prints the same modules as text.

After "WebAssembly Core Specification 2.0", chapters 5 (binary format) and 6 (text format). An instruction is a tuple:
its name as in the text format, then its immediates.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from attrs import define, field

from dsl.frozen import frozen


class Num(StrEnum):
    """The types of values."""

    I32 = "i32"
    I64 = "i64"
    F64 = "f64"
    V128 = "v128"


Instruction: TypeAlias = tuple[str | int | tuple[int, ...] | None, ...]

_TYPE_BYTES = {Num.I32: 0x7F, Num.I64: 0x7E, Num.F64: 0x7C, Num.V128: 0x7B}
_NO_RESULT = 0x40


def _numbered(first: int, names: Iterable[str]) -> dict[str, int]:
    return {name: first + place for place, name in enumerate(names)}


_COMPARING = ("eqz", "eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u")
_COMPUTING = (
    "clz", "ctz", "popcnt", "add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor", "shl", "shr_s",
    "shr_u", "rotl", "rotr",
)  # fmt: skip
#: Instructions without immediates.
_PLAIN = {
    "unreachable": 0x00, "else": 0x05, "end": 0x0B, "return": 0x0F, "drop": 0x1A, "select": 0x1B,
    **_numbered(0x45, (f"{kind}.{name}" for kind in ("i32", "i64") for name in _COMPARING)),
    **_numbered(0x67, (f"{kind}.{name}" for kind in ("i32", "i64") for name in _COMPUTING)),
    **_numbered(0x9F, (f"f64.{name}" for name in ("sqrt", "add", "sub", "mul", "div", "min", "max"))),
    "f64.gt": 0x64, "f64.convert_i32_s": 0xB7, "i32.trunc_f64_s": 0xAA,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD,
}  # fmt: skip
#: Those with one index.
_INDEXED = {
    "br": 0x0C, "br_if": 0x0D, "call": 0x10, "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22,
    "global.get": 0x23, "global.set": 0x24,
}  # fmt: skip
#: Loads and stores: their codes, and the power of two of their natural alignment.
_MEMORY = {
    "i32.load": (0x28, 2), "i64.load": (0x29, 3), "i32.load8_u": (0x2D, 0), "i32.load16_u": (0x2F, 1),
    "f64.load": (0x2B, 3), "f64.store": (0x39, 3),
    "i32.store": (0x36, 2), "i64.store": (0x37, 3), "i32.store8": (0x3A, 0), "i32.store16": (0x3B, 1),
}  # fmt: skip
_BLOCKS = {"block": 0x02, "loop": 0x03, "if": 0x04}
_VECTOR = {"i8x16.splat": 15, "i8x16.eq": 35, "i8x16.bitmask": 100, "i8x16.add": 110}
_VECTOR_MEMORY = {"v128.load": 0, "v128.store": 11}


def unsigned(number: int) -> bytes:
    """An unsigned LEB128."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def signed(number: int) -> bytes:
    """A signed LEB128."""
    out = bytearray()
    while not -0x40 <= number < 0x40:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number & 0x7F)
    return bytes(out)


def wrapped(number: int, bits: int) -> int:
    """The number of so many bits, with a sign, that has the same lowest bits."""
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> bits - 1 else number


def _blocktype(result: Num | None) -> bytes:
    return bytes([_NO_RESULT if result is None else _TYPE_BYTES[result]])


@lru_cache(maxsize=1 << 16)
def _encoded(instruction: Instruction) -> bytes:
    """The bytes of an instruction; most are met many times in a module."""
    name, *given = instruction
    assert isinstance(name, str)
    if name in _PLAIN:
        return bytes([_PLAIN[name]])
    if name in _INDEXED:
        return bytes([_INDEXED[name]]) + unsigned(given[0])  # type: ignore[arg-type]
    if name in _MEMORY:
        return bytes(_MEMORY[name]) + unsigned(given[0])  # type: ignore[arg-type]
    if name in _BLOCKS:
        return bytes([_BLOCKS[name]]) + _blocktype(given[0])  # type: ignore[arg-type]
    if name == "i32.const":
        return b"\x41" + signed(wrapped(given[0], 32))  # type: ignore[arg-type]
    if name == "i64.const":
        return b"\x42" + signed(wrapped(given[0], 64))  # type: ignore[arg-type]
    if name in _VECTOR:
        return b"\xfd" + unsigned(_VECTOR[name])
    if name in _VECTOR_MEMORY:
        return b"\xfd" + unsigned(_VECTOR_MEMORY[name]) + b"\x00" + unsigned(given[0])  # type: ignore[arg-type]
    if name == "br_table":
        places: tuple[int, ...] = given[0]  # type: ignore[assignment]
        return b"\x0e" + unsigned(len(places) - 1) + b"".join(map(unsigned, places))
    return {"memory.copy": b"\xfc\x0a\x00\x00", "memory.fill": b"\xfc\x0b\x00"}[name]


@define(eq=False)
class Function:
    """A function of a module, as it is written. `exported`: the name under which others find it, if they do."""

    name: str
    parameters: tuple[Num, ...] = ()
    result: Num | None = None
    exported: str = ""
    locals: list[Num] = field(factory=list)
    code: list[Instruction] = field(factory=list)
    index: int = -1

    @property
    def signature(self) -> tuple[tuple[Num, ...], Num | None]:
        return self.parameters, self.result


@frozen
class Global:
    """A variable of the module."""

    type: Num
    start: int


@define
class Module:
    """A module with one memory of so many `pages` of 64 KB; `data` are the bytes at addresses of it."""

    pages: int = 1
    functions: list[Function] = field(factory=list)
    globals: list[Global] = field(factory=list)
    data: list[tuple[int, bytes]] = field(factory=list)

    def function(
        self, name: str, parameters: Sequence[Num] = (), result: Num | None = None, exported: str = ""
    ) -> Function:
        """Adds a function without code yet."""
        made = Function(name, tuple(parameters), result, exported, index=len(self.functions))
        self.functions.append(made)
        return made

    def variable(self, kind: Num, start: int = 0) -> int:
        """Adds a variable, and gives its index."""
        self.globals.append(Global(kind, start))
        return len(self.globals) - 1

    def encoded(self) -> bytes:
        """The module in the binary format."""
        types = list(dict.fromkeys(function.signature for function in self.functions))
        exports = [_name(f.exported) + b"\x00" + unsigned(f.index) for f in self.functions if f.exported]
        exports.append(_name("memory") + b"\x02\x00")
        return b"".join(
            (
                b"\0asm\x01\0\0\0",
                _section(1, [b"\x60" + _types(given) + _types(() if r is None else (r,)) for given, r in types]),
                _section(3, [unsigned(types.index(function.signature)) for function in self.functions]),
                _section(5, [b"\x01" + unsigned(self.pages) * 2]),
                _section(6, [bytes([_TYPE_BYTES[one.type], 1]) + _constant(one) for one in self.globals]),
                _section(7, exports),
                _section(10, [_body(function) for function in self.functions]),
                _section(11, [b"\x00\x41" + signed(at) + b"\x0b" + _sized(data) for at, data in self.data]),
            )
        )

    def text(self) -> str:
        """The module in the text format."""
        lines = ["(module", f'  (memory (export "memory") {self.pages} {self.pages})']
        lines += [f"  (global (mut {one.type}) ({one.type}.const {one.start}))" for one in self.globals]
        for function in self.functions:
            lines += _printed(function, self.functions)
        for at, data in self.data:
            lines.append(f'  (data (i32.const {at}) "{"".join(map(_escaped, data))}")')
        return "\n".join([*lines, ")"])


def _escaped(byte: int) -> str:
    return f"\\{byte:02x}"


def _vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data


def _name(name: str) -> bytes:
    return _sized(name.encode())


def _types(types: Sequence[Num]) -> bytes:
    return _vector([bytes([_TYPE_BYTES[one]]) for one in types])


def _section(number: int, items: Sequence[bytes]) -> bytes:
    return bytes([number]) + _sized(_vector(items)) if items else b""


def _constant(one: Global) -> bytes:
    return (b"\x41" if one.type is Num.I32 else b"\x42") + signed(one.start) + b"\x0b"


def _body(function: Function) -> bytes:
    runs: list[tuple[int, Num]] = []
    for kind in function.locals:
        if runs and runs[-1][1] is kind:
            runs[-1] = (runs[-1][0] + 1, kind)
        else:
            runs.append((1, kind))
    declared = _vector([unsigned(count) + bytes([_TYPE_BYTES[kind]]) for count, kind in runs])
    return _sized(declared + b"".join(map(_encoded, function.code)) + b"\x0b")


def _printed(function: Function, functions: Sequence[Function]) -> list[str]:
    exported = f' (export "{function.exported}")' if function.exported else ""
    given = "".join(f" (param {kind})" for kind in function.parameters)
    result = f" (result {function.result})" if function.result else ""
    lines = [f"  (func ${function.name}{exported}{given}{result}"]
    if function.locals:
        lines.append(f"    (local {' '.join(function.locals)})")
    depth = 2
    for instruction in function.code:
        name = instruction[0]
        depth -= name in ("else", "end")
        lines.append("  " * depth + _words(instruction, functions))
        depth += name in ("else", *_BLOCKS)
    return [*lines, "  )"]


_WORDS: dict[str, Callable[[Instruction, Sequence[Function]], str]] = {
    "call": lambda given, functions: f"call ${functions[int(str(given[1]))].name}",
    "br_table": lambda given, _: "br_table " + " ".join(map(str, given[1])),  # type: ignore[arg-type]
    **dict.fromkeys(
        (*_MEMORY, *_VECTOR_MEMORY), lambda given, _: f"{given[0]}" + (f" offset={given[1]}" if given[1] else "")
    ),
    **dict.fromkeys(_BLOCKS, lambda given, _: f"{given[0]}" + (f" (result {given[1]})" if given[1] else "")),
}


def _words(instruction: Instruction, functions: Sequence[Function]) -> str:
    written = _WORDS.get(str(instruction[0]))
    return written(instruction, functions) if written else " ".join(map(str, instruction))
