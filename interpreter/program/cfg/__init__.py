"""Routines that may wait for an answer as control-flow graphs: blocks, questions, suspension."""
