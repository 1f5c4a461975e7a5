"""Write a tiny model with a Mistral tokenizer file, for which vLLM runs the request validator of mistral-common.

Run ``python -m servers.make_mistral OUT VERSION`` in ``harness/``; needs ``mistral_common``, ``numpy`` and
``safetensors``. The vocabulary is the one that mistral-common ships. VERSION is ``v3`` (as shipped) or ``v13`` (the
same vocabulary, marked as the newer tokenizer version: its validator takes any call id, and checks that results and
calls match). The model always says "ok".
"""

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from mistral_common.tokens.tokenizers.base import SpecialTokens
from mistral_common.tokens.tokenizers.mistral import MistralTokenizer
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

from servers.llama_folder import Sizes, write_folder

VERSIONS = ("v3", "v13")
_WIDTH = 64
_SURE = 8


def write(out: Path, version: str) -> None:
    """Write the folder `out`, about 65 MB, with a tokenizer file of `version`, one of `VERSIONS`."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / "tekken.json"
    file.write_text(json.dumps(_tokenizer_file(version)), "utf-8")
    tokenizer: Any = MistralTokenizer.from_file(str(file)).instruct_tokenizer.tokenizer
    embeddings, next_token = _tables(tokenizer)
    write_folder(
        out,
        Sizes(vocabulary=tokenizer.n_words, width=_WIDTH, heads=2),
        embeddings=embeddings,
        next_token=next_token,
        config={
            "architectures": ["MistralForCausalLM"],
            "model_type": "mistral",
            "bos_token_id": tokenizer.bos_id,
            "eos_token_id": tokenizer.eos_id,
            "sliding_window": None,
        },
    )


def _tokenizer_file(version: str) -> dict[str, Any]:
    shipped = sorted(each.name for each in files("mistral_common").joinpath("data").iterdir() if "tekken" in each.name)
    content: dict[str, Any] = json.loads(files("mistral_common").joinpath("data", shipped[-1]).read_text("utf-8"))
    if version != VERSIONS[0]:
        content["config"]["version"] = version
        content["special_tokens"] = _special_tokens()
    return content


def _special_tokens() -> list[dict[str, Any]]:
    """List the special tokens that newer files name themselves: the old ones in their places, then all others."""
    old = [{**each, "token_str": _plain(each["token_str"])} for each in Tekkenizer.DEPRECATED_SPECIAL_TOKENS]
    names = [each["token_str"] for each in old]
    new = [token.value for token in SpecialTokens if token.value not in names]
    return old + [{"rank": len(old) + n, "token_str": name, "is_control": True} for n, name in enumerate(new)]


def _plain(token: Any) -> str:
    return str(getattr(token, "value", token))


def _tables(tokenizer: Any) -> tuple[np.ndarray, np.ndarray]:
    """Let "ok" follow the end of the user's text and of results, and the end of the answer follow all else."""
    embeddings = np.zeros((tokenizer.n_words, _WIDTH), np.float32)
    next_token = np.zeros((tokenizer.n_words, _WIDTH), np.float32)
    embeddings[:, -1] = 1
    next_token[tokenizer.eos_id, -1] = _SURE
    ok = tokenizer.encode("ok", bos=False, eos=False)[0]
    for dimension, name in enumerate(("[/INST]", "[/TOOL_RESULTS]")):
        token = tokenizer.get_special_token(name)
        embeddings[token] = 0
        embeddings[token, dimension] = 1
        next_token[ok, dimension] = _SURE
    return embeddings, next_token


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2])
