"""Parses text into a syntax tree, and prints it back."""
