"""Writes timed effects, and the trigger queue: records that stand in a pool, and lists of their addresses.

A record is a list: of an effect when it began, when it ends, in whose turn, after how many such ends, and what it
keeps; of a rule that waits its place, `you` and its arguments, behind its priority.
"""

from collections.abc import Callable

from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_IN_FORCE
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import MOST_RECORDS
from interpreter.backend.wasm.emit.scope import Body, Scope, each, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.things import field_of
from interpreter.program.desugar.timed_effects import BEGAN, KEPT, LEFT, WHEN, WHOSE
from interpreter.program.model import nodes as p
from interpreter.runtime.state import effect_attribute


def in_force(s: Scope, node: ir.InForce, body: Body) -> None:
    """Goes through the instances of an effect: the addresses of their records."""
    w, at = s.w, s.unit.memory.at[effect_attribute(node.effect)]
    w.load(at)  # most of the time there is none
    with w.when():
        w.number(at)
        with w.kept() as place:
            through(s, place, body)


def begin(s: Scope, n: p.BeginEffect) -> None:
    """Begins an effect."""
    w, memory = s.w, s.unit.memory
    w.load(memory.at["begun"])
    with w.kept() as began, w.scratch() as one:
        w.number(0)
        w.get(began)
        w.plus(1)
        w.do("local.tee", began)
        w.do("i32.store", memory.at["begun"])
        _record(s, 1 + len(n.values))
        w.put(one)
        w.get(one)
        w.get(began)
        w.do("i32.store", 4 + 4 * BEGAN)
        for place, given in enumerate(n.values):
            w.get(one)
            _lasting(s, given)
            w.do("i32.store", 8 + 4 * place)
        _remember(s, memory.at[effect_attribute(n.effect)], min(MOST_RECORDS, MOST_IN_FORCE), one)


def _lasting(s: Scope, given: ir.Expression) -> None:
    """Pushes a value that outlives the frame; of a list the address of a record."""
    if not given.type.many:
        value(s, given)
        return
    with made_list(s, given) as items:
        recorded(s, items)


def recorded(s: Scope, items: int) -> None:
    """Pushes the address of a record that has what is in a list, whose address is in a local."""
    w = s.w
    with w.scratch() as one:
        w.length(items)
        w.call(s.unit.helpers.record)
        w.put(one)
        w.get(one)
        s.copy_list(items)
        w.get(one)


def _record(s: Scope, length: int) -> None:
    """Pushes the address of a new record of so many numbers."""
    s.w.number(length)
    s.w.call(s.unit.helpers.record)


def _remember(s: Scope, at: int, most: int, one: int) -> None:
    """Appends the address of a record to a list of so many at most."""
    w = s.w
    w.load(at)
    w.number(most)
    w.do("i32.ge_u")
    w.trap_if()
    w.number(at)
    w.get(one)
    w.call(s.unit.helpers.append)


def _keep(s: Scope, at: int, kept: Callable[[int], None]) -> None:
    """Keeps those records of the list at an address for which what is pushed is not 0."""
    w = s.w
    w.number(at)
    with w.kept() as place, w.scratch() as count:
        w.be(count, 0)

        def asked(one: int, _: Label) -> None:
            kept(one)
            with w.when():
                w.get(count)
                w.cells()
                w.get(one)
                w.do("i32.store", at + 4)
                w.add_to(count, 1)

        through(s, place, asked)
        w.number(0)
        w.get(count)
        w.do("i32.store", at)


def end(s: Scope, n: p.EndEffects) -> None:
    """Ends what lasts until this moment; or counts one such moment less."""
    w = s.w
    value(s, n.player)
    with w.kept() as player, w.scratch() as stays:

        def kept(one: int) -> None:
            w.be(stays, 1)
            field_of(s, one, WHEN)
            w.number(n.moment)
            w.do("i32.eq")
            for whose in (player, None):
                field_of(s, one, WHOSE)
                w.number(ir.NONE) if whose is None else w.get(whose)
                w.do("i32.eq")
            w.do("i32.or")
            w.do("i32.and")
            with w.when():
                field_of(s, one, LEFT)
                w.plus(-1)
                w.put(stays)
                w.get(stays)
                w.number(0)
                w.do("i32.gt_s")
                with w.when():  # a new record, since whoever has the old one in hand goes by that
                    recorded(s, one)
                    w.put(one)
                    w.get(one)
                    w.get(stays)
                    w.do("i32.store", 4 + 4 * LEFT)
                    w.be(stays, 1)
                    w.otherwise()
                    w.be(stays, 0)
            w.get(stays)

        for effect in n.effects:
            _keep(s, s.unit.memory.at[effect_attribute(effect)], kept)


def finish(s: Scope, n: ir.Finish) -> None:
    """Ends one instance of an effect."""
    w = s.w
    with made_list(s, n.instance) as instance, w.scratch() as began:
        field_of(s, instance, BEGAN)
        w.put(began)

        def kept(one: int) -> None:
            field_of(s, one, BEGAN)
            w.get(began)
            w.do("i32.ne")

        _keep(s, s.unit.memory.at[effect_attribute(n.effect)], kept)


def has_begun(s: Scope, node: ir.Function) -> None:
    """Pushes whether one of the effects in force is of a card."""
    w = s.w
    card, *effects = node.arguments
    value(s, card)
    with w.kept() as piece, w.scratch() as found:
        w.be(found, 0)

        def of_it(one: int, _: Label) -> None:
            field_of(s, one, KEPT + 1)
            w.get(piece)
            w.do("i32.eq")
            w.get(found)
            w.do("i32.or")
            w.put(found)

        for effect in effects:
            each(s, effect, of_it)
        w.get(found)
        w.is_there(piece)
        w.do("i32.and")


# ---------------------------------------------------------------- the trigger queue


def defer(s: Scope, n: p.Defer) -> None:
    """Puts the call of a rule into the queue."""
    w, memory = s.w, s.unit.memory
    with w.scratch() as one:
        _record(s, 3 + len(n.arguments))
        w.put(one)
        w.get(one)  # its priority, and behind it the list of the rest
        w.number(n.order)
        w.do("i32.store", 0)
        w.get(one)
        w.number(2 + len(n.arguments))
        w.do("i32.store", 4)
        w.get(one)
        w.number(n.rule)
        w.do("i32.store", 8)
        for place, given in enumerate((n.you, *n.arguments)):
            w.get(one)
            _lasting(s, given)
            w.do("i32.store", 12 + 4 * place)
        _remember(s, memory.at["later"], MOST_RECORDS, one)


def drain(s: Scope, n: p.Drain) -> None:
    """Empties the queue into a slot, in order: by priority, by seat from the active player, then as they came."""
    w, memory = s.w, s.unit.memory
    players = s.unit.setting.players
    due = s.begin_list(n.slot, s.holding[n.slot])
    w.load(memory.at["held"])
    w.do("i32.eqz")
    with w.when(), w.scratch() as left, w.scratch() as best, w.scratch() as at, w.scratch() as rank, w.scratch() as low:
        w.be(left, memory.at["later"])
        with w.block() as done, w.block("loop") as again, w.scratch() as place, w.scratch() as count:
            w.length(left)
            w.put(count)
            w.get(count)
            w.do("i32.eqz")
            w.go(done, "br_if")
            w.be(low, (1 << 31) - 1)
            w.be(at, 0)
            w.be(place, 0)

            def ranked(one: int, _: Label) -> None:
                field_of(s, one, -1)
                w.number(1 << 16)
                w.do("i32.mul")
                _rank_of_seat(s, one, players)
                w.do("i32.add")
                w.put(rank)
                w.get(rank)
                w.get(low)
                w.do("i32.lt_s")
                with w.when():
                    w.get(rank)
                    w.put(low)
                    w.get(one)
                    w.put(best)
                    w.get(place)
                    w.put(at)
                w.add_to(place, 1)

            through(s, left, ranked)
            w.add_to(best, 4)
            s.append(due, best)
            w.get(left)
            w.get(at)
            w.get(count)
            w.call(s.unit.helpers.close_gap)
            w.go(again)


def _rank_of_seat(s: Scope, one: int, players: int) -> None:
    w = s.w
    field_of(s, one, 2)
    with w.kept() as you:
        w.is_none(you)
        with w.when(Num.I32):
            w.number(players)
            w.otherwise()
            w.get(you)
            w.plus(players)
            w.load(s.unit.memory.at["active_player"])
            with w.kept() as active:
                w.get(active)
                w.number(0)
                w.get(active)
                w.number(0)
                w.do("i32.gt_s")
                w.do("select")
            w.do("i32.sub")
            w.number(players)
            w.do("i32.rem_u")

