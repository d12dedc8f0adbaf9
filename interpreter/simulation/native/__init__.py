"""Games that are played natively, many in one go, and counted from what the modules have written down."""
