"""The findings of ``check`` as text for people and as the formats that other programs read."""
