"""Whole games as modules, and what runs them."""
