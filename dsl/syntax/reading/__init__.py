"""Reads sentences: characters to lines, to tokens, to the states and the values of the parse."""
