"""Elaborates declarations: cards, zones, variables, tokens."""
