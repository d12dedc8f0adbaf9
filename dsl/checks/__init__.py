"""Checks a rule set whose sentences make sense, one check a file: what keeps it from being played as meant."""
