"""The servers that can be run here: how each starts, whom it answers for, and how it is asked."""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from servers.install import LITELLM, TRANSFORMERS, VLLM, install, python_of
from servers.process import Running, free_port, running
from servers.serve_llamacpp import NAME, serving

CONTEXT = 65_536
# LiteLLM does not start without one; it guards nothing but a server on this machine for some minutes.
_LOCAL_KEY = "sk-of-this-machine-alone"
_HARNESS = Path(__file__).resolve().parents[1]
_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}


@dataclass(frozen=True)
class Places:
    """Folders for what is made once: virtual environments, model folders, logs."""

    environments: Path
    models: Path
    logs: Path

    def made(self, maker: str, *words: str) -> Path:
        """Return the model that ``python -m servers.<maker>`` writes, made in vLLM's environment if it is missing."""
        out = self.models / "-".join([maker, *(Path(word).stem for word in words)])
        if not (out / "config.json").exists():
            install(self.environments, "vllm")
            python = str(python_of(self.environments, "vllm"))
            subprocess.run([python, "-m", f"servers.{maker}", str(out), *words], cwd=_HARNESS, check=True)
        return out


@dataclass(frozen=True)
class System:
    """A server.

    version: of the package. apis: as its answers are filed. model: as it is asked for; the name of a folder of
    `Places.models` where the server knows it by its path. validates: its answers are of a validator without an engine;
    the address is no provider's, though the SDK writes the request. env: for who asks. extra: added to every body.
    records: whether its answers are kept. best_effort: the oracle has no rules for it: what it says fails nothing.
    start: makes what is needed and runs it.
    """

    name: str
    version: str
    apis: tuple[str, ...]
    model: str
    start: "Callable[[System, Places], Iterator[Running]]"
    validates: bool = False
    records: bool = False
    best_effort: bool = False
    env: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, bool] = field(default_factory=dict)

    @contextmanager
    def serving(self, places: Places) -> Iterator[Running]:
        """Start it, and end it whatever happens.

        Raises:
            ServerDidNotStart: it was not healthy in time.
        """
        yield from self.start(self, places)


def _llamacpp(_system: System, places: Places) -> Iterator[Running]:
    from servers import make_gguf  # noqa: PLC0415 - needs the packages gguf and numpy, which other systems do not

    model = places.models / "tiny.gguf"
    make_gguf.write(model)
    with serving(model) as server:
        yield server


def _engine(system: System, places: Places) -> Iterator[Running]:
    words = ["serve", "--enforce-eager", "--max-num-seqs", "4", *_HERMES]
    env = {"VLLM_CPU_KVCACHE_SPACE": "1", "OMP_NUM_THREADS": "2", "VLLM_CPU_OMP_THREADS_BIND": "nobind"}
    return _vllm(system, places, words, places.made("make_hf"), env)


def _validator(kind: str) -> "Callable[[System, Places], Iterator[Running]]":
    def start(system: System, places: Places) -> Iterator[Running]:
        folder, words, env = _KINDS[kind](places)
        return _vllm(system, places, ["launch", "render", *words], folder, env)

    return start


def _vllm(system: System, places: Places, words: list[str], folder: Path, env: Mapping[str, str]) -> Iterator[Running]:
    install(places.environments, "vllm")
    port = free_port()
    command = [str(python_of(places.environments, "vllm").with_name("vllm")), *_before_model(words), str(folder)]
    command += ["--served-model-name", system.model, "--port", str(port), "--dtype", "float32"]
    command += ["--max-model-len", str(CONTEXT), "--enable-auto-tool-choice", *_options(words)]
    with running(system.name, command, port, places.logs / f"{system.name}.log", env={**_OFFLINE, **env}) as server:
        yield server


def _before_model(words: list[str]) -> list[str]:
    return words[:2] if words[0] == "launch" else words[:1]


def _options(words: list[str]) -> list[str]:
    return words[len(_before_model(words)) :]


_HERMES = ["--tool-call-parser", "hermes", "--reasoning-parser", "qwen3"]


def _hermes(places: Places) -> tuple[Path, list[str], dict[str, str]]:
    return places.made("make_hf"), _HERMES, {}


def _gpt_oss(places: Places) -> tuple[Path, list[str], dict[str, str]]:
    """Make the model from the vocabulary that the npm package js-tiktoken carries."""
    packed = next(places.models.glob("js-tiktoken-*.tgz"), None)
    if packed is None:
        subprocess.run(["npm", "pack", "--silent", "js-tiktoken"], cwd=places.models, check=True)
        packed = next(places.models.glob("js-tiktoken-*.tgz"))
    folder = places.made("make_gptoss", str(packed))
    return folder, ["--tool-call-parser", "openai"], {"TIKTOKEN_ENCODINGS_BASE": str(folder / "encodings")}


def _mistral(places: Places) -> tuple[Path, list[str], dict[str, str]]:
    # vLLM's own parser for Mistral breaks with the mistral-common that pip resolves today: the one of Hermes reads it.
    return places.made("make_mistral", "v13"), ["--tokenizer-mode", "mistral", "--tool-call-parser", "hermes"], {}


_KINDS: dict[str, Callable[[Places], tuple[Path, list[str], dict[str, str]]]] = {
    "hermes": _hermes,
    "gpt-oss": _gpt_oss,
    "mistral": _mistral,
}


def _transformers(system: System, places: Places) -> Iterator[Running]:
    install(places.environments, "transformers")
    folder, port = places.made("make_hf"), free_port()
    program = str(python_of(places.environments, "transformers").with_name("transformers"))
    command = [program, "serve", "--port", str(port), "--device", "cpu", str(folder)]
    with running(system.name, command, port, places.logs / f"{system.name}.log", env=_OFFLINE) as server:
        yield server


def _litellm(system: System, places: Places) -> Iterator[Running]:
    """Put LiteLLM in front of llama.cpp, which it takes for an OpenAI server."""
    install(places.environments, "litellm")
    program = str(python_of(places.environments, "litellm").with_name("litellm"))
    for behind in _llamacpp(system, places):
        port = free_port()
        command = [program, "--model", f"openai/{system.model}", "--api_base", f"{behind.base_url}/v1"]
        command += ["--port", str(port), "--alias", system.model]
        log, env = places.logs / f"{system.name}.log", {"OPENAI_API_KEY": "none", "LITELLM_MASTER_KEY": _LOCAL_KEY}
        with running(system.name, command, port, log, env=env, health="/health/liveliness") as server:
            yield server


_VLLM = ("vllm-chat", "vllm-responses", "vllm-messages")
_LLAMACPP = ("llamacpp-chat", "llamacpp-responses", "llamacpp-messages")
_OPENAI = ("openai-chat", "openai-responses")
_KEYS = {"OPENAI_API_KEY": _LOCAL_KEY, "ANTHROPIC_API_KEY": _LOCAL_KEY}
_RENDER = {"VLLM_PATH_SUFFIX": "/render"}

SYSTEMS = {
    each.name: each
    for each in (
        System("llamacpp", "xllamacpp", _LLAMACPP, NAME, _llamacpp, records=True),
        System("vllm", VLLM, _VLLM, NAME, _engine, records=True),
        System("vllm-hermes", VLLM, _VLLM, NAME, _validator("hermes"), validates=True, env=_RENDER),
        System("vllm-gpt-oss", VLLM, _VLLM, "tiny-gpt-oss", _validator("gpt-oss"), validates=True, env=_RENDER),
        System("vllm-mistral", VLLM, _VLLM, "tiny-mistral-v13", _validator("mistral"), validates=True, env=_RENDER),
        System(
            "transformers", TRANSFORMERS, _OPENAI, "make_hf", _transformers, best_effort=True, extra={"stream": False}
        ),
        System("litellm", LITELLM, (*_OPENAI, "anthropic-messages"), NAME, _litellm, best_effort=True, env=_KEYS),
    )
}
