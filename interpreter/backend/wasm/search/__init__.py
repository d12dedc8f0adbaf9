"""Search: what the best answer is, by games that are played on from where one stands."""
