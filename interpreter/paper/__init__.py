"""A game on paper: cards, boards, tokens, aids and the rulebook as pages, and its decks for digital tables."""
