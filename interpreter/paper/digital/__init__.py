"""The decks of a game for tables on a screen, and as pictures for those who print or show cards themselves."""
