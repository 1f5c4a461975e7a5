"""Write the scripted model as a Hugging Face folder, for vLLM and ``transformers serve``.

Run ``python -m servers.make_hf OUT`` in ``harness/``; needs ``numpy``, ``safetensors`` and ``tokenizers``.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from servers.llama_folder import Sizes, write_folder
from servers.tiny_model import CONTROL, MERGES, STOP, WIDTH, chat_template, spoken_tokens, successors, vocabulary

_HEADS = 8


def write(out: Path) -> None:
    """Write the folder `out`: configuration, tokenizer, chat template and weights, about 7 MB."""
    out.mkdir(parents=True, exist_ok=True)
    _tokenizer().save(str(out / "tokenizer.json"))
    template = chat_template()
    (out / "chat_template.jinja").write_text(template, "utf-8")
    ids = {token: number for number, token in enumerate(vocabulary())}
    ends = {"bos_token_id": ids[CONTROL[0]], "eos_token_id": ids[STOP], "pad_token_id": ids[CONTROL[0]]}
    write_folder(
        out,
        Sizes(vocabulary=WIDTH, width=WIDTH, heads=_HEADS),
        embeddings=np.eye(WIDTH, dtype=np.float32),
        next_token=_next_token_table(ids),
        config={"architectures": ["LlamaForCausalLM"], "model_type": "llama", **ends},
        generation={**ends, "do_sample": False},
        tokenizer={**_NAMES, "chat_template": template},
    )


def _tokenizer() -> Tokenizer:
    """Make a byte-level tokenizer whose ids are the places in `vocabulary`."""
    tokens = vocabulary()
    spoken = spoken_tokens()
    plain = tokens[: len(tokens) - len(CONTROL) - len(spoken)]
    made = Tokenizer(models.BPE(vocab={token: n for n, token in enumerate(plain)}, merges=MERGES))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in CONTROL])
    made.add_tokens([AddedToken(token, special=False, normalized=False) for token in spoken])
    assert all(made.token_to_id(token) == number for number, token in enumerate(tokens)), "ids are places"
    return made


def _next_token_table(ids: dict[str, int]) -> Any:
    table = np.zeros((WIDTH, WIDTH), np.float32)
    for token, following in successors().items():
        table[ids[following], ids[token]] = 1
    return table


_NAMES = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "bos_token": CONTROL[0],
    "eos_token": STOP,
    "pad_token": CONTROL[0],
    "unk_token": None,
    "add_bos_token": False,
    "clean_up_tokenization_spaces": False,
}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
