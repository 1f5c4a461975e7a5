"""A Hugging Face folder of a Llama of one layer that is a table from the last token to the next.

Its attention and feed-forward outputs are zero: what the output matrix reads is the embedding of the last token.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

CONTEXT = 131_072
_FEED_FORWARD = 64

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Sizes:
    """How large the model is: tokens, embedding dimensions, attention heads."""

    vocabulary: int
    width: int
    heads: int


def write_folder(
    out: Path,
    sizes: Sizes,
    *,
    embeddings: Matrix,
    next_token: Matrix,
    config: dict[str, Any],
    generation: dict[str, Any] | None = None,
    tokenizer: dict[str, Any] | None = None,
) -> None:
    """Write ``config.json``, the weights, and the files of generation and tokenizer where they are given.

    Args:
        out: the folder; it must exist.
        sizes: of the model.
        embeddings: tokens by dimensions.
        next_token: tokens by dimensions, the output matrix.
        config: what to add to the configuration of a plain Llama.
        generation: content of ``generation_config.json``.
        tokenizer: content of ``tokenizer_config.json``.
    """
    _write_json(out / "config.json", _config(sizes) | config)
    if generation:
        _write_json(out / "generation_config.json", generation)
    if tokenizer:
        _write_json(out / "tokenizer_config.json", {**tokenizer, "model_max_length": CONTEXT})
    tensors = {"model.embed_tokens.weight": embeddings, "lm_head.weight": next_token, **_layer(sizes.width)}
    save_file(tensors, out / "model.safetensors", metadata={"format": "pt"})


def _config(sizes: Sizes) -> dict[str, Any]:
    return {
        "hidden_size": sizes.width,
        "intermediate_size": _FEED_FORWARD,
        "num_hidden_layers": 1,
        "num_attention_heads": sizes.heads,
        "num_key_value_heads": sizes.heads,
        "head_dim": sizes.width // sizes.heads,
        "vocab_size": sizes.vocabulary,
        "max_position_embeddings": CONTEXT,
        "rms_norm_eps": 1e-6,
        "rope_theta": 10_000.0,
        "hidden_act": "silu",
        "tie_word_embeddings": False,
        "dtype": "float32",
    }


def _layer(width: int) -> dict[str, Matrix]:
    square, feed = (width, width), (_FEED_FORWARD, width)
    shapes = {f"self_attn.{name}_proj": square for name in "qkvo"}
    shapes |= {"mlp.gate_proj": feed, "mlp.up_proj": feed, "mlp.down_proj": feed[::-1]}
    layer = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    layer |= {name: np.ones(width, np.float32) for name in ("input_layernorm", "post_attention_layernorm")}
    named = {f"model.layers.0.{name}.weight": tensor for name, tensor in layer.items()}
    return {"model.norm.weight": np.ones(width, np.float32), **named}


def _write_json(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1), "utf-8")
