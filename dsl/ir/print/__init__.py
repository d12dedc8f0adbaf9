"""Prints the IR for a person: what each rule has come to mean, with the line it comes from."""

from dsl.ir.print.game import printed

__all__ = ["printed"]
