"""Declarations: cards, zones, variables, tokens."""
