"""Defines what all elaboration uses: the elaborator, the context of a body, titles, kinds."""
