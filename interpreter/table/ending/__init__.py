"""How a game ended: who won, by what, and how all stand."""
