"""Each set equals the row of the table of encode sets that has its name."""

import json
from pathlib import Path

import pytest

from pctlens.core import bytesets

ROWS = json.loads((Path(__file__).parent.parent / "data" / "encode-sets.json").read_text(encoding="utf-8"))
SETS = {
    "rfc3986.unreserved": bytesets.UNRESERVED,
    "rfc3986.segment(pchar)": bytesets.SEGMENT,
    "rfc3986.path": bytesets.PATH,
    "rfc3986.query/fragment": bytesets.QUERY,
    "rfc3986.userinfo": bytesets.USERINFO,
    "rfc3986.reg-name": bytesets.REG_NAME,
    "ecma.encodeURIComponent": bytesets.JAVASCRIPT_COMPONENT,
    "ecma.encodeURI": bytesets.JAVASCRIPT_URI,
    "whatwg.form": bytesets.FORM,
    "rfc6570.simple{var}": bytesets.UNRESERVED,
    "rfc6570.reserved{+var}": bytesets.URI,
    "python.quote_plus": bytesets.UNRESERVED,
    "oauth1.rfc5849-3.6": bytesets.UNRESERVED,
    "aws.sigv4.UriEncode": bytesets.UNRESERVED,
    "php.rawurlencode": bytesets.UNRESERVED,
    "java.URLEncoder": bytesets.FORM,
}


@pytest.mark.parametrize("name", SETS)
def test_set_equals_its_row(name: str) -> None:
    assert SETS[name] == set(ROWS[name]["keep"].encode())
    assert not SETS[name] & set(ROWS[name]["encode"].encode())


def test_smaller_sets_lie_in_larger_ones() -> None:
    assert bytesets.UNRESERVED < bytesets.CREDENTIAL < bytesets.USERINFO < bytesets.SEGMENT < bytesets.PATH < bytesets.QUERY
    assert bytesets.FRAGMENT == bytesets.QUERY < bytesets.URI == bytesets.UNRESERVED | bytesets.RESERVED
