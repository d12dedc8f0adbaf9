"""Analyses that several checks share: bodies and what they lead to, effects, facts by condition, counts of cards."""
