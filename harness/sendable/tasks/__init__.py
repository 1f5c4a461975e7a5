"""One use case a file, each readable top to bottom."""
