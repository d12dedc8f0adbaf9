"""What is said and drawn of many games."""
