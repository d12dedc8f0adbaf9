"""How each kind of node is written."""
