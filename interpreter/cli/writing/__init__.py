"""Commands for whoever writes rules: one in each module."""
