"""The report on a game for its designer: plays it, measures what play was like, and says so on one page."""
