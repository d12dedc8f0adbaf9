"""The commands for what leaves the screen: paper, and sheets of other programs."""
