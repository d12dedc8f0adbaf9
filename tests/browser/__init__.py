"""The page of a served table in a real browser."""
