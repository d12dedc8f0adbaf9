"""What generates each kind of node."""
