"""What lies on the disk: tables, their decisions and rules, and hashes of the words that open seats."""
