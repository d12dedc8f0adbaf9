"""What somebody could send to do harm, and what must come of it: nothing, and a message that says why."""
