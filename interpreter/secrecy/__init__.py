"""What a player can tell of what is hidden: other worlds, what a seat receives in them, what tells them apart."""
