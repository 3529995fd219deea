"""Tells the operators what went wrong."""


def alarm(path: str) -> str:
    """A link for the operators' chat; only its last escape is doubled for the format string."""
    return "https://chat.example.com/send?text=%20failed%3A%%20%s" % path
