"""Applies the edits of a variant to the tree."""
