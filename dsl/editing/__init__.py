"""Says what an editor asks about a text while it is written: names, what may come next, how it is divided."""
