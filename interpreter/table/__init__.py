"""One table: its session, what each seat sees and may decide, why not, undo and saves."""
