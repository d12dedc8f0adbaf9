"""Elaborates questions to players: menus, many options at once, what they cost, and what all answer together."""
