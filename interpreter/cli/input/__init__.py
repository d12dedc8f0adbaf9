"""What commands are given: games, seats, settings, saves, folders of runs."""
