"""What all of the elaboration stands on: the elaborator, the context of a body, titles, kinds."""
