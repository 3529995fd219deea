"""Fetches the catalogue page by page."""

import logging
from urllib.parse import quote

log = logging.getLogger(__name__)

BASE = "https://api.example.com/v2/s%C3%B6k?fields=name%2Cprice&limit=50"
THUMBNAIL = "https://img.example.com/%d/%s%%20%dx%d.png"
BROKEN = "https://api.example.com/v2/tags?name=100%-cotton"


def page_url(number: int, tag: str) -> str:
    """The URL of one page."""
    if number % 20 == 0:
        log.info("page %5d, %3d%% done", number, number % 100)
    return BASE + "&page=%d&tag=%s" % (number, quote(tag, safe=""))


def alarm(path: str) -> str:
    """A link for the operators' chat."""
    return "https://chat.example.com/send?text=%%20failed%%3A%%20%s" % path
