"""What is said in generated conversations: short texts, tools, arguments, results, models. The plainest come first."""

from typing import Final

from sendable.model.json import Json, JsonObject

PIXEL: Final = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
"""A picture of one pixel."""
PAGE: Final = "https://example.com/a"

SYSTEMS: Final = (
    "Be brief.",
    "You are a helpful assistant.",
    "Antworte auf Deutsch, höflich.",
    "Use the tools.\n\nNever guess.",
    " Mind the spaces. ",
)
QUESTIONS: Final = (
    "Look it up.",
    "hi",
    "And the third?",
    " with spaces around ",
    "Wie heißt der längste Fluss?",
    "東京の天気は?",
    "two\nlines\n",
    'Is it 5 > 3 & "so"? 🙂',
    "0",
    "Please compare both offers and tell me which one is cheaper per year, taxes included.",
)
ANSWERS: Final = (
    "It is there.",
    "Done.",
    "Yes — 42 °C.",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "大丈夫です。",
    "```python\nprint(1)\n```",
    "The first offer is cheaper: it costs 120 a year, the second one 144.",
)
BESIDE_CALLS: Final = ("Let me look.", "One moment.\n", "Ich sehe nach.", "First the one, then the other.")
THOUGHTS: Final = ("I should look.", "Two calls, then compare.", "Kürzer antworten.", "用户想要天气。")

_ANYTHING: Final[JsonObject] = {"type": "object"}
_QUERY: Final[JsonObject] = {"type": "object", "properties": {"query": {"type": "string"}}}
TOOLS: Final[tuple[JsonObject, ...]] = (
    {"name": "search", "description": "To search.", "parameters": _QUERY},
    {"name": "get_time", "description": "To get the time.", "parameters": _ANYTHING},
    {"name": "read-file", "description": "To read a file.", "parameters": _ANYTHING},
    {"name": "Edit2", "description": "To edit.", "parameters": _ANYTHING},
    {"name": "mcp__notes__find_all", "description": "To find notes.", "parameters": _ANYTHING},
)
ARGUMENTS: Final = (
    '{"query":"milk"}',
    "{}",
    '{"city": "Zürich", "days": 3}',
    '{"path":"a/b c.txt","lines":[1,20]}',
    '{"filter":{"and":[{"tag":"x"},{"not":{"tag":null}}]},"deep":true}',
    '{"text":"say \\"hi\\"\\n","at":-0.5}',
)
OUTPUTS: Final[tuple[Json, ...]] = (
    "Found.",
    "",
    '{"temperature":21.5}',
    "line\nline\n",
    "nothing found",
    "Übersicht: 3 Treffer",
    "error: no such file",
)
CUSTOM: Final = ("run_sql", "apply_patch")
"""Tools that take free text in place of arguments."""
SCRIPTS: Final = ("select 1;", "*** Begin Patch\n-a\n+b\n*** End Patch", "")
HOSTED: Final = ("search", "open", "code", "files", "draw")

MODELS: Final = {
    "openai": ("gpt-5.4", "gpt-5.5", "gpt-5.4-mini", "gpt-5.2", "gpt-5", "o3", "gpt-5.6", "gpt-6-astra", "gpt-4.1"),
    "anthropic": (
        "claude-opus-4-8",
        "claude-opus-5-5",
        "claude-sonnet-5-5",
        "claude-haiku-5-5",
        "claude-fable-5-2",
        "claude-fable-5-1",
        "claude-opus-5",
        "claude-sonnet-5",
        "claude-opus-4-7",
        "claude-sonnet-4-6",
        "claude-haiku-4-5",
        "claude-opus-4-5",
    ),
    "vllm": ("qwen3", "openai/gpt-oss-120b"),
    "llamacpp": ("qwen3",),
    "google": ("gemini-3.5-flash", "gemini-3.8-flash", "gemini-3.1-pro-preview", "gemini-2.5-flash"),
    "mistral": ("mistral-large-latest",),
    "bedrock": ("anthropic.claude-haiku-4-5-v1:0",),
}
"""Models by maker (evidence: the oracle's tables of models)."""
