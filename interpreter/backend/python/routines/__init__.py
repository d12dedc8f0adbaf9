"""How routines become functions: stopping at each question, or a whole game in one go."""
