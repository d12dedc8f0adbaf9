"""The production back end: a program as generated Python, built as a syntax tree."""
