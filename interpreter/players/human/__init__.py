"""People at a terminal: what they see, what they may type, and what it means."""
