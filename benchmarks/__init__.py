"""How fast the server is, side by side with two plain ones in the same run: ``make bench``."""
