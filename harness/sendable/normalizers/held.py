"""Hold an answer to the contract it was asked for."""

from sendable.model.outcome import Crashed
from sendable.normalizers.answer import BodyAnswer, FlatAnswer, NormalizerAnswer, StoredAnswer

_OF_CONTRACT = {"flat": "messages", "send": "body", "write": "stored"}
_KEY: dict[type, str] = {FlatAnswer: "messages", BodyAnswer: "body", StoredAnswer: "stored"}


def held_to(contract: str, answer: NormalizerAnswer) -> NormalizerAnswer:
    """Return the answer, or a `Crashed` when it is that of another contract."""
    key = _KEY.get(type(answer))
    if key is None or key == _OF_CONTRACT[contract]:
        return answer
    wanted = _OF_CONTRACT[contract]
    return Crashed(f"the normalizer answered '{key}', but the contract {contract} is answered with '{wanted}'")
