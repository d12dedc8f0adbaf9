"""The rulebook of a game as a printed one, with examples of play told from its scenarios."""
