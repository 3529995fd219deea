"""The pure heart: knows no protocol and no IO, and never raises on any text."""
