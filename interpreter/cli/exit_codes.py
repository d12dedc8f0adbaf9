"""How a command tells the shell what came of it."""

FINE, FINDINGS, WRONG = 0, 1, 2
INTERRUPTED, CLOSED_PIPE = 130, 141
