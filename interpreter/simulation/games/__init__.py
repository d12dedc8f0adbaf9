"""Games between bots: run, observed, measured, ranked."""
