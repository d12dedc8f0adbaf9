"""Statements: what is done, chosen and waited for."""
