"""The pytest plugin: the corpus as test items, and a strict provider for tests of code that uses the official SDKs.

Nothing but pytest is imported before an option, a marker or a fixture of it is used.
"""

# ruff: noqa: PLC0415 - whoever has it installed and does not use it pays for no import

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sendable.model.baseline import Expected
    from sendable.model.case import Case
    from sendable.model.report import Result
    from sendable.model.target import Target
    from sendable.normalizers import Connected
    from sendable.replay.offline import OfflineProvider

_MARKER = (
    "sendable(cases=GLOB, as_of=DATE, vendor=NAME): a case of sendable's corpus; on a test with the argument `history`,"
    " which cases it is run with; on a test with the fixture `provider`, the date and the vendor of its verdicts"
)
_PROVIDER = pytest.StashKey["OfflineProvider"]()
_TOOLS = pytest.StashKey["_Tools"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the corpus."""
    group = parser.getgroup("sendable", "sendable: conversation histories that can be sent")
    group.addoption("--sendable", metavar="ADDRESS", help="run the corpus on the normalizer at ADDRESS, a test a case")
    group.addoption("--sendable-target", action="append", default=[], metavar="TARGET", help="API[@vendor]:model")
    group.addoption("--sendable-cases", action="append", default=[], metavar="PATH", help="not the shipped cases")
    group.addoption("--sendable-broken", type=int, default=200, metavar="N", help="how many broken histories to make")
    group.addoption("--sendable-baseline", metavar="FILE", help="TOML of expected failures")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", _MARKER)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the normalizer under test, when it is another process."""
    tools = config.stash.get(_TOOLS, None)
    if tools is not None:
        tools.normalizer.close()


# First, so that -k and -m choose among the cases too.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add one item for each case and target."""
    if config.getoption("--sendable"):
        cases: SendableCases = SendableCases.from_parent(session, name="sendable", nodeid="sendable")
        items.extend(cases.collect())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a marked test that takes `history` once for each case of the marker's glob."""
    marker = metafunc.definition.get_closest_marker("sendable")
    if marker is None or "history" not in metafunc.fixturenames:
        return
    from sendable.corpus import realize
    from sendable.tasks.selection import Selection, selected

    glob = marker.kwargs.get("cases", "flat-*")
    cases = selected(Selection(case_globs=(glob,), broken=marker.kwargs.get("broken", 0)))
    metafunc.parametrize("history", [pytest.param(realize(case.history), id=case.id) for case in cases])


class SendableCases(pytest.Collector):
    """All cases of a run, as a collector that no file stands for."""

    def collect(self) -> Iterator["SendableItem"]:
        """Yield an item for each case and target, in the order of the corpus."""
        tools = _tools(self.config)
        for case, target in tools.pairs:
            yield SendableItem.from_parent(self, name=f"{case.id}[{target}]", case=case, target=target)


class SendableItem(pytest.Item):
    """One case for one target."""

    def __init__(self, *, case: "Case", target: "Target", **more: Any) -> None:
        super().__init__(**more)
        self.case = case
        self.target = target
        self.add_marker("sendable")

    def runtest(self) -> None:
        """Ask the normalizer, send what it made, judge the answer."""
        from sendable.tasks.evaluate import evaluate

        tools = _tools(self.config)
        result = evaluate(self.case, self.target, tools.normalizer, tools.asker)
        _conclude(tools, result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what an engineer needs, and no traceback of ours."""
        if isinstance(excinfo.value, NotSendable):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say where it comes from: no file, so the name alone."""
        return self.config.rootpath / "sendable", None, self.name


class NotSendable(AssertionError):
    """A history, or a body, that the provider would refuse, or that lost something."""


class _Tools:
    """What all items of one process share."""

    def __init__(self, config: pytest.Config) -> None:
        from sendable.normalizers import connect
        from sendable.replay import Modelled
        from sendable.tasks.baseline import Scope, read_baseline
        from sendable.tasks.run import DEFAULT_TARGETS, Plan, pairs_of, scope_of
        from sendable.tasks.selection import Selection

        self.address: str = config.getoption("--sendable")
        self.broken: int = config.getoption("--sendable-broken")
        baseline = config.getoption("--sendable-baseline")
        targets = tuple(config.getoption("--sendable-target")) or DEFAULT_TARGETS
        selection = Selection(cases=tuple(map(Path, config.getoption("--sendable-cases"))), broken=self.broken)
        plan = Plan(address=self.address, targets=targets)
        self.normalizer: Connected = connect(self.address)
        self.asker = Modelled()
        self.pairs: list[tuple[Case, Target]] = pairs_of(plan, selection, self.normalizer)
        self.expected: list[Expected] = read_baseline(Path(baseline)) if baseline else []
        whole = scope_of(plan, selection, self.normalizer.info.version)
        # An item knows nothing of the others, so what is gone or covers too much is left to `sendable run`.
        self.scope = Scope(versions=whole.versions, today=whole.today, targets=targets, partial=True)


def _tools(config: pytest.Config) -> _Tools:
    from sendable.model.errors import SendableError

    if _TOOLS not in config.stash:
        try:
            config.stash[_TOOLS] = _Tools(config)
        except SendableError as error:
            raise pytest.UsageError(str(error)) from error
    return config.stash[_TOOLS]


def _conclude(tools: _Tools, result: "Result") -> None:
    """End an item: passed, failed, expected to fail, or skipped where nobody has failed."""
    from sendable.tasks.baseline import compare

    compared = compare([result], tools.expected, tools.scope)
    (result,) = compared.results
    if compared.problems:
        raise NotSendable("\n".join(f"baseline {each.kind}: {each.detail}" for _, each in compared.problems))
    if not result.ok:
        raise NotSendable(_failure_text(tools, result))
    known = next((each.known for each in result.checks if each.known), "")
    if known:
        pytest.xfail(known)
    if not result.checks:
        pytest.skip(str(getattr(result.outcome, "why", "") or getattr(result.outcome, "message", "not judged")))


def _failure_text(tools: _Tools, result: "Result") -> str:
    import msgspec

    from sendable.report.failures import Cause, cause_key
    from sendable.report.terminal import cause_lines
    from sendable.tasks.pool import Job
    from sendable.tasks.reproduce import command_of

    cases = ("--broken", str(tools.broken), "--case", result.case)
    shown = msgspec.structs.replace(result, reproduce=command_of(Job(tools.address), result.target, *cases))
    return "\n".join(cause_lines(Cause(*cause_key(result), 1, shown)))


@pytest.fixture
def provider(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> "Iterator[OfflineProvider]":
    """Stand in for the provider of every client that the official SDKs make, in this process and as strict.

    A request that the real provider would refuse gets its error, and the test fails even when the code under test
    swallows that, unless it says ``provider.allow_refusals()``. `say`, `call` and `reply` lay out what the model
    answers. No key is needed, and nothing reaches the network.
    """
    from sendable.oracle.judge import EVIDENCE_DATE
    from sendable.replay.intercept import intercepted
    from sendable.replay.offline import OfflineProvider

    marker = request.node.get_closest_marker("sendable")
    options = marker.kwargs if marker else {}
    offline = OfflineProvider(options.get("as_of", EVIDENCE_DATE), options.get("vendor"))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "none-needed")
    request.node.stash[_PROVIDER] = offline
    with intercepted(offline.answer):
        yield offline


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the verdict on each refused request, and fail a test whose code swallowed one."""
    report = yield
    offline = item.stash.get(_PROVIDER, None)
    if call.when != "call" or offline is None or not offline.refused or offline.refusals_allowed:
        return report
    text = _refusals_text(offline)
    if report.passed:
        report.outcome = "failed"
        report.longrepr = f"a request was refused, and nobody said so\n{text}"
    else:
        report.sections.append(("sendable: refused requests", text))
    return report


def _refusals_text(offline: "OfflineProvider") -> str:
    from sendable.report.verdict import verdict_text

    return "\n".join(verdict_text(each.verdict, f"{each.api}:{each.verdict.model}") for each in offline.refused)


@pytest.fixture
def assert_sendable() -> Callable[..., None]:
    """Return a function that fails unless the provider would accept a request body.

    ``assert_sendable(body, api="openai-chat", vendor=None, model=None, headers=None, as_of=None)``; a bare list is
    wrapped as the history of a body.
    """
    return _assert_sendable


def _assert_sendable(
    body: Any,
    *,
    api: str,
    vendor: str | None = None,
    model: str | None = None,
    headers: dict[str, str] | None = None,
    as_of: str | None = None,
) -> None:
    __tracebackhide__ = True
    from sendable.report.verdict import verdict_text
    from sendable.tasks.check import Question, check

    lower = {key.lower(): value for key, value in (headers or {}).items()}
    checked = check(body, Question(api, vendor, model, as_of, lower))
    if not checked.verdict.accepted:
        raise NotSendable(verdict_text(checked.verdict, f"{api}:{checked.verdict.model}", checked.note))
