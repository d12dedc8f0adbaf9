"""Expressions: values, conditions and what they name."""
