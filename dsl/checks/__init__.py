"""What keeps rules from making sense, or from being played as they are meant."""
