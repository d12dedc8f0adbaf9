"""Resolves names and types: what a rule set declares, and what a word in it refers to."""
