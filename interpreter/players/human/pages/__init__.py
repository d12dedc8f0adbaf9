"""What a person can ask for while playing: the cards that they know, what has a name, the rules and help."""
