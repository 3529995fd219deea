"""Which bytes may stand as they are, by place and by standard: each set is made from another one.

Every set is a set of byte values; a byte that is not in it has to be written as an escape.
"""

from __future__ import annotations

import string
from typing import Final


def _bytes(characters: str) -> frozenset[int]:
    return frozenset(characters.encode("ascii"))


ALPHANUMERIC: Final = _bytes(string.ascii_letters + string.digits)

UNRESERVED: Final = ALPHANUMERIC | _bytes("-._~")  # RFC 3986 section 2.3
GEN_DELIMS: Final = _bytes(":/?#[]@")  # RFC 3986 section 2.2
SUB_DELIMS: Final = _bytes("!$&'()*+,;=")  # RFC 3986 section 2.2
RESERVED: Final = GEN_DELIMS | SUB_DELIMS  # RFC 3986 section 2.2
URI: Final = UNRESERVED | RESERVED  # RFC 3986 section 2; what RFC 6570 section 3.2.3 lets through
REG_NAME: Final = UNRESERVED | SUB_DELIMS  # RFC 3986 section 3.2.2
USERINFO: Final = REG_NAME | _bytes(":")  # RFC 3986 section 3.2.1
CREDENTIAL: Final = USERINFO - _bytes(":")  # one user name or one password: ":" stands between the two
SEGMENT: Final = USERINFO | _bytes("@")  # RFC 3986 section 3.3, pchar
PATH: Final = SEGMENT | _bytes("/")  # RFC 3986 section 3.3
QUERY: Final = PATH | _bytes("?")  # RFC 3986 section 3.4
FRAGMENT: Final = QUERY  # RFC 3986 section 3.5

JAVASCRIPT_COMPONENT: Final = UNRESERVED | _bytes("!'()*")  # ECMA-262 section 19.2.6.5, encodeURIComponent
JAVASCRIPT_URI: Final = URI - _bytes("[]")  # ECMA-262 section 19.2.6.4, encodeURI
FORM: Final = ALPHANUMERIC | _bytes("*-._")  # WHATWG URL section 5.2; a space becomes "+"
