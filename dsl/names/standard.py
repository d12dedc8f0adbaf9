"""Which library of the standard has what: for whoever does something without using the library."""

#: The procedures of the libraries that games call; a test holds this to the files in `dsl/standard`.
PROCEDURES = {"auction": "auctions", "vote": "votes"}
