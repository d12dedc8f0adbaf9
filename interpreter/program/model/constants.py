"""Expressions that never change, under one name each."""

from typing import Final

from dsl.ir import nodes as ir

YES: Final = ir.Constant(1, ir.YES_NO)
NO: Final = ir.Constant(0, ir.YES_NO)
ZERO: Final = ir.Constant(0, ir.NUMBER)
ONE: Final = ir.Constant(1, ir.NUMBER)
NOTHING: Final = ir.Constant(ir.NONE, ir.NOTHING)
NOBODY: Final = ir.Constant(ir.NONE, ir.PLAYER.or_none())
YOU: Final = ir.Local(0, "you", ir.PLAYER.or_none())
