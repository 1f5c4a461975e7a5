"""The command that shows a failure again: all that the verdict hangs on, and of that only what is not the default."""

import shlex
from collections.abc import Iterator
from typing import Final

from sendable.normalizers import DEFAULT_LIMITS
from sendable.tasks.pool import Job

_MEGABYTE: Final = 1024**2


def command_of(job: Job, target: str, *more: str) -> str:
    """Return a shell command that asks the same normalizer for one target, in the same way.

    Args:
        job: who is asked, within which limits, and who answers for the provider.
        target: API[@vendor]:model.
        more: the words that say which cases, and where the report goes.
    """
    return shlex.join(["sendable", "run", "--normalizer", job.address, "--target", target, *_how(job), *more])


def _how(job: Job) -> Iterator[str]:
    if job.basis != "modelled":
        yield from ("--basis", job.basis)
    if job.base_url:
        yield from ("--base-url", job.base_url)
    if job.cassettes:
        yield from ("--cassettes", str(job.cassettes))
    if job.as_of:
        yield from ("--as-of", job.as_of)
    # Live, a time that was given binds the server too, even when it is the normalizer's default.
    if job.limits.seconds != DEFAULT_LIMITS.seconds or job.patience is not None:
        yield from ("--timeout", repr(job.limits.seconds).removesuffix(".0"))
    if job.limits.memory != DEFAULT_LIMITS.memory:
        yield from ("--memory", str(max(1, job.limits.memory // _MEGABYTE)))
