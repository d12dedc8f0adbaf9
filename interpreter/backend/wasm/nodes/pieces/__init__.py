"""What happens to pieces: where they go, who knows them, what they are copies of."""
