"""Work of long commands that is kept in a folder or a file while it goes on."""
