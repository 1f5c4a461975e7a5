"""Chat Completions as llama.cpp's server speaks it: what ``POST /v1/chat/completions`` refuses."""

from sendable.oracle.book import Api
from sendable.oracle.llamacpp import envelope
from sendable.oracle.llamacpp_chat.modes import settings
from sendable.oracle.llamacpp_chat.walk import index, walk

API = Api(settings=settings, index=index, walk=walk, envelope=envelope, history_key="messages")
