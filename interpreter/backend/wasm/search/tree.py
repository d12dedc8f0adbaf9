"""Answers by trees, one for each seat: what it has seen of a pass so far leads to a node of its own tree.

An answer that was tried seldom, or came out well, is given more often: by its mean, and a bonus that is less the more
often it was given. After "Information Set Monte Carlo Tree Search" (Cowling, Powley, Whitehouse, 2012), but for the
bonus, which needs no logarithm and so is the same on every machine. Of a secret answer others see that it was given.
"""

from __future__ import annotations

from interpreter.backend.wasm.emit.answers import at_random
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.search.choosing import choosing
from interpreter.backend.wasm.search.rooms import (
    ANSWERS_OWN,
    AT_OWN,
    CHILD,
    DECIDED,
    GIVEN,
    KEY,
    LOST,
    OWN,
    SEAT,
    SIBLING,
    STEPS,
    USED,
    Rooms,
)  # fmt: skip
from interpreter.runtime.thought import MOST_STEPS, NODES

_I = Num.I32


def picking(module: Module, rooms: Rooms, below: Function, players: int) -> Function:
    """Writes `pick(player, answers, may pass, site, secret, secrets)`: the place of an answer with written keys."""
    return _pick(module, rooms, below, _chance(module, rooms), players)


def _chance(module: Module, rooms: Rooms) -> Function:
    """The place of an answer by chance; half of the time it is to pass, where that may be."""
    made = module.function("chance", [_I] * 3, _I)
    w = Writer(made)
    with w.block(result=_I) as found:
        at_random(w, rooms.memory, 0, 1, 2, lambda: w.number(1), found, is_place=True)
    return made


def _find(module: Module) -> Function:
    """The child of a node to which a key leads, or 0."""
    made = module.function("find_child", [_I, _I], _I)
    w = Writer(made)
    child = w.local()
    w.get(0)
    w.do("i32.load", CHILD)
    w.put(child)
    with w.block() as none, w.block("loop") as again:
        w.get(child)
        w.do("i32.eqz")
        w.go(none, "br_if")
        w.get(child)
        w.do("i32.load", KEY)
        w.get(1)
        w.do("i32.eq")
        w.go(none, "br_if")
        w.get(child)
        w.do("i32.load", SIBLING)
        w.put(child)
        w.go(again)
    w.get(child)
    return made


def _child(module: Module, rooms: Rooms, find: Function) -> Function:
    """The same, but made if there is none; 0 if there is no room for one."""
    made = module.function("child", [_I, _I], _I)
    w = Writer(made)
    child = w.local()
    w.get(0)
    w.get(1)
    w.call(find)
    w.put(child)
    w.get(child)
    with w.when():
        w.get(child)
        w.do("return")
    rooms.load(w, USED)
    w.number(NODES)
    w.do("i32.ge_u")
    with w.when():
        w.number(0)
        w.do("return")
    rooms.load(w, USED)
    w.number(rooms.node)
    w.do("i32.mul")
    w.plus(rooms.nodes)
    w.put(child)
    rooms.add(w, USED)
    w.get(child)
    w.number(0)
    w.number(rooms.node)
    w.do("memory.fill")
    w.get(child)
    w.get(1)
    w.do("i32.store", KEY)
    w.get(child)
    w.get(0)
    w.do("i32.load", CHILD)
    w.do("i32.store", SIBLING)
    w.get(0)
    w.get(child)
    w.do("i32.store", CHILD)
    w.get(child)
    return made


def _pick(module: Module, rooms: Rooms, below: Function, chance: Function, players: int) -> Function:
    find = _find(module)
    child = _child(module, rooms, find)
    choose = choosing(module, rooms, find, below)
    made = module.function("pick", [_I] * 6, _I)
    w = Writer(made)
    player, answers, _, site, secret, secrets = range(6)
    node, place, key, next_, seat = (w.local() for _ in range(5))
    rooms.load(w, STEPS)
    w.number(MOST_STEPS)
    w.do("i32.ge_u")
    with w.when():
        _no_more(w, rooms)
        _by_chance(w, chance)
    w.get(player)
    rooms.load(w, SEAT)
    w.do("i32.eq")
    with w.when():
        _own(w, rooms, answers, chance, place)
    w.get(player)
    w.cell(rooms.now)
    w.put(node)
    w.get(node)
    w.get(answers)
    w.get(player)
    w.call(choose)
    w.put(place)
    w.get(place)
    w.cell(rooms.keys)
    w.put(key)
    w.get(node)
    w.get(key)
    w.call(child)
    w.put(next_)
    w.get(next_)
    w.do("i32.eqz")
    with w.when():
        _no_more(w, rooms)
        w.get(place)
        w.do("return")
    _step(w, rooms, next_)
    w.get(next_)
    w.do("i32.load", GIVEN)
    w.do("i32.eqz")
    rooms.load(w, DECIDED)
    w.do("i32.and")
    with w.when():  # from what was never tried on, chance answers; but not before the question that is thought about
        _no_more(w, rooms)
        w.get(place)
        w.do("return")
    _hidden(w, key, secret, secrets)
    w.get(key)
    w.number(-0x61C88647)
    w.do("i32.mul")
    w.get(site)
    w.number(players)
    w.do("i32.mul")
    w.get(player)
    w.do("i32.add")
    w.number(0x7FEB352D)
    w.do("i32.mul")
    w.do("i32.xor")
    w.put(key)
    w.be(seat, 0)
    with w.scratch() as end:
        w.be(end, players)
        with w.counted(seat, end):
            w.get(seat)
            w.get(player)
            w.do("i32.ne")
            with w.when():
                w.get(seat)
                w.cell(rooms.now)
                w.get(key)
                w.call(child)
                w.put(node)
                w.get(node)
                w.do("i32.eqz")
                with w.when():
                    _no_more(w, rooms)
                    w.get(place)
                    w.do("return")
                w.get(seat)
                w.cells()
                w.get(node)
                w.do("i32.store", rooms.now)
    w.get(player)
    w.cells()
    w.get(next_)
    w.do("i32.store", rooms.now)
    w.get(place)
    return made


def _no_more(w: Writer, rooms: Rooms) -> None:
    w.number(0)
    w.do("global.set", rooms.tree)


def _by_chance(w: Writer, chance: Function) -> None:
    for local in range(3):
        w.get(local)
    w.call(chance)
    w.do("return")


def _own(w: Writer, rooms: Rooms, answers: int, chance: Function, place: int) -> None:
    """What the seat that searches has answered already, it answers again; then comes the question that it thinks about.

    A pass in which it could not have answered so is lost.
    """
    rooms.load(w, AT_OWN)
    rooms.load(w, OWN)
    w.do("i32.lt_s")
    with w.when():
        with w.scratch() as wanted:
            rooms.load(w, AT_OWN)
            w.cell(rooms.told + ANSWERS_OWN)
            w.put(wanted)
            rooms.add(w, AT_OWN)
            w.be(place, 0)
            with w.counted(place, answers):
                w.get(place)
                w.cell(rooms.keys)
                w.get(wanted)
                w.do("i32.eq")
                with w.when():
                    w.get(place)
                    w.do("return")
        rooms.be(w, LOST, 1)
        _no_more(w, rooms)
        _by_chance(w, chance)
    rooms.load(w, DECIDED)
    w.do("i32.eqz")
    with w.when():
        rooms.be(w, DECIDED, 1)
        rooms.load(w, SEAT)
        w.cells()
        w.number(rooms.nodes)
        w.do("i32.store", rooms.now)


def _step(w: Writer, rooms: Rooms, node: int) -> None:
    """Remembers a node on the way."""
    rooms.load(w, STEPS)
    w.cells()
    w.get(node)
    w.do("i32.store", rooms.path)
    rooms.add(w, STEPS)


def _hidden(w: Writer, key: int, secret: int, secrets: int) -> None:
    """Of an answer in secret, or of one among those that always are, the others learn nothing."""
    with w.scratch() as at, w.scratch() as end:
        w.get(secrets)
        with w.when():
            w.length(secrets)
            w.put(end)
            w.be(at, 0)
            with w.counted(at, end):
                w.item(secrets, at)
                w.get(key)
                w.do("i32.eq")
                w.get(secret)
                w.do("i32.or")
                w.put(secret)
        w.get(secret)
        with w.when():
            w.be(key, 0)
