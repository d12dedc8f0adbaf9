"""Doors to other worlds: games as environments of PettingZoo and as games of OpenSpiel."""
