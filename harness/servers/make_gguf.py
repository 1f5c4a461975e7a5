"""Write the scripted model as a GGUF file for llama.cpp.

Run ``python -m servers.make_gguf OUT.gguf`` in ``harness/``; needs ``gguf`` and ``numpy``.
"""

import sys
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from servers.tiny_model import CONTROL, MERGES, STOP, WIDTH, chat_template, spoken_tokens, successors, vocabulary

CONTEXT = 32_768
# As small as can be: what attention and feed-forward compute is multiplied by zero, and a prompt is read the faster.
_HEAD_WIDTH = 32
_FEED_FORWARD = 32

Matrix = NDArray[np.float32]


def write(out: Path) -> None:
    """Write the model to `out`, about 6 MB; the same script gives the same bytes."""
    writer = gguf.GGUFWriter(str(out), "llama")
    _describe(writer)
    _add_tokens(writer, vocabulary())
    for name, tensor in _tensors().items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: gguf.GGUFWriter) -> None:
    writer.add_name("tiny-scripted")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(_FEED_FORWARD)
    writer.add_head_count(1)
    writer.add_head_count_kv(1)
    writer.add_key_length(_HEAD_WIDTH)
    writer.add_value_length(_HEAD_WIDTH)
    writer.add_rope_dimension_count(_HEAD_WIDTH)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)


def _add_tokens(writer: gguf.GGUFWriter, tokens: list[str]) -> None:
    kinds = dict.fromkeys(tokens, gguf.TokenType.NORMAL)
    kinds |= dict.fromkeys(spoken_tokens(), gguf.TokenType.USER_DEFINED)
    kinds |= dict.fromkeys(CONTROL, gguf.TokenType.CONTROL)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([kinds[token] for token in tokens])
    writer.add_token_merges([" ".join(pair) for pair in MERGES])
    writer.add_bos_token_id(tokens.index(CONTROL[0]))
    writer.add_eos_token_id(tokens.index(STOP))
    writer.add_add_bos_token(False)
    writer.add_chat_template(chat_template())


def _tensors() -> dict[str, Matrix]:
    noise = np.random.default_rng(0)
    layer = {
        "attn_norm": np.ones(WIDTH, np.float32),
        **{name: _small(noise, (_HEAD_WIDTH, WIDTH)) for name in ("attn_q", "attn_k", "attn_v")},
        "attn_output": np.zeros((WIDTH, _HEAD_WIDTH), np.float32),
        "ffn_norm": np.ones(WIDTH, np.float32),
        "ffn_gate": _small(noise, (_FEED_FORWARD, WIDTH)),
        "ffn_up": _small(noise, (_FEED_FORWARD, WIDTH)),
        "ffn_down": np.zeros((WIDTH, _FEED_FORWARD), np.float32),
    }
    return {
        "token_embd.weight": np.eye(len(vocabulary()), WIDTH, dtype=np.float32),
        "output_norm.weight": np.ones(WIDTH, np.float32),
        "output.weight": _next_token_table(),
        **{f"blk.0.{name}.weight": tensor for name, tensor in layer.items()},
    }


def _next_token_table() -> Matrix:
    ids = {token: number for number, token in enumerate(vocabulary())}
    table = np.zeros((len(ids), WIDTH), np.float32)
    for token, following in successors().items():
        table[ids[following], ids[token]] = 1
    return table


def _small(noise: np.random.Generator, shape: tuple[int, int]) -> Matrix:
    return noise.normal(0, 0.02, shape).astype(np.float32)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
