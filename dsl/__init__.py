"""The language: text in, checked rules and their meaning out. Knows no play and no terminal."""
