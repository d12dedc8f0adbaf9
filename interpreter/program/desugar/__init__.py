"""From rules to routines: turns, timed effects, texts of cards, causes and delegation in plainer statements."""
