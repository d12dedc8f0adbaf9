"""Writes what editors read of the grammar; `python -m tests.editors` renews `grammar/editors`."""
