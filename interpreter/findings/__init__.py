"""Everything that is wrong or doubtful in a game, as commands print it and an editor shows it."""
