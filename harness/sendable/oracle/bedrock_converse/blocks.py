"""Blocks: texts that say something, media that the model and the place can take."""

from typing import Any

from sendable.model.json import JsonObject, Path
from sendable.oracle.rule import MODEL, PAIRING, SCHEMA, Fault, rule
from sendable.oracle.scan import Scan

_MEMBERS = frozenset(
    {
        "text", "image", "document", "video", "audio", "toolUse", "toolResult", "guardContent", "cachePoint",
        "reasoningContent", "citationsContent", "searchResult",
    }
)  # fmt: skip


@rule("bedrock-block-without-member", on="block", phase=SCHEMA)
def block_without_member(block: JsonObject, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a block that is none of Converse's kinds."""
    return Fault(path) if _MEMBERS.isdisjoint(block) else None


@rule("bedrock-blank-text", on="text", phase=PAIRING)
def blank_text(text: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an empty text."""
    return Fault(path) if text == "" else None


@rule("bedrock-whitespace-text", on="text", phase=PAIRING)
def whitespace_text(text: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a text of white space."""
    return Fault(path) if isinstance(text, str) and text != "" and not text.strip() else None


@rule("bedrock-result-blank-text", on="result:text", phase=MODEL)
def result_blank_text(text: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse, as Claude does, an empty text inside a tool result."""
    return Fault(path) if text == "" else None


@rule("bedrock-video-model", on=("video", "result:video"), phase=MODEL)
def video_model(_video: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a video for a model that does not see films."""
    return Fault(path)


@rule("bedrock-image-from-s3", on=("image", "result:image"), phase=MODEL)
def image_from_s3(image: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse an image that Claude would have to fetch from S3."""
    return Fault(path) if _from_s3(image) else None


@rule("bedrock-document-from-s3", on="document", phase=MODEL)
def document_from_s3(document: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a document from S3 that is not inside a tool result."""
    return Fault(path) if _from_s3(document) else None


@rule("bedrock-media-in-result", on=("result:document", "result:video"), phase=MODEL)
def media_in_result(media: Any, path: Path, _scan: Scan) -> Fault | None:
    """Refuse a document or video from S3 inside a tool result for Nova."""
    return Fault(path) if _from_s3(media) else None


def _from_s3(media: Any) -> bool:
    source = media.get("source") if isinstance(media, dict) else None
    return isinstance(source, dict) and "s3Location" in source
