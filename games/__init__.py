"""The games that come with Bylaws, one folder each, written in Bylaws alone. Nothing in here runs."""
