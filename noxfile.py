"""The project's sessions, named for the question each answers."""

import tempfile
import zipfile
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["tests"]
nox.options.reuse_existing_virtualenvs = True

ROOT = Path(__file__).parent
SHARED = ROOT.parent / "shared"
SOURCES = {"PYTHONPATH": str(ROOT / "harness")}
RECORDINGS = SHARED / "recordings" / "round-trips.jsonl.gz"


@nox.session
def tests(session: nox.Session) -> None:
    """Do the tests pass? Coverage is measured."""
    session.install("-e", ".[dev]")
    session.run("coverage", "erase")
    session.run("pytest", "-n", "2", "--cov", "--cov-report=term", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """Is every output of the reference accepted? The main job, and the smoke profile."""
    session.install(".")
    session.run("sendable", "run", *session.posargs)
    session.run("sendable", "run", "--profile", "smoke", "--out", "reports/latest/smoke", *session.posargs)


@nox.session
def profile(session: nox.Session) -> None:
    """Does every case of the frozen profile end as it says? 10,000 cases through the official SDKs."""
    session.install(".")
    session.run("sendable", "run", "--profile", "2026-12", "--out", "reports/latest/profile", *session.posargs)


@nox.session
def selftest(session: nox.Session) -> None:
    """Does the net catch every mutator, every rule left out of the reference, and every rule left out of the oracle?"""
    session.install(".")
    session.run("sendable", "corpus", "lint")
    session.run("sendable", "corpus", "coverage", silent=True)
    session.run("sendable", "selftest", *session.posargs)


@nox.session
def real(session: nox.Session) -> None:
    """Run the main job on the histories of the team's recordings: at least 10,000 broken ones."""
    if not RECORDINGS.is_file():
        session.skip("needs the team's recordings beside the checkout")
    session.install(".")
    bases = Path(session.create_tmp()) / "bases.jsonl"
    session.run("sendable", "corpus", "import", str(RECORDINGS), "--out", str(bases))
    session.run(
        "sendable", "run", "--bases", str(bases), "--broken", "12000", "--out", "reports/real", *session.posargs
    )


LLAMACPP = ("xllamacpp==2026.10.11549", "gguf>=0.17.0", "numpy>=1.26.4")


@nox.session
def record_local(session: nox.Session) -> None:
    """Do real llama.cpp answers still say what the cassettes say? Records what changed; -- --check writes nothing."""
    session.install(".", "xllamacpp>=2026.8.10566", "gguf>=0.17.0", "numpy>=1.26.4")
    folder = str(ROOT / "cassettes" / "llamacpp")
    session.run("python", "-m", "servers.record", folder, *session.posargs, env=SOURCES)


@nox.session
def live_llamacpp(session: nox.Session) -> None:
    """Does a real llama.cpp server say what the cassettes say? Asked through the official SDKs."""
    session.install(".", *LLAMACPP)
    _ask_servers(session, "llamacpp", "--profile", "smoke", *session.posargs)


@nox.session
def servers(session: nox.Session) -> None:
    """Do vLLM, with and without its engine, transformers and LiteLLM take what the reference sends? Installs 4 GB."""
    session.install(".", "uv", *LLAMACPP)
    folder = ("--folder", session.cache_dir / "servers")
    if session.posargs:
        _ask_servers(session, *session.posargs, *folder)
        return
    _ask_servers(session, "vllm", "transformers", "litellm", "--profile", "smoke", *folder)
    whole = ("--profile", "2026-12", "--only-hold", *folder)
    _ask_servers(session, "llamacpp", "vllm-hermes", "vllm-gpt-oss", "vllm-mistral", *whole)


def _ask_servers(session: nox.Session, *words: str | Path) -> None:
    session.run("python", "-m", "servers.ask", *map(str, words), env=SOURCES)


@nox.session
def mistral_check(session: nox.Session) -> None:
    """Does the oracle say of Mistral what Mistral's own request validator says?"""
    session.install(".", "mistral_common>=1.13.1")
    session.run("python", "-m", "servers.check_mistral", *session.posargs, env=SOURCES)


@nox.session
def laws(session: nox.Session) -> None:
    """Do 100,000 random histories break a law or crash anything?"""
    session.install("-e", ".[dev]")
    others = {"SENDABLE_OTHER_EXAMPLES": "1"}
    session.run("pytest", "-n", "2", "-m", "long or not speed", "harness/tests", *session.posargs, env=others)
    laws_of_the_closing_repair = ("harness/tests/reference/flat/test_laws.py", "-k", "random_histories")
    session.run("pytest", *laws_of_the_closing_repair, env={"SENDABLE_FLAT_HISTORIES": "100000"})


@nox.session
def speed(session: nox.Session) -> None:
    """Are the bounds in seconds kept? On a machine that does nothing else, and without coverage."""
    session.install("-e", ".[dev]")
    session.run("pytest", "-m", "speed", "harness/tests", *session.posargs)


@nox.session
def million(session: nox.Session) -> None:
    """Do 1,000,000 generated histories, whole and broken, crash anything, break a law, or get refused?"""
    session.install(".")
    session.run("python", "-m", "laws.million", *session.posargs, env=SOURCES)


@nox.session
def league(session: nox.Session) -> None:
    """What do other people's libraries make of the same histories? Writes reports/league.md and league.json."""
    session.install("-e", ".[dev]", "langchain-anthropic==1.7.10", "langchain-core==1.8.3", "langchain-openai==1.7.4")
    session.run("npm", "ci", "--prefix", str(ROOT / "harness" / "adapters" / "node"), external=True)
    tests = ("harness/tests/adapters", "harness/tests/league", "harness/tests/plugin/test_langchain_agent.py")
    session.run("pytest", *tests, env={"SENDABLE_ADAPTERS": "1"})
    session.run("python", "-m", "league", *session.posargs, env=SOURCES)


@nox.session
def replay(session: nox.Session) -> None:
    """Do the recordings answer the smoke profile as they did, without a server?"""
    session.install(".")
    apis = [f"{server}-{api}" for server in ("llamacpp", "vllm") for api in ("chat", "responses", "messages")]
    targets = [word for api in apis for word in ("--target", f"{api}:tiny-scripted")]
    words = ("--basis", "recorded", "--strict", "--profile", "smoke", *targets, "--out", "reports/latest/replay")
    session.run("sendable", "run", *words, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Is the code formatted, clean, and does it keep to the layers?"""
    session.install("-e", ".[dev]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Does mypy, strict, agree?"""
    session.install("-e", ".[dev]")
    session.run("mypy")


@nox.session
def build(session: nox.Session) -> None:
    """Do the cases, the rules and the ledger travel in the wheel, and does it run from there?"""
    session.install("build")
    with tempfile.TemporaryDirectory() as out:
        session.run("python", "-m", "build", "--outdir", out, silent=True)
        wheel = next(Path(out).glob("*.whl"))
        _prove_wheel(session, wheel)
        session.install("--force-reinstall", str(wheel))
        with session.chdir(out):
            session.run("sendable", "--version")
            session.run("sendable", "run", "--broken", "50", "--out", "report")


def _prove_wheel(session: nox.Session, wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    missing = [path for path in _data_files() if path not in names]
    if missing or "sendable/py.typed" not in names:
        session.error(f"the wheel lacks {missing or 'py.typed'}")
    session.log(f"{wheel.name}: {len(names)} files, {len(_data_files())} data files proved present")


def _data_files() -> list[str]:
    """Name, as paths in the wheel, every data file of the source tree."""
    package = ROOT / "harness" / "sendable"
    inside = [
        each.relative_to(package.parent)
        for each in package.rglob("*")
        if each.suffix in {".toml", ".json", ".gz", ".zst"}
    ]
    cases = [
        Path("sendable/_data/cases") / each.relative_to(ROOT / "cases") for each in (ROOT / "cases").rglob("*.json*")
    ]
    return sorted(str(each) for each in inside + cases)


@nox.session
def minimums(session: nox.Session) -> None:
    """Do the tests pass with the lowest direct dependencies?"""
    session.run_install("uv", "pip", "install", "--resolution", "lowest-direct", "-e", ".[dev]", external=True)
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def latest(session: nox.Session) -> None:
    """Do the tests pass with the newest of everything, pre-releases included?"""
    session.run_install("uv", "pip", "install", "--upgrade", "--prerelease", "allow", "-e", ".[dev]", external=True)
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def agree(session: nox.Session) -> None:
    """Does the oracle agree with what real providers answered?"""
    session.install(".")
    recordings = [str(RECORDINGS)] if RECORDINGS.is_file() else []
    session.run("sendable", "agree", *recordings, "cassettes", *session.posargs)


@nox.session
@nox.parametrize("sdk", ["openai==1.66.0", "openai==2.54.0", "anthropic==0.49.0", "anthropic==1.0.0", "installed"])
def drift(session: nox.Session, sdk: str) -> None:
    """Does an SDK declare a field that nobody has decided on? Old releases may: what they had is partly gone."""
    session.install(".", "uv")
    words = [] if sdk == "installed" else ["--sdk", sdk]
    session.run("sendable", "drift", *words, *session.posargs, success_codes=[0] if sdk == "installed" else [0, 1])


@nox.session
def drift_backtest(session: nox.Session) -> None:
    """What would the gate have said of past upgrades?"""
    session.install("-e", ".", "uv")
    session.run("python", "harness/pages/drift.py", *session.posargs)


@nox.session
def pages(session: nox.Session) -> None:
    """Write the generated pages of docs/ anew."""
    session.install("-e", ".")
    for name in ("rules", "four_shapes", "mutators", "profile", "traceability"):
        session.run("python", f"harness/pages/{name}.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Are the design's bounds kept? Ratios within one run, peers included."""
    session.install("-e", ".[dev]", "tool-call-repair", "tessera-transcript")
    for script in sorted((ROOT / "harness" / "bench").glob("*.py")):
        session.run("python", str(script), *session.posargs)
