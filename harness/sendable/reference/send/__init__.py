"""A stored history to a request body, one file a step; the stored copy is never changed."""
