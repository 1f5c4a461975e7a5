"""The recorded basis: the official SDK asks, and what a provider really answered is played back to it.

Cassettes go first, then the index of digests; of the rest it is said that it is not on file, and what recording costs.
"""

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Final

import msgspec

from sendable import oracle
from sendable.model.errors import ProviderNotAsked
from sendable.model.evidence import Evidence
from sendable.model.json import JsonObject
from sendable.model.outcome import Crashed, NotOnFile, Verdict
from sendable.model.roundtrip import RoundTrip
from sendable.model.target import Target
from sendable.oracle.judge import EVIDENCE_DATE
from sendable.recordings.scope import is_verdict
from sendable.recordings.words import same_words
from sendable.replay.asking import Asked
from sendable.replay.backoff import Patience
from sendable.replay.cassettes import OnFile, Shelf, player
from sendable.replay.costs import Costs
from sendable.replay.endpoints import Endpoint
from sendable.replay.exchange import Exchange
from sendable.replay.line import CannotAsk, Line, NotSent
from sendable.replay.matcher import nearest, parted, strict
from sendable.replay.no_sockets import no_sockets
from sendable.replay.outgoing import Outbox, Outgoing
from sendable.replay.reading import error_in, is_success
from sendable.replay.recorded import grounded, on_file

# Nobody is there: what a cassette does not answer fails at the first step.
_NOWHERE: Final = Endpoint("http://recorded.invalid/v1", key="", key_name="")
_ONCE: Final = Patience(tries=1)


class Recorded:
    """Answer from recordings alone; nothing leaves this process.

    root: the folder of cassettes; None for the index alone. as_of: ISO date; younger recordings are not known yet.
    costs: says what recording a request would cost at most.
    """

    def __init__(self, root: Path | None, *, as_of: str | None = None, costs: Costs | None = None) -> None:
        self._shelf = Shelf(root) if root is not None else None
        self._as_of = as_of
        self._costs = costs
        self._outbox = Outbox()
        self._lines: dict[str, Line] = {}

    def ask(self, body: JsonObject, target: Target, headers: Mapping[str, str] | None = None) -> Asked:
        """Return what was answered to a request of the same history and settings, or `NotOnFile`.

        A digest that was answered both ways is no verdict; neither is a recording that the oracle contradicts for this
        request and not for the recorded one, for then they differ in something that a digest leaves out.

        Raises:
            UnreadableInput: a cassette cannot be read.
            BadUsage: the API is not known.
        """
        wanted = self._outbox.out(body, target, headers)
        if isinstance(wanted, Crashed):
            return Asked(wanted)
        modelled = _modelled(wanted.body, target, wanted.headers, self._as_of or EVIDENCE_DATE)
        known = on_file(wanted.body, target.api, target.vendor, wanted.headers, target.model)
        found = self._found(wanted, target)
        answers = {each.trip.accepted for each in found} | ({known.accepted} if known else set())
        if len(answers) > 1 or (known is not None and known.conflicting):
            return self._missing("this history was answered both ways with these settings", wanted, target)
        if found:
            return self._played(found[0], body, headers or {}, wanted, target, modelled)
        filed = grounded(modelled, wanted.body, target.api, target.vendor, wanted.headers, target.model)
        if filed.recording is not None:
            return Asked(filed.verdict, wanted.content, filed.recording)
        return self._missing(self._why(wanted, target, filed.verdict), wanted, target)

    def close(self) -> None:
        """Let the clients go; none has a connection."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()

    def _found(self, wanted: Outgoing, target: Target) -> list[OnFile]:
        """Find the cassettes of a request, the newest first."""
        found = self._shelf.find(target, wanted) if self._shelf else ()
        known = [
            each for each in found if _is_verdict(each.trip) and (not self._as_of or each.trip.date <= self._as_of)
        ]
        return sorted(known, key=lambda each: each.trip.date, reverse=True)

    def _played(
        self,
        found: OnFile,
        body: JsonObject,
        headers: Mapping[str, str],
        wanted: Outgoing,
        target: Target,
        modelled: Verdict,
    ) -> Asked:
        """Let vcrpy answer the SDK, and judge that as if it came from the provider."""
        rule = _deciding(found, wanted, target, modelled)
        if rule is not None:
            why = f"a recording ({found.where}) differs in what a digest leaves out: {rule} holds for one of them"
            return self._missing(why, wanted, target)
        try:
            with no_sockets(), player(found.file, strict(target.api, target.provider_type)):
                line = self._line(target)
                came, _ = line.ask(
                    lambda client: line.api.create(client, body, headers, target.model),
                    target,
                    trusts_500=True,
                    is_other=True,
                )
        except (CannotAsk, NotSent, ProviderNotAsked) as error:
            return self._missing(_unplayed(found, wanted, target, str(error)), wanted, target)
        return Asked(_verdict(came, found, target, modelled), came.sent, found.where)

    def _why(self, wanted: Outgoing, target: Target, modelled: Verdict) -> str:
        """Say what there is instead: the nearest cassette and where it differs, or a doubtful recording."""
        doubt = [each for each in modelled.assumptions if each.startswith("a request of this shape was")]
        if doubt:
            return f"{doubt[0]}, and the oracle says otherwise of this one"
        unnamed = self._shelf.unnamed(target, wanted) if self._shelf else None
        if unnamed is not None:
            return (
                f"no recording for {target.api_name}: what is on file was answered by a server that nobody named "
                f"({unnamed}) and does not count; if it only passes on to the provider, record with --gateway"
            )
        trips = [each.trip for each in self._shelf.all(target)] if self._shelf else []
        near = nearest(wanted.body, trips, target.api, target.provider_type, wanted.headers)
        if near is None or not near.differences:
            return f"no recording for {target.api_name}"
        more = f", and {len(near.differences) - 1} more" if len(near.differences) > 1 else ""
        return f"no recording; the nearest ({near.where}) differs at {near.differences[0]}{more}"

    def _missing(self, why: str, wanted: Outgoing, target: Target) -> Asked:
        cost = self._costs(wanted.body, target) if self._costs else None
        told = NotOnFile(why, missing=f"{wanted.history}-{wanted.settings}")
        if cost is None:
            return Asked(told, wanted.content)
        dollars = "" if cost.dollars is None else f", {cost.dollars:.4f} dollars"
        why = f"{why}; recording it costs 1 request, at most {cost.tokens} tokens{dollars}"
        return Asked(msgspec.structs.replace(told, why=why, tokens=cost.tokens, dollars=cost.dollars), wanted.content)

    def _line(self, target: Target) -> Line:
        if target.api not in self._lines:
            self._lines[target.api] = Line(target, _NOWHERE, _ONCE)
        return self._lines[target.api]


def _is_verdict(trip: RoundTrip) -> bool:
    """Tell whether an answer judges its request; a 500 is only recorded when it does."""
    return is_verdict(trip) or (trip.status == HTTPStatus.INTERNAL_SERVER_ERROR and not trip.counting)


def _unplayed(found: OnFile, wanted: Outgoing, target: Target, said: str) -> str:
    """Say why a recording does not answer the request that its name stands for."""
    parts = parted(wanted.body, found.trip, target.api, target.provider_type, wanted.headers)
    what = "; ".join(map(str, parts[:3])) or said
    return f"the recording {found.where} does not answer the request that its name stands for: {what}"


def _deciding(found: OnFile, wanted: Outgoing, target: Target, modelled: Verdict) -> str | None:
    """Return the rule by which the oracle tells a request from the recorded one of the same digests.

    Only where it says otherwise than what was recorded; None where it does not, or says so of both.
    """
    if modelled.accepted == found.trip.accepted or found.trip.request == wanted.body:
        return None
    same = _modelled(found.trip.request, target, found.trip.headers, modelled.as_of)
    return None if (same.accepted, same.rule) == (modelled.accepted, modelled.rule) else modelled.rule or same.rule


def _modelled(body: JsonObject, target: Target, headers: Mapping[str, str], as_of: str) -> Verdict:
    model = None if "model" in body else target.model
    return oracle.judge(target.api, body, model=model, vendor=target.vendor, headers=headers, as_of=as_of)


def _verdict(came: Exchange, found: OnFile, target: Target, modelled: Verdict) -> Verdict:
    """Return what was recorded; where the oracle says the same, with its rule."""
    error = error_in(came)
    agreed = (
        error is not None
        and modelled.error is not None
        and modelled.status == came.status
        and same_words(modelled.error.message, error.message)
    )
    return Verdict(
        accepted=is_success(came),
        status=came.status,
        basis="recorded",
        model=target.model,
        as_of=found.trip.date,
        error=error,
        rule=modelled.rule if agreed else None,
        path=modelled.path if agreed else None,
        message_basis=None if error is None else "quoted",
        evidence=(Evidence(kind="cassette", where=found.where, date=found.trip.date, model=target.model),),
    )
