"""The report as JSON: the record itself."""

import msgspec

from sendable.model.json import encode_json
from sendable.model.report import Report


def report_json(report: Report) -> bytes:
    """Write the record, one result a line so that two reports can be compared line by line."""
    fields = msgspec.to_builtins(report)
    results = fields.pop("results")
    head = encode_json(fields)[:-1]
    lines = b",\n".join(encode_json(each) for each in results)
    return head + b',"results":[\n' + lines + b"\n]}\n"


def read_report(content: bytes) -> Report:
    """Read what `report_json` wrote.

    Raises:
        msgspec.ValidationError: it is another document.
    """
    return msgspec.json.decode(content, type=Report)
