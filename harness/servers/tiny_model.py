"""A tiny model that answers from a script, so that a real server can be recorded without downloading weights.

It is a Llama of one layer whose attention and feed-forward outputs are zero: the hidden state at the last position is
the one-hot embedding of the last token, and the output matrix is a table from each token to the next. Greedy decoding
is then a chain of two steps: a *cue* token, with which the chat template ends the prompt, is followed by one token that
holds a whole answer, and that by the end of the turn. The server still tokenises, samples, detokenises and runs its
tool parser; only the choice of the answer is ours.

The template picks the cue by what the user said last and how many results came since.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from servers.conversations import CONVERSATIONS
from servers.script import Answer

MERGES = [("o", "k")]
STOP = "<|im_end|>"
CONTROL = ["<|endoftext|>", "<|im_start|>", STOP]
WIDTH = 512


@dataclass(frozen=True)
class Cue:
    """After which user text and how many results since then the model gives which answer."""

    user: str
    results: int
    answer: Answer


def byte_alphabet() -> list[str]:
    """Name the 256 bytes as byte-level BPE does: printable ones stand for themselves (the table of GPT-2)."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    spare = iter(range(256, 512))
    return [chr(byte if byte in printable else next(spare)) for byte in range(256)]


def cues() -> list[Cue]:
    """List every point at which the script has an answer."""
    found = [
        Cue(turn.user, results, answer)
        for conversation in CONVERSATIONS
        for turn in conversation.turns
        for results, answer in _with_results_before(turn.answers)
    ]
    points = [(cue.user, cue.results) for cue in found]
    assert len(set(points)) == len(points), "two conversations share a user text"
    return found


def spoken_tokens() -> list[str]:
    """List the tokens that are not bytes: one a cue, one an answer."""
    answers = dict.fromkeys(cue.answer.spoken for cue in cues())
    return [_cue_token(number) for number in range(len(cues()))] + list(answers)


def vocabulary() -> list[str]:
    """List all tokens in the order of their ids."""
    tokens = [*byte_alphabet(), "ok", *CONTROL, *spoken_tokens()]
    assert len(tokens) <= WIDTH, "one embedding dimension a token"
    assert len(set(tokens)) == len(tokens)
    return tokens


def successors() -> dict[str, str]:
    """Map every token to the one that follows it."""
    chain = dict.fromkeys(vocabulary(), STOP)
    return chain | {_cue_token(number): cue.answer.spoken for number, cue in enumerate(cues())}


def chat_template() -> str:
    """Write the Jinja template: Hermes-style tools and history, then the cue of the answer that is due."""
    return _HISTORY + "".join(_cue_branch(number, cue) for number, cue in enumerate(cues())) + _END


def _with_results_before(answers: tuple[Answer, ...]) -> Iterator[tuple[int, Answer]]:
    results = 0
    for answer in answers:
        yield results, answer
        results += len(answer.calls)


def _cue_token(number: int) -> str:
    return f"<|cue_{number}|>"


def _cue_branch(number: int, cue: Cue) -> str:
    assert not {"'", "\\", "\n"} & set(cue.user), "a user text is a Jinja literal"
    keyword = "elif" if number else "if"
    return (
        f"{{%- {keyword} ns.user == '{cue.user}' and ns.results == {cue.results} %}}{{{{- '{_cue_token(number)}' }}}}\n"
    )


_HISTORY = r"""
{%- set ns = namespace(user='', results=0) %}
{%- if tools %}
{{- '<|im_start|>system\n' }}
{%- if messages[0].role == 'system' %}{{- messages[0].content + '\n\n' }}{%- endif %}
{{- '# Tools\n\nThe function signatures are within <tools></tools>:\n<tools>' }}
{%- for tool in tools %}{{- '\n' }}{{- tool | tojson }}{%- endfor %}
{{- '\n</tools>\n\nFor each function call, return a json object within <tool_call></tool_call>:\n' }}
{{- '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n' }}
{%- elif messages[0].role == 'system' %}
{{- '<|im_start|>system\n' + messages[0].content + '<|im_end|>\n' }}
{%- endif %}
{%- for message in messages %}
{%- set content = message.content if message.content is string else '' %}
{%- if message.role == 'user' or (message.role == 'system' and not loop.first) or message.role == 'developer' %}
{{- '<|im_start|>' + message.role + '\n' + content + '<|im_end|>\n' }}
{%- if message.role == 'user' %}{%- set ns.user = content %}{%- set ns.results = 0 %}{%- endif %}
{%- elif message.role == 'assistant' %}
{{- '<|im_start|>assistant\n' }}
{%- if message.reasoning_content %}
{{- '<think>\n' + message.reasoning_content + '\n</think>\n\n' }}
{%- endif %}
{{- content }}
{%- if message.tool_calls %}
{%- for tool_call in message.tool_calls %}
{%- if tool_call.function %}{%- set tool_call = tool_call.function %}{%- endif %}
{{- '\n<tool_call>\n{"name": "' }}{{- tool_call.name }}{{- '", "arguments": ' }}
{%- if tool_call.arguments is string %}{{- tool_call.arguments }}
{%- else %}{{- tool_call.arguments | tojson }}{%- endif %}
{{- '}\n</tool_call>' }}
{%- endfor %}
{%- endif %}
{{- '<|im_end|>\n' }}
{%- elif message.role == 'tool' %}
{{- '<|im_start|>user\n<tool_response>\n' + content + '\n</tool_response><|im_end|>\n' }}
{%- set ns.results = ns.results + 1 %}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
{{- '<|im_start|>assistant\n' }}
"""

_END = """{%- endif %}
{%- endif %}
"""
