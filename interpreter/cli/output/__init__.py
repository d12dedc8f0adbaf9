"""Output of commands: tables, numbers, progress, files."""
