"""What a viewer is shown at a moment, as data: for the screen of a terminal, and for a page in a browser."""
