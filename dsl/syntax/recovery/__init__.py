"""Reads a text with all its errors in one pass: a line that fails is reported, and the parse goes on behind it."""
