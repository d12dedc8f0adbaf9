"""Elaborates expressions: values, conditions and names."""
