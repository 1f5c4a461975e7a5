"""Responses as a vLLM server speaks it: what ``POST /v1/responses`` refuses.

Who reads the history depends on the model: a chat template, the harmony encoder (gpt-oss), or mistral-common's
validator; ``oracle/vllm_models.toml`` tells them apart by the model's name.
"""

from sendable.oracle.book import Api
from sendable.oracle.vllm import envelope, settings
from sendable.oracle.vllm_responses.facts import index
from sendable.oracle.vllm_responses.walk import walk

API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="input")
