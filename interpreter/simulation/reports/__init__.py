"""Reports of many games, as data, words and pictures."""
