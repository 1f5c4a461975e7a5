"""Bodies are read out of whatever a cassette wrapped them in."""

import base64
import gzip
import zlib

import pytest

from sendable.recordings.bodies import from_base64, parsed

BODY = b'{"a": 1}'


@pytest.mark.parametrize(
    ("body", "encoding", "found"),
    [
        ({"a": 1}, "", {"a": 1}),
        ([1], "", [1]),
        ('{"a": 1}', "", {"a": 1}),
        (BODY, "", {"a": 1}),
        (gzip.compress(BODY, mtime=0), "", {"a": 1}),
        (zlib.compress(BODY), "deflate", {"a": 1}),
        ({"string": '{"a": 1}'}, "", {"a": 1}),
        ({"string": gzip.compress(BODY, mtime=0)}, "gzip", {"a": 1}),
        ({"encoding": "UTF-8", "base64_string": base64.encodebytes(BODY).decode()}, "", {"a": 1}),
        ({"string": ""}, "", None),
        (None, "", None),
        ("", "", None),
        (b"", "", None),
        ("data: {}\n\n", "", "data: {}\n\n"),
        (b"\xff\xfe", "", None),
        (b"\x1f\x8bnot gzip", "", None),
        (b"not deflated", "deflate", "not deflated"),
        ({"base64_string": "not base64!"}, "", None),
    ],
)
def test_parsed(body, encoding, found):
    """JSON comes out parsed, other text as text, and what cannot be read is None."""
    assert parsed(body, encoding) == found


def test_base64_with_line_breaks():
    """Base64 may be broken into lines; what is none is empty."""
    assert from_base64("eyJh\nIjog\r\n MX0=") == BODY
    assert from_base64("%") == b""
