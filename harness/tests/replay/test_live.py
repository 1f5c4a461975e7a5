"""The live basis: the official SDKs against an honest little server, on its good days and its bad ones."""

import pytest
from replay.fake_provider import FakeProvider, serving

from sendable.model.errors import ProviderNotAsked
from sendable.model.outcome import CouldNotAsk, Crashed, ProviderError, Verdict
from sendable.model.target import Target, parse_target
from sendable.replay import Modelled
from sendable.replay.backoff import Patience
from sendable.replay.counting import token_counter
from sendable.replay.endpoints import endpoint_of
from sendable.replay.live import CannotAsk, Live

CHAT = parse_target("openai-chat:gpt-5.4")
KEY = "sk-secret-0123456789abcdef"
KEYS = {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GEMINI_API_KEY": KEY, "MISTRAL_API_KEY": KEY}
GOOD = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "Hello, grüße \u2028"}]}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
OPEN = {"model": "gpt-5.4", "messages": [{"role": "assistant", "content": None, "tool_calls": [CALL]}]}
BREAKING = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "BREAK THE SERVER"}]}
BODIES = {
    "openai-chat:gpt-5.4": GOOD,
    "openai-responses:gpt-5.4": {"model": "gpt-5.4", "input": [{"role": "user", "content": "Hi"}], "no_such": 1},
    "anthropic-messages:claude-opus-5-5": {
        "model": "claude-opus-5-5",
        "max_tokens": 64000,
        "messages": [{"role": "user", "content": "Hi"}],
    },
    "gemini:gemini-3-pro": {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]},
    "mistral:mistral-large": {"model": "mistral-large", "messages": [{"role": "user", "content": "Hi"}]},
    "llamacpp-messages:tiny": {"model": "tiny", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]},
}


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.lives: list[Live] = []

    def patience(self, **changes) -> Patience:
        return Patience(sleep=self.slept.append, clock=lambda: sum(self.slept), **changes)


@pytest.fixture
def clock():
    """A clock whose clients are closed at the end."""
    made = Clock()
    yield made
    for live in made.lives:
        live.close()


def _live(provider: FakeProvider, clock: Clock, *, env=None, **changes) -> Live:
    live = Live(provider.base_url, env=env or {}, patience=clock.patience(**changes), today="2026-12-01")
    clock.lives.append(live)
    return live


@pytest.mark.parametrize("target", BODIES)
def test_the_same_bytes_go_out_live_and_modelled(target, clock):
    """What the SDK sends to the oracle it sends to the provider, key apart; the verdict is a live one of today."""
    to = parse_target(target)
    with serving(FakeProvider(key=KEY)) as provider:
        asked = _live(provider, clock, env=KEYS | {"LLAMACPP_API_KEY": KEY}).ask(BODIES[target], to)
    assert asked.outcome == Verdict(True, 200, "live", to.model, "2026-12-01")
    assert asked.sent == Modelled().ask(BODIES[target], to).sent
    assert [(seen.key, seen.content) for seen in provider.seen] == [(KEY, asked.sent)]


def test_a_refusal_is_the_providers_own(clock):
    """Status, type, parameter and words are what the server said; no rule of ours is claimed."""
    with serving(FakeProvider()) as provider:
        asked = _live(provider, clock).ask(OPEN, CHAT)
    words = "No tool output found for the call call_1."
    assert asked.outcome == Verdict(
        accepted=False,
        status=400,
        basis="live",
        model="gpt-5.4",
        as_of="2026-12-01",
        error=ProviderError(message=words, type="invalid_request_error", param="input"),
        message_basis="quoted",
    )


def test_a_body_that_the_sdk_does_not_send_is_a_crash(clock):
    """Nothing goes out, and it is told as in a modelled run."""
    with serving(FakeProvider()) as provider:
        asked = _live(provider, clock).ask({"messages": []}, CHAT)
    assert isinstance(asked.outcome, Crashed)
    assert asked.outcome.message.startswith("the openai SDK did not send this body: TypeError")
    assert provider.seen == []


def test_a_bad_day_changes_no_verdict(clock):
    """Limits, lost connections and passing errors are asked through; every body gets its verdict, in its turn."""
    with serving(FakeProvider(limit_every=5, drop_every=7, fail_every=4)) as provider:
        live = _live(provider, clock)
        outcomes = [live.ask(body, CHAT).outcome for _ in range(20) for body in (GOOD, OPEN)]
    assert [outcome.status for outcome in outcomes] == [200, 400] * 20
    assert len(provider.verdicts()) == 40
    assert live.requests == len(provider.seen) > 60


def test_the_pause_that_the_provider_names_is_kept(clock):
    """A rate limit is waited out as long as it says, then the answer counts."""
    with serving(FakeProvider(limit_every=2, retry_after="7")) as provider:
        live = _live(provider, clock)
        assert [live.ask(GOOD, CHAT).outcome.status for _ in range(3)] == [200] * 3
    assert clock.slept == [7.0, 7.0]


@pytest.mark.parametrize(
    ("provider", "slept", "why"),
    [
        (FakeProvider(page="busy"), [0.5, 1, 2, 4, 8], "the provider answered 529 (asked 6 times in 16 s)"),
        (
            FakeProvider(limit_every=1, retry_after="900"),
            [],
            "the provider answered 429 Too Many Requests (asked once)",
        ),
        (
            FakeProvider(page="broken"),
            [0.5, 1.0],
            "500 three times, and a control request got 500 as well",
        ),
    ],
    ids=["overloaded", "limited for long", "broken"],
)
def test_what_lasts_cannot_be_asked(provider, slept, why, clock):
    """After the tries and the time that there are, it is said; never as a verdict."""
    with serving(provider):
        assert _live(provider, clock).ask(GOOD, CHAT).outcome == CouldNotAsk(why)
    assert clock.slept == slept


def test_a_500_that_the_same_bytes_always_get_is_a_verdict(clock):
    """Three times the same bytes, and a control request that is answered well."""
    with serving(FakeProvider()) as provider:
        answered = _live(provider, clock).answer(BREAKING, CHAT)
    outcome = answered.asked.outcome
    assert isinstance(outcome, Verdict)
    assert (outcome.accepted, outcome.status, outcome.error) == (
        False,
        500,
        ProviderError(message="The server had an error.", type="server_error"),
    )
    assert answered.asked.sent == provider.seen[0].content
    assert [seen.status for seen in provider.seen] == [500, 500, 500, 200]
    assert len({seen.content for seen in provider.seen[:3]}) == 1
    assert answered.requests == 4


def test_a_500_beside_one_good_answer_is_none(clock):
    """The same bytes that are taken at the second try were never refused."""
    with serving(FakeProvider(fail_every=2)) as provider:
        live = _live(provider, clock)
        assert [live.ask(GOOD, CHAT).outcome.status for _ in range(4)] == [200] * 4


PAGES = [
    ("html", "an HTML page came back (400), not an answer of openai-chat"),
    ("html-ok", "an HTML page came back (200), not an answer of openai-chat"),
    ("text", "the answer (200) is not JSON: 'pong'"),
    ("empty", "the answer (200) is not JSON: it is empty"),
    ("json", "the answer (200) is JSON, but not one of openai-chat"),
    ("missing", "no openai-chat at this address: 404 for /v1/chat/completions"),
    (
        "redirect",
        "the server answered with a redirect (302) to http://elsewhere.invalid/v1: it is not followed, for the key would go there",
    ),
    ("forbidden", "openai-chat refused the key in OPENAI_API_KEY (403 permission_error)"),
    ("quota", "the account at openai-chat has no credit or quota left (429)"),
    ("poor", "the account at openai-chat has no credit or quota left (402)"),
    ("no-model", "openai-chat has no model 'gpt-5.4' (404)"),
]


@pytest.mark.parametrize(("page", "what"), PAGES, ids=[page for page, _ in PAGES])
def test_what_no_provider_answers_ends_the_run_at_once(page, what, clock):
    """One request, no pause, and a message that says what came back and from where."""
    with serving(FakeProvider(page=page)) as provider, pytest.raises(ProviderNotAsked) as caught:
        _live(provider, clock, env=KEYS).ask(GOOD, CHAT)
    assert (caught.value.what, caught.value.where) == (what, f"{provider.base_url}/v1")
    assert (len(provider.seen), clock.slept, caught.value.exit_code) == (1, [], 3)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(("page", "what"), PAGES[:6], ids=[page for page, _ in PAGES[:6]])
def test_a_page_after_good_answers_costs_one_request_only(page, what, clock):
    """Where the address has answered before, the others may still be asked."""
    with serving(FakeProvider(page=page, paged_after=1)) as provider:
        live = _live(provider, clock)
        assert live.ask(GOOD, CHAT).outcome.status == 200
        assert live.ask(GOOD, CHAT).outcome == CouldNotAsk(f"{what} (asked once)")


@pytest.mark.parametrize("target", [target for target in BODIES if not target.startswith("llamacpp")])
def test_a_wrong_key_ends_the_run_and_is_never_shown(target, clock):
    """OpenAI quotes the key in its answer: neither the message nor the kept exchange has it."""
    to, wrong = parse_target(target), "sk-wrong-9876543210"
    env = dict.fromkeys(KEYS, wrong)
    with serving(FakeProvider(key=KEY)) as provider, pytest.raises(ProviderNotAsked) as caught:
        _live(provider, clock, env=env).ask(BODIES[target], to)
    name = endpoint_of(to, provider.base_url, env).key_name
    assert f"{to.api} refused the key in {name} (" in caught.value.what
    assert len(provider.seen) == 1
    assert wrong not in str(caught.value)
    assert wrong not in repr(endpoint_of(to, provider.base_url, env))


def test_no_other_key_of_the_environment_goes_out(clock, monkeypatch):
    """What an SDK finds for itself stays here."""
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "someone-elses")
    monkeypatch.setenv("OPENAI_API_KEY", "someone-elses")
    with serving(FakeProvider()) as provider:
        live = _live(provider, clock)
        for target, body in BODIES.items():
            live.ask(body, parse_target(target))
    assert {seen.key for seen in provider.seen} == {""}


def test_an_unreachable_server_ends_the_run(clock):
    """Three tries at the first contact, then it is told."""
    with serving(FakeProvider()) as provider:
        pass
    with pytest.raises(ProviderNotAsked) as caught:
        _live(provider, clock).ask(GOOD, CHAT)
    assert caught.value.what.startswith("openai-chat cannot be reached: ConnectError: ")
    assert caught.value.what.endswith(" (asked 3 times in 2 s)")
    assert clock.slept == [0.5, 1.0]


def test_a_server_that_is_busy_is_there(clock):
    """It limited the first request: connections that are lost after that are tried again as any others are."""
    with serving(FakeProvider(at_first=("limited", "dropped", "dropped", "dropped"))) as provider:
        assert _live(provider, clock).ask(GOOD, CHAT).outcome.status == 200
    assert [seen.status for seen in provider.seen] == [429, 0, 0, 0, 200]


def test_a_server_that_goes_away_is_waited_for_once(clock):
    """The first request after it has gone is tried six times, the others once: a run with many of them ends."""
    with serving(FakeProvider()) as provider:
        live = _live(provider, clock)
        assert live.ask(GOOD, CHAT).outcome.status == 200
    outcomes = [live.ask(GOOD, CHAT).outcome for _ in range(3)]
    assert all(isinstance(outcome, CouldNotAsk) for outcome in outcomes)
    assert live.requests == 1 + 6 + 1 + 1
    with serving(provider, port=int(provider.base_url.rpartition(":")[2])):
        assert live.ask(GOOD, CHAT).outcome.status == 200


def test_an_answer_that_takes_too_long_is_none(clock):
    """A time-out is tried again like a lost connection."""
    with serving(FakeProvider(slow=0.4)) as provider, pytest.raises(ProviderNotAsked, match="ReadTimeout"):
        _live(provider, clock, answer=0.1).ask(GOOD, CHAT)
    assert clock.slept == [0.5, 1.0]


def test_a_counting_endpoint_is_asked_with_the_same_patience(clock):
    """Any other call goes through the same door, and is no verdict."""
    to = parse_target("anthropic-messages:claude-opus-5-5")
    with serving(FakeProvider(limit_every=2)) as provider:
        live = _live(provider, clock)
        found = [live.call(to, lambda client: token_counter(to, client)(BODIES[str(to)])).json() for _ in range(3)]
    assert found == [{"object": "response.input_tokens", "input_tokens": 19}] * 3
    assert {seen.path for seen in provider.seen} == {"/v1/messages/count_tokens"}


def test_a_call_that_lasts_without_answer_says_so(clock):
    """The caller is told why, as one request that was not answered."""
    to = parse_target("anthropic-messages:claude-opus-5-5")
    with serving(FakeProvider(page="busy")) as provider, pytest.raises(CannotAsk, match="529"):
        _live(provider, clock).call(to, lambda client: token_counter(to, client)(BODIES[str(to)]))


def test_the_validator_of_vllm_is_asked_at_its_own_paths(clock):
    """The suffix is put behind each path, and its answer is not held to the API's shape."""
    env = {"VLLM_PATH_SUFFIX": "/render"}
    with serving(FakeProvider(page="json")) as provider:
        asked = _live(provider, clock, env=env).ask({"model": "t", "messages": []}, Target("vllm-chat", "t"))
    assert asked.outcome.status == 200
    assert [seen.path for seen in provider.seen] == ["/v1/chat/completions/render"]


def test_a_redirect_is_told_with_its_port_and_without_what_is_secret(clock):
    """The address to give as --base-url; user, password and query stay out."""
    provider = FakeProvider(page="redirect", location="http://u:p@elsewhere.invalid:99/v1?key=secret")
    with serving(provider), pytest.raises(ProviderNotAsked) as caught:
        _live(provider, clock).ask(GOOD, CHAT)
    assert "http://elsewhere.invalid:99/v1" in str(caught.value)
    assert "secret" not in str(caught.value)
