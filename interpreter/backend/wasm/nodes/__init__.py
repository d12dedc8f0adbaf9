"""How each kind of node is written as native code."""
