"""From what is written to what is meant, one kind of text in each file; `game` and `scenarios` are the doors."""
