"""A game in progress: its state, chance, who sees what, effects for a time, draws and triggers under way."""
