"""Who decides: people and bots. A bot sees how many options there are, never what others may not know."""
