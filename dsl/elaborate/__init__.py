"""Elaborates the syntax tree into the IR, one kind of construct a file; `game` and `scenarios` are the doors."""
