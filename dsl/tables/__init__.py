"""Lists of cards as tables: what a deck is in rows and cells, and what of a deck another table changes."""
