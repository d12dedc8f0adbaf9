"""Defines the intermediate representation, its analyses, its text and its JSON form."""
