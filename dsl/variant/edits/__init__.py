"""Edits of a variant put into the tree."""
