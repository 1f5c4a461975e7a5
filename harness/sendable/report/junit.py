"""The report as JUnit XML: one suite a target, one test a case."""

import re
from xml.etree import ElementTree as ET

from sendable.model.outcome import CouldNotAsk, NotExpressible, NotOnFile, Refused
from sendable.model.report import Report, Result
from sendable.report.failures import detail_of, first_failed, known_reason
from sendable.report.matrix import family_name

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(report: Report) -> str:
    """Write one ``testsuite`` a target; what ended without a verdict, or fails as expected, is ``skipped``."""
    root = ET.Element("testsuites", name="sendable", time=f"{report.seconds:.3f}")
    for target in sorted({each.target for each in report.results}):
        results = [each for each in report.results if each.target == target]
        root.append(_suite(target, results))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(target: str, results: list[Result]) -> ET.Element:
    failures = sum(not each.ok for each in results)
    skipped = sum(each.ok and _skip_reason(each) is not None for each in results)
    counts = {"tests": str(len(results)), "failures": str(failures), "skipped": str(skipped)}
    suite = ET.Element("testsuite", {"name": target} | counts)
    for result in results:
        suite.append(_case(result))
    return suite


def _case(result: Result) -> ET.Element:
    case = ET.Element("testcase", name=result.case, classname=f"{result.target}.{family_name(result.family)}")
    if not result.ok:
        failure = ET.SubElement(case, "failure", message=_clean(f"{first_failed(result)}: {detail_of(result)}"))
        failure.text = _clean(result.reproduce)
    elif (reason := _skip_reason(result)) is not None:
        ET.SubElement(case, "skipped", message=_clean(reason))
    return case


def _skip_reason(result: Result) -> str | None:
    if known := known_reason(result):
        return f"expected to fail: {known}"
    if isinstance(result.outcome, CouldNotAsk | NotOnFile | NotExpressible):
        return result.outcome.why
    return result.outcome.message if isinstance(result.outcome, Refused) else None


def _clean(text: str) -> str:
    """Replace what XML 1.0 cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
