"""The games that come with Bylaws, one folder each, written in Bylaws alone; `classics` is a folder of small ones.

Nothing in here runs.
"""
