"""A game in words: labels, what each player may be told of it, the log and the trace."""
