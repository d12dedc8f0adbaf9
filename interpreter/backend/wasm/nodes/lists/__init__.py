"""Lists: how they are gone through, what is asked of them, in what form something is chosen from them."""
