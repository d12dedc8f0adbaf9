"""Input of commands: games, seats, settings, saves, folders of runs."""
