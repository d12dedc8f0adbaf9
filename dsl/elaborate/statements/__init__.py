"""Elaborates statements: what is done, chosen and waited for."""
