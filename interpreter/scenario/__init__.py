"""Scenarios: tests that designers write, and what of the rules they reach."""
