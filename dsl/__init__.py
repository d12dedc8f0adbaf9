"""The language: text in, checked rules and their meaning out. Knows no play and no terminal."""

#: Of Bylaws as a whole. It stands here and not in what the installer has noted, because it takes long to read that.
VERSION = "0.1.0"
