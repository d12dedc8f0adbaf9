"""The log: what happened, in sentences for each seat, and whole stretches of it in one."""
