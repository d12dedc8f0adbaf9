"""Work for many seeds, in one process or several."""
