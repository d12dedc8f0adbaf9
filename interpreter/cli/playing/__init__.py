"""Commands that play: one in each module."""
