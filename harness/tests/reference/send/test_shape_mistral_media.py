"""Mistral takes images from users alone: what the assistant showed goes out as a note."""

from sendable.model.target import parse_target
from sendable.reference.send.assemble import assemble

IMAGE = {"type": "image_url", "image_url": {"url": "https://example.com/cat.png"}}


def test_an_image_in_an_answer_is_a_note():
    """Mistral's own request type has no image in an assistant's message; a user's image stays one."""
    asked = {"role": "user", "content": [{"type": "text", "text": "Draw."}, IMAGE]}
    answered = {"role": "assistant", "content": [{"type": "text", "text": "Here."}, IMAGE]}
    made = assemble({"messages": [asked, answered]}, parse_target("mistral:mistral-medium-3-5"))
    first, second, *_ = made.body["messages"]
    assert [part["type"] for part in first["content"]] == ["text", "image_url"]
    assert "image_url" not in str(second["content"])
