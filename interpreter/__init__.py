"""Play: runs checked rules. Knows what the rules mean, never how they were written."""
