"""Says what is wrong with a line that cannot be read, and what was probably meant."""
