"""Write a tiny model that takes vLLM's way of gpt-oss models: the harmony encoder in place of a chat template.

Run ``python -m servers.make_gptoss OUT js-tiktoken.tgz`` in ``harness/``; needs ``numpy``, ``safetensors`` and
``tokenizers``. The archive is what ``npm pack js-tiktoken`` gives: it carries the vocabulary that gpt-oss models have,
which is also written to ``OUT/encodings`` for the harmony encoder (``TIKTOKEN_ENCODINGS_BASE``). The model always says
"ok".
"""

import base64
import json
import sys
import tarfile
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from servers.llama_folder import Sizes, write_folder
from servers.tiny_model import byte_alphabet

_SIZE = 201_088
_FIRST_SPECIAL = 199_998
_SPECIAL = {
    199_998: "<|startoftext|>",
    199_999: "<|endoftext|>",
    200_002: "<|return|>",
    200_003: "<|constrain|>",
    200_005: "<|channel|>",
    200_006: "<|start|>",
    200_007: "<|end|>",
    200_008: "<|message|>",
    200_012: "<|call|>",
    200_018: "<|endofprompt|>",
}
_RETURN, _END, _CALL = 200_002, 199_999, 200_012
_RANKS = "package/dist/ranks/o200k_base.js"
_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
_WIDTH = 64
# The final norm leaves 8 in the one dimension that is set: 8 times this beats 200,000 other tokens at temperature 1.
_SURE = 8


class WrongVocabulary(Exception):
    """The archive does not hold the vocabulary of gpt-oss models."""


def write(out: Path, archive: Path) -> None:
    """Write the folder `out`, about 125 MB.

    Raises:
        WrongVocabulary: the archive holds another vocabulary, or none.
    """
    ranks = read_ranks(archive)
    (out / "encodings").mkdir(parents=True, exist_ok=True)
    (out / "encodings" / "o200k_base.tiktoken").write_text(ranks, "utf-8")
    vocabulary = _vocabulary(ranks)
    _tokenizer(vocabulary).save(str(out / "tokenizer.json"))
    embeddings, next_token = _tables(vocabulary)
    write_folder(
        out,
        Sizes(vocabulary=_SIZE, width=_WIDTH, heads=2),
        embeddings=embeddings,
        next_token=next_token,
        config={
            "architectures": ["LlamaForCausalLM"],
            "model_type": "gpt_oss",
            "eos_token_id": _RETURN,
            "pad_token_id": _END,
            "layer_types": ["full_attention"],
            "num_local_experts": 2,
            "num_experts_per_tok": 1,
            "rope_parameters": {"rope_type": "default", "rope_theta": 150_000.0},
            "rope_scaling": None,
            "sliding_window": None,
            "attention_bias": False,
            "mlp_bias": False,
        },
        generation={"eos_token_id": [_RETURN, _END, _CALL], "pad_token_id": _END, "do_sample": False},
        tokenizer=_NAMES,
    )


def read_ranks(archive: Path) -> str:
    """Return the vocabulary in tiktoken's form, ``base64 rank`` a line.

    Raises:
        WrongVocabulary: it is another one, or there is none.
    """
    with tarfile.open(archive) as packed:
        held = packed.extractfile(_RANKS)
        script = held.read().decode() if held else ""
    packed_ranks = json.loads(script.removeprefix("export default ").rstrip(";\n"))["bpe_ranks"]
    lines = []
    for line in filter(None, packed_ranks.split("\n")):
        _, first, *tokens = line.split(" ")
        lines += [f"{token} {int(first) + place}\n" for place, token in enumerate(tokens)]
    text = "".join(lines)
    if sha256(text.encode()).hexdigest() != _SHA256:
        raise WrongVocabulary(f"{archive} does not hold the o200k_base vocabulary that tiktoken expects")
    return text


def _vocabulary(ranks: str) -> dict[str, int]:
    alphabet = byte_alphabet()
    pairs = (line.split(" ") for line in ranks.splitlines())
    return {"".join(alphabet[byte] for byte in base64.b64decode(token)): int(rank) for token, rank in pairs}


def _tokenizer(vocabulary: dict[str, int]) -> Tokenizer:
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    made.decoder = decoders.ByteLevel()
    names = (_SPECIAL.get(number, f"<|reserved_{number}|>") for number in range(_FIRST_SPECIAL, _SIZE))
    made.add_special_tokens([AddedToken(name, special=True, normalized=False) for name in names])
    assert all(made.token_to_id(name) == number for number, name in _SPECIAL.items()), "ids are places"
    return made


def _tables(vocabulary: dict[str, int]) -> tuple[np.ndarray, np.ndarray]:
    """Write the chain ``assistant<|channel|>final<|message|>ok<|return|>``; all else is followed by the end."""
    chain = [vocabulary["assistant"], 200_005, vocabulary["final"], 200_008, vocabulary["ok"], _RETURN]
    embeddings = np.zeros((_SIZE, _WIDTH), np.float32)
    next_token = np.zeros((_SIZE, _WIDTH), np.float32)
    embeddings[:, -1] = 1
    next_token[_RETURN, -1] = _SURE
    for dimension, (token, following) in enumerate(pairwise(chain)):
        embeddings[token] = 0
        embeddings[token, dimension] = 1
        next_token[following, dimension] = _SURE
    return embeddings, next_token


_NAMES = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "bos_token": _SPECIAL[_FIRST_SPECIAL],
    "eos_token": _SPECIAL[_RETURN],
    "pad_token": _SPECIAL[_END],
    "clean_up_tokenization_spaces": False,
    # Never rendered: the harmony encoder writes the prompt. It only has to be there.
    "chat_template": "{% for message in messages %}{{ message.content }}{% endfor %}",
}


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
