"""`make demo`: an editor in the terminal."""
