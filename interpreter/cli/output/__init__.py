"""What commands print: tables, numbers, progress, files."""
